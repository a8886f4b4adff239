// A lift that serves calls floor by floor.
// expect: holds
// spin-states: 222
// check: --claim comes => violated
// check: --claim comes --fair => violated
#define FLOORS 3
bit call[FLOORS]; byte floor; bit up = 1;
active proctype lift() {
    do
    :: d_step { call[floor] == 1 -> call[floor] = 0 }
    :: d_step {
        call[floor] == 0 ->
        if
        :: floor == FLOORS - 1 -> up = 0
        :: floor == 0 -> up = 1
        :: else
        fi;
        floor = (up -> floor + 1 : floor - 1)
    }
    od
}
active proctype people() {
    byte f;
    do
    :: select (f : 0 .. 2); call[f] = 1
    od
}
ltl comes { [] (call[0] -> <> (floor == 0)) }
