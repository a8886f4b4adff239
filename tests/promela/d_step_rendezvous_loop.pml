// A loop that takes one message, then finds none.
// expect: violated invalid end state
// spin-states: 11
chan c = [0] of { byte };
byte r, y = 3;
active proctype a() { c!5; c!6; r = 2 }
active proctype b() { byte x; d_step { do :: c?x -> y = y + x :: else -> break od; y++ }; c?x; c?x }
