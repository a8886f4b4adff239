// Several fields; q!m(a,b) is q!m,a,b; constants, mtype names and eval() must match, variables are stored.
// expect: violated invalid end state
// spin-states: 9
mtype = { data, ack };
chan q = [3] of { mtype, byte, short };
byte x = 5; short s;
active proctype main() {
    q!data(1,-1); q!ack,5,-2;
    if
    :: q?ack,x,s -> assert(false)
    :: q?data,x,s -> assert(x == 1 && s == -1)
    fi;
    x = 5;
    q?ack(eval(x),s); assert(s == -2);
    q!data,6,0;
    q?data,eval(x),s /* blocks: 6 is not 5 */
}
