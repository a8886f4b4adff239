// A channel's handle travels in a message, and answers come back on it.
// expect: holds
// spin-states: 54
chan server = [1] of { byte, chan };
active proctype service() {
    byte x; chan back;
end:
    do
    :: server?x,back -> back!x * 2
    od
}
active [2] proctype client() {
    chan mine = [1] of { byte };
    byte answer;
    server!_pid,mine;
    mine?answer;
    assert(answer == _pid * 2)
}
