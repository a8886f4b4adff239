// Refused: a value returned from a proctype.
// error-at: 5
byte x;
active proctype p() {
    x = p()
}
