// Refused: a label reference to a proctype that is not there.
// error-at: 6
active proctype p() { skip }
never {
    do
    :: q@L -> break
    :: else
    od
}
