// Refused: a channel that nobody declared.
// error-at: 4
active proctype p() {
    q!1
}
