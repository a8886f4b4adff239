// Refused: a type that is not there.
// error-at: 6
active proctype p() {
    skip
}
nothing v;
