// A goto out of an atomic sequence, which Spin merges with the guard before it and does not tell of in a trail.
// expect: violated assertion
// spin-states: 20
byte g;
active proctype p() {
    atomic {
        if
        :: g < 2 -> goto out
        :: g > 0
        fi;
        g = 2;
    };
out:
    skip;
    assert(g == 2)
}
active proctype q() { g = 1 }
