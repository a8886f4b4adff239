// States inside an atomic or a d_step do not count for ltl.
// expect: holds
// spin-states: 4
// check: --claim never_five => holds
// check: --claim never_six => holds
// check: --claim never_one => violated
byte x;
active proctype main() { atomic { x = 5; x = 1 }; d_step { x = 6; x = 2 } }
ltl never_five { [] (x != 5) }
ltl never_six { [] (x != 6) }
ltl never_one { [] (x != 1) }
