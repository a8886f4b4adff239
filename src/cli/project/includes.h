/* Which files a text includes. Texts are looked through, not preprocessed: what a condition leaves out counts, too. */
#ifndef CLI_PROJECT_INCLUDES_H
#define CLI_PROJECT_INCLUDES_H

#include "base/arena.h"
#include "cli/common/options.h"

#include <stddef.h>

/* The name in the next `#include` behind `text`, and how long it is; NULL: there are no more. */
const char *includes_next(const char *text, size_t *length);
/* "folder/name" for a `name` that the file `from` includes. */
const char *includes_beside(struct arena *arena, const char *from, const char *name, size_t length);
/* The file's text, and behind it those of the files that it includes, and so on; "": it cannot be read. They lie beside
 * it (`"a"`), or in the `first` folder that has one, or are the only ones of `among` with such a name. The whole paths
 * of these others are added to `others`, and the folders of those that do not lie beside it to `folders`, unless they
 * are NULL. */
struct include_search {
    const struct text_list *first;
    const char *const *among;
    size_t count;
    struct text_list *others, *folders;
};
const char *includes_joined(struct arena *arena, const char *path, const struct include_search *search);

#endif
