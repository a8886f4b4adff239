/* The instances of a design that several threads use: one each, or one for all if it allows that (design.h). */
#ifndef CONFORM_CREW_H
#define CONFORM_CREW_H

#include "base/vec.h"
#include "conform/design.h"

#include <pthread.h>

struct crew {
    struct design *first; /* belongs to somebody else */
    pthread_mutex_t lock;
    pthread_cond_t back; /* an instance is idle again */
    VEC(struct design *) idle, others;
};

void crew_init(struct crew *crew, struct design *first);
/* So many instances from now on, or fewer if the system has no room for them. Before there are threads. */
void crew_enlarge(struct crew *crew, unsigned count);
void crew_free(struct crew *crew);

/* An instance of the caller's own; waits for one if need be. */
struct design *crew_take(struct crew *crew);
void crew_give(struct crew *crew, struct design *design);

#endif
