#include "app/exec/transitions.h"

#include "app/exec/fault.h"
#include "app/exec/long_step.h"
#include "app/exec/paced.h"
#include "app/exec/state.h"
#include "app/exec/step.h"
#include "app/exec/stretch.h"
#include "app/exec/unawaited.h"

#include <string.h>

struct stepping {
    const struct executor *executor;
    struct machine *machine;
    const void *state;
    const struct transitions_visitor *steps;
    bool enough; /* states that need not be stored are told */
    bool lasts;  /* a choice has taken long: those behind it are remembered, too */
};

static enum leave current_runner(struct machine *machine, uint32_t which) {
    (void)which;
    return step_current(machine);
}

static enum leave idle_runner(struct machine *machine, uint32_t which) {
    (void)which;
    return step_idle(machine);
}

static void tell(const struct stepping *stepping, uint32_t size, const struct ts_step *step) {
    stepping->steps->emit(stepping->steps->context, stepping->machine->packed, size, step);
}

/* What the machine's choice comes to. False: it was given up. */
static bool make_outcome(struct stepping *stepping, transitions_run run, uint32_t which, const struct ts_step *step,
                         struct outcome *outcome) {
    struct machine *machine = stepping->machine;
    bool may_recall = !stepping->steps->begin && run != step_go_on_without; /* whose step looks like a tick */
    if (may_recall && long_step_recall(machine, stepping->state, step, outcome)) {
        stepping->lasts |= outcome->is_long;
        return outcome->why != LEAVE_NOT;
    }
    state_unpack(machine, stepping->state);
    if (stepping->steps->begin) stepping->steps->begin(stepping->steps->context, machine);
    uint64_t choice = machine->choice;
    enum leave why = run(machine, which);
    *outcome = (struct outcome){.why = why, .choices = machine->choices, .is_long = long_step_is_long(machine)};
    stepping->lasts |= outcome->is_long;
    machine->choice = choice;
    if (atomic_load_explicit(&stepping->executor->stopped, memory_order_relaxed)) {
        outcome->why = LEAVE_NOT;
        if (may_recall) long_step_remember(machine, stepping->state, step, outcome);
        return false;
    }
    outcome->fault = why == LEAVE_FAULT ? machine->fault : 0;
    outcome->labels = machine->labels;
    outcome->size = why == LEAVE_PRUNED ? 0 : state_pack(machine);
    bool is_remembered = may_recall && stepping->lasts;
    outcome->passes = (stepping->enough || is_remembered) && why == LEAVE_POINT &&
                      stretch_goes_on(machine, stepping->state) &&
                      unawaited_find(stepping->executor, machine->packed) == OSEK_NONE;
    machine->choice = choice;
    if (is_remembered) long_step_remember(machine, stepping->state, step, outcome);
    return true;
}

static void tell_outcome(const struct stepping *stepping, struct ts_step step, const struct outcome *outcome) {
    const struct machine *machine = stepping->machine;
    if (outcome->why == LEAVE_PRUNED) return;
    step.fault = outcome->fault;
    step.labels = outcome->labels;
    step.passing = stepping->enough && outcome->passes;
    tell(stepping, outcome->size, &step);
    for (uint32_t i = 0; outcome->why == LEAVE_FAULT && i < machine->further_fault_count; i++) {
        step.fault = machine->further_faults[i];
        tell(stepping, outcome->size, &step);
    }
}

/* In how many ways does it go, as far as this one shows? 0: it was given up. What comes after an outcome that is
 * missing must be missing, too: others count on their order. */
static uint64_t choose(struct stepping *stepping, transitions_run run, uint32_t which, const struct ts_step *step,
                       uint64_t choice) {
    struct outcome outcome;
    stepping->machine->choice = choice;
    stepping->machine->choices = 1;
    if (!make_outcome(stepping, run, which, step, &outcome)) return 0;
    tell_outcome(stepping, *step, &outcome);
    return outcome.choices;
}

/* Every outcome of one operation. */
static void each_outcome(struct stepping *stepping, transitions_run run, uint32_t which, struct ts_step step) {
    const struct transitions_visitor *steps = stepping->steps;
    uint64_t count = 1;
    if (steps->each) {
        steps->each(steps->context, stepping->machine, run, which, step);
        return;
    }
    bool has_likely = steps->likely && steps->likely->action == step.action && run != step_go_on_without;
    if (has_likely && !choose(stepping, run, which, &step, steps->likely->choice)) return;
    for (uint64_t choice = 0; choice < count && !(steps->enough && *steps->enough); choice++) {
        uint64_t choices = choose(stepping, run, which, &step, choice);
        if (!choices) return;
        if (choices > count) count = choices;
    }
}

static struct ts_step step_of(uint32_t action, uint32_t actor) {
    return (struct ts_step){
        .action = action, .reply = TS_NO_ACTION, .actor = (uint16_t)actor, .partner = TS_NOBODY, .holder = TS_NOBODY};
}

static bool is_wanted(unsigned actor, uint32_t who) {
    return actor == TS_EVERYBODY || actor == TS_ENOUGH || actor == who;
}

/* The instruction that stands first in the step. */
uint32_t transitions_current_action(const struct executor *executor, const void *state, uint32_t current) {
    struct state_calls calls;
    if (state_calls(executor, state, current, &calls)) return state_call(&calls, calls.count - 1);
    const struct c_function *entry = executor->subject->program->entries[current];
    return entry ? executor->subject->first_instruction[entry->index] : executor->kernel_action;
}

/* True if something could come, now or, but for a spent budget, at all; what could not help anybody does not count
 * then. */
static bool arrivals(struct stepping *stepping, unsigned actor) {
    const struct executor *executor = stepping->executor;
    struct machine *machine = stepping->machine;
    uint32_t isrs = executor->subject->config->isr_count, counters = executor->subject->config->counter_count;
    bool any = false, spent = false;
    state_unpack(machine, stepping->state);
    for (uint32_t i = 0; i < isrs; i++) {
        bool inert = executor->subject->isr_sources[i].inert;
        any |= machine->may_come[i] = machine_isr_may_come(machine, i, inert ? NULL : &spent);
    }
    for (uint32_t i = 0; i < counters; i++)
        any |= machine->may_come[isrs + i] = machine_counter_may_tick(machine, i, &spent);
    for (uint32_t i = 0; i < isrs; i++) {
        uint32_t who = osek_context(executor->subject->config, OSEK_ISR, i);
        if (machine->may_come[i] && is_wanted(actor, who))
            each_outcome(stepping, step_interrupt, i, step_of(executor->first_isr_action + i, who));
    }
    for (uint32_t i = 0; i < counters; i++) {
        uint32_t who = executor->subject->context_count + i;
        if (machine->may_come[isrs + i] && is_wanted(actor, who))
            each_outcome(stepping, step_tick, i, step_of(executor->first_counter_action + i, who));
    }
    return any || spent;
}

/* Without a scheduler: any task that is ready may be the next to run. */
static void switches(struct stepping *stepping, unsigned actor) {
    const struct executor *executor = stepping->executor;
    uint32_t tasks = executor->subject->config->task_count;
    state_unpack(stepping->machine, stepping->state);
    for (uint32_t i = 0; i < tasks; i++) stepping->machine->may_come[i] = machine_task_may_run(stepping->machine, i);
    for (uint32_t i = 0; i < tasks; i++)
        if (stepping->machine->may_come[i] && is_wanted(actor, i))
            each_outcome(stepping, step_switch, i, step_of(executor->first_task_action + i, i));
}

/* Time that waits for what never comes goes on. */
static void go_on_without(struct stepping *stepping, unsigned actor) {
    const struct executor *executor = stepping->executor;
    uint32_t number = unawaited_find(executor, stepping->state);
    if (number == OSEK_NONE) return;
    uint32_t counter = unawaited_counter(executor, number), who = executor->subject->context_count + counter;
    if (is_wanted(actor, who))
        each_outcome(stepping, step_go_on_without, number, step_of(executor->first_counter_action + counter, who));
}

/* A step that changes nothing is one only where it says that something is wrong. */
static void complain_if_stuck(struct stepping *stepping) {
    state_unpack(stepping->machine, stepping->state);
    if (step_idle(stepping->machine) == LEAVE_FAULT)
        each_outcome(stepping, idle_runner, 0, step_of(stepping->executor->kernel_action, 0));
}

void transitions_from(const struct executor *executor, const void *state, unsigned actor,
                      const struct transitions_visitor *steps) {
    struct machine *machine = machine_take(executor);
    struct stepping stepping = {executor, machine, state, steps, actor == TS_ENOUGH && !steps->begin, false};
    uint32_t current = osek_current(executor->subject->config, state);
    bool shut_down = osek_is_shut_down(executor->subject->config, state);
    if (current != OSEK_NONE && is_wanted(actor, current))
        each_outcome(&stepping, current_runner, 0,
                     step_of(transitions_current_action(executor, state, current), current));
    if (current != OSEK_NONE || !shut_down) {
        if (executor->subject->config->no_scheduler) switches(&stepping, actor);
        go_on_without(&stepping, actor);
        bool more = arrivals(&stepping, actor);
        if (current == OSEK_NONE && !more && is_wanted(actor, 0)) complain_if_stuck(&stepping);
    }
    machine_give(machine);
}

void transitions_find_kept_back(const struct executor *executor, const void *state, uint32_t *alarms) {
    struct machine *machine = machine_take(executor);
    state_unpack(machine, state);
    for (uint32_t i = 0; i < executor->subject->context_count + executor->subject->config->counter_count; i++)
        if (alarms[i] == OSEK_NONE) alarms[i] = machine_alarm_kept_back(machine, i);
    machine_give(machine);
}

bool transitions_somebody_may_come(const struct executor *executor, const void *state, bool *spent) {
    struct machine *machine = machine_take(executor);
    state_unpack(machine, state);
    bool any = machine_somebody_may_come(machine, spent);
    machine_give(machine);
    return any;
}

/* ---- the interface ---- */

static const struct executor *self(const struct ts *ts) { return ts->self; }

/* Nothing has run yet: code that goes wrong at once does so in a step. */
static void initial(const struct ts *ts, ts_emit emit, void *context) {
    const struct executor *executor = self(ts);
    struct machine *machine = machine_take(executor);
    struct ts_step step = step_of(TS_NO_ACTION, TS_NOBODY);
    unsigned count = 1;
    for (unsigned choice = 0; choice < count; choice++) {
        memset(machine->kernel, 0, executor->kernel_size);
        memset(machine->image, 0, executor->analysis->image_size + 4);
        memcpy(machine->image, executor->analysis->initial_image, executor->analysis->image_size);
        for (uint32_t i = 0; i < executor->subject->slot_count; i++)
            machine->budgets[i] = executor->subject->slot_times[i];
        memset(machine->untimed, 0, executor->subject->config->task_count);
        memset(machine->unawaited, 0, executor->subject->config->alarm_count);
        for (uint32_t i = 0; i < executor->subject->context_count; i++) {
            machine->contexts[i].frame_count = machine->contexts[i].unseen_count = 0;
            machine->contexts[i].stopped = false;
        }
        count = osek_start(executor->subject->config, machine->kernel, executor->subject->mode, choice);
        paced_begin(machine);
        uint32_t size = state_pack(machine);
        emit(context, machine->packed, size, &step);
    }
    machine_give(machine);
}

static void next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context) {
    struct transitions_visitor steps = {.emit = emit, .context = context};
    (void)size;
    transitions_from(self(ts), state, actor, &steps);
}

/* An interrupt is never owed: a system that is idle may stay so, unless a counter will tick. */
static bool may_stay(const struct ts *ts, const void *state, uint32_t size) {
    const struct executor *executor = self(ts);
    const struct osek_config *config = executor->subject->config;
    (void)size;
    if (osek_current(config, state) != OSEK_NONE || osek_is_shut_down(config, state)) return false;
    struct machine *machine = machine_take(executor);
    bool ticks = false;
    state_unpack(machine, state);
    for (uint32_t i = 0; i < config->counter_count && !ticks; i++) ticks = machine_counter_may_tick(machine, i, NULL);
    machine_give(machine);
    return !ticks;
}

/* Whoever's code runs; or time, or what else comes. */
static unsigned owed(const struct ts *ts, const void *state) {
    const struct executor *executor = self(ts);
    uint32_t current = osek_current(executor->subject->config, state);
    bool spent = false;
    if (current != OSEK_NONE) return current;
    if (osek_is_shut_down(executor->subject->config, state)) return TS_NOBODY;
    if (!may_stay(ts, state, 0)) return TS_EVERYBODY;
    return transitions_somebody_may_come(executor, state, &spent) ? TS_ENOUGH : TS_NOBODY;
}

/* There is no step, though there has to be one: an assumption that does not hold has ended the run. */
static bool is_left_out(const struct ts *ts, const void *state, uint32_t size) {
    (void)size;
    return ts_is_owed(owed(ts, state));
}

/* Is it kept out by a routine that comes before it whenever both could come? So are all by what that one calls. */
static bool is_outranked(const struct osek_config *config, const void *state, unsigned actor) {
    uint32_t waiting;
    bool is_routine = actor < osek_context_count(config) && osek_context_kind(config, actor, &waiting) == OSEK_ISR;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (osek_is_under_way(config, state, osek_context(config, OSEK_ISR, i)) &&
            (!is_routine || config->isrs[i].level > config->isrs[waiting].level))
            return true;
    return false;
}

bool transitions_is_kept_out(const struct ts *ts, const void *state, uint32_t size, unsigned actor) {
    const struct executor *executor = self(ts);
    const struct subject *subject = executor->subject;
    uint32_t current = osek_current(subject->config, state), index;
    (void)size;
    if (current == OSEK_NONE) return false;
    struct machine *machine = machine_take(executor);
    state_unpack(machine, state);
    bool is_due = false;
    if (actor >= subject->context_count)
        is_due = machine_counter_is_due(machine, actor - subject->context_count);
    else if (osek_context_kind(subject->config, actor, &index) == OSEK_ISR)
        is_due = machine_isr_is_due(machine, index);
    machine_give(machine);
    return is_due;
}

/* What a task or a hook masks comes as soon as it may, and so does what waits until nothing runs, or until a task is
 * ready, and what a callback, or a routine of no higher level, keeps out. More
 * urgent interrupts may come so often that they keep others out for ever, each for a moment only. */
static bool is_kept_waiting(const struct ts *ts, const void *state, uint32_t size, unsigned actor) {
    return !is_outranked(self(ts)->subject->config, state, actor) && transitions_is_kept_out(ts, state, size, actor);
}

/* Where the application stands still it is in order: if it is not, there is a step that says so. */
static unsigned marks(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)state;
    (void)size;
    return TS_VALID_END;
}

static unsigned actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)state;
    (void)size;
    return self(ts)->subject->context_count + self(ts)->subject->config->counter_count;
}

static const struct ts_fault *fault(const struct ts *ts, uint32_t number) {
    return faults_get(self(ts)->faults, number);
}
static uint32_t fault_number(const struct ts *ts, const struct ts_fault *fault) {
    return faults_number(self(ts)->faults, fault);
}

static const struct ts_action *action(const struct ts *ts, uint32_t number) { return &self(ts)->actions[number]; }

/* ---- actions ---- */

static const char *kind_of(const struct executor *executor, const struct c_function *function) {
    static const char *const words[] = {[C_ORDINARY] = "function", [C_TASK] = "task",         [C_ISR] = "ISR",
                                        [C_HOOK] = "hook",         [C_CALLBACK] = "callback", [C_MAIN] = "function"};
    return arena_printf(executor->arena, "%s %s", words[function->role], function->name);
}

static void build_actions(struct executor *executor) {
    const struct osek_config *config = executor->subject->config;
    executor->first_isr_action = executor->subject->instruction_count;
    executor->first_counter_action = executor->first_isr_action + config->isr_count;
    executor->first_task_action = executor->first_counter_action + config->counter_count;
    executor->kernel_action = executor->first_task_action + config->task_count;
    struct ts_action *actions = arena_new_array(executor->arena, struct ts_action, executor->kernel_action + 1);
    for (uint32_t f = 0; f < executor->subject->program->function_count; f++) {
        const struct c_function *function = executor->subject->program->functions[f];
        const char *kind = kind_of(executor, function);
        for (uint32_t i = 0; i < function->code_count; i++) {
            struct text text = {0};
            c_print_instruction(&function->code[i], &text);
            actions[executor->subject->first_instruction[f] + i] =
                (struct ts_action){.actor_kind = kind,
                                   .text = arena_text(executor->arena, text_chars(&text)),
                                   .place = function->code[i].place};
            text_free(&text);
        }
    }
    for (uint32_t i = 0; i < config->isr_count; i++)
        actions[executor->first_isr_action + i] = (struct ts_action){
            .actor_kind = "environment", .text = arena_printf(executor->arena, "interrupt %s", config->isrs[i].name)};
    for (uint32_t i = 0; i < config->counter_count; i++)
        actions[executor->first_counter_action + i] = (struct ts_action){
            .actor_kind = "environment", .text = arena_printf(executor->arena, "%s ticks", config->counters[i].name)};
    for (uint32_t i = 0; i < config->task_count; i++)
        actions[executor->first_task_action + i] = (struct ts_action){
            .actor_kind = "environment", .text = arena_printf(executor->arena, "%s is chosen", config->tasks[i].name)};
    actions[executor->kernel_action] = (struct ts_action){.actor_kind = "kernel", .text = "the kernel"};
    executor->actions = actions;
}

void transitions_build(struct executor *executor) {
    const struct subject *subject = executor->subject;
    bool leaves_out = c_leaves_runs_out(subject->program);
    build_actions(executor);
    executor->ts =
        (struct ts){.self = executor,
                    .max_state_size = executor->max_state_size,
                    .action_count = executor->kernel_action + 1,
                    .counts_passing = true,
                    .faults_end = true,
                    .initial = initial,
                    .next = next,
                    .marks = marks,
                    .may_stay = subject->fair_interrupts ? NULL : may_stay,
                    .goes_on_elsewhere = leaves_out ? is_left_out : NULL,
                    .owed = owed,
                    .leaves_runs_out = leaves_out,
                    .owed_from = subject->fair_interrupts ? subject->config->task_count : subject->context_count,
                    .is_kept_waiting = is_kept_waiting,
                    .actors = actors,
                    .fault = fault,
                    .fault_number = fault_number,
                    .action = action};
}
