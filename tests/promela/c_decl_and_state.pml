// c_decl declares types, c_state puts variables into the state.
// expect: holds
// spin-states: 34
// options: --allow-code
c_decl {
    typedef struct Pair { int left, right; } Pair;
}
c_state "Pair pair" "Global"
c_state "int counter" "Global" "2"
byte done;
active [2] proctype main() {
    c_code { now.pair.left++; now.pair.right += 2; now.counter++; };
    if
    :: c_expr { now.pair.left == 2 && now.pair.right == 4 && now.counter == 4 } -> done = 1
    :: c_expr { now.pair.left == 1 } -> skip
    fi
}
