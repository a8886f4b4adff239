// A negative index is an error, in an assignment's target too.
// expect: violated index
byte a[3]; short i = 1;
active proctype main() {
    do
    :: i >= -1 -> a[i] = 1; i--
    :: else -> break
    od
}
