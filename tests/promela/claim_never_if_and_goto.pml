// Claims with if, goto and atomic-free choices.
// expect: holds
// spin-states: 48
// check: --claim never => violated
chan q = [2] of { byte };
byte n;
active proctype a() { do :: n < 3 -> q!n; n++ :: else -> break od }
active proctype b() { byte x; do :: q?x -> if :: x == 2 -> break :: else fi od }
never {
watch:
    if
    :: len(q) == 2 && n == 3 -> goto bad
    :: !(len(q) == 2 && n == 3) -> goto watch
    fi;
bad:
    skip
}
