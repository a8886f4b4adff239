/* What the operators of terms mean, on known numbers. Bits beyond a width are zero on both sides. */
#ifndef APP_TERM_COMPUTE_H
#define APP_TERM_COMPUTE_H

#include "app/term/term.h"

static inline uint64_t compute_cut(uint64_t value, unsigned width) {
    return width >= 64 ? value : value & (((uint64_t)1 << width) - 1);
}

static inline int64_t compute_signed(uint64_t value, unsigned width) {
    unsigned unused = 64 - width;
    return (int64_t)(value << unused) >> unused;
}

uint64_t compute_binary(enum term_op op, unsigned width, uint64_t left, uint64_t right);

#endif
