// States that differ in a priority alone are two.
// expect: violated invalid end state
// spin-states: 58
byte n;
active proctype b() priority 3 {
    n < 2;
    n++;
    if
    :: n < 2 -> run b()
    :: n >= 2
    fi;
    if
    :: n < 2 -> run b() priority 2
    :: n >= 2
    fi
}
active proctype a() { n = 0 }
