// Refused: a local variable declared twice.
// error-says: redecl|twice|already|duplicate
// error-at: 6
active proctype p() {
    byte a;
    byte a;
    a = 1
}
