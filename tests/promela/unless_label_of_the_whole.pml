// A label before a block, atomic or not, that has an escape is one of the whole: the process stands there.
// expect: holds
// spin-states: 5
// check: --claim never_there => violated claim
// check: --claim there => holds
byte x;
active proctype a() { x = 1; L: { x = 2; x = 3 } unless { x == 4 } }
ltl never_there { [] !a@L }
ltl there { <> a@L }
