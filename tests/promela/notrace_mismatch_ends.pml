// notrace: the first event that does not fit ends the watch; what comes after it does not count.
// expect: holds
// spin-states: 5
mtype = { a, b };
chan q = [3] of { mtype };
active proctype p() { q!a; q!a; q!b }
notrace { q!a; q!b }
