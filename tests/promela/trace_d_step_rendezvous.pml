// A handshake that begins a d_step is two events.
// expect: holds
// spin-states: 5
chan c = [0] of { byte };
active proctype p() { c!1; c!2 }
active proctype r() { byte x; d_step { c?x; x = 0}; d_step { c?x; x = 0 } }
trace { c!1; c?1; c!2; c?2 }
