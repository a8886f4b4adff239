// Refused: a whole array assigned.
// error-at: 6
typedef t { byte a };
t u, v;
active proctype p() {
    u = v
}
