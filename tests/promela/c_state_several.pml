// Several variables in one c_state, and pointers: all hidden ones begin every search with zeros.
// expect: holds
// options: --allow-code
// spin: none (Spin makes one search)
c_state "int a[2], (*f)(void), b" "Hidden"
c_state "int c, d" "Global" "3"
c_state "struct { char e; double g; } s, t" "Local P"
c_state "int (*h)(void), *i" "Global"
byte x;
active proctype P() {
    c_code { a[1]++; b++; now.x = a[1] + b; now.c++; PP->t.g = 0.5; };
    assert(x == 2 && c_expr { !f && now.c == 1 && now.d == 3 && PP->t.g == 0.5 && PP->s.g == 0 && !now.h && !now.i })
}
ltl p { [] (x <= 2) }
ltl q { [] (x <= 2) }
