// The initial value of a structure is ignored.
// expect: holds
// spin-states: 3
typedef ObjRef { byte a; byte b[2] };
ObjRef r[3] = 255;
ObjRef s = 7;
active proctype p() { ObjRef l = 3; assert(r[1].a == 0 && s.a == 0 && l.b[1] == 0 && s.b[0] == 0) }
