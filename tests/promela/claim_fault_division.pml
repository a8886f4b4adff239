// A division by zero in a claim: an error, not a value.
// expect: holds
// spin: none (it divides)
// check: --claim never => violated division
byte x = 2;
active proctype a() { x = 1; x = 0; x = 1 }
never {
    do
    :: 4 % x == 3
    :: 1
    od
}
