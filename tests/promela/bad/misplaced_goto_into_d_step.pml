// Refused: goto into a d_step.
// error-says: d_step
// error-at: 5
active proctype p() {
    goto in;
    d_step {
        skip;
in:     skip
    }
}
