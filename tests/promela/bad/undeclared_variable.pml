// Refused: a name that nobody declared.
// error-says: undeclared|unknown|not declared|no variable
// error-at: 5
active proctype p() {
    y = 1
}
