/* Formulas of a machine as they stand in one that includes it: with a prefix before the names of its variables, and of
 * the parameters of an event. */
#ifndef EVENTB_RENAME_H
#define EVENTB_RENAME_H

#include "eventb/read.h"

struct eb_renaming {
    struct arena *arena;
    const char *prefix;           /* NULL: names stay as they are */
    const eb_names *names, *more; /* those that get it; NULL: none */
};

const char *eb_with_prefix(const struct eb_renaming *renaming, const char *name);
/* Free identifiers and what is assigned; what the formula binds keeps its name, unless a variable has it now, and hides
 * nothing: uses of it are no longer names (bind.c). */
const struct eb_formula *eb_renamed(const struct eb_renaming *renaming, const struct eb_formula *formula);
struct eb_labelled eb_renamed_labelled(const struct eb_renaming *renaming, const struct eb_labelled *labelled);

#endif
