// Refused: a temporal operator outside ltl.
// error-at: 5
byte x;
active proctype p() {
    x = [] x
}
