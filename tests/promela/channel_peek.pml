// q?<m> and q??<m> copy a message and leave it there.
// expect: violated invalid end state
// spin-states: 9
chan q = [3] of { byte, byte };
byte x, y;
active proctype main() {
    q!1,2; q!3,4;
    q?<x,y>; assert(x == 1 && y == 2 && len(q) == 2);
    q??<3,y>; assert(y == 4 && len(q) == 2);
    q?x,y; assert(x == 1);
    q?<eval(x),y> /* blocks: 3 is not 1 */
}
