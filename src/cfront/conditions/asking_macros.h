/* Macros that ask whether a name is defined, in code: `if (IS_ENABLED(CONFIG_LOG))`, whatever they are called. Such a
 * one has its argument expanded, and makes of what comes out another name, or a text: what does not expand stays as it
 * is, and makes something else. */
#ifndef CFRONT_CONDITIONS_ASKING_MACROS_H
#define CFRONT_CONDITIONS_ASKING_MACROS_H

#include "cfront/load/front.h"

/* Remembers a file of the user's. */
void asking_macros_read(struct front *front, const char *file, const char *code, bool is_own);
/* Adds what such macros ask for, in all of them, and nothing else of the code mentions: of own files, and of others. */
void asking_macros_find(const struct front *front, name_list *own, name_list *elsewhere);

#endif
