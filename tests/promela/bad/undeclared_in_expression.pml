// Refused: a name that nobody declared, in an expression.
// error-says: undeclared|unknown|not declared|no variable
// error-at: 7
byte x;
active proctype p() {
    x = 1;
    x = x + nothing
}
