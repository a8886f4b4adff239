/* Names that are taken in Promela. */
#ifndef APP_PROMELA_WORD_H
#define APP_PROMELA_WORD_H

#include "base/arena.h"

#include <stdbool.h>

bool export_is_word(const char *name);     /* of the language */
bool export_is_reserved(const char *name); /* ... or of the model that the combination model is part of */

/* The name as one that Promela can say: some of our own have signs in them that no name of C has. */
const char *export_plain_name(struct arena *arena, const char *name);

#endif
