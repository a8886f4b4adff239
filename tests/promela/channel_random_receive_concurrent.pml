// Two readers pick messages of their own out of one channel.
// expect: holds
// spin-states: 108
chan q = [3] of { byte, byte };
byte sum[2];
active [2] proctype reader() {
    byte v;
    do
    :: q??eval(_pid),v -> sum[_pid] = sum[_pid] + v
    :: sum[_pid] == 3 -> break
    od
}
active proctype writer() { q!0,1; q!1,2; q!1,1; q!0,2 }
