/* What becomes of a number, as far as it matters of which type it is: some uses are the same for all types, some give
 * less with narrower ones, some give what no number of the type that it is taken for gives. */
#ifndef CFRONT_IR_VALUE_SINK_H
#define CFRONT_IR_VALUE_SINK_H

#include "cfront/ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

enum sink_kind {
    SINK_NOTHING,  /* it is gone */
    SINK_TRUTH,    /* whether it is 0 */
    SINK_NUMBER,   /* it is made a number of so many bits */
    SINK_REAL,     /* ... or one with a fraction */
    SINK_ORDERED,  /* it is compared with a constant: more, or less */
    SINK_EQUAL,    /* ... the same, or not */
    SINK_COMPARED, /* ... with what has a sign */
    SINK_UNSIGNED, /* ... with what has none */
    SINK_ALIKE,    /* ... with another number of which nothing is known */
    SINK_INDEX,    /* it says which element, or which label */
    SINK_SIZE,     /* somebody asks how many bytes it has, or has its type */
    SINK_ANYTHING
};

struct sink {
    enum sink_kind kind;
    unsigned bits;    /* SINK_NUMBER */
    int64_t constant; /* SINK_ORDERED, SINK_EQUAL */
    bool is_masked;   /* only what is in the mask comes there, which is never negative */
    int64_t mask;     /* ... of the number itself */
    int64_t most;     /* ... of what comes there */
    bool wraps;       /* it is counted with before */
    bool is_computed; /* ... and what is in the mask is what comes of that */
    bool leaves;      /* ... so that it may leave the type of smaller ones */
    bool is_high;     /* only some of its bits come there, perhaps the upper ones */
    bool wants_all;   /* ... which it has, whichever they are */
};

struct sink_effect {
    bool by_sign, by_width; /* others than those of its type may be seen: of another sign, of a longer type */
    bool by_size;           /* its type itself, or how many bytes that has */
    bool narrower;          /* with a narrower type, or one of another sign, less */
    bool decides;           /* ... so that a condition may always be the same */
};

/* For a number that is taken for `unsigned`, or for `int`. */
struct sink_effect value_sink_effect(const struct sink *sink, bool is_unsigned);

/* It is only put somewhere, or says which element, and decides nothing there. */
bool value_sink_is_put(const struct sink *sink);

/* How many bits it takes. */
unsigned value_sink_bits(int64_t number);

#endif
