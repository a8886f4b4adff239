/* What values of missing headers are for once, as somebody asks (struct cfront_number). */
#ifndef CFRONT_MISSING_NUMBER_ONCE_H
#define CFRONT_MISSING_NUMBER_ONCE_H

#include "cfront/load/front.h"

bool open_widths_has(const struct cfront_number *number); /* any width, or a narrow one */
/* What the value is for once, if it has any width, or a narrow one; NULL: what it is taken for. `type`: as of
 * c_open_value; or `function`, which gives it. */
const struct cfront_number *open_widths_of_type(const struct front *front, const char *type);
const struct cfront_number *open_widths_of_function(const struct front *front, const char *function);

/* For once the function gives another number than an `int`. */
bool open_values_give(const struct front *front, const char *function);
/* ... which nothing declares, though we do. */
void open_values_leave_undeclared(struct front *front);

#endif
