// Tracked memory has the value that C gave it at the beginning of each search of the same model.
// expect: holds
// spin-states: 5
// check: --claim seven => violated
// check: --claim six => holds
// options: --allow-code
c_decl { int tracked = 5; }
c_track "&tracked" "sizeof(int)"
byte x;
active proctype main() {
    c_code { tracked++; };
    c_code { now.x = tracked; };
    x = x
}
ltl seven { <> (x == 7) }
ltl six { <> (x == 6) }
