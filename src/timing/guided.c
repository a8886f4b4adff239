#include "timing/guided.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_AT_ONCE = 24 };

/* Some of what occurs now has been taken, and the guide is there. */
struct taken {
    uint32_t which, place; /* bits, by letter in `letters` */
};

struct following {
    tm_emit emit;
    void *context;
    bool stops;        /* what is not allowed at `last` ends the run */
    int64_t last;      /* units that can pass at most until something occurs; -1: none were told */
    bool last_allowed; /* of what can occur then, something is */
    VEC(struct taken) now, then;
};

static uint32_t stopped_place(const struct tm_system *system) { return system->guide->automaton->state_count; }

bool tm_is_stopped(const struct tm_run *run) {
    return run->system->guide && tm_get(run, run->system->place) == stopped_place(run->system);
}

/* The letters of what is about to occur; their number. */
static unsigned letters_of(struct tm_run *run, int32_t *letters) {
    unsigned count = 0;
    for (size_t i = 0; i < run->system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &run->system->stimuli.items[i];
        int32_t letter = run->system->guide->letters[stimulus->stimulus->number];
        if (!tm_get(run, stimulus->firing) || letter == TM_NO_LETTER) continue;
        if (count == MOST_AT_ONCE) {
            tm_note_problem(run, "more than 24 stimuli of the guide occur at once");
            return count;
        }
        letters[count++] = letter;
    }
    return count;
}

static int compare_taken(const void *a, const void *b) { return memcmp(a, b, sizeof(struct taken)); }

static void keep_each_once(struct following *following) {
    size_t kept = 0;
    struct taken *list = following->then.items;
    if (!following->then.count) return;
    qsort(list, following->then.count, sizeof *list, compare_taken);
    for (size_t i = 0; i < following->then.count; i++)
        if (!i || compare_taken(&list[i], &list[kept - 1])) list[kept++] = list[i];
    following->then.count = kept;
}

/* Where the guide can be when all of them have been taken, one by one in any order: `now`. */
static void take_all(struct following *following, const struct tm_guide *guide, uint32_t place, const int32_t *letters,
                     unsigned count) {
    vec_clear(&following->now);
    vec_push(&following->now, ((struct taken){0, place}));
    for (unsigned round = 0; round < count; round++) {
        vec_clear(&following->then);
        for (size_t i = 0; i < following->now.count; i++) {
            struct taken taken = following->now.items[i];
            for (unsigned n = 0; n < count; n++) {
                if (taken.which >> n & 1) continue;
                uint32_t to = xgdl_step(guide->automaton, taken.place, (uint32_t)letters[n]);
                if (to != XGDL_NOWHERE) vec_push(&following->then, ((struct taken){taken.which | 1u << n, to}));
            }
        }
        keep_each_once(following);
        void *items = following->now.items;
        size_t capacity = following->now.capacity;
        following->now.items = following->then.items;
        following->now.count = following->then.count;
        following->now.capacity = following->then.capacity;
        following->then.items = items;
        following->then.capacity = capacity;
    }
}

static void emit_at(struct following *following, const struct tm_run *run, uint32_t place, int64_t units) {
    const struct tm_system *system = run->system;
    int64_t values[system->fields.count];
    struct tm_run after = *run;
    memcpy(values, run->values, sizeof values);
    after.values = values;
    tm_put(&after, system->place, place);
    for (size_t i = 0; place == stopped_place(system) && i < system->stimuli.count; i++)
        tm_put(&after, system->stimuli.items[i].firing, 0);
    following->emit(following->context, &after, units);
}

/* What went wrong before it was stopped has happened. What is not allowed before the last moment stays away: time goes
 * on without it. At the last moment something has to occur; where none of it is allowed, a run that waited so long
 * ends, whatever was allowed before. */
static void follow(void *context, struct tm_run *run, int64_t units) {
    struct following *following = context;
    const struct tm_system *system = run->system;
    int32_t letters[MOST_AT_ONCE];
    unsigned count = letters_of(run, letters);
    take_all(following, system->guide, (uint32_t)tm_get(run, system->place), letters, count);
    bool allowed = following->now.count > 0, ends = following->stops ? units == following->last : run->fault != 0;
    if (!allowed && ends) emit_at(following, run, stopped_place(system), units);
    if (following->stops) return;
    if (units > following->last) following->last_allowed = false;
    if (units > following->last) following->last = units;
    following->last_allowed |= allowed && units == following->last;
    for (unsigned i = 0; allowed && i < count; i++)
        atomic_store_explicit(&system->guide->met[letters[i]], true, memory_order_relaxed);
    for (size_t i = 0; i < following->now.count; i++) emit_at(following, run, following->now.items[i].place, units);
}

static void go(struct tm_run *run, void (*way)(struct tm_run *run, tm_emit emit, void *context), tm_emit emit,
               void *context) {
    struct following following = {.emit = emit, .context = context, .last = -1};
    int64_t values[run->system->fields.count];
    struct tm_run again = *run;
    if (!run->system->guide) {
        way(run, emit, context);
        return;
    }
    memcpy(values, run->values, sizeof values);
    again.values = values;
    way(run, follow, &following);
    following.stops = !following.last_allowed;
    if (following.stops) way(&again, follow, &following);
    vec_free(&following.now);
    vec_free(&following.then);
}

void tm_guided_pass(struct tm_run *run, tm_emit emit, void *context) { go(run, tm_pass, emit, context); }
void tm_guided_begin(struct tm_run *run, tm_emit emit, void *context) { go(run, tm_begin, emit, context); }
