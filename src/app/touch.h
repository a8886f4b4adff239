/* What code may touch: for each context, the objects that it and everything it calls may read or write.
 *
 * More than it will touch, never less: where pointers point is what points.h finds, and calls through pointers may go
 * to any function whose address is taken and that has as many parameters. */
#ifndef APP_TOUCH_H
#define APP_TOUCH_H

#include "app/model.h"

struct points;

struct touches {
    unsigned char *by_context; /* context_count rows of object_count: TOUCH_READS | TOUCH_WRITES */
    unsigned char *by_anybody; /* one row */
    bool **calls;              /* [caller][callee] */
    bool *shared;              /* by object: code of another context can get at it. Of locals, those whose address is
                                  somewhere in a global, or in a local for which that holds */
};

/* Visits the function, and all that it may call; what is `seen` is not visited again. */
void calls_visit(bool *const *calls, uint32_t function_count, uint32_t function, bool *seen,
                 void (*visit)(void *context, uint32_t function), void *context);

/* All belong to the arena. The application's numbers must be there. */
struct touches touches_find(const struct app *app, struct points *points, struct arena *arena);

#endif
