/* The steps that are possible next, as a list: for whoever walks through a model step by step. */
#ifndef REPORT_SUCCESSORS_H
#define REPORT_SUCCESSORS_H

#include "base/vec.h"
#include "ts/ts.h"

struct successor {
    unsigned char *state;
    uint32_t size;
    struct ts_step step;
};

struct successors {
    VEC(struct successor) list;
};

/* The initial states. */
void successors_initial(const struct ts *ts, struct successors *out);
/* All steps from a state that was reached by a step with this `holder`: as long as the holder can move, only it may. */
void successors_from(const struct ts *ts, const void *state, uint32_t size, uint16_t holder, struct successors *out);
void successors_free(struct successors *successors);

#endif
