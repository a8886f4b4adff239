/* What a function does that others can notice, with all that it calls, by name, or by an address. */
#ifndef APP_SUBJECT_DEEDS_H
#define APP_SUBJECT_DEEDS_H

#include "cfront/ir/ir.h"

struct deeds {
    bool calls_services; /* those that do more than count or give up */
    bool counts;
    bool shuts_down;
    bool masks;      /* interrupts, or lets them come */
    bool writes;     /* memory that others can see */
    bool writes_far; /* ... through a pointer */
    bool is_a_tasks; /* it calls services that only tasks may call */
    bool starts;     /* ... main(), or StartOS */
    bool touches;    /* it looks at one of the variables asked for, or changes it */
    bool changes;    /* ... changes it, by name, or takes its address */
};

/* `variables`: by their numbers; NULL: none. */
struct deeds deeds_of(const struct c_program *program, const struct c_function *function, const bool *variables,
                      struct arena *arena);

/* Something may be wrong with it alone, or with what it calls by name. */
bool deeds_may_fail(const struct c_program *program, const struct c_function *function, struct arena *arena);

#endif
