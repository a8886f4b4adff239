/* Names, and a number for each: 0, 1, 2 and so on, in the order in which they came. */
#ifndef BASE_NAME_NUMBERS_H
#define BASE_NAME_NUMBERS_H

#include "base/arena.h"
#include "base/vec.h"

#include <stddef.h>
#include <stdint.h>

struct name_numbers {
    VEC(const char *) names; /* by number; they are the caller's, and stay */
    uint32_t *rows;          /* a number and one more; 0: free */
    size_t room;             /* rows: a power of two, or none yet */
};

/* The name's number, which it has from now on. */
size_t name_numbers_of(struct name_numbers *numbers, const char *name);
/* The same of a word within a text, of which a copy is kept if it is new. */
size_t name_numbers_of_word(struct name_numbers *numbers, struct arena *arena, const char *word, size_t length);
/* SIZE_MAX: it has none. */
size_t name_numbers_find(const struct name_numbers *numbers, const char *word, size_t length);
void name_numbers_free(struct name_numbers *numbers);

#endif
