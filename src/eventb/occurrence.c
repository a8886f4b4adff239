/* How events happen: parameters from the guards, new values from the actions, the bounds and the invariants checked. */
#include "eventb/entered.h"
#include "eventb/machine_internal.h"
#include "eventb/proven.h"
#include "eventb/together.h"

#include <string.h>

struct happening {
    const struct eb_machine *machine;
    const struct eb_ready_event *event;
    unsigned number;
    struct eb_frame *frame;
    const void *before;
    uint32_t before_size, setup;
    eb_happened visit;
    void *context;
    unsigned char *after;
    struct eb_value *old; /* of the variables that are written */
    uint64_t generation;  /* of the state before */
    bool more;
    bool any; /* it can happen */
};

/* The fault of a new value that is not within what was asked for; 0: there is none. Other variables keep whatever is
 * computed for them. */
static uint32_t leaves_bounds(const struct happening *h) {
    const struct eb_machine *machine = h->machine;
    for (unsigned i = 0; i < h->event->written_count; i++) {
        unsigned variable = h->event->written[i];
        if (variable >= machine->variable_count) continue;
        const struct eb_variable_limit *limit = &machine->limits.variables[variable];
        struct eb_value value = h->frame->slots[machine->compiler.primed + variable];
        if (limit->origin &&
            !eb_is_within(machine->variable_domains[variable], value, limit->range.low, limit->range.high))
            return machine->leaving[variable];
    }
    return 0;
}

/* Variables that take ever more values beyond all numbers that the model mentions. */
static bool grows_for_ever(const struct happening *h) {
    enum { FOR_EVER = 100000 };
    struct eb_machine *machine = (struct eb_machine *)h->machine;
    for (unsigned i = 0; i < h->event->written_count; i++) {
        unsigned variable = h->event->written[i];
        const struct eb_domain *domain = machine->variable_domains[variable];
        int64_t value = (int64_t)h->frame->slots[machine->compiler.primed + variable].code;
        bool mentioned = value >= machine->limits.mentioned_low && value <= machine->limits.mentioned_high;
        if (domain->representation != EB_NUMBER || mentioned) continue;
        struct eb_growth *growth = &machine->growth[variable];
        unsigned long long distance = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
        unsigned long long before = atomic_load_explicit(&growth->furthest, memory_order_relaxed);
        if (distance <= before || !atomic_compare_exchange_strong(&growth->furthest, &before, distance)) continue;
        if (atomic_fetch_add(&growth->times, 1) >= FOR_EVER) return true;
    }
    return false;
}

/* Counts what is spent on it; what it takes does not count for the event. False if it failed. */
static bool judge_theorem(struct eb_frame *frame, unsigned number, uint64_t allowance, const struct eb_node *node,
                          enum eb_truth *holds) {
    enum { PER_VALUE = 32 };
    uint64_t work = frame->work, spent = frame->spent;
    frame->work = 0;
    frame->dear_at = spent + allowance;
    bool good = eb_try_truth(node, frame, holds);
    frame->dear_at = 0;
    frame->spent += PER_VALUE * frame->work;
    eb_proven_spend(frame, number, frame->spent - spent);
    frame->work = work;
    return good;
}

static bool is_limit(const struct eb_machine *machine, const struct eb_frame *frame) {
    uint32_t fault = frame->fault;
    if (fault & (EB_STOP | EB_CUT) || !fault || frame->outside) return false;
    return strcmp(machine->faults.list.items[fault - 1].kind, "limit") == 0;
}

/* A theorem that is too much to evaluate, in this state or in all of them, is not decided: nothing depends on it. */
static enum eb_truth truth_of_theorem(const struct eb_machine *machine, struct eb_frame *frame, unsigned number) {
    enum eb_truth holds;
    struct eb_invariant *theorem = &((struct eb_machine *)machine)->invariants[number];
    uint64_t allowance = theorem->was_wrong  ? UINT64_MAX / 2
                         : theorem->given_up ? 0
                                             : eb_proven_allowance(frame, number);
    frame->too_dear = theorem->too_much;
    if (allowance && judge_theorem(frame, number, allowance, theorem->node, &holds)) {
        if (holds == EB_NO) theorem->was_wrong = true;
        return holds;
    }
    uint32_t fault = frame->fault;
    if (allowance && !is_limit(machine, frame)) {
        if (!(fault & (EB_STOP | EB_CUT))) theorem->was_wrong = true;
        eb_fail_again(frame);
    }
    if (!allowance || fault == theorem->too_much) theorem->given_up = true;
    frame->undecided = EB_CUT | theorem->too_much;
    return EB_UNDECIDED;
}

static void swap_written(const struct happening *h) {
    struct eb_value *variables = h->frame->slots + h->machine->compiler.variables;
    for (unsigned i = 0; i < h->event->written_count; i++) {
        struct eb_value value = variables[h->event->written[i]];
        variables[h->event->written[i]] = h->old[i];
        h->old[i] = value;
    }
    eb_frame_new_generation(h->frame);
}

/* Did the state before violate it already? Then it is not this event that breaks it. */
static bool was_broken(const struct happening *h, const struct eb_invariant *invariant) {
    enum eb_truth held;
    if (!h->before) return false;
    swap_written(h);
    bool good = eb_try_truth(invariant->node, h->frame, &held);
    swap_written(h);
    if (!good && h->frame->fault & EB_STOP) eb_fail_again(h->frame);
    return good && held == EB_NO;
}

/* What was not decided is noted for good, and need not be evaluated again, either. */
static void check_invariant(const struct happening *h, struct eb_frame *frame, unsigned number, uint32_t fault) {
    const struct eb_machine *machine = h->machine;
    const struct eb_invariant *invariant = &machine->invariants[number];
    const struct eb_value *variables = frame->slots + machine->compiler.variables;
    bool theorem = invariant->written->theorem;
    if (invariant->is_costly && eb_proven_before(frame, &machine->layout, invariant->proven, invariant->speaks_of,
                                                 invariant->speaks_of_count, variables))
        return;
    enum eb_truth holds = theorem ? truth_of_theorem(machine, frame, number) : eb_truth(invariant->node, frame);
    if (holds == EB_NO && !was_broken(h, invariant)) eb_fail(frame, fault);
    if (holds == EB_NO) return;
    if (eb_is_open(holds) && theorem) eb_note_open_theorem(machine, frame->undecided);
    if (eb_is_open(holds) && !theorem) eb_note_doubt(machine, frame->undecided);
    if (invariant->is_costly) eb_proven_note(frame, invariant->proven);
}

static void check_invariants(struct eb_frame *frame, void *context) {
    const struct happening *h = context;
    for (unsigned i = 0; i < h->event->affected_count; i++)
        check_invariant(h, frame, h->event->affected[i], h->event->faults[i]);
}

/* Looks at the invariants that the event affects; false if something is wrong. As long as nothing ever was, the others
 * hold as well, and whoever comes to the same state need not look at any. */
static bool keeps_invariants(struct happening *h, uint32_t size) {
    atomic_bool *is_broken = &((struct eb_machine *)h->machine)->is_broken;
    struct eb_entered *entered = h->machine->entered;
    if (h->event->affected_count == 0) return true;
    bool notes = size && !atomic_load_explicit(is_broken, memory_order_relaxed);
    if (notes && eb_entered_before(entered, h->after, size)) return true;
    bool good = eb_attempt(h->frame, check_invariants, h);
    if (!good) atomic_store(is_broken, true);
    if (good && notes) eb_entered_note(entered, h->after, size);
    return good;
}

/* The invariants in the state after, of which so many bytes were written; 0, or what is wrong. */
static uint32_t violated(struct happening *h, uint32_t size) {
    const struct eb_machine *machine = h->machine;
    unsigned step = h->frame->step;
    uint32_t too_large = h->frame->too_large;
    bool good = keeps_invariants(h, size);
    h->frame->step = step;
    h->frame->too_large = too_large;
    if (h->frame->outside) atomic_store(&((struct eb_machine *)machine)->outside, true);
    return good ? 0 : h->frame->fault;
}

static void note(const struct happening *h, uint32_t fault) {
    h->frame->in_doubt = fault;
    eb_note_doubt(h->machine, fault);
}

static bool is_leaving(const struct eb_machine *machine, uint32_t fault) {
    return strcmp(machine->faults.list.items[fault - 1].kind, "bound") == 0;
}

/* Does what goes wrong speak of constants that an assumed axiom is about? This decides it of every kind of fault: a
 * bound that is left is about what the event does, a violated invariant about this one, too; of anything else (what is
 * ill-defined or infeasible, theorems among guards, the variant, refinement) it is not told which formula it is. */
static bool rests(const struct happening *h, uint32_t fault) {
    bool any = h->event->rests || h->event->checks_rest;
    if (is_leaving(h->machine, fault)) return h->event->rests;
    for (unsigned i = 0; i < h->event->affected_count; i++) {
        bool one = h->machine->invariants[h->event->affected[i]].rests;
        if (h->event->faults[i] == fault) return one || h->event->rests;
        any = any || one;
    }
    return any;
}

/* In a set-up that may not satisfy the axioms, nothing that goes wrong counts. */
static uint32_t certain(const struct happening *h, uint32_t fault) {
    uint32_t doubt =
        fault && !(fault & (EB_STOP | EB_CUT)) ? eb_doubt_of_setup(h->machine, h->setup, rests(h, fault)) : 0;
    if (fault & EB_STOP) atomic_store(&((struct eb_machine *)h->machine)->stopped, true);
    if (fault & EB_STOP) return 0;
    if (fault & EB_CUT) note(h, fault);
    if (!fault || fault & EB_CUT) return 0;
    if (doubt) eb_note_doubt(h->machine, doubt);
    return doubt ? 0 : fault;
}

bool eb_is_giving_up(const struct eb_machine *machine, uint32_t fault) {
    const char *kind = machine->faults.list.items[fault - 1].kind;
    return strcmp(kind, "limit") == 0 || strcmp(kind, "overflow") == 0;
}

static void note_giving_up(const struct happening *h, uint32_t fault) {
    if (eb_is_giving_up(h->machine, fault)) atomic_store(&((struct eb_machine *)h->machine)->gave_up, fault);
}

static uint32_t write_state(struct happening *h) {
    const struct eb_machine *machine = h->machine;
    const struct eb_value *variables = h->frame->slots + machine->compiler.variables;
    if (h->before && eb_layout_is_plain(&machine->layout, h->before_size)) {
        memcpy(h->after, h->before, h->before_size);
        uint32_t size =
            eb_layout_update(&machine->layout, variables, h->event->written, h->event->written_count, h->after);
        if (size) return size;
    }
    return eb_layout_write(&machine->layout, h->setup, variables, h->after);
}

/* The new values of the variables instead of the old ones; and these again. */
static void put_new(struct happening *h) {
    struct eb_value *variables = h->frame->slots + h->machine->compiler.variables;
    const struct eb_value *primed = h->frame->slots + h->machine->compiler.primed;
    for (unsigned i = 0; i < h->event->written_count; i++) {
        unsigned variable = h->event->written[i];
        h->old[i] = variables[variable];
        variables[variable] = primed[variable];
    }
    h->generation = h->frame->generation;
    eb_frame_new_generation(h->frame);
}

static void put_back(struct happening *h) {
    struct eb_value *variables = h->frame->slots + h->machine->compiler.variables;
    for (unsigned i = 0; i < h->event->written_count; i++) variables[h->event->written[i]] = h->old[i];
    h->frame->generation = h->generation;
}

static bool emit(struct happening *h, const void *state, uint32_t size, uint32_t fault, bool fails) {
    if (++h->frame->steps > EB_MOST_STEPS) eb_fail(h->frame, h->machine->too_many);
    eb_note_met(h->machine, fault);
    if (h->event->rests) atomic_store(&((struct eb_machine *)h->machine)->has_rested, true);
    struct eb_happening happening = {h->number, state, size, fault, fails};
    h->more = h->visit(h->context, h->frame, &happening);
    return h->more;
}

/* Before there are any values: what a fault in INITIALISATION has for a state. */
static uint32_t blank_state(struct happening *h) {
    const struct eb_machine *machine = h->machine;
    unsigned count = machine->state_count;
    struct eb_value *values = eb_frame_alloc(h->frame, (count + 1) * sizeof *values);
    for (unsigned i = 0; i < count; i++) values[i] = eb_some_value(h->frame, machine->variable_domains[i]);
    return eb_layout_write(&machine->layout, h->setup + machine->layout.setup_count, values, h->after);
}

/* All values are chosen. A violated invariant counts even outside the bounds: the step is a real one. */
static bool step(struct happening *h, struct eb_frame *frame) {
    const struct eb_machine *machine = h->machine;
    uint32_t leaving = leaves_bounds(h);
    put_new(h);
    uint32_t size = leaving ? 0 : write_state(h), fault = certain(h, violated(h, size)),
             wrong = certain(h, frame->wrong);
    if (wrong && fault) eb_note_met(machine, fault); /* both are, and one is told */
    if (wrong) fault = wrong;
    h->any = true;
    if (!fault && machine->report_leaving) fault = certain(h, leaving);
    if (leaving && fault) size = write_state(h);
    put_back(h);
    bool may_grow =
        size > 4 * machine->layout.fixed_words || machine->limits.window_high > machine->limits.mentioned_high;
    bool grows = may_grow && grows_for_ever(h);
    if (grows) note_giving_up(h, machine->growing);
    if (fault && (!size || grows)) /* whoever looks for more violations does not go on from there */
        return emit(h, h->before ? h->before : h->after, h->before ? h->before_size : blank_state(h), fault, true);
    if (grows) eb_fail(frame, machine->growing);
    if (size) return emit(h, h->after, size, fault, false);
    if (!leaving) eb_fail(frame, machine->too_large); /* the state does not fit */
    frame->cut++;
    atomic_store_explicit(&((struct eb_ready_event *)h->event)->has_left, true, memory_order_relaxed);
    return true;
}

/* There may be a million of them: each gives back what it took. */
static bool on_found(void *context, struct eb_frame *frame) {
    struct eb_mark mark = eb_frame_mark(frame);
    bool more = step(context, frame);
    eb_frame_rewind(frame, mark);
    return more;
}

static void happen(struct eb_frame *frame, void *context) {
    struct happening *h = context;
    if (eb_plan_run(h->event->plan, frame, on_found, h) && h->event->together)
        eb_look_together(h->event->together, frame);
}

/* Whether it can happen with certain values is not decided; or it seems that it cannot, and not all were tried. */
static void note_doubts(const struct happening *h) {
    if (h->frame->maybe) note(h, h->frame->maybe);
    if (h->frame->limited) note(h, h->frame->limited);
    if (!h->any && h->frame->missed) note(h, h->frame->missed);
    if (h->frame->open) eb_note_open_theorem(h->machine, h->frame->open);
}

bool eb_each_happening(const struct eb_machine *machine, const struct eb_ready_event *event, unsigned number,
                       struct eb_frame *frame, const void *before, uint32_t before_size, eb_happened visit,
                       void *context) {
    if (atomic_load_explicit(&machine->stopped, memory_order_relaxed)) return true;
    struct eb_mark mark = eb_frame_mark(frame);
    struct happening h = {.machine = machine,
                          .event = event,
                          .number = number,
                          .frame = frame,
                          .before = before,
                          .before_size = before_size,
                          .setup = frame->setup - 1,
                          .visit = visit,
                          .context = context,
                          .more = true};
    if (!frame->after) frame->after = memory_new(machine->layout.max_size);
    h.after = frame->after;
    h.old = eb_frame_alloc(frame, event->written_count * sizeof *h.old + 1);
    if (before) frame->work = frame->steps = 0; /* initialisations count together */
    frame->too_large = machine->too_large;
    frame->missed = frame->maybe = frame->limited = frame->open = frame->wrong = 0;
    frame->outside = false;
    bool good = eb_attempt(frame, happen, &h);
    if (before) frame->spent += 32 * frame->work;
    uint32_t fault = good ? 0 : certain(&h, frame->fault);
    if (frame->outside) atomic_store(&((struct eb_machine *)machine)->outside, true);
    if (good) note_doubts(&h);
    eb_frame_rewind(frame, mark); /* perhaps there was no room left */
    if (fault) {
        note_giving_up(&h, fault);
        eb_note_met(machine, fault);
        atomic_store(&((struct eb_machine *)machine)->ended_early, true);
        uint32_t size = before ? before_size : blank_state(&h);
        struct eb_happening failed = {number, before ? before : h.after, size, fault, true};
        h.more = visit(context, frame, &failed);
    }
    eb_frame_rewind(frame, mark);
    return h.more;
}
