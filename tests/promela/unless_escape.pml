// The escape is tried before every statement of the body; when it can run, only it can.
// expect: holds
// spin-states: 53
byte x; bool stop;
active proctype main() {
    { do :: x < 5 -> x++ :: x == 5 -> x = 0 od } unless { stop -> x = 100 };
    assert(x == 100)
}
active proctype trigger() { stop = true }
