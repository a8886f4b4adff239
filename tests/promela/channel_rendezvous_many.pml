// Several senders and receivers: every pair can meet.
// expect: holds
// spin-states: 17
chan q = [0] of { pid };
pid partner[4];
active [2] proctype sender() { q!_pid }
active [2] proctype receiver() { q?partner[_pid] }
