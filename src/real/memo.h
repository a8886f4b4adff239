/* What was computed before, by one who computes: a search comes by the same calls again and again, and an approximation
 * takes as long as many steps. */
#ifndef REAL_MEMO_H
#define REAL_MEMO_H

#include "real/real.h"

enum { REAL_MEMO_SIZE = 256 };

/* All zeros: nothing. Invariant: a result is that of its function and operands. */
struct real_memo {
    struct real_memory {
        unsigned size; /* 0: nothing is remembered here */
        enum real_function function;
        long double operands[2], result;
    } known[REAL_MEMO_SIZE];
};

/* As real_compute() does. */
long double real_compute_again(struct real_memo *memo, enum real_function function, unsigned size,
                               const long double operands[3]);

#endif
