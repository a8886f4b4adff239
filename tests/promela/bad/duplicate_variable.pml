// Refused: a variable declared twice.
// error-says: redecl|twice|already|duplicate
// error-at: 5
byte x;
byte x;
active proctype p() { x = 1 }
