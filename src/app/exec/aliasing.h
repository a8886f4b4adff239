/* Is what lies at an address of the type that a pointer to it says (C11 6.5p7)? Compilers may count on it. */
#ifndef APP_EXEC_ALIASING_H
#define APP_EXEC_ALIASING_H

#include "cfront/ir/ir.h"

/* At this offset of the object, by a pointer to `type`: may compilers take it for something else than what was written
 * there? Not of characters, and not where nothing is declared to lie (blocks of `malloc`, memory of others). */
bool aliasing_is_broken(const struct c_object *object, uint32_t offset, const struct c_type *type);

#endif
