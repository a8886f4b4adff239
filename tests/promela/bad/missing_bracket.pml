// Refused: an index that is not closed.
// error-at: 5
byte x[2];
active proctype p() {
    x[1 = 2
}
