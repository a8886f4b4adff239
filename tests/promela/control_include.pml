// #include reads another file, relative to this one.
// expect: holds
// spin-states: 10
#include "include/counter.inc"
active proctype main() {
    count(3);
    assert(counter == 3)
}
