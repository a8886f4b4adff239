/* Functions without a body whose code is in a source that was left out: which services that calls, as its text says. */
#ifndef CFRONT_LEFT_SERVICES_H
#define CFRONT_LEFT_SERVICES_H

#include "cfront/front.h"

struct left_service {
    const char *path;    /* of the source */
    const char *service; /* one that others notice; the function calls it, or what it calls does */
};

/* NULL: no such source has the function, or all that it calls leaves the others as they were: it asks for something,
 * or takes and gives back what keeps others out. Texts are read when that is asked first. */
const struct left_service *left_services_find(struct front *front, const char *name);
void left_services_free(struct front *front);

#endif
