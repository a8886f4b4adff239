// Hidden C variables are no part of the state.
// expect: holds
// spin-states: 7
// options: --allow-code
c_state "int scratch" "Hidden"
byte x;
active proctype main() {
    do
    :: x < 2 -> c_code { scratch = now.x * 7; now.x++; }
    :: else -> break
    od
}
