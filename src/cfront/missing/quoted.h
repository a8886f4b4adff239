/* Types that the compiler's messages quote. */
#ifndef CFRONT_MISSING_QUOTED_H
#define CFRONT_MISSING_QUOTED_H

#include "cfront/missing/complaint.h"

/* What stands in quotes, the first from `*at` on, which is moved behind it; NULL: there is no more. */
const char *quoted_text(const char **at, size_t *length);

/* A type that the message quotes, the first one from `*at` on, which is moved behind it; what a name stands for is
 * taken for the name (`'T' (aka 'int *')`). NULL: there are no more. In the scratch arena. */
const char *quoted_next(const struct complaint *complaint, const char **at);

/* Can a declaration with this type stand before all others? Its words are C's, those of structures, or types of ours.
 */
bool quoted_is_plain(const struct complaint *complaint, const char *type);

#endif
