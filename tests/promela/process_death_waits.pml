// A parent that has ended stays until its child has; the child that waits for the parent's death waits in vain.
// expect: violated invalid end state
// spin-states: 2
proctype child() { _nr_pr == 1 }
init { run child() }
