// The same for what must not happen, in a d_step and with receives.
// expect: violated trace
// spin-states: 2
// states: 4 (Spin stops at once)
chan q = [2] of { byte };
byte x;
active proctype p() { d_step { q!1; q!2 }; d_step { q?x; q?x } }
notrace {
    if
    :: q?1 -> q?1
    :: q?_ -> q?3
    fi
}
