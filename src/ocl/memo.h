/* Values of functions in a world that stays as it is for a while: `GetRun()` is asked for by every guard.
 *
 * Remembered are functions without parameters, and those with one that is a small number or an object, as long as they
 * do not ask the target system. Failures are not remembered. */
#ifndef OCL_MEMO_H
#define OCL_MEMO_H

#include "ocl/ocl.h"

enum { OCL_MEMO_ARGUMENTS = 64 };

struct ocl_memo {
    uint64_t now;          /* values of another time are forgotten */
    unsigned char *usable; /* by function */
    uint64_t *times;       /* [function * OCL_MEMO_ARGUMENTS + argument] */
    int64_t *values;
};

struct ocl_memo *ocl_memo_new(const struct ocl_schema *schema);
void ocl_memo_free(struct ocl_memo *memo);
static inline void ocl_memo_forget(struct ocl_memo *memo) { memo->now++; }

#endif
