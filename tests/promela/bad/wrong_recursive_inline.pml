// Refused: an inline that calls itself.
// error-says: recurs|inline
// anywhere
inline f() { f() }
active proctype p() {
    f()
}
