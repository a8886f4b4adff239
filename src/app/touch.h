/* What code may touch: for each context, the objects that it and everything it calls may read or write.
 *
 * Pointers are taken to point at any object whose address is ever taken, calls through pointers to go to any function
 * whose address is taken and that has as many parameters. An address that is only handed to a service for its result
 * counts as no pointer. */
#ifndef APP_TOUCH_H
#define APP_TOUCH_H

#include "app/model.h"

struct touches {
    unsigned char *by_context; /* context_count rows of object_count: TOUCH_READS | TOUCH_WRITES */
    unsigned char *by_anybody; /* one row */
    bool *address_taken;       /* per object */
    bool **calls;              /* [caller][callee] */
};

/* All belong to the arena. The application's numbers must be there. */
struct touches touches_find(const struct app *app, struct arena *arena);

#endif
