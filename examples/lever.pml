/* A lever orders a lamp to be lit or not, and the lamp may break: the smallest model with something to guide.
 *
 *   rtcheck guide examples/lever.pml --guide examples/guides/lever.xgdl
 */
mtype = { on, off };
chan order = [1] of { mtype };
bool up, lit, broken;

active proctype pilot() {
    do
    :: /*@ handle */ atomic { nfull(order); up = !up; if :: up -> order!on :: else -> order!off fi }
    od
}

active proctype fate() {
    /*@ fail */ broken = true
}

active proctype lamp() {
    do
    :: order?on -> lit = !broken
    :: order?off -> lit = false
    od
}

ltl lights { [] (up -> <> lit) }

// check: --safety => holds
// check: --claim lights => violated
