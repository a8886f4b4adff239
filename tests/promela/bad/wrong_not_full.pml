// Refused: !full(q), which must be nfull(q).
// error-at: 5
chan q = [1] of { byte };
active proctype p() {
    !full(q) -> q!1
}
