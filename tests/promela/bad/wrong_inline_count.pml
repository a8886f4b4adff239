// Refused: an inline with too many arguments.
// error-at: 6
inline f(a) { a = 1 }
byte x;
active proctype p() {
    f(x, x)
}
