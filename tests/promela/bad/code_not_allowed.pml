// Refused: embedded C without --allow-code.
// error-says: allow-code|code
// anywhere
active proctype p() {
    c_code { now.x = 1; }
}
byte x;
