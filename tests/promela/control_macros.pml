// The preprocessor: macros with and without parameters, conditionals, -D from outside.
// expect: holds
// spin-states: 16
// options: -D LIMIT=3
#define next(x) x = x + 1
#ifndef LIMIT
#define LIMIT 1
#endif
#if LIMIT > 2 && defined(LIMIT)
#define TOP (LIMIT * 2)
#else
#define TOP 0
#endif
byte n;
active proctype main() {
    do
    :: n < TOP -> next(n)
    :: else -> break
    od;
    assert(n == 6)
}
