// An escape has precedence in a claim, too.
// expect: holds
// spin-states: 6
// check: --claim never => holds
byte x;
active proctype a() { x = 1; x = 0; x = 2; x = 0 }
never {
    { do
      :: x == 2 -> break
      :: 1
      od } unless { x == 1 };
    do :: 1 od
}
