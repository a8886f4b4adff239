// The initial value of a hidden C variable is there in the first step.
// expect: holds
// spin-states: 4
// options: --allow-code
c_state "int scratch" "Hidden" "5"
byte x;
active proctype main() {
    c_code { now.x = scratch; };
    assert(x == 5)
}
