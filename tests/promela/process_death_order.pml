// A process can die only after all younger ones.
// expect: violated assertion
// spin-states: 24
byte done;
proctype child() { done++; done == 2 }
init { run child(); run child(); assert(_nr_pr == 3) }
