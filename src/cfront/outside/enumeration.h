/* What has an enumeration's type and comes from outside: results of functions without a body, what they write, inputs.
 * By C it may be any number of the underlying type; what drivers give are enumerators, and, of flags, whatever can be
 * made of them. That it is no other number is told with the verdict, unless that makes no difference. */
#ifndef CFRONT_OUTSIDE_ENUMERATION_H
#define CFRONT_OUTSIDE_ENUMERATION_H

#include "cfront/outside/assign.h"
#include "cfront/outside/open_widths.h"

/* The least and the greatest number of the type that comes from outside. True: it is an enumeration that has others. */
bool enumeration_values(enum cfront_enumerations reading, const struct c_type *type, int64_t *low, int64_t *high);
/* ... that `giver` gives, or NULL; which is noted, and how the code uses the enumerators. */
void enumeration_range(struct front *front, const struct c_type *type, const char *giver, int64_t *low, int64_t *high);
/* ... at that place, which may have fewer bits. */
void enumeration_range_at(struct front *front, expression place, const char *giver, int64_t *low, int64_t *high);

/* Emits choices between those of the enumeration's numbers that come, of all between these. */
void enumeration_choose(struct lower *lower, const struct c_type *type, int64_t low, int64_t high,
                        open_widths_emit *emit, void *context, struct place place);
/* Where to choose what goes to `target` in the end: of flags, bits without a name are not among it. */
expression enumeration_room(struct lower *lower, expression target, struct place place);
void enumeration_settle(struct lower *lower, expression target, expression room, struct place place);

/* What was taken for granted: half sentences of the program's. */
void enumeration_tell(struct front *front);

#endif
