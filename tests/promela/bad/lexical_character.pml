// Refused: a character that Promela has not.
// error-at: 4
active proctype p() {
    skip $ skip
}
