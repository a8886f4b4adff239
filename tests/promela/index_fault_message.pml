// A bad index in a message, of a handshake.
// expect: violated index
byte a[2] = 1;
byte i = 1;
chan q = [0] of { byte };
active proctype p() { q!a[i] }
active proctype r() { i = 7; q?i }
