// A claim looks into a channel that is none.
// expect: holds
// spin: none (it takes the channel for an empty one)
// check: --claim never => violated channel
chan c;
byte x;
active proctype a() { x = 1; x = 0 }
never {
    do
    :: x == 1 && len(c) == 0
    :: 1
    od
}
