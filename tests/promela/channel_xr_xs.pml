// xr and xs promise exclusive use; a promise that is kept changes nothing.
// expect: holds
// spin-states: 29
chan q = [2] of { byte };
active proctype sender() { xs q; q!1; q!2; q!3 }
active proctype receiver() { xr q; byte x, last; do :: q?x -> assert(x == last + 1); last = x; if :: x == 3 -> break :: else fi od }
