// Refused: a send on what is no channel.
// error-says: chan
// error-at: 6
byte x;
active proctype p() {
    x!1
}
