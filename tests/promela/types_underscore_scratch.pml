// `_` takes any value and keeps none.
// expect: holds
// spin-states: 10
chan q = [2] of { byte, byte };
byte x;
active proctype main() {
    _ = 5;
    q!1,2; q!3,4;
    q?_,x; assert(x == 2);
    q?x,_; assert(x == 3);
    _ = _pid
}
