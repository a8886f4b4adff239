/* Who gets the address of a function, and may call it when he likes: a function without a body, the hardware, a table
 * of vectors, a variable that others read. It may get there inside a structure, or a structure of structures. Whoever
 * gets the address of a variable may change it when he likes. */
#ifndef APP_SUBJECT_GIFT_H
#define APP_SUBJECT_GIFT_H

#include "app/subject/addresses.h"
#include "base/vec.h"

struct gift {
    const struct c_function *what;
    enum gift_kind { GIFT_ARGUMENT, GIFT_HARDWARE, GIFT_TABLE, GIFT_ELSEWHERE, GIFT_LINKED } kind;
    const char *to;   /* the name of that function, register, table or variable */
    bool is_indirect; /* what they get leads to it, and is not it */
};

struct gifts {
    const struct gift *list;
    size_t count;
    const struct c_given *writes; /* into hardware, by code that runs, and whatever other code writes anywhere */
    size_t write_count;
    const struct c_object *const
        *variables; /* whose addresses the hardware has, or a variable that no source defines */
    size_t variable_count;
    const struct c_object *const *beyond; /* functions without a body get to these by a number, or by way of others */
    size_t beyond_count;
};

/* Does whoever gets the value get the function's address, directly or not? */
bool gift_leads_to(const struct addresses *addresses, const struct c_expression *value,
                   const struct c_function *function);

/* ... and does a variable of others lead there? */
bool gift_is_in_variable(const struct addresses *addresses, const struct c_function *function);

/* Of code that runs, and of tables and other files' variables, whoever reads them. */
struct gifts gifts_find(const struct addresses *addresses, struct arena *arena);

#endif
