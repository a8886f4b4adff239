// Refused: an index on what is no array.
// error-at: 5
byte x;
active proctype p() {
    x[1] = 2
}
