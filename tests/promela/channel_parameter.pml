// Channels are passed as arguments.
// expect: violated invalid end state
// spin-states: 16
chan up = [1] of { byte }; chan down = [1] of { byte };
proctype relay(chan from, to) { byte x; do :: from?x -> if :: x == 3 -> break :: else -> to!x + 1 fi od }
init { run relay(up, down); run relay(down, up); up!0 }
