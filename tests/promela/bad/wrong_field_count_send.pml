// Refused: too many fields in a send.
// error-at: 5
chan q = [1] of { byte };
active proctype p() {
    q!1,2
}
