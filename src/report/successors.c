#include "report/successors.h"

#include <string.h>

static void collect(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct successors *out = context;
    struct successor successor = {memory_new(size ? size : 1), size, *step};
    memcpy(successor.state, state, size);
    vec_push(&out->list, successor);
}

void successors_initial(const struct ts *ts, struct successors *out) { ts->initial(ts, collect, out); }

void successors_from(const struct ts *ts, const void *state, uint32_t size, uint16_t holder, struct successors *out) {
    if (holder != TS_NOBODY) ts->next(ts, state, size, holder, collect, out);
    if (out->list.count == 0) ts->next(ts, state, size, TS_EVERYBODY, collect, out);
}

void successors_free(struct successors *successors) {
    for (size_t i = 0; i < successors->list.count; i++) free(successors->list.items[i].state);
    vec_free(&successors->list);
}
