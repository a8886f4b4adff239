/* Small machines at random, as text: well-typed, often not well-defined, within the default bounds. */
#ifndef EVENTB_TESTS_RANDOM_MACHINE_H
#define EVENTB_TESTS_RANDOM_MACHINE_H

#include "base/text.h"

#include <stdint.h>

/* The same number gives the same machine. */
void random_machine(uint64_t number, struct text *out);

#endif
