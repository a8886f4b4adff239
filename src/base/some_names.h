/* "a.c, b.c, c.c and 7 more": some names of many, for a sentence. */
#ifndef BASE_SOME_NAMES_H
#define BASE_SOME_NAMES_H

#include "base/text.h"

struct some_names {
    struct text text;
    size_t count; /* also those that are not named */
    size_t most;  /* of them are named; 0: three */
};

/* `note`, in brackets behind the name, may be NULL. */
void some_names_add(struct some_names *names, const char *name, const char *note);
/* Once all were added. */
const char *some_names_chars(struct some_names *names);
void some_names_free(struct some_names *names);

#endif
