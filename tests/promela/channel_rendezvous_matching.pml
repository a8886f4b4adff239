// A handshake needs a receiver that matches; a process cannot meet itself.
// expect: violated invalid end state
// spin-states: 11
chan q = [0] of { byte, byte };
byte won;
active proctype sender() { if :: q!1,5 :: q!2,6 :: q!3,7 fi }
active [2] proctype receiver() {
    byte x;
    if
    :: q?1,x -> won = x
    :: q?2,x -> won = x + _pid
    fi
}
