/* Random expressions over the fixture's schema, as text. */
#ifndef OCL_TESTS_RANDOM_TEXT_H
#define OCL_TESTS_RANDOM_TEXT_H

#include "ocl/tests/fixture.h"

#include <stdbool.h>
#include <stdint.h>

struct dice {
    uint64_t state;
    bool dynamic; /* variables and states, too */
    unsigned iterators;
};

/* The functions that they call. */
void random_functions(struct fixture *fixture);
unsigned roll(struct dice *dice, unsigned sides);
void random_boolean(struct dice *dice, unsigned depth, struct text *out);

#endif
