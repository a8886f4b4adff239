// The alternating bit protocol over channels that lose messages: data arrive in order, each once.
// expect: holds
// spin-states: 100
// check: --claim delivered => violated
// check: --claim delivered --fair => violated
mtype = { msg, ack };
chan there = [1] of { mtype, byte, bit }; chan back = [1] of { mtype, bit };
byte expected;
active proctype sender() {
    byte data; bit b, r;
    do
    :: there!msg,data,b;
       if
       :: back?ack,r -> if :: r == b -> b = 1 - b; data = (data + 1) % 3 :: else fi
       :: timeout
       fi
    od
}
active proctype receiver() {
    byte d; bit b, want;
    do
    :: there?msg,d,b ->
       if
       :: b == want -> assert(d == expected); expected = (expected + 1) % 3; want = 1 - want
       :: else
       fi;
       back!ack,b
    :: there?msg,d,b -> skip /* lost */
    od
}
ltl delivered { [] <> (expected == 1) }
