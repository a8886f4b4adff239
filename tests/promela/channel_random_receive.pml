// q??m takes the first message that matches, wherever it is.
// expect: violated invalid end state
// spin-states: 14
chan q = [4] of { byte, byte };
byte x;
active proctype main() {
    q!1,10; q!2,20; q!3,30; q!2,40;
    q??2,x; assert(x == 20);
    assert(len(q) == 3);
    q??2,x; assert(x == 40);
    q?x,_; assert(x == 1);
    q??3,x; assert(x == 30 && empty(q));
    q??9,x /* blocks */
}
