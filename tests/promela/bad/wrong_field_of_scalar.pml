// Refused: a field of what is no structure.
// error-at: 5
byte x;
active proctype p() {
    x.y = 1
}
