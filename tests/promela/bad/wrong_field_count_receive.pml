// Refused: too few fields in a receive.
// error-at: 5
chan q = [1] of { byte, byte };
active proctype p() {
    q?1
}
