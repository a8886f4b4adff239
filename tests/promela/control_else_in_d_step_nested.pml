// Blocks around it do not matter.
// expect: violated assertion, invalid end state
// spin-states: 27
chan q = [1] of { byte }; bool lost; byte x;
active proctype a() { q!1 }
active proctype b() { if :: q!2 :: { d_step { { else -> lost = true }; x = 1 } } fi; assert(!lost) }
active proctype c() { if :: x == 0 -> skip :: atomic { d_step { else -> assert(false) } } fi }
