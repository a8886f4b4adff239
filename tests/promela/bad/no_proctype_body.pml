// Refused: a body with no statement.
// error-at: 4
active proctype p() {
}
