/* C text to callable code: libtcc at once, `cc -O2` in the background for work that lasts.
 *
 * The text is compiled twice from one source; both results export the same table, so that a caller can go from one to
 * the other between any two calls. The text includes no header unless it was allowed to (embedded C). */
#ifndef JIT_JIT_H
#define JIT_JIT_H

#include "base/diag.h"

#include <stdatomic.h>
#include <stdbool.h>

enum jit_compiler {
    JIT_AUTO, /* libtcc first; jit_optimise() may replace it */
    JIT_TCC,  /* libtcc only                                 */
    JIT_CC    /* wait for `cc -O2`                           */
};

struct jit;

/* What every jit begins with: known here because calls through it are on the fast path. */
struct jit_head {
    _Atomic(void *) entry;
};

#define JIT_NEXT_UNIT "/* \f next unit */\n"
enum { JIT_UNITS = 4 };

/* Compiles `source`, which must define the symbol `entry` (an object or a function). Where libtcc is missing or refuses
 * the text, falls back to `cc`. NULL, with an error in `diagnostics`, if neither compiles it.
 * The text may refer only to what it defines and to memcpy, memset, memcmp and memmove; with `with_headers` to all of
 * libc. A line JIT_NEXT_UNIT begins another translation unit, which sees nothing of what stands before; JIT_UNITS at
 * most. */
struct jit *jit_compile(const char *source, const char *entry, enum jit_compiler compiler, bool with_headers,
                        struct diagnostics *diagnostics);
void jit_free(struct jit *jit); /* waits for, or kills, a compilation under way */

/* The address of `entry` in the best code there is now. Cheap, and safe from several threads. An address handed out
 * stays valid until jit_free(). */
static inline void *jit_entry(const struct jit *jit) {
    return atomic_load_explicit(&((const struct jit_head *)jit)->entry, memory_order_acquire);
}

/* Starts `cc -O2` in the background; jit_entry() changes when it is done. Does nothing the second time, with JIT_TCC,
 * or where there is no `cc`. */
void jit_optimise(struct jit *jit);
bool jit_is_optimised(const struct jit *jit);

#endif
