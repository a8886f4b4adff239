// A value of C is true if it is not zero, though its lowest 32 bits may be zeros, or it is a fraction or an address.
// expect: holds
// spin-states: 10
// options: --allow-code
c_decl { long long wide; double quarter; static char *nowhere; }
c_track "&wide" "sizeof(long long)"
byte x;
active proctype p() {
    c_code { wide = 1LL << 40; quarter = 0.25; };
    if :: c_expr { wide } -> x = 1 :: else -> x = 2 fi;
    assert(x == 1);
    assert(c_expr { wide } && c_expr { quarter } && !c_expr { nowhere } && c_expr { &now });
    d_step { c_expr { wide }; x = 3 };
    atomic { c_expr { wide > 5 } -> x = 4 };
    assert(x == 4)
}
