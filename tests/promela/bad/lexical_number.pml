// Refused: a number too large for int.
// error-at: 5
int x;
active proctype p() {
    x = 99999999999
}
