// A do as first statement of an option: its guards are the option's guards.
// expect: holds
// spin-states: 10
byte x;
active proctype main() {
    if
    :: do
       :: x < 2 -> x++
       :: x == 2 -> break
       od
    :: x == 5 -> assert(false)
    :: { x == 0 -> x = 7 }
    fi
}
