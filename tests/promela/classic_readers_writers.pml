// Readers share, writers exclude.
// expect: holds
// spin-states: 11
// check: --claim exclusive => holds
// check: --claim writes => violated
// check: --claim writes --fair => violated
byte readers; bit writing;
active [2] proctype reader() {
    do
    :: atomic { !writing -> readers++ };
       assert(!writing);
       readers--
    od
}
active proctype writer() {
    do
    :: atomic { !writing && readers == 0 -> writing = 1 };
       assert(readers == 0);
       writing = 0
    od
}
ltl exclusive { [] !(writing && readers > 0) }
ltl writes { [] <> (writing == 1) }
