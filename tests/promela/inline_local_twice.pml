// An inline with a variable of its own, called twice: two variables of one name.
// expect: violated assertion
// spin-states: 20
byte out, way, turned;
inline turn(from) {
    byte inner = 1;
    turned = 1 - turned;
    inner = inner + from;
    out = inner
}
active proctype p() {
    byte x = 3;
    if
    :: turned == 0; way = 0
    :: way = 2; turn(way)
    fi;
    turn(x);
    assert(out != 4)
}
