// So is the remainder.
// spin: none (the verifier crashes)
// expect: violated division
byte d, x = 100;
active proctype main() {
    x = x % d
}
