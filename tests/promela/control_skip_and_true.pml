// skip, true, (1) and assert(true) are steps; a bare number other than 0 too.
// expect: holds
// spin-states: 8
active proctype main() { skip; true; (1); assert(true); 17; printf("done\n") }
