// A structure with an array in it cannot be a parameter (as in Spin).
// error-at: 4:19
typedef Field { short f[2]; byte g };
proctype me(Field z) { z.g = 1 }
init { Field q; run me(q) }
