/* What the option --alphabet of guides says. */
#ifndef CLI_ALPHABET_H
#define CLI_ALPHABET_H

#include "base/arena.h"
#include "cli/common/options.h"

/* The names of all such options, ended by NULL, in the arena; NULL if there is none. */
const char *const *alphabet_names(const struct text_list *alphabets, struct arena *arena);

#endif
