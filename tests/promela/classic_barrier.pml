// A barrier with two counters: nobody passes a round early.
// expect: holds
// spin-states: 255
// options: -D N=3
byte arrived, left; byte round[N];
active [N] proctype p() {
    byte i;
    do
    :: round[_pid] < 2 ->
       atomic { left == 0; arrived++ };
       arrived == N;
       assert(round[0] >= round[_pid] && round[1] >= round[_pid] && round[2] >= round[_pid]);
       atomic { left++; round[_pid]++; if :: left == N -> left = 0; arrived = 0 :: else fi };
       left == 0
    :: else -> break
    od
}
