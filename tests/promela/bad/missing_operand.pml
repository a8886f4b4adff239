// Refused: an operator without its right side.
// error-at: 6
byte x;
active proctype p() {
    x = 1 +
}
