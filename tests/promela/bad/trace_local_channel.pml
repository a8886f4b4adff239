// Refused: a trace over what is no channel.
// error-at: 6
byte x;
active proctype p() { x = 1 }
trace {
    x!1
}
