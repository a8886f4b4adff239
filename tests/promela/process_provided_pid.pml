// provided may use _pid.
// expect: holds
// spin-states: 10
byte turn;
active [3] proctype p() provided (turn == _pid) { byte i; i++; i++; turn++ }
