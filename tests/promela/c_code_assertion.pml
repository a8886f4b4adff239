// A condition in brackets before the code is checked first.
// expect: violated assertion
// spin: none (it reports a false precondition, and a deadlock too, as the step is not taken)
// options: --allow-code
byte x = 1;
active proctype main() {
    c_code [now.x == 1] { now.x = 2; };
    c_code [now.x == 1] { now.x = 3; }
}
