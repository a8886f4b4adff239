// Progress of one process is progress of the system.
// expect: holds
// spin-states: 4
// check: --progress => holds
// check: --progress --fair => holds
byte turn;
active proctype a() { do :: turn == 0 -> 
progress: turn = 1 
od }
active proctype b() { do :: turn == 1 -> turn = 0 od }
