// A loop that ends inside atomic: only its end is a state.
// expect: holds
// spin-states: 13
byte n, seen;
active proctype a() { atomic { do :: n < 100 -> n++ :: else -> break od; n = 200 } }
active proctype b() { seen = n; assert(seen == 0 || seen == 200) }
