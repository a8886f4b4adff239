/* What code may touch: for each context, the objects that it and everything it calls may read or write.
 *
 * More than it will touch, never less: where pointers point is what points.h finds, and calls through pointers may go
 * to any function whose address is taken and that has as many parameters. */
#ifndef APP_ANALYSIS_TOUCHED_H
#define APP_ANALYSIS_TOUCHED_H

#include "app/subject/subject.h"

struct points;

/* What code does with an object; also per object: what those who may interrupt do with it. */
enum { TOUCH_READS = 1, TOUCH_WRITES = 2 };

struct touched {
    unsigned char *by_context;   /* context_count rows of object_count: TOUCH_READS | TOUCH_WRITES */
    unsigned char *by_anybody;   /* one row */
    unsigned char **by_function; /* rows, of a function without those that it calls */
    bool **calls;                /* [caller][callee] */
    bool *shared;                /* by object: code of another context can get at it. Of locals, those whose address is
                                    somewhere in a global, or in a local for which that holds */
};

/* Visits the function, and all that it may call; what is `seen` is not visited again. */
void touched_visit_calls(bool *const *calls, uint32_t function_count, uint32_t function, bool *seen,
                         void (*visit)(void *context, uint32_t function), void *context);

/* All belong to the arena. The application's numbers must be there. */
struct touched touched_find(const struct subject *subject, struct points *points, struct arena *arena);

/* What the instruction touches by itself, without what it calls, is added to a row of objects. */
void touched_by(const struct subject *subject, struct points *points, const struct touched *touches,
                const struct c_instruction *instruction, unsigned char *row);

#endif
