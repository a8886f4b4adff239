// Two increments without a lock lose one.
// expect: violated assertion
// spin-states: 81
byte n, finished;
active [2] proctype p() { byte t; t = n; n = t + 1; finished++ ; if :: finished == 2 -> assert(n == 2) :: else fi }
