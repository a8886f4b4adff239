// Division by zero is an error (Spin's verifier dies of it, or goes on with 0, as the processor likes).
// spin: none (the verifier crashes)
// expect: violated division
byte d = 2, x = 100;
active proctype main() {
    do
    :: x = x / d; d--
    od
}
