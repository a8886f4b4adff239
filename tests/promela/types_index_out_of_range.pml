// Reading beyond an array is an error.
// expect: violated index
byte a[3]; byte i = 3;
active proctype main() {
    a[2] = 1;
    i = a[i]
}
