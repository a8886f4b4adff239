/* Names that one source of the program lacks, since its headers are missing, and another one has: the declaration of
 * that one, written so that it stands alone. */
#ifndef CFRONT_MISSING_BORROWED_H
#define CFRONT_MISSING_BORROWED_H

#include "cfront/load/front.h"

/* Enumerators of a type that is another source's are declared so, with the type's name behind it, and theirs. */
#define BORROWED_ENUMERATOR "rtcheck_one_of_"

/* All names that the units which were read declare at file scope, while they are there. */
struct borrowed *borrowed_new(struct front *front);
void borrowed_free(struct borrowed *borrowed);

/* What declares the name in this source as others do: a variable, a type or a constant of an enumeration, or, of
 * `is_tag`, a structure. NULL: nobody has it, or it cannot be written down; `*file` is who has it, or NULL. */
const char *borrowed_declaration(const struct borrowed *borrowed, const char *name, bool is_tag, const char *source,
                                 const char **file);
/* The file that has a variable of this name; NULL: there is none. */
const char *borrowed_variable(const struct borrowed *borrowed, const char *name);
/* It is called, and no source has it, but every header that has one has the same macro. */
bool borrowed_lacks_macro(const struct borrowed *borrowed, const char *name);
/* Would a call of that name without a declaration be something else? It is a variable, or does not give an int. */
bool borrowed_is_needed(const struct borrowed *borrowed, const char *name);

#endif
