// A handshake in the body while the escape becomes possible.
// expect: holds
// spin-states: 13
chan q = [0] of { byte };
byte x; bit stop;
active proctype main() {
    { do :: q?x od } unless { stop -> x = 99 }
}
active proctype other() { q!1; q!2; stop = 1; if :: q!3 :: x == 99 fi }
