// The promise ends with the process: who waits for its death breaks nothing.
// expect: holds
// spin: none (it looks only while it reduces)
chan q = [2] of { byte };
active proctype breaker() { q!1; q!2; (_nr_pr == 1) -> q?_ }
active proctype promiser() { xr q; q?_ }
