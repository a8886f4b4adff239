// The same with rendezvous channels as answers.
// expect: holds
// spin-states: 27
chan server = [0] of { byte, chan };
active proctype service() {
    byte x; chan back;
end:
    do
    :: server?x,back -> back!x + 1
    od
}
active [2] proctype client() {
    chan mine = [0] of { byte };
    byte answer;
    server!_pid,mine;
    mine?answer;
    assert(answer == _pid + 1)
}
