// A run that stops while a process stands at an accept label goes on there for ever: Spin reports it.
// expect: violated invalid end state
// spin-states: 2
// check: --acceptance --no-end-states => violated acceptance cycle
byte x;
active proctype a() {
    x = 1;
accept:
    x == 2
}
