// A promise that is broken by who comes before the promiser's death, under reduction, too.
// expect: violated exclusive
// spin: none (it looks only while it reduces)
chan q = [2] of { byte };
active proctype promiser() { xr q; q?_ }
active proctype breaker() { q!1; q!2; q?_ }
