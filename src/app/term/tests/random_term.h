/* Random terms over two variables, and what they are worth by another way of computing. */
#ifndef APP_TERM_TESTS_RANDOM_TERM_H
#define APP_TERM_TESTS_RANDOM_TERM_H

#include "app/term/compute.h"
#include "app/term/term.h"

struct random_term {
    uint32_t term;
    unsigned width;
    uint64_t value; /* where the variables have `variables` */
};

struct random_terms {
    struct terms *terms;
    uint64_t variables[2];
    uint64_t state;
};

static inline uint64_t random_number(struct random_terms *random) {
    random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return random->state >> 33 ^ random->state << 7;
}

static inline uint64_t random_value(struct random_terms *random, unsigned width) {
    static const uint64_t special[] = {0, 1, UINT64_MAX, UINT64_C(1) << 63, 2, 0x7f, 0x80};
    uint64_t value = random_number(random);
    if (value % 3 == 0) value = special[value / 3 % 7];
    if (value % 5 == 0) value = (uint64_t)1 << (width - 1);
    return compute_cut(value, width);
}

static inline struct random_term random_leaf(struct random_terms *random, unsigned width) {
    uint64_t which = random_number(random) % 4;
    if (which > 1) {
        uint64_t value = random_value(random, width);
        return (struct random_term){term_constant(random->terms, width, value), width, value};
    }
    /* The variables have 64 bits. */
    uint32_t variable = term_variable(random->terms, 64, (uint32_t)which);
    return (struct random_term){term_extract(random->terms, variable, 0, width), width,
                                compute_cut(random->variables[which], width)};
}

static inline struct random_term random_term(struct random_terms *random, unsigned width, unsigned depth) {
    if (!depth) return random_leaf(random, width);
    struct terms *terms = random->terms;
    uint64_t kind = random_number(random) % 8;
    if (kind == 0) {
        struct random_term part = random_term(random, width, depth - 1);
        return (struct random_term){term_not(terms, part.term), width, compute_cut(~part.value, width)};
    }
    if (kind == 1 && width > 1) { /* from a narrower one */
        unsigned inner = 1 + (unsigned)(random_number(random) % (width - 1));
        bool is_signed = random_number(random) % 2;
        struct random_term part = random_term(random, inner, depth - 1);
        uint64_t wide = is_signed ? (uint64_t)compute_signed(part.value, inner) : part.value;
        return (struct random_term){term_resize(terms, part.term, width, is_signed), width, compute_cut(wide, width)};
    }
    if (kind == 2 && width < 64) { /* from a wider one */
        unsigned outer = width + 1 + (unsigned)(random_number(random) % (64 - width));
        unsigned low = (unsigned)(random_number(random) % (outer - width + 1));
        struct random_term part = random_term(random, outer, depth - 1);
        return (struct random_term){term_extract(terms, part.term, low, width), width,
                                    compute_cut(part.value >> low, width)};
    }
    if (kind == 3 && width > 1) {
        unsigned below = 1 + (unsigned)(random_number(random) % (width - 1));
        struct random_term high = random_term(random, width - below, depth - 1);
        struct random_term low = random_term(random, below, depth - 1);
        return (struct random_term){term_join(terms, high.term, low.term), width, high.value << below | low.value};
    }
    bool truth = width == 1;
    unsigned operands = truth ? 1 + (unsigned)(random_number(random) % 64) : width;
    enum term_op op = truth ? TERM_EQUAL + random_number(random) % (TERM_MULTIPLY_OVERFLOWS - TERM_EQUAL + 1)
                            : TERM_ADD + random_number(random) % (TERM_XOR - TERM_ADD + 1);
    struct random_term left = random_term(random, operands, depth - 1),
                       right = random_term(random, operands, depth - 1);
    return (struct random_term){term_binary(terms, op, left.term, right.term), width,
                                compute_binary(op, operands, left.value, right.value)};
}

#endif
