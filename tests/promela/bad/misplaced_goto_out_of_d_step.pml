// Refused: goto out of a d_step.
// error-says: d_step
// error-at: 7
active proctype p() {
    d_step {
        skip;
        goto out
    };
out:
    skip
}
