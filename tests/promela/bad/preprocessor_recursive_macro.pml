// Refused: a macro that names itself is left alone, and then is undeclared.
// error-at: 5
#define x x
active proctype p() {
    x = 1
}
