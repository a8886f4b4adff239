// An unless inside a loop is entered anew each round.
// expect: violated invalid end state
// spin-states: 122
byte n; bit flag;
active proctype main() {
    do
    :: n < 3 -> { flag == 1; n++ } unless { flag == 0 -> flag = 1 }
    :: n >= 3 -> break
    od;
    assert(n == 3)
}
active proctype other() { flag == 1; flag = 0; flag == 1; flag = 0 }
