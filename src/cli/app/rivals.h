/* Which numbers constants of missing headers may be that are most likely an enumeration, flags, or codes: one sensible
 * header after another. */
#ifndef CLI_APP_RIVALS_H
#define CLI_APP_RIVALS_H

#include "base/arena.h"
#include "cfront/cfront.h"
#include "cfront/ir/ir.h"

/* Some of them count elements. */
bool rivals_have_sizes(const struct c_program *program);
/* So many headers can be asked about. */
uint32_t rivals_headers(const struct c_program *program);
/* What the constants are in that one, from 0 on. */
const struct cfront_counted *rivals_count(const struct c_program *program, uint32_t header, struct arena *arena,
                                          size_t *count);

/* ... that makes all arrays short whose sizes it has. */
const struct cfront_counted *rivals_short_arrays(const struct c_program *program, struct arena *arena, size_t *count);

#endif
