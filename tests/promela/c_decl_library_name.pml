// A C variable of the model's own, though the C library has one of the same name.
// expect: violated assertion
// spin-states: 4
// options: --allow-code
c_decl { extern int optind; }
c_code { int optind = 7; }
byte x;
active proctype main() {
    c_code { now.x = optind; };
    assert(x != 7)
}
