// Tracked memory has the name of something in the C library.
// expect: holds
// spin-states: 5
// options: --allow-code
c_decl { int step; }
c_track "&step" "sizeof(int)"
byte x;
active proctype main() {
    c_code { step = 3; };
    c_code { now.x = step; };
    assert(x == 3)
}
