// Refused: a string that is not closed.
// error-at: 4
active proctype p() {
    printf("abc)
}
