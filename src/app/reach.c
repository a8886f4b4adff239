#include "app/reach.h"

#include "app/parts.h"
#include "search/left_out.h"
#include "search/store.h"

#include <stdlib.h>
#include <string.h>

enum search_limit reach_limit(const struct judging *judging, const struct nodeset *states) {
    const struct search_options *options = judging->options;
    if (options->interrupted && *options->interrupted) return LIMIT_INTERRUPTED;
    return options->memory_limit && states->bytes.capacity > options->memory_limit ? LIMIT_MEMORY : LIMIT_NONE;
}

/* Steps that lead to runs that count. */
struct sieve {
    const struct nodeset *left_out;
    const struct transitions_visitor *steps;
};

static void sift(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    const struct sieve *sieve = context;
    if (!left_out_has(sieve->left_out, state, size)) sieve->steps->emit(sieve->steps->context, state, size, step);
}

static void begin_sifted(void *context, struct machine *machine) {
    const struct sieve *sieve = context;
    if (sieve->steps->begin) sieve->steps->begin(sieve->steps->context, machine);
}

static void find_left_out(struct judging *judging) {
    struct bottom_start start;
    if (judging->left_out_is_known) return;
    judging->left_out_is_known = true;
    start.state = nodeset_get(&judging->states, 0, &start.size);
    enum search_limit limit = left_out_find(app_ts(judging->app), judging->options, &start, &judging->left_out);
    if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = limit;
}

void reach_steps(struct judging *judging, const void *state, const struct transitions_visitor *steps) {
    struct sieve sieve = {&judging->left_out, steps};
    struct transitions_visitor sifted = {.emit = sift, .context = &sieve, .begin = begin_sifted};
    find_left_out(judging);
    transitions_from(&judging->app->executor, state, TS_EVERYBODY, &sifted);
}

void reach_go_through(struct judging *judging, struct nodeset *states, const struct transitions_visitor *steps,
                      const bool *found) {
    unsigned char *state = memory_new(judging->app->executor.max_state_size);
    uint32_t size;
    const void *first = nodeset_get(&judging->states, 0, &size);
    steps->emit(steps->context, first, size, NULL);
    for (uint32_t i = 0; i < states->nodes.count && !*found && judging->fate.limit == LIMIT_NONE; i++) {
        const void *stored = nodeset_get(states, i, &size);
        memcpy(state, stored, size); /* it moves when others are added */
        reach_steps(judging, state, steps);
        if (judging->fate.limit == LIMIT_NONE) judging->fate.limit = reach_limit(judging, states);
    }
    nodeset_free(states);
    free(state);
}
