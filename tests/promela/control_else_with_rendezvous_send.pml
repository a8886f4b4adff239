// else beside a rendezvous send: it is executable iff nobody can take the message.
// expect: holds
// spin-states: 10
chan c = [0] of { byte };
byte x;
active proctype a() {
    if
    :: c!2 -> x = 1
    :: else -> x = 2
    fi;
    if
    :: c!3 -> x = x + 10
    :: else -> x = x + 20
    fi
}
active proctype b() { c?2 }
