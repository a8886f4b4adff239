// An atom that is a comparison of two variables.
// expect: holds
// spin-states: 87
// check: --claim order => holds
// check: --claim close => violated
byte produced, consumed;
chan q = [2] of { byte };
active proctype producer() { do :: produced < 5 -> q!produced; produced++ :: else -> break od }
active proctype consumer() { byte x; do :: q?x -> consumed++ :: consumed == 5 -> break od }
ltl order { [] (consumed <= produced + 1) }
ltl close { [] (produced - consumed <= 1) }
