// A trace that names sends does not mind receives on the same channel.
// expect: holds
// spin-states: 8
chan q = [2] of { byte };
active proctype p() { q!1; q!2 }
active proctype r() { q?_; q?_ }
trace { q!1; q!2 }
