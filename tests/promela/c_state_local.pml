// A c_state variable in a process.
// expect: holds
// spin-states: 38
// options: --allow-code
c_state "int mine" "Local main"
byte x;
active [2] proctype main() {
    c_code { Pmain->mine = Pmain->_pid + 5; };
    c_code { now.x += Pmain->mine; };
    if :: c_expr { now.x == 11 } -> skip :: c_expr { now.x == 5 || now.x == 6 } -> skip fi
}
