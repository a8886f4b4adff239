/* Functions without a body whose code is in a source that was left out: which services that calls, and whether it keeps
 * interrupts out, as its text says. */
#ifndef CFRONT_HIDDEN_LEFT_SERVICES_H
#define CFRONT_HIDDEN_LEFT_SERVICES_H

#include "cfront/load/front.h"

struct left_service {
    const char *path;       /* of the source */
    const char *service;    /* one that others notice; the function calls it, or what it calls does; NULL: none */
    const char *mask;       /* ... or by what it masks interrupts */
    const char *held_by;    /* ... the register that does, with its bits; or NULL */
    const char *turn;       /* a service with which others may run; NULL: it calls none */
    unsigned opens, closes; /* it keeps others out, or lets them in again, and nothing else (left_effect.h) */
    bool changes;           /* it calls services that change what runs, or may keep others out on some way */
};

/* NULL: no such source has the function, or all that it does leaves the others as they were: it asks for something, or
 * takes and gives back what keeps others out. Texts are read when that is asked first. */
const struct left_service *left_services_find(struct front *front, const char *name);
/* Some source that was left out has it, and calls services that nobody notices. */
bool left_services_are_quiet(struct front *front, const char *name);
/* It keeps interrupts out, which `end` lets come again, if both do nothing else. */
bool left_services_open(struct front *front, const char *name);
bool left_services_undo(struct front *front, const char *end, const char *name);
/* ... by the processor's means, or a register. */
bool left_services_mask(struct front *front, const char *name);
/* ... so that who has begun it may begin it again. */
bool left_services_nest(struct front *front, const char *name);
void left_services_free(struct front *front);

#endif
