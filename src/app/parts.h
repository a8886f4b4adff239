/* An application is these parts, each above the one before it. */
#ifndef APP_PARTS_H
#define APP_PARTS_H

#include "app/app.h"
#include "app/untried.h"
#include "app/watch/watch.h"

struct app {
    struct subject subject;
    struct analysis analysis;
    struct executor executor;
    struct watch watch;
    struct c_program *owned_program;  /* NULL: it belongs to somebody else */
    const char *configuration;        /* normalised OIL; NULL: it came otherwise */
    VEC(struct untried_side) untried; /* of branches that would lead out of what seems to go on for ever (untried.h) */
    bool others_looked;               /* not all steps were made here: what they met is not known */
};

#endif
