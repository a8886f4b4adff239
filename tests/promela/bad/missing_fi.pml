// Refused: if without fi.
// error-at: 6
active proctype p() {
    if
    :: true -> skip
}
