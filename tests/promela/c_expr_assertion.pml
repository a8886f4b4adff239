// A condition in brackets before a C expression is checked first.
// expect: violated assertion
// spin: none (it reports a false precondition, and a deadlock too, as the step is not taken)
// options: --allow-code
byte x = 1;
active proctype main() {
    if
    :: c_expr [now.x != 1] { now.x == 1 } -> skip
    :: else -> skip
    fi
}
