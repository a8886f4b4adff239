// A rendezvous channel holds nothing that could be copied: an error, not a handshake.
// expect: violated channel
// spin: none (it goes on after the error)
chan c = [0] of { byte }; byte a;
active proctype s() { c!1 }
active proctype r() { if :: a == 0 -> c?<a> :: c?a fi; assert(a == 1) }
