/* Which files a text includes. Texts are looked through, not preprocessed: what a condition leaves out counts, too. */
#ifndef CLI_INCLUDES_H
#define CLI_INCLUDES_H

#include "base/arena.h"
#include "cli/options.h"

#include <stddef.h>

/* The name in the next `#include` behind `text`, and how long it is; NULL: there are no more. */
const char *includes_next(const char *text, size_t *length);
/* "folder/name" for a `name` that the file `from` includes. */
const char *includes_beside(struct arena *arena, const char *from, const char *name, size_t length);
/* The file's text, and behind it those of the files beside it that it includes, and so on; "": it cannot be read. The
 * whole paths of these others are added to `others`, unless that is NULL. */
const char *includes_joined(struct arena *arena, const char *path, struct text_list *others);

#endif
