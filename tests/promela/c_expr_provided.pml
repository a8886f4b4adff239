// A C expression in a provided clause sees the present state.
// expect: violated invalid end state
// spin-states: 17
// options: --allow-code
byte x;
active proctype counter() {
    do
    :: x < 3 -> x++
    :: else -> break
    od
}
active proctype guarded() provided (c_expr { now.x == 2 }) {
    assert(x == 2)
}
