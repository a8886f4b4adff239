/* What C text includes, as a number: two runs share it iff the files that the text names say the same after
 * preprocessing. What the text itself says is no part of it. */
#ifndef JIT_INCLUDED_H
#define JIT_INCLUDED_H

#include <stdbool.h>
#include <stdint.h>

/* False if that cannot be found out (there is no `cc`, or a file is missing). */
bool included_fingerprint(const char *source, uint64_t *fingerprint);

#endif
