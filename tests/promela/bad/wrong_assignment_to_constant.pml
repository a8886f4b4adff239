// Refused: an mtype name assigned.
// error-at: 5
mtype = { red, green };
active proctype p() {
    red = 1
}
