// Variables declared inside a d_step.
// expect: holds
// spin-states: 7
byte r;
active [2] proctype a() { d_step { byte i; byte t = 1; i = 0; do :: i < 3 -> t = t * 2; i++ :: else -> break od; r = r + t } }
