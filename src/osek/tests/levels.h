/* Where each service may be called: the whole table of 12.2.2 (Figure 12-1), every service in every place. */
#ifndef OSEK_TESTS_LEVELS_H
#define OSEK_TESTS_LEVELS_H

#include <stdbool.h>
#include <stddef.h>

/* False: `why` says which service in which place is answered wrongly. */
bool levels_are_right(char *why, size_t size);

#endif
