#include "app/endless_round.h"

#include "app/parts.h"
#include "app/reach.h"
#include "search/store.h"

/* All states of a component, those that the search need not store with them. */
struct round {
    const struct judging *judging;
    const struct machine *machine; /* that makes the step */
    struct nodeset states;
    uint32_t runner, hook; /* whose code runs; OSEK_NONE: none so far */
    uint32_t shallowest;   /* how many calls, from the outermost on, never return */
    bool broken;           /* it ends, or others run, too, or would if more came than options let come */
};

static void look_who_runs(struct round *round, const void *state) {
    uint32_t current = osek_current(round->judging->config, app_kernel_state(round->judging->app, state));
    uint32_t *who = subject_is_hook(&round->judging->app->subject, current) ? &round->hook : &round->runner;
    round->broken |= current == OSEK_NONE || (who == &round->runner && *who != OSEK_NONE && *who != current);
    *who = current;
}

static void begin_step(void *context, struct machine *machine) { ((struct round *)context)->machine = machine; }

static void add_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct round *round = context;
    uint32_t number;
    round->broken |= step && round->machine->ended_own;
    if (step && round->machine->shallowest < round->shallowest) round->shallowest = round->machine->shallowest;
    if (!nodeset_add(&round->states, state, size, store_hash(state, size), &number)) return;
    const struct app *app = round->judging->app;
    bool spent = false;
    look_who_runs(round, state);
    round->broken |= transitions_somebody_may_come(&app->executor, state, &spent) || spent ||
                     subject_is_interruptible(&app->subject, app_kernel_state(app, state));
}

uint32_t endless_round_runner(struct judging *judging) {
    if (judging->excused || !judging->undisturbed || !app_looks_for(judging->app, APP_CHECK_ENDLESS)) return OSEK_NONE;
    struct round round = {.judging = judging, .runner = OSEK_NONE, .hook = OSEK_NONE, .shallowest = UINT32_MAX};
    struct transitions_visitor steps = {.emit = add_step, .context = &round, .begin = begin_step};
    reach_go_through(judging, &round.states, &steps, &round.broken);
    if (round.broken || judging->fate.limit != LIMIT_NONE) return OSEK_NONE;
    judging->looping = round.shallowest;
    return round.runner != OSEK_NONE ? round.runner : round.hook;
}
