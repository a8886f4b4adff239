// Refused: a label twice in one proctype.
// error-says: label
// error-at: 6
active proctype p() {
L:  skip;
L:  skip;
    goto L
}
