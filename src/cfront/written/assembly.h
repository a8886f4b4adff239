/* Inline assembly, as it is written.
 *
 * Compilers move accesses to memory over assembly, unless "memory" is among what it changes: then it is a barrier,
 * `__asm__ volatile ("" ::: "memory")`. */
#ifndef CFRONT_WRITTEN_ASSEMBLY_H
#define CFRONT_WRITTEN_ASSEMBLY_H

#include "cfront/load/front.h"

struct assembly {
    char *instructions; /* in small letters, a semicolon between them; NULL: they are not known */
    bool has_results;
    bool is_barrier;
};

/* What jumps is not known, nor what comes from several places: a macro that is only a part of it, or its parameters. */
struct assembly assembly_read(struct front *front, CXCursor statement);

#endif
