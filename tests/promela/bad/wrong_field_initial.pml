// Refused: the initial value of a field is a constant.
// error-says: constant
// error-at: 5
byte x = 4;
typedef point { byte f = x };
point p;
active proctype a() { assert(p.f == 4) }
