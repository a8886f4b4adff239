/* A machine as a transition system. */
#include "eventb/machine_internal.h"

#include <string.h>

static const struct eb_machine *machine_of(const struct ts *ts) { return ts->self; }

/* ---- steps ---- */

struct emitting {
    ts_emit emit;
    void *context;
};

static bool pass_on(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    const struct emitting *emitting = context;
    (void)frame;
    struct ts_step step = {.action = happening->event,
                           .reply = TS_NO_ACTION,
                           .actor = happening->event == TS_NO_ACTION ? TS_NOBODY : 0,
                           .partner = TS_NOBODY,
                           .holder = TS_NOBODY,
                           .fault = happening->fault};
    emitting->emit(emitting->context, happening->after, happening->size, &step);
    return true;
}

/* A choice of the constants may be worth less than what makes a frame ask, and there may be a million of them. */
static bool has_time(const struct eb_machine *machine, uint32_t setup) {
    enum { ASK_EVERY = 256 };
    if (setup % ASK_EVERY || !machine->goes_on || machine->goes_on(machine->goes_on_context)) return true;
    atomic_store(&((struct eb_machine *)machine)->stopped, true);
    return false;
}

static void begin(const struct eb_machine *machine, bool even_doubtful, struct emitting emitting) {
    struct eb_frame *frame = eb_frame_take(machine);
    for (uint32_t setup = 0; setup < machine->setups.count && has_time(machine, setup); setup++) {
        uint32_t doubt = machine->setups.items[setup].doubt;
        if (doubt && !even_doubtful) eb_note_doubt(machine, doubt);
        if (doubt && !even_doubtful) continue;
        eb_load_setup(machine, frame, setup);
        eb_each_happening(machine, &machine->initialisation, TS_NO_ACTION, frame, NULL, 0, pass_on, &emitting);
        if (frame->steps > EB_MOST_STEPS || frame->work > EB_MOST_WORK || eb_machine_lost_patience(machine)) break;
    }
    eb_count_cut(machine, frame);
    eb_frame_give(machine, frame);
}

static void initial(const struct ts *ts, ts_emit emit, void *context) {
    begin(machine_of(ts), true, (struct emitting){emit, context});
}

/* A run with constants that may not satisfy the axioms says nothing. */
static void initial_observed(const struct ts *ts, ts_emit emit, void *context) {
    begin(machine_of(ts), false, (struct emitting){emit, context});
}

/* Only a state that violates an invariant can lie outside what was asked for its variables: nothing goes on from there.
 */
bool eb_is_outside(const struct eb_machine *machine, const struct eb_frame *frame) {
    for (unsigned i = 0; i < machine->variable_count; i++) {
        const struct eb_variable_limit *limit = &machine->limits.variables[i];
        if (limit->origin && !eb_is_within(machine->variable_domains[i], frame->slots[machine->compiler.variables + i],
                                           limit->range.low, limit->range.high))
            return true;
    }
    return false;
}

static bool pass_on_whole(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    return happening->fails || pass_on(context, frame, happening);
}

/* Does a step leave the bounds, or has one done so? */
static bool each_step(const struct eb_machine *machine, const void *state, uint32_t size, eb_happened visit,
                      struct emitting *emitting) {
    if (eb_layout_is_blank(&machine->layout, state)) return false;
    struct eb_frame *frame = eb_frame_take(machine);
    eb_load_state(machine, frame, state, size);
    bool goes_on = !eb_is_outside(machine, frame);
    for (unsigned i = 0; goes_on && i < machine->development->event_count; i++)
        if (machine->events[i].chosen)
            eb_each_happening(machine, &machine->events[i], i, frame, state, size, visit, emitting);
    bool leaves = frame->cut || !goes_on;
    eb_count_cut(machine, frame);
    eb_frame_give(machine, frame);
    return leaves;
}

static void next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit, void *context) {
    (void)actor;
    each_step(machine_of(ts), state, size, pass_on, &(struct emitting){emit, context});
}

static uint32_t step_out(const struct eb_machine *machine) { return machine->development->event_count; }

/* A run that leaves the bounds stays where it does, in a copy of the state from which nothing else goes on. */
static void stay(const struct eb_machine *machine, const void *state, uint32_t size, ts_emit emit, void *context) {
    const struct ts_step stays = {
        .action = step_out(machine), .reply = TS_NO_ACTION, .partner = TS_NOBODY, .holder = TS_NOBODY};
    struct eb_frame *frame = eb_frame_take(machine);
    unsigned char *copy = eb_frame_alloc(frame, size);
    memcpy(copy, state, size);
    eb_layout_leave(&machine->layout, copy);
    emit(context, copy, size, &stays);
    eb_frame_give(machine, frame);
}

/* What went wrong before there was a state after it leads nowhere, and back to the state before least of all. */
static void next_observed(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                          void *context) {
    (void)actor;
    bool has_left = eb_layout_has_left(&machine_of(ts)->layout, state);
    if (has_left || each_step(machine_of(ts), state, size, pass_on_whole, &(struct emitting){emit, context}))
        stay(machine_of(ts), state, size, emit, context);
}

static bool ignore(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    (void)context;
    (void)frame;
    (void)happening;
    return true;
}

static bool stop_at_once(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    (void)context;
    (void)frame;
    (void)happening;
    return false;
}

/* A state outside the bounds, or whose only steps leave them (`cut`), is no deadlock, nor one where an event may happen
 * for all that is known. */
static bool can_go_on(const struct eb_machine *machine, const void *state, uint32_t size, bool cut) {
    struct eb_frame *frame = eb_frame_take(machine);
    eb_load_state(machine, frame, state, size);
    bool can = cut && eb_is_outside(machine, frame);
    for (unsigned i = 0; !can && i < machine->development->event_count; i++) {
        if (!machine->events[i].chosen) continue;
        can = !eb_each_happening(machine, &machine->events[i], i, frame, state, size, stop_at_once, NULL);
        can = can || (cut && frame->cut) || frame->in_doubt;
    }
    eb_frame_give(machine, frame);
    return can || eb_machine_lost_patience(machine);
}

/* Where it is not decided whether an event can happen, or what it does, nobody knows that the machine stays there; nor
 * where INITIALISATION went wrong. At the bounds it is taken to. */
static bool may_go_on(const struct ts *ts, const void *state, uint32_t size) {
    const struct eb_machine *machine = machine_of(ts);
    return eb_layout_is_blank(&machine->layout, state) || can_go_on(machine, state, size, false);
}

bool eb_any_event_rests(const struct eb_machine *machine) {
    bool any = false;
    for (unsigned i = 0; i < machine->development->event_count; i++) any = any || machine->events[i].rests;
    return any;
}

static unsigned marks(const struct ts *ts, const void *state, uint32_t size) {
    const struct eb_machine *machine = machine_of(ts);
    bool looks = machine->report_deadlock && !eb_layout_is_blank(&machine->layout, state);
    if (!looks || can_go_on(machine, state, size, true)) return TS_VALID_END;
    uint32_t doubt = eb_doubt_of_setup(machine, eb_layout_setup(&machine->layout, state), eb_any_event_rests(machine));
    eb_note_doubt(machine, doubt);
    return doubt ? TS_VALID_END : 0;
}

static unsigned actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts;
    (void)state;
    (void)size;
    return 1;
}

/* ---- for people ---- */

static bool contains(const struct eb_formula *formula, const struct eb_formula *part) {
    if (formula == part) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (contains(formula->children[i], part)) return true;
    return false;
}

void eb_machine_what_stops(const struct eb_machine *machine, const void *state, uint32_t size, unsigned event,
                           struct text *out) {
    const struct eb_ready_event *ready = &machine->events[event];
    struct eb_frame *frame = eb_frame_take(machine);
    eb_load_state(machine, frame, state, size);
    frame->furthest = 0;
    eb_each_happening(machine, ready, event, frame, state, size, stop_at_once, NULL);
    const struct eb_formula *condition =
        frame->furthest < ready->plan->count ? ready->plan->steps[frame->furthest].condition : NULL;
    while (condition && condition->written) condition = condition->written;
    for (unsigned i = 0; condition && i < ready->event->guards.count; i++)
        if (contains(ready->event->guards.items[i].formula, condition))
            text_printf(out, "%s: ", ready->event->guards.items[i].label);
    if (condition)
        eb_print(condition, false, out);
    else
        text_add(out, "its parameters: no values are possible");
    eb_frame_give(machine, frame);
}

struct describing {
    const struct eb_machine *machine;
    const void *after;
    uint32_t size, fault;
    struct text *out;
    bool found;
};

bool eb_is_parameter_known(const struct eb_ready_event *event, const struct eb_frame *frame, unsigned slot) {
    for (unsigned i = 0; i < frame->step && i < event->plan->count; i++)
        if (eb_step_gives(&event->plan->steps[i], slot)) return true;
    return false;
}

static void print_event(const struct eb_machine *machine, const struct eb_ready_event *event,
                        const struct eb_frame *frame, struct text *out) {
    bool any = false;
    text_add(out, event->event->name);
    for (unsigned i = 0; i < event->event->parameter_count; i++) {
        const struct eb_symbol *parameter = &event->event->parameters[i];
        unsigned slot = machine->compiler.parameters + i;
        if (!eb_is_parameter_known(event, frame, slot)) continue;
        text_printf(out, "%s%s = ", any ? ", " : "(", parameter->name);
        eb_print_value(eb_domain_of((struct eb_domains *)&machine->domains, parameter->type), frame->slots[slot], out);
        any = true;
    }
    if (any) text_add_char(out, ')');
}

static bool find_step(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    struct describing *describing = context;
    if (happening->fault != describing->fault || happening->size != describing->size ||
        memcmp(happening->after, describing->after, describing->size) != 0)
        return true;
    print_event(describing->machine, &describing->machine->events[happening->event], frame, describing->out);
    describing->found = true;
    return false;
}

/* Names the events whose steps leave the bounds here. */
static void describe_leaving(const struct eb_machine *machine, const void *before, uint32_t before_size,
                             struct text *out) {
    struct eb_frame *frame = eb_frame_take(machine);
    bool any = false;
    eb_load_state(machine, frame, before, before_size);
    bool is_out = eb_layout_has_left(&machine->layout, before) || eb_is_outside(machine, frame);
    for (unsigned i = 0; !is_out && i < machine->development->event_count; i++) {
        const uint64_t cut = frame->cut;
        if (!machine->events[i].chosen) continue;
        eb_each_happening(machine, &machine->events[i], i, frame, before, before_size, ignore, NULL);
        if (frame->cut == cut) continue;
        text_printf(out, "%s%s", any ? ", " : "", machine->development->events[i].name);
        any = true;
    }
    text_add(out, any ? ": leaves the bounds; the run is taken to stay here" : "the run stays here");
    eb_frame_give(machine, frame);
}

static void describe(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                     uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    const struct eb_machine *machine = machine_of(ts);
    if (step->action == TS_NO_ACTION) return;
    text_add(&out->actor, machine->development->name);
    if (step->action == step_out(machine)) {
        describe_leaving(machine, before, before_size, &out->action);
        return;
    }
    const struct eb_ready_event *event = &machine->events[step->action];
    struct describing describing = {machine, after, after_size, step->fault, &out->action, false};
    struct eb_frame *frame = eb_frame_take(machine);
    eb_load_state(machine, frame, before, before_size);
    eb_each_happening(machine, event, step->action, frame, before, before_size, find_step, &describing);
    eb_frame_give(machine, frame);
    if (!describing.found) text_add(&out->action, event->event->name);
    out->place = event->event->place;
}

static void print_variable(const struct eb_machine *machine, const struct eb_frame *frame, unsigned variable,
                           struct text *out) {
    const struct eb_infinite *infinite = machine->compiler.infinite;
    const struct eb_value *values = frame->slots + machine->compiler.variables;
    unsigned hidden;
    if (eb_infinite_hidden(infinite, variable, &hidden) && values[hidden].code)
        eb_print(eb_strip(infinite->definitions[values[hidden].code]), false, out);
    else
        eb_print_value(machine->variable_domains[variable], values[variable], out);
}

static void variables(const struct ts *ts, const void *state, uint32_t size,
                      void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct eb_machine *machine = machine_of(ts);
    const struct eb_development *d = machine->development;
    struct eb_frame *frame = eb_frame_take(machine);
    struct text value = {0};
    eb_load_state(machine, frame, state, size);
    for (unsigned i = 0; i < d->constant_count && (machine->setups.count > 1 || machine->tells_constants); i++) {
        if (machine->limits.element[i] >= 0 || machine->compiler.definitions[i]) continue;
        text_clear(&value);
        eb_print_value(machine->constant_domains[i], frame->slots[machine->compiler.constants + i], &value);
        visit(context, d->constants[i].name, text_chars(&value));
    }
    for (unsigned i = 0; i < machine->variable_count; i++) {
        if (!eb_takes_part(machine, i)) continue;
        text_clear(&value);
        print_variable(machine, frame, i, &value);
        visit(context, d->variables[i].name, text_chars(&value));
    }
    text_free(&value);
    eb_frame_give(machine, frame);
}

static const struct ts_fault *fault(const struct ts *ts, uint32_t number) {
    const struct eb_machine *machine = machine_of(ts);
    return number && number <= machine->faults.list.count ? &machine->faults.list.items[number - 1] : NULL;
}

static const struct ts_action *action(const struct ts *ts, uint32_t number) {
    const struct eb_machine *machine = machine_of(ts);
    return number < ts->action_count ? &machine->actions[number] : NULL;
}

static void fill_actions(struct eb_machine *machine) {
    const struct eb_development *d = machine->development;
    const char *kind = arena_printf(machine->arena, "machine %s", d->name);
    machine->actions = arena_new_array(machine->arena, struct ts_action, d->event_count + 1);
    for (unsigned i = 0; i < d->event_count; i++)
        machine->actions[i] = (struct ts_action){.actor_kind = kind,
                                                 .text = d->events[i].name,
                                                 .place = d->events[i].place,
                                                 .is_code = machine->events[i].chosen};
    machine->actions[d->event_count] = (struct ts_action){.actor_kind = kind, .text = "leaves the bounds"};
}

void eb_fill_ts(struct eb_machine *machine) {
    fill_actions(machine);
    machine->ts = (struct ts){.self = machine,
                              .max_state_size = machine->layout.max_size,
                              .action_count = machine->development->event_count,
                              .initial = initial,
                              .next = next,
                              .marks = marks,
                              .goes_on_elsewhere = may_go_on,
                              .actors = actors,
                              .describe = describe,
                              .variables = variables,
                              .fault = fault,
                              .action = action};
    machine->observed = machine->ts;
    machine->observed.next = next_observed;
    machine->observed.initial = initial_observed;
    machine->observed.action_count++; /* to leave the bounds */
}

const struct ts *eb_machine_ts(const struct eb_machine *machine) { return &machine->ts; }

const struct ts *eb_machine_observed(const struct eb_machine *machine) { return &machine->observed; }
