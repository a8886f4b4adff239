/* Types of missing headers of which nobody says which numbers they have: what each may be besides the `int`, or what
 * constants make of it, for which it is taken. */
#ifndef CFRONT_MISSING_OTHER_NUMBER_H
#define CFRONT_MISSING_OTHER_NUMBER_H

#include "cfront/missing/invented.h"

/* A type, or a member of one, in C; NULL: it stays what it is, or is no such number. */
const char *other_number(const struct invented *invented, const struct invented_type *type, enum cfront_types types);
/* ... the first member of it that is another one; NULL: none is. */
const char *other_number_of_members(const struct invented *invented, const struct invented_type *type,
                                    enum cfront_types types);
/* All of them, as they are read: another text says that other numbers are there. */
void other_number_tell_all(const struct invented *invented, struct text *out);

/* How many bits a member has that may be a bit-field, and no more than its constants ask for; 0: it is none. */
unsigned other_number_bits(const struct invented *invented, const struct invented_type *type);
/* ... does the type have such a member? */
bool other_number_has_fields(const struct invented *invented, const struct invented_type *type);

#endif
