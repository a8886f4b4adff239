/* Macros as texts: libclang keeps none, so that what one makes of its arguments is known from its definition alone. */
#ifndef CFRONT_TEXT_MACRO_TEXTS_H
#define CFRONT_TEXT_MACRO_TEXTS_H

#include "base/arena.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ARGUMENTS = 16 };

struct piece { /* of a text that is there for longer */
    const char *text;
    size_t length;
};

struct pieces {
    struct piece items[MOST_ARGUMENTS];
    size_t count;
};

struct macro {
    const char *name;
    bool takes_arguments;
    struct pieces parameters;
    struct piece body;
};

typedef VEC(struct macro) macro_list;

struct piece piece_without_blanks(const char *text, const char *end);
bool pieces_are_same(struct piece a, struct piece b);

/* What stands between the parenthesis that opens here and its counterpart, split at commas; how long that is, with
 * both; 0: it does not end. */
size_t macro_arguments(const char *open, const char *end, struct pieces *pieces);
/* A word of the body, or the argument that it stands for: of `...` all that are left. */
struct piece macro_given(const struct macro *macro, const struct pieces *arguments, struct piece word);

/* Adds what a text defines, a line each, and sorts the list by name. */
void macro_list_add(struct arena *arena, const char *code, macro_list *list);
void macro_list_sort(macro_list *list);
/* The first macro of this name; others may follow it, up to `macro_list_next`, which is NULL behind the last one. */
const struct macro *macro_list_find(struct arena *arena, const macro_list *list, struct piece name);
const struct macro *macro_list_next(const macro_list *list, const struct macro *macro);

#endif
