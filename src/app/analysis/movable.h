/* How far a compiler may move an access to plain memory: over all code without a barrier, which is a service of the
 * kernel, or a function whose code it does not see. C orders accesses to volatile memory among each other only (C11
 * 5.1.2.3p6). */
#ifndef APP_ANALYSIS_MOVABLE_H
#define APP_ANALYSIS_MOVABLE_H

#include "app/analysis/analysis.h"

struct points;

/* Of an instruction. */
enum {
    MOVABLE_TO_RETURN = 1,  /* there is a way from here to the function's end without a barrier */
    MOVABLE_FROM_ENTRY = 2, /* ... and one to here from its beginning */
    MOVABLE_MATTERS = 4     /* what is accessed on such ways, others access, too */
};

/* Fills analysis->movable. analysis->crowded must be there. */
void movable_find(struct analysis *analysis, struct points *points, const struct touched *touches);

/* It may stand there because of a service that it called itself: behind it, or at the store of its result. */
bool movable_is_at_service(const struct c_function *function, uint32_t instruction);

enum movable_way {
    MOVABLE_ON,        /* from the instruction, which is about to be executed */
    MOVABLE_ON_BEHIND, /* from a call, which is about to return */
    MOVABLE_BACK,
    MOVABLE_WAYS
};

/* Every instruction on the ways without a barrier from this one, the first and those of called functions included; not
 * those of callers. What is `seen`, a flag for each instruction, is not visited again. */
void movable_visit(const struct analysis *analysis, uint32_t instruction, enum movable_way way, bool *seen,
                   void (*visit)(void *context, uint32_t instruction), void *context);

#endif
