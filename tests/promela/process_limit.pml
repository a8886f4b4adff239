// Too many processes is reported.
// spin: none (a search of 255 levels with an error at the end; the count is of no interest)
// expect: violated processes
proctype p() { run p(); false }
init { run p() }
