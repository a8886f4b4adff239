/* Who gets the address of a function, and may call it when he likes: a function without a body, the hardware, a table
 * of vectors. */
#ifndef APP_SUBJECT_GIFT_H
#define APP_SUBJECT_GIFT_H

#include "base/vec.h"
#include "cfront/ir.h"

struct gift {
    const struct c_function *what;
    enum gift_kind { GIFT_ARGUMENT, GIFT_HARDWARE, GIFT_TABLE } kind;
    const char *to; /* the name of that function, register or table */
};

struct gifts {
    const struct gift *list;
    size_t count;
};

/* Of code that runs (by function: `called`), and of tables, whoever reads them. */
struct gifts gifts_find(const struct c_program *program, const bool *called, struct arena *arena);

#endif
