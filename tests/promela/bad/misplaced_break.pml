// Refused: break outside a loop.
// error-says: break
// error-at: 6
active proctype p() {
    skip;
    break
}
