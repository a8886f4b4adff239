/* Names that are taken in Promela. */
#ifndef APP_PROMELA_WORD_H
#define APP_PROMELA_WORD_H

#include <stdbool.h>

bool export_is_word(const char *name);     /* of the language */
bool export_is_reserved(const char *name); /* ... or of the model that the combination model is part of */

#endif
