// Named mtype sets are numbered each on their own.
// expect: holds
// spin-states: 12
mtype:fruit = { apple, pear, plum };
mtype:colour = { red, green };
mtype:fruit f = pear;
mtype:colour c;
active proctype main() {
    assert(apple == 3 && plum == 1);
    assert(red == 2 && green == 1);
    c = green;
    do
    :: f == pear -> f = plum
    :: f == plum -> f = apple; c = red
    :: else -> break
    od;
    assert(f == apple && c == red)
}
