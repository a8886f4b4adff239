// Refused: goto to a label that is not there.
// error-says: label
// error-at: 5
active proctype p() {
    goto nowhere
}
