// Tracked memory starts anew in every initial state, also when a run is repeated to print it.
// expect: violated assertion
// spin-states: 5
// options: --allow-code
c_decl { int tracked; }
c_track "&tracked" "sizeof(int)"
byte x;
active proctype main() {
    c_code { tracked++; };
    c_code { now.x = tracked; };
    assert(x != 1)
}
