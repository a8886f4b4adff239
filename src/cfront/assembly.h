/* Inline assembly, as it is written.
 *
 * Compilers move accesses to memory over assembly, unless "memory" is among what it changes: then it is a barrier,
 * `__asm__ volatile ("" ::: "memory")`. */
#ifndef CFRONT_ASSEMBLY_H
#define CFRONT_ASSEMBLY_H

#include "cfront/front.h"

/* From the statement on, where it is written: in a macro's definition, if it is a macro; `length` is what there is of
 * the file from there. NULL: there is none. */
const char *assembly_text(struct front *front, CXCursor statement, size_t *length);
/* False also of one whose text comes from several places: a macro's parameters. */
bool assembly_is_barrier(struct front *front, CXCursor statement);

#endif
