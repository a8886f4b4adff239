// Refused: a channel declared after statements.
// error-at: 5
active proctype p() {
    skip;
    chan q = [1] of { byte };
    q!1
}
