// [] (request -> <> answer).
// expect: holds
// spin-states: 14
// check: --claim answers => violated
// check: --claim answers --fair => holds
// check: --claim refuses --fair => holds
chan q = [1] of { byte }; bit requested, answered;
active proctype client() {
    do
    :: !requested -> requested = 1; q!1
    :: answered -> atomic { requested = 0; answered = 0 }
    od
}
active proctype server() {
    do
    :: q?1 -> answered = 1
    od
}
active proctype noise() { bit x; do :: x = 1 - x od }
ltl answers { [] (requested -> <> (answered == 1)) }
ltl refuses { [] (requested -> <> (len(q) == 0 && !answered && requested)) }
