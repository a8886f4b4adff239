#include "ts/guided.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <stdalign.h>
#include <string.h>

/* Added to the place where the guide has stopped somebody in the middle of an atomic sequence: nobody moves. */
#define STOPPED 0x80000000u

enum { TAIL = sizeof(uint32_t), STACK_STATE_SIZE = 4096 };

struct guided {
    struct ts ts;
    const struct ts *system;
    const struct ts_guide *guide;
};

static const struct guided *guided_of(const struct ts *ts) { return ts->self; }

uint32_t ts_guided_system_size(uint32_t size) { return size - TAIL; }

static uint32_t tail_of(const void *state, uint32_t size) {
    uint32_t tail;
    memcpy(&tail, (const unsigned char *)state + size - TAIL, TAIL);
    return tail;
}

uint32_t ts_guided_place(const void *state, uint32_t size) { return tail_of(state, size) & ~STOPPED; }

/* Where the guide goes with the step; TS_GUIDE_NOWHERE: it does not allow it. */
static uint32_t follow(const struct guided *guided, uint32_t place, const struct ts_step *step) {
    int32_t interaction = guided->guide->interaction(guided->guide, step);
    if (interaction < 0) return place;
    return guided->guide->after(guided->guide, place, interaction);
}

/* ---- looking ahead ---- */

struct looking {
    const struct guided *guided;
    uint32_t place;
    bool allowed, forbidden;
};

static void look(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct looking *looking = context;
    (void)state, (void)size;
    if (follow(looking->guided, looking->place, step) == TS_GUIDE_NOWHERE)
        looking->forbidden = true;
    else
        looking->allowed = true;
}

/* Does the guide stop whoever holds the system here? */
static bool is_stopped(const struct guided *guided, const void *state, uint32_t size, unsigned holder, uint32_t place) {
    if (!guided->guide->inside || holder == TS_NOBODY) return false;
    struct looking looking = {guided, place, false, false};
    guided->system->next(guided->system, state, size, holder, look, &looking);
    return looking.forbidden && !looking.allowed;
}

/* ---- steps ---- */

struct stepping {
    const struct guided *guided;
    struct ts_sink *out;
    struct ts_sink *system; /* where the system builds its successors; NULL: they come from elsewhere */
    uint32_t place;
};

static void system_step(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct stepping *stepping = context;
    const struct guided *guided = stepping->guided;
    uint32_t place = follow(guided, stepping->place, step);
    if (place == TS_GUIDE_NOWHERE) return;
    struct ts_sink *out = stepping->out;
    if (state != out->room) memcpy(out->room, state, size);
    if (!step->ends && is_stopped(guided, state, size, step->holder, place)) {
        struct ts_step stopped = *step;
        stopped.holder = TS_NOBODY;
        stopped.passing = false;
        uint32_t tail = place | STOPPED;
        memcpy(out->room + size, &tail, TAIL);
        out->emit(out->context, out->room, size + TAIL, &stopped);
    } else {
        memcpy(out->room + size, &place, TAIL);
        out->emit(out->context, out->room, size + TAIL, step);
    }
    if (stepping->system) stepping->system->room = out->room;
}

static void next_in_place(const struct ts *ts, const void *state, uint32_t size, unsigned actor, struct ts_sink *sink) {
    const struct guided *guided = guided_of(ts);
    const struct ts *system = guided->system;
    uint32_t tail = tail_of(state, size);
    if (tail & STOPPED) return;
    struct stepping stepping = {.guided = guided, .out = sink, .place = tail};
    if (!system->next_in_place) {
        system->next(system, state, size - TAIL, actor, system_step, &stepping);
        return;
    }
    struct ts_sink inner = {.room = sink->room, .emit = system_step, .context = &stepping};
    if (guided->guide->unwanted) inner.unwanted = guided->guide->unwanted(guided->guide, tail, sink->towards);
    stepping.system = &inner;
    system->next_in_place(system, state, size - TAIL, actor, &inner);
}

static void guided_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                        void *context) {
    alignas(16) unsigned char small[STACK_STATE_SIZE];
    bool fits = ts->max_state_size <= sizeof small;
    unsigned char *room = fits ? small : memory_new(ts->max_state_size);
    struct ts_sink sink = {.room = room, .emit = emit, .context = context};
    next_in_place(ts, state, size, actor, &sink);
    if (!fits) free(room);
}

struct starting {
    const struct guided *guided;
    ts_emit emit;
    void *context;
};

static void system_start(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct starting *starting = context;
    unsigned char *room = memory_new(size + TAIL);
    memcpy(room, state, size);
    memcpy(room + size, &starting->guided->guide->initial, TAIL);
    starting->emit(starting->context, room, size + TAIL, step);
    free(room);
}

static void guided_initial(const struct ts *ts, ts_emit emit, void *context) {
    struct starting starting = {guided_of(ts), emit, context};
    starting.guided->system->initial(starting.guided->system, system_start, &starting);
}

/* ---- what a state is ---- */

static unsigned guided_marks(const struct ts *ts, const void *state, uint32_t size) {
    const struct guided *guided = guided_of(ts);
    const struct ts *system = guided->system;
    uint32_t tail = tail_of(state, size);
    unsigned marks = system->marks(system, state, size - TAIL);
    const struct ts_guide *guide = guided->guide;
    if (marks & TS_VALID_END || (guide->allows_all && guide->allows_all(guide, tail))) return marks;
    struct looking looking = {guided, tail & ~STOPPED, false, (tail & STOPPED) != 0};
    if (!looking.forbidden) system->next(system, state, size - TAIL, TS_EVERYBODY, look, &looking);
    return looking.forbidden ? marks | TS_VALID_END : marks;
}

static bool guided_may_stay(const struct ts *ts, const void *state, uint32_t size) {
    const struct ts *system = guided_of(ts)->system;
    return system->may_stay(system, state, size - TAIL);
}

static void look_elsewhere(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct looking *looking = context;
    const struct ts_guide *guide = looking->guided->guide;
    (void)state, (void)size;
    int32_t interaction = guide->interaction(guide, step);
    if (interaction >= 0) looking->allowed |= guide->elsewhere(guide, looking->place, interaction);
}

static bool goes_on_elsewhere(const struct ts *ts, const void *state, uint32_t size) {
    const struct guided *guided = guided_of(ts);
    struct looking looking = {guided, ts_guided_place(state, size), false, false};
    guided->system->next(guided->system, state, size - TAIL, TS_EVERYBODY, look_elsewhere, &looking);
    return looking.allowed;
}

static bool guided_is_kept_waiting(const struct ts *ts, const void *state, uint32_t size, unsigned actor) {
    const struct ts *system = guided_of(ts)->system;
    return system->is_kept_waiting(system, state, size - TAIL, actor);
}

static unsigned guided_actors(const struct ts *ts, const void *state, uint32_t size) {
    const struct ts *system = guided_of(ts)->system;
    return system->actors(system, state, size - TAIL);
}

static void guided_describe(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                            uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    const struct ts *system = guided_of(ts)->system;
    const struct ts_guide *guide = guided_of(ts)->guide;
    int32_t interaction = guide->interaction(guide, step);
    if (interaction >= 0) text_add(&out->interaction, guide->interaction_name(guide, interaction));
    system->describe(system, before, before ? before_size - TAIL : 0, after, after ? after_size - TAIL : 0, step, out);
}

static void guided_variables(const struct ts *ts, const void *state, uint32_t size,
                             void (*visit)(void *context, const char *name, const char *value), void *context) {
    const struct guided *guided = guided_of(ts);
    guided->system->variables(guided->system, state, size - TAIL, visit, context);
    struct text value = {0};
    guided->guide->print(guided->guide, ts_guided_place(state, size), &value);
    visit(context, guided->guide->name, text_chars(&value));
    text_free(&value);
}

static const struct ts_fault *guided_fault(const struct ts *ts, uint32_t fault) {
    const struct ts *system = guided_of(ts)->system;
    return system->fault(system, fault);
}

static uint32_t guided_fault_number(const struct ts *ts, const struct ts_fault *fault) {
    const struct ts *system = guided_of(ts)->system;
    return system->fault_number(system, fault);
}

static const struct ts_action *guided_action(const struct ts *ts, uint32_t action) {
    const struct ts *system = guided_of(ts)->system;
    return system->action(system, action);
}

struct ts *ts_guided_new(const struct ts *system, const struct ts_guide *guide) {
    struct guided *guided = memory_new(sizeof *guided);
    guided->system = system;
    guided->guide = guide;
    guided->ts = (struct ts){.self = guided,
                             .max_state_size = system->max_state_size + TAIL,
                             .action_count = system->action_count,
                             .observed = system->observed,
                             .never_violating = system->never_violating,
                             .counts_passing = system->counts_passing,
                             .owed_from = system->owed_from,
                             .is_kept_waiting = system->is_kept_waiting ? guided_is_kept_waiting : NULL,
                             .sequential = system->sequential,
                             .foreign = system->foreign,
                             .hasty = system->hasty,
                             .initial = guided_initial,
                             .next = guided_next,
                             .next_in_place = next_in_place,
                             .marks = guided_marks,
                             .may_stay = system->may_stay ? guided_may_stay : NULL,
                             .goes_on_elsewhere = guide->elsewhere ? goes_on_elsewhere : NULL,
                             .actors = guided_actors,
                             .describe = guided_describe,
                             .variables = guided_variables,
                             .fault = guided_fault,
                             .fault_number = system->fault_number ? guided_fault_number : NULL,
                             .action = guided_action};
    return &guided->ts;
}

void ts_guided_free(struct ts *guided) {
    if (guided) free((void *)guided->self);
}

/* ---- observers of the system ---- */

static const struct ts_observer *inner_of(const struct ts_observer *observer) {
    return ((const struct ts_guided_observer *)observer->self)->inner;
}

static uint32_t observe_label(const struct ts_observer *observer, const struct ts_step *step) {
    const struct ts_observer *inner = inner_of(observer);
    return inner->label(inner, step);
}

static void observe_next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location,
                         observer_emit emit, void *context) {
    const struct ts_observer *inner = inner_of(observer);
    struct ts_view system = {view->state, view->size - TAIL, view->label};
    inner->next(inner, &system, location, emit, context);
}

static unsigned observe_marks(const struct ts_observer *observer, uint32_t location) {
    const struct ts_observer *inner = inner_of(observer);
    return inner->marks(inner, location);
}

void ts_guided_observe(struct ts_guided_observer *observer, const struct ts_observer *inner) {
    observer->inner = inner;
    observer->observer = *inner;
    observer->observer.self = observer;
    observer->observer.label = inner->label ? observe_label : NULL;
    observer->observer.next = observe_next;
    observer->observer.marks = observe_marks;
}
