// Refused: a label reference to a label that is not there.
// error-says: label
// error-at: 8
byte x;
active proctype p() { skip }
never {
    do
    :: p@nowhere -> break
    :: else
    od
}
