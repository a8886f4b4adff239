/* Functions that sequential C computes with where C itself leaves something undefined: they say what went wrong, and
 * nothing else is different. Only those that are used are written. */
#ifndef APP_SEQUENTIAL_HELPER_H
#define APP_SEQUENTIAL_HELPER_H

#include "base/text.h"
#include "cfront/ir/ir.h"

enum sequential_operation {
    SEQUENTIAL_ADD,
    SEQUENTIAL_SUBTRACT,
    SEQUENTIAL_MULTIPLY,
    SEQUENTIAL_NEGATE,
    SEQUENTIAL_DIVIDE, /* signed and unsigned, as those below */
    SEQUENTIAL_REMAINDER,
    SEQUENTIAL_SHIFT_LEFT,
    SEQUENTIAL_SHIFT_RIGHT,
    SEQUENTIAL_INDEX, /* the same for all types, as those below */
    SEQUENTIAL_VALUE,
    SEQUENTIAL_OPERATIONS
};

struct sequential_helpers {
    bool overflow;                          /* it is looked for; otherwise numbers wrap */
    bool used[SEQUENTIAL_OPERATIONS][2][4]; /* [signed][log2 of bytes] */
    char name[32];                          /* of the last one asked for */
};

/* Its name, until the next call; it is used from now on. */
const char *sequential_helper(struct sequential_helpers *helpers, enum sequential_operation what,
                              const struct c_type *type);
/* Their definitions. There is a function fault(number) that they call. */
void sequential_write_helpers(const struct sequential_helpers *helpers, struct text *out);

#endif
