/* Time passes until something happens. docs/timing-semantics.md, "Time".
 *
 * Whoever may act at some time has a window: from `may` on, and at `must` at the latest. Time can pass until any point
 * at which somebody may act, but not beyond the first `must`; there, those who must act do, and of those who may any
 * subset.
 *
 * In dense time whatever has a window acts within a unit that is counted, not at its beginning: it need not act when
 * that begins, and several may act one after the other without a unit passing. Stimuli without a window act at the
 * beginning of a unit. Nobody may stay beyond the last unit of its window.
 *
 * In a closed system (timing/moments.h) everybody acts at whole units, but in every order: who must act now may do so
 * after others that act now. */
#include "timing/curve.h"
#include "timing/moments.h"
#include "timing/servers.h"

enum { WINDOWS = TM_MOST_WINDOWS, MOST_AT_ONCE = 200 };

struct window {
    int64_t may, must; /* must < 0: never has to */
    unsigned core, stimulus;
    bool is_core;
    bool is_slice; /* not the run ends, but its slice: only where that may come before or after others of that moment */
    bool is_late;  /* in dense time: it need not act when its last unit begins */
    bool is_fixed; /* a stimulus without a window: it comes together with all others of that moment */
};

struct passing {
    struct tm_run *run;
    tm_emit emit;
    void *context;
    struct window windows[WINDOWS];
    bool acts[WINDOWS];
    bool fixed_act; /* where every order is tried: those that are due now act now */
    unsigned count;
};

static void add_window(struct passing *passing, struct window window) {
    if (passing->count < WINDOWS) passing->windows[passing->count++] = window;
}

/* What happens now may happen in every order. */
static bool is_loose(const struct tm_system *system) { return system->is_dense || system->is_closed; }

/* A task that does things for ever has nothing left, and stays where it is. */
static bool is_under_way(const struct tm_run *run, const struct tm_task *task) {
    return tm_get(run, task->is_timing) && (is_loose(run->system) || tm_get(run, task->left_most) > 0);
}

void tm_next_window(const struct tm_run *run, const struct tm_stimulus *stimulus, int64_t *may, int64_t *must) {
    if (tm_curve_has_begun(run, stimulus)) {
        tm_curve_window(run, stimulus, may, must);
        return;
    }
    int64_t close = tm_get(run, stimulus->close), blocked = tm_get(run, stimulus->blocked);
    *may = stimulus->width < 0 ? close : close - tm_get(run, stimulus->shift);
    if (*may < 0) *may = 0; /* only ends are tried, and its moment passed while the one before was too near */
    if (*may < blocked) *may = blocked;
    *must = stimulus->width < 0 ? -1 : run->system->times == TM_ALL && close > *may ? close : *may;
}

static void collect(struct passing *passing, int64_t *first_must) {
    const struct tm_run *run = passing->run;
    const struct tm_system *system = run->system;
    int64_t least = is_loose(system) ? 0 : 1;
    for (unsigned i = 0; i < system->cores.count; i++) {
        int number = tm_running(run, i);
        if (number < 0) continue;
        const struct tm_task *task = &system->tasks.items[number];
        int64_t rest = tm_slice_rest(run, (unsigned)number); /* nobody acts, but time stops there */
        if (rest >= 0 && (*first_must < 0 || rest < *first_must)) *first_must = rest;
        if (rest >= 0 && system->is_closed)
            add_window(passing,
                       (struct window){
                           .may = rest, .must = rest, .core = i, .is_core = true, .is_slice = true, .is_late = true});
        if (!is_under_way(run, task)) continue;
        int64_t may = tm_get(run, task->left_least);
        add_window(passing, (struct window){.may = may < least ? least : may,
                                            .must = tm_get(run, task->left_most),
                                            .core = i,
                                            .is_core = true,
                                            .is_late = is_loose(system)});
    }
    for (unsigned i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        int64_t close = tm_get(run, stimulus->close);
        if (!stimulus->is_timed || close == system->never) continue;
        bool is_fixed = !tm_has_window(stimulus);
        struct window window = {.must = -1,
                                .stimulus = i,
                                .is_late = system->is_closed || (system->is_dense && !is_fixed),
                                .is_fixed = is_fixed};
        tm_next_window(run, stimulus, &window.may, &window.must);
        if (window.may < least) window.may = least;
        if (window.must >= 0 && window.must < window.may) window.must = window.may;
        add_window(passing, window);
    }
    int64_t rest = tm_server_rest(run); /* time stops there, too */
    if (rest >= 0 && (*first_must < 0 || rest < *first_must)) *first_must = rest;
    for (unsigned i = 0; i < passing->count; i++)
        if (passing->windows[i].must >= 0 && (*first_must < 0 || passing->windows[i].must < *first_must))
            *first_must = passing->windows[i].must;
}

/* ---- the new state ---- */

static void age(struct tm_run *run, unsigned number, int64_t units) {
    const struct tm_task *task = &run->system->tasks.items[number];
    const struct tm_target *target = &run->system->target;
    int64_t count = tm_get(run, task->count);
    bool beyond = tm_get(run, run->system->beyond);
    for (unsigned i = 0; i < (unsigned)count; i++) {
        int64_t now = tm_get(run, task->ages + i) + units;
        if (now > task->age_cap && task->compares_ages) {
            atomic_store(&run->system->seen[number].too_old, 1);
            tm_put(run, run->system->beyond, 1);
            beyond = true;
        }
        if (now > task->age_cap) now = task->age_cap;
        tm_put(run, task->ages + i, now);
        if (target->task != (int)number || now <= target->limit || beyond) continue;
        if (target->kind == TM_RESPONSE_ABOVE) run->fault = true;
        if (target->kind == TM_START_ABOVE && (i > 0 || !tm_get(run, task->begun))) run->fault = true;
    }
    unsigned waiting = tm_get(run, task->begun) ? 1 : 0; /* the oldest that has not started, and may never start */
    if (waiting < (unsigned)count && !beyond)
        tm_raise_to(&run->system->seen[number].latest_start, tm_get(run, task->ages + waiting));
    if (count > 0 && tm_get(run, task->ages) >= task->age_cap) atomic_store(&run->system->seen[number].stuck, 1);
    if (count == 0 || beyond) return;
    tm_raise_to(&run->system->seen[number].oldest, tm_get(run, task->ages));
}

static int64_t reduced(int64_t value, int64_t by) { return value > by ? value - by : 0; }

void tm_advance(struct tm_run *run, int64_t units) {
    const struct tm_system *system = run->system;
    tm_observe_time(run, units);
    tm_advance_servers(run, units);
    for (unsigned i = 0; i < system->tasks.count; i++) age(run, i, units);
    for (unsigned i = 0; i < system->cores.count; i++) {
        int number = tm_running(run, i);
        if (number < 0) continue;
        const struct tm_task *task = &system->tasks.items[number];
        tm_use_slices(run, (unsigned)number, units);
        if (!is_under_way(run, task)) continue;
        tm_put(run, task->left_least, reduced(tm_get(run, task->left_least), units));
        tm_put(run, task->left_most, reduced(tm_get(run, task->left_most), units));
    }
    for (unsigned i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        int64_t close = tm_get(run, stimulus->close);
        if (stimulus->is_timed && close != system->never) tm_put(run, stimulus->close, reduced(close, units));
        tm_put(run, stimulus->blocked, reduced(tm_get(run, stimulus->blocked), units));
        if (stimulus->gaps) tm_curve_advance(run, stimulus, units);
    }
}

static void act(struct tm_run *run, const struct window *window) {
    const struct tm_system *system = run->system;
    if (!window->is_core) {
        tm_put(run, system->stimuli.items[window->stimulus].firing, 1);
        return;
    }
    if (window->is_slice) {
        tm_end_slice(run, window->core);
        return;
    }
    const struct tm_task *task = &system->tasks.items[tm_running(run, window->core)];
    tm_put(run, task->is_timing, 0);
    tm_put(run, task->left_least, 0);
    tm_put(run, task->left_most, 0);
    tm_put(run, task->pc, tm_get(run, task->pc) + 1);
}

static void emit_one(struct passing *passing, int64_t units) {
    const struct tm_system *system = passing->run->system;
    int64_t values[system->fields.count];
    struct tm_run after = *passing->run;
    for (size_t i = 0; i < system->fields.count; i++) values[i] = passing->run->values[i];
    after.values = values;
    tm_advance(&after, units);
    for (unsigned i = 0; i < passing->count; i++)
        if (passing->acts[i]) act(&after, &passing->windows[i]);
    passing->emit(passing->context, &after, units);
}

/* All subsets of those who may act after so many units, with those who must. */
static void choose(struct passing *passing, unsigned from, int64_t units, bool any, bool empty_is_fine) {
    if (from == passing->count) {
        if (any || empty_is_fine) emit_one(passing, units);
        return;
    }
    const struct window *window = &passing->windows[from];
    bool may = window->may <= units, must = window->must == units && !window->is_late;
    if (window->is_fixed && passing->run->system->is_closed) {
        must = passing->fixed_act && window->must == units;
        may = false;
    }
    if (window->is_core && !window->is_slice && (window->must - units) % passing->run->system->grain) may = false;
    if (from > 0 && passing->windows[from - 1].is_slice && passing->acts[from - 1] && window->is_core &&
        window->core == passing->windows[from - 1].core)
        may = must = false; /* its slice has ended, and somebody else may run */
    if (!must) {
        passing->acts[from] = false;
        choose(passing, from + 1, units, any, empty_is_fine);
    }
    if (may || must) {
        passing->acts[from] = true;
        choose(passing, from + 1, units, true, empty_is_fine);
    }
    passing->acts[from] = false;
}

/* Where they may wait for others: is there a stimulus without a window after so many units? */
static bool is_due(const struct passing *passing, int64_t units) {
    bool any = false;
    for (unsigned i = 0; i < passing->count; i++)
        any |= passing->windows[i].is_fixed && passing->windows[i].must == units;
    return any && passing->run->system->is_closed;
}

void tm_pass(struct tm_run *run, tm_emit emit, void *context) {
    int64_t when = run->system->merges ? tm_next_stimulus(run) : -1;
    if (when > 0) {
        tm_pass_merged(run, when, emit, context);
        return;
    }
    struct passing passing = {.run = run, .emit = emit, .context = context};
    int64_t last = -1, first = -1;
    collect(&passing, &last);
    for (unsigned i = 0; i < passing.count; i++)
        if (first < 0 || passing.windows[i].may < first) first = passing.windows[i].may;
    if (run->system->ticks) {
        if (first >= 0 || last >= 0) choose(&passing, 0, 1, false, true);
        return;
    }
    if (last < 0 && first < 0) return; /* nothing will ever happen again */
    if (last < 0) last = first;        /* whenever it comes, it finds the same */
    if (first < 0 || first > last) first = last;
    for (int64_t units = first; units <= last; units++) {
        passing.fixed_act = false;
        choose(&passing, 0, units, false, units == last && units > 0);
        passing.fixed_act = is_due(&passing, units);
        if (passing.fixed_act) choose(&passing, 0, units, false, false);
    }
}

/* ---- stimuli ---- */

bool tm_is_firing(const struct tm_run *run) {
    for (size_t i = 0; i < run->system->stimuli.count; i++)
        if (tm_get(run, run->system->stimuli.items[i].firing)) return true;
    return false;
}

/* The next window; `late`: its end, where only ends are tried. */
static void wind_up(struct tm_run *run, const struct tm_stimulus *stimulus, bool late) {
    const struct tm_system *system = run->system;
    int64_t rest = tm_get(run, stimulus->close), width = stimulus->width > 0 ? stimulus->width : 0;
    if (stimulus->gaps) {
        tm_curve_occurs(run, stimulus);
        width = late;
    } else if (stimulus->is_single) {
        tm_put(run, stimulus->close, system->never);
        width = 0;
    } else if (stimulus->burst && tm_get(run, stimulus->counter) + 1 < stimulus->burst) {
        tm_put(run, stimulus->counter, tm_get(run, stimulus->counter) + 1);
        tm_put(run, stimulus->close, rest + stimulus->apart); /* what this one was early, the next may be */
        width = rest;
    } else if (stimulus->burst) {
        tm_put(run, stimulus->counter, 0);
        tm_put(run, stimulus->close, rest + stimulus->period - (stimulus->burst - 1) * stimulus->apart);
    } else if (stimulus->period) {
        tm_put(run, stimulus->close, rest + stimulus->period);
    } else {
        tm_put(run, stimulus->close, stimulus->again + width);
    }
    tm_put(run, stimulus->shift, system->times == TM_ENDS && late && !stimulus->gaps ? 0 : width);
    if (!stimulus->burst) tm_put(run, stimulus->blocked, stimulus->apart);
    tm_put(run, stimulus->firing, 0);
}

/* `what`: by stimulus, how often it occurs now. */
static void activate_all(struct tm_run *run, const void *what) {
    const struct tm_system *system = run->system;
    const unsigned char *fired = what;
    tm_gather(run);
    for (unsigned i = 0; i < system->stimuli.count; i++)
        for (unsigned n = 0; n < fired[i]; n++) tm_raise(run, system->stimuli.items[i].raises);
    tm_activate_fired(run, fired);
    tm_gathered(run);
    for (unsigned i = 0; i < system->domain_count; i++) tm_schedule(run, i);
    tm_trigger_due(run);
}

static void fire_one(struct tm_run *run, unsigned number, unsigned char *fired, tm_emit emit, void *context);
static void fire_from(struct tm_run *run, unsigned from, unsigned char *fired, tm_emit emit, void *context);

/* The stimulus has occurred, and may, or must, do so again at once. */
static void go_on(struct tm_run *run, unsigned number, unsigned char *fired, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    const struct tm_stimulus *stimulus = &system->stimuli.items[number];
    int64_t may = 1, must = -1;
    if (tm_get(run, stimulus->close) != system->never) tm_next_window(run, stimulus, &may, &must);
    if (may == 0 && fired[number] < MOST_AT_ONCE) {
        int64_t values[system->fields.count];
        struct tm_run again = *run;
        for (size_t i = 0; i < system->fields.count; i++) values[i] = run->values[i];
        again.values = values;
        fired[number]++;
        fire_one(&again, number, fired, emit, context);
        fired[number]--;
        if (must == 0) return;
    }
    fire_from(run, number + 1, fired, emit, context);
}

static void fire_one(struct tm_run *run, unsigned number, unsigned char *fired, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    const struct tm_stimulus *stimulus = &system->stimuli.items[number];
    if (system->times == TM_ENDS && stimulus->width > 0 && !stimulus->is_single) {
        int64_t values[system->fields.count];
        struct tm_run late = *run;
        for (size_t i = 0; i < system->fields.count; i++) values[i] = run->values[i];
        late.values = values;
        wind_up(&late, stimulus, true);
        go_on(&late, number, fired, emit, context);
    }
    wind_up(run, stimulus, false);
    go_on(run, number, fired, emit, context);
}

static void fire_from(struct tm_run *run, unsigned from, unsigned char *fired, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    unsigned next = from;
    while (next < system->stimuli.count && !fired[next]) next++;
    if (next < system->stimuli.count) {
        fire_one(run, next, fired, emit, context);
        return;
    }
    if (system->has_ranks) {
        tm_do_every_way(run, activate_all, fired, emit, context);
        return;
    }
    activate_all(run, fired); /* there is one way */
    emit(context, run, 0);
}

void tm_fire(struct tm_run *run, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    unsigned char fired[system->stimuli.count + 1];
    for (size_t i = 0; i < system->stimuli.count; i++) fired[i] = tm_get(run, system->stimuli.items[i].firing) != 0;
    fire_from(run, 0, fired, emit, context);
}

bool tm_may_come_at_once(const struct tm_stimulus *stimulus) {
    if (stimulus->gaps) return stimulus->soonest[0] == 0;
    if (stimulus->burst) return stimulus->apart == 0;
    return stimulus->period && stimulus->width >= stimulus->period && stimulus->apart == 0;
}

bool tm_fires_one_way(const struct tm_run *run) {
    const struct tm_system *system = run->system;
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        if (!tm_get(run, stimulus->firing)) continue;
        if (system->times == TM_ENDS && stimulus->width > 0 && !stimulus->is_single) return false;
        if (tm_may_come_at_once(stimulus)) return false;
    }
    return true;
}

/* ---- the beginning ---- */

/* `late`: not at the beginning of its first window. */
static void set_first_window(struct tm_run *run, const struct tm_stimulus *stimulus, bool late) {
    if (!stimulus->is_timed) return;
    int64_t width = stimulus->first_width > 0 ? stimulus->first_width : 0;
    tm_put(run, stimulus->close, stimulus->first_least + width);
    tm_put(run, stimulus->shift, late && run->system->times == TM_ENDS ? 0 : width);
    if (stimulus->first_least == 0 && !late) tm_put(run, stimulus->firing, 1);
}

static void begin_from(struct tm_run *run, unsigned from, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    if (from == system->stimuli.count) {
        emit(context, run, 0);
        return;
    }
    const struct tm_stimulus *stimulus = &system->stimuli.items[from];
    bool is_wide = stimulus->is_timed && stimulus->first_width > 0;
    bool may_wait = is_wide || (stimulus->is_timed && stimulus->first_width < 0); /* any time */
    if ((is_wide && system->times == TM_ENDS) || (may_wait && system->times == TM_ALL && stimulus->first_least == 0)) {
        int64_t values[system->fields.count];
        struct tm_run late = *run;
        for (size_t i = 0; i < system->fields.count; i++) values[i] = run->values[i];
        late.values = values;
        set_first_window(&late, stimulus, true);
        begin_from(&late, from + 1, emit, context);
    }
    set_first_window(run, stimulus, false);
    begin_from(run, from + 1, emit, context);
}

void tm_begin(struct tm_run *run, tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    for (size_t i = 0; i < system->fields.count; i++) run->values[i] = 0;
    for (size_t i = 0; i < system->semaphores.count; i++)
        tm_put(run, system->semaphores.items[i].users, system->semaphores.items[i].semaphore->initial);
    for (size_t i = 0; i < system->labels.count; i++)
        tm_put(run, system->labels.items[i].value, system->labels.items[i].label->initial);
    tm_begin_servers(run);
    begin_from(run, 0, emit, context);
}
