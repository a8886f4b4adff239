// Refused: a parenthesis that is not closed.
// error-at: 5
byte x;
active proctype p() {
    x = (1 + 2;
    skip
}
