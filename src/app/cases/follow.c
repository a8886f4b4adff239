#include "app/cases/follow.h"

#include "app/exec/fault.h"
#include "app/exec/record.h"
#include "app/exec/state.h"
#include "app/exec/transitions.h"

#include <string.h>

enum { MOST_STEPS_AFTER = 400 };

void test_case_free(struct test_case *test) {
    if (!test) return;
    vec_free(&test->steps);
    vec_free(&test->inputs);
    vec_free(&test->reaches);
    notes_free(&test->notes);
    vec_free(&test->arrivals);
    timeline_free(test->timeline);
    free(test->last);
    free(test);
}

struct following {
    const struct executor *executor;
    struct test_case *test;
    struct recorder *recorder;
    struct script script;
    struct script_taken taken;
    unsigned char *state, *after; /* where the run is; where the step led */
    const struct steered_step *wanted;
    uint32_t seen; /* initial states */
    bool made, failed;
};

/* ---- steps ---- */

static void make_step(void *context, struct machine *machine, transitions_run run, uint32_t which,
                      struct ts_step step) {
    struct following *following = context;
    if (following->made || step.action != following->wanted->action || step.actor != following->wanted->actor) return;
    following->made = true;
    state_unpack(machine, following->state);
    machine->choice = following->wanted->choice;
    machine->choices = 1;
    machine->recorder = following->recorder;
    machine->notes = &following->test->notes;
    machine->script = &following->script;
    recorder_start(following->recorder, following->state);
    enum leave why = run(machine, which);
    if (why == LEAVE_FAULT) following->test->fault = faults_get(following->executor->faults, machine->fault);
    following->failed |= why == LEAVE_PRUNED;
    uint32_t size = state_pack(machine);
    memcpy(following->after, machine->packed, size);
    machine->recorder = NULL;
    machine->notes = NULL;
    machine->script = NULL;
}

static bool step(struct following *following, const struct steered_step *wanted) {
    struct transitions_visitor steps = {.context = following, .each = make_step};
    following->wanted = wanted;
    following->made = false;
    transitions_from(following->executor, following->state, wanted->actor, &steps);
    if (following->made) memcpy(following->state, following->after, following->executor->max_state_size);
    following->recorder->time++;
    return following->made && !following->failed;
}

static void keep_start(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct following *following = context;
    (void)step;
    if (following->seen++ == following->test->start) memcpy(following->state, state, size);
}

/* ---- what comes from outside ---- */

static bool reads_globals(const struct c_expression *e) {
    if (!e) return false;
    if (e->kind == C_DEREFERENCE || (e->kind == C_OBJECT && c_has_address(e->object))) return true;
    if (e->kind == C_ADDRESS && e->left->kind == C_OBJECT) return false;
    return reads_globals(e->left) || reads_globals(e->right) || reads_globals(e->third);
}

/* Is what would come next, but for the arrival, a moment at which another program could be interrupted as well? */
static bool is_chance(const struct executor *executor, const void *state) {
    const struct osek_config *config = executor->subject->config;
    uint32_t current = osek_current(config, state);
    struct state_calls calls;
    if (current == OSEK_NONE || !state_calls(executor, state, current, &calls)) return true;
    uint32_t number = state_call(&calls, calls.count - 1);
    const struct c_function *function = subject_function_at(executor->subject, number);
    const struct c_instruction *next = &function->code[number - executor->subject->first_instruction[function->index]];
    for (uint32_t i = 0; i < next->argument_count; i++)
        if (reads_globals(next->arguments[i])) return false;
    return !calls.log_length && (next->kind == C_SERVICE || next->kind == C_CHOOSE ||
                                 (next->kind == C_RETURN && calls.count == 1 && !reads_globals(next->value)));
}

static void note_arrival(struct following *following, const struct steered_step *step) {
    const struct executor *executor = following->executor;
    struct test_case *test = following->test;
    uint32_t isrs = executor->subject->config->isr_count;
    if (step->action < executor->first_isr_action || step->action >= executor->kernel_action) return;
    uint32_t number = step->action - executor->first_isr_action;
    struct case_arrival arrival = {.chance = test->notes.chances, .is_tick = number >= isrs};
    arrival.number = arrival.is_tick ? number - isrs : number;
    if (arrival.is_tick)
        arrival.ticks = osek_ticks_to_expiry(executor->subject->config, following->state, arrival.number);
    vec_push(&test->arrivals, arrival);
    if (!is_chance(executor, following->state) && !test->not_driven)
        test->not_driven = "something comes between two accesses to memory";
}

/* How far the counter went, the timeline says. */
static void note_ticks(struct following *following) {
    const struct timeline *timeline = following->test->timeline;
    struct case_arrival *last = &vec_last(&following->test->arrivals);
    for (size_t i = timeline->events.count; i-- > 0;) {
        if (timeline->events.items[i].kind != TIMELINE_TICK) continue;
        last->ticks = (uint32_t)strtoul(timeline->events.items[i].result, NULL, 10);
        return;
    }
}

/* ---- the whole ---- */

static bool follow_steps(struct following *following) {
    struct test_case *test = following->test;
    for (size_t i = 0; i < test->steps.count && !test->fault; i++) {
        size_t arrivals = test->arrivals.count;
        if (test->steps.items[i].choice) test->not_driven = "the standard leaves a choice here";
        note_arrival(following, &test->steps.items[i]);
        if (!step(following, &test->steps.items[i])) return false;
        if (test->arrivals.count > arrivals && vec_last(&test->arrivals).is_tick) note_ticks(following);
    }
    return true;
}

/* Whatever runs goes on; nothing more comes. */
static bool go_on(struct following *following) {
    const struct osek_config *config = following->executor->subject->config;
    struct test_case *test = following->test;
    for (unsigned i = 0; !test->fault; i++) {
        uint32_t current = osek_current(config, following->state);
        if (current == OSEK_NONE) return true;
        test->is_cut = i == MOST_STEPS_AFTER;
        if (test->is_cut) return true;
        struct steered_step on = {transitions_current_action(following->executor, following->state, current),
                                  (uint16_t)current, 0};
        if (!step(following, &on)) return false;
    }
    return true;
}

static void forget(struct test_case *test) {
    vec_clear(&test->notes.list);
    vec_clear(&test->notes.calls);
    vec_clear(&test->notes.events);
    vec_clear(&test->arrivals);
    test->notes.chances = 0;
    test->notes.has_registers = false;
    timeline_free(test->timeline);
    free(test->last);
    test->fault = NULL;
    test->is_cut = false;
    test->not_driven = NULL;
}

bool follow_case(const struct executor *executor, struct test_case *test) {
    const struct ts *ts = &executor->ts;
    forget(test);
    test->timeline = timeline_new(executor->subject);
    test->last = memory_new(executor->max_state_size + 4);
    struct following following = {.executor = executor,
                                  .test = test,
                                  .recorder = recorder_new(executor->subject, test->timeline),
                                  .script = {.values = test->inputs.items, .count = test->inputs.count},
                                  .state = test->last,
                                  .after = memory_new(executor->max_state_size + 4)};
    following.script.taken = &following.taken;
    ts->initial(ts, keep_start, &following);
    bool good = follow_steps(&following) && go_on(&following);
    if (test->notes.has_registers) test->not_driven = "it touches a register of the hardware";
    if (test->start) test->not_driven = "the standard leaves a choice here";
    if (executor->subject->config->runs_main)
        test->not_driven = "something comes before StartOS: main() does more, or first values are chosen (--any)";
    if (test->fault) test->not_driven = "it goes wrong";
    vec_clear(&test->inputs);
    for (size_t i = 0; i < following.taken.list.count; i++) vec_push(&test->inputs, following.taken.list.items[i]);
    vec_free(&following.taken.list);
    recorder_free(following.recorder);
    free(following.after);
    return good;
}
