// Refused: embedded C without --allow-code.
// error-says: allow-code|code
// error-at: 5
active proctype p() {
    c_code { now.x = 1; }
}
byte x;
