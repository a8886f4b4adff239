// A true condition in brackets before a C expression.
// expect: holds
// spin-states: 4
// options: --allow-code
byte x = 1;
active proctype main() {
    if
    :: c_expr [now.x == 1] { now.x == 1 } -> skip
    :: else -> assert(false)
    fi
}
