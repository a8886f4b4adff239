// c_track follows C memory outside the state vector.
// expect: holds
// spin-states: 44
// options: --allow-code
c_decl { int tracked; }
c_track "&tracked" "sizeof(int)"
byte x;
active [2] proctype main() {
    c_code { tracked++; };
    c_code { tracked += 10; };
    if :: c_expr { tracked == 22 } -> x = 1 :: c_expr { tracked < 22 } -> x = x fi
}
