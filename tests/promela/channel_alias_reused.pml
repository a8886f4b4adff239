// The number of a channel that died with its process is given out again: who kept it reads from the next one.
// expect: violated assertion
// spin-states: 27
// spin-simulator: none (it gives no number twice)
chan kept; byte k;
proctype dies() { chan l = [2] of { byte }; kept = l }
proctype next() { chan m = [2] of { byte }; byte z; m!1; m!2; m?z; assert(z == 1); (k == 1) }
init { byte y; run dies(); timeout; run next(); kept?y; k = 1 }
