// An end label helps only where it stands.
// expect: violated invalid end state
// spin-states: 2
byte x;
active proctype a() {
end:
    x = 1;
    x == 2
}
