#include "timing/scale.h"

#include "timing/curve.h"

#include <string.h>

static const int64_t FARTHEST = INT64_MAX >> 20; /* of borders, which are added */
enum { FEW_POINTS = 600 }; /* in all windows: so many are explored one by one unless something else is asked for */

/* ---- runs ---- */

static void keep_bounds(struct tm_scaling *scaling, unsigned number, struct tm_compiler *compiler) {
    struct arena *arena = scaling->system->arena;
    struct tm_bounds *bounds = &scaling->bounds[number];
    bounds->count = compiler->least.count;
    bounds->least = arena_new_array(arena, struct rational, bounds->count);
    bounds->most = arena_new_array(arena, struct rational, bounds->count);
    for (size_t i = 0; i < bounds->count; i++) {
        bounds->least[i] = compiler->least.items[i];
        bounds->most[i] = compiler->most.items[i];
    }
}

bool tm_scale_compile(struct tm_scaling *scaling, unsigned number) {
    struct tm_system *system = scaling->system;
    struct tm_task *task = &system->tasks.items[number];
    struct tm_compiler compiler = {.system = system,
                                   .task = task,
                                   .options = scaling->options,
                                   .diagnostics = scaling->diagnostics,
                                   .core = system->cores.items[task->cores.items[0]].core};
    if (!scaling->bounds) scaling->bounds = arena_new_array(system->arena, struct tm_bounds, system->tasks.count);
    bool good = true;
    if (task->process->has_time) { /* set from outside */
        vec_push(&compiler.least, task->process->least);
        vec_push(&compiler.most, task->process->most);
        vec_push(&task->ops, (struct tm_op){.kind = TM_RUN, .place = task->place});
        vec_push(&task->ops, (struct tm_op){.kind = TM_END, .place = task->place});
    } else {
        good = tm_compile(&compiler);
    }
    if (good) keep_bounds(scaling, number, &compiler);
    vec_free(&compiler.least);
    vec_free(&compiler.most);
    return good;
}

/* ---- the unit ---- */

static void common(struct rational *unit, struct rational time) {
    if (time.above < 0) time.above = -time.above;
    *unit = rational_common(*unit, time);
}

static struct rational stimuli_unit(const struct tm_system *system) {
    struct rational unit = system->fine;
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct am_stimulus *stimulus = system->stimuli.items[i].stimulus;
        common(&unit, stimulus->offset);
        common(&unit, stimulus->recurrence);
        common(&unit, stimulus->burst);
        common(&unit, stimulus->apart);
        common(&unit, stimulus->jitter.lower);
        common(&unit, stimulus->jitter.upper);
        if (stimulus->kind == AM_RELATIVE) {
            common(&unit, stimulus->distance.lower);
            if (stimulus->distance.has_upper) common(&unit, stimulus->distance.upper);
            common(&unit, stimulus->first.lower);
            common(&unit, stimulus->first.upper);
        }
        for (size_t j = 0; j < stimulus->borders.count; j++) {
            common(&unit, stimulus->borders.items[j].lower);
            common(&unit, stimulus->borders.items[j].upper);
        }
        for (size_t j = 0; j < stimulus->occurrences.count; j++) common(&unit, stimulus->occurrences.items[j]);
    }
    for (size_t i = 0; i < system->tasks.count; i++)
        if (system->tasks.items[i].algorithm != TM_PRIORITY && system->tasks.items[i].relative.above)
            common(&unit, system->tasks.items[i].relative);
    for (size_t i = 0; i < system->groups.count; i++) {
        const struct tm_group *group = &system->groups.items[i];
        if (!group->is_by_time) common(&unit, group->relative); /* a slice */
        common(&unit, group->capacity);
        common(&unit, group->every);
    }
    return unit;
}

static struct rational runs_unit(const struct tm_scaling *scaling, struct rational unit) {
    const struct tm_system *system = scaling->system;
    for (size_t t = 0; t < system->tasks.count; t++)
        for (size_t o = 0; o < system->tasks.items[t].ops.count; o++) {
            const struct tm_op *op = &system->tasks.items[t].ops.items[o];
            if (op->kind != TM_RUN) continue;
            common(&unit, scaling->bounds[t].least[op->value]);
            common(&unit, scaling->bounds[t].most[op->value]);
        }
    return unit;
}

static struct rational ticks_unit(const struct tm_system *system, struct rational unit) {
    for (size_t i = 0; i < system->cores.count; i++)
        if (system->cores.items[i].core->frequency.above > 0)
            common(&unit, rational_divide(rational_integer(1), system->cores.items[i].core->frequency));
    return unit;
}

/* How many durations there are between all pairs of bounds, in this unit; at most FEW_POINTS + 1. */
static int64_t count_points(const struct tm_scaling *scaling, struct rational unit) {
    const struct tm_system *system = scaling->system;
    double points = 0, length = rational_double(unit);
    for (size_t t = 0; t < system->tasks.count; t++)
        for (size_t o = 0; o < system->tasks.items[t].ops.count; o++) {
            const struct tm_op *op = &system->tasks.items[t].ops.items[o];
            if (op->kind != TM_RUN) continue;
            points += rational_double(scaling->bounds[t].most[op->value]) / length;
            points -= rational_double(scaling->bounds[t].least[op->value]) / length;
        }
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct am_stimulus *stimulus = system->stimuli.items[i].stimulus;
        if (stimulus->kind == AM_RELATIVE && !stimulus->distance.has_upper) return FEW_POINTS + 1;
        if (stimulus->kind == AM_RELATIVE)
            points += (rational_double(stimulus->distance.upper) - rational_double(stimulus->distance.lower)) / length;
        for (size_t j = 0; j < stimulus->borders.count; j++) {
            const struct am_border *border = &stimulus->borders.items[j];
            if (border->gaps > 1) continue;
            if (!border->has_upper) return FEW_POINTS + 1;
            points += (rational_double(border->upper) - rational_double(border->lower)) / length;
        }
        if (stimulus->kind == AM_BURST)
            points += (double)stimulus->burst_count *
                      (rational_double(stimulus->burst) -
                       rational_double(stimulus->apart) * (double)(stimulus->burst_count - 1)) /
                      length;
        if (stimulus->kind == AM_PERIODIC)
            points += (rational_double(stimulus->jitter.upper) - rational_double(stimulus->jitter.lower)) / length;
    }
    return points > FEW_POINTS ? FEW_POINTS + 1 : (int64_t)(points + 0.5);
}

static bool use_given_step(struct tm_scaling *scaling, struct rational outside, struct rational exact) {
    struct tm_system *system = scaling->system;
    struct rational ratio = rational_divide(outside, scaling->step);
    if (outside.above && ratio.below != 1) {
        struct text largest = {0};
        rational_print_time(&largest, outside);
        diag_error(scaling->diagnostics, system->tasks.items[0].place,
                   "--step: the times of the stimuli must be multiples of the step; they are multiples of %s",
                   text_chars(&largest));
        text_free(&largest);
        return false;
    }
    system->unit = scaling->step;
    ratio = rational_divide(exact, system->unit);
    system->is_exact = !exact.above || ratio.below == 1;
    return true;
}

/* Between two bounds every tick of the clock is possible: if they are few, the unit is the tick. Otherwise it is the
 * longest of which all times are multiples. */
static bool choose_unit(struct tm_scaling *scaling) {
    struct tm_system *system = scaling->system;
    struct place place = system->tasks.items[0].place;
    struct rational outside = stimuli_unit(system), exact = runs_unit(scaling, outside),
                    fine = ticks_unit(system, exact);
    system->is_exact = true;
    if (!rational_fits(exact)) {
        diag_error(scaling->diagnostics, place,
                   "there is no unit of time in which all times of this model can be counted");
        return false;
    }
    system->unit = exact.above ? exact : rational_make(1, 1000000);
    bool is_fixed = count_points(scaling, system->unit) == 0;
    if (system->is_dense && !scaling->step.above && outside.above)
        scaling->step = rational_divide(outside, rational_integer(scaling->pieces));
    if (scaling->step.above && !use_given_step(scaling, outside, exact)) return false;
    bool has_fine = rational_fits(fine) && fine.above;
    if (!scaling->step.above && !is_fixed && has_fine && count_points(scaling, fine) <= FEW_POINTS) system->unit = fine;
    system->is_fine = system->is_exact && (is_fixed || (has_fine && rational_compare(system->unit, fine) <= 0));
    return true;
}

int64_t tm_units(const struct tm_system *system, struct rational seconds, bool up) {
    struct rational units = rational_divide(seconds, system->unit);
    if (!rational_fits(units)) return seconds.above < 0 ? INT64_MIN / 4 : INT64_MAX / 4;
    int64_t whole = units.above / units.below, rest = units.above % units.below;
    if (rest > 0 && up) whole++;
    if (rest < 0 && !up) whole--;
    return whole;
}

struct rational tm_seconds(const struct tm_system *system, int64_t units) {
    return rational_multiply(system->unit, rational_integer(units));
}

/* ---- everything in units ---- */

/* The first occurrence comes as if one had just been there, with no lower border to keep to. */
static void scale_curve(struct tm_system *system, struct tm_stimulus *made) {
    const struct am_stimulus *stimulus = made->stimulus;
    size_t count = stimulus->borders.count;
    struct tm_border *borders = arena_new_array(system->arena, struct tm_border, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct am_border *border = &stimulus->borders.items[i];
        borders[i] = (struct tm_border){border->gaps, tm_units(system, border->lower, false),
                                        border->has_upper ? tm_units(system, border->upper, true) : -1};
        if (borders[i].least <= FARTHEST && borders[i].most <= FARTHEST) continue;
        vec_push(&system->doubts,
                 arena_printf(system->arena, "the borders of %s are too far apart to be counted", made->name));
        borders[i] = (struct tm_border){1, 0, -1};
    }
    borders[count++] = (struct tm_border){1, 0, -1};
    if (!tm_close_curve(made, borders, count, system->arena)) {
        vec_push(&system->doubts,
                 arena_printf(system->arena, "the borders of %s contradict each other: it cannot occur", made->name));
        count = 0; /* something to go on with */
    } else if (made->soonest[made->gaps - 1] == 0) {
        vec_push(&system->doubts, arena_printf(system->arena,
                                               "%s has no lower border above 0, which allows any number of occurrences "
                                               "at once; here they are a unit apart",
                                               made->name));
        count = 0;
    }
    if (count == 0) tm_close_curve(made, &(struct tm_border){1, 1, -1}, 1, system->arena);
    made->again = made->soonest[0];
    made->width = made->latest[0] < 0 ? -1 : made->latest[0] - made->soonest[0];
    made->first_width = made->latest[0];
}

static void scale_stimulus(struct tm_system *system, struct tm_stimulus *made) {
    const struct am_stimulus *stimulus = made->stimulus;
    int64_t offset = tm_units(system, stimulus->offset, false);
    size_t occurrence = (size_t)made->again;
    made->again = 0;
    switch (stimulus->kind) {
    case AM_PERIODIC: {
        int64_t early = tm_units(system, stimulus->jitter.lower, false),
                late = tm_units(system, stimulus->jitter.upper, true);
        made->period = tm_units(system, stimulus->recurrence, false);
        if (offset + late < 0) /* what would be before the start is not there */
            offset += (made->period - 1 - (offset + late)) / made->period * made->period;
        made->first_least = offset + early < 0 ? 0 : offset + early;
        made->first_width = made->width = late - early;
        if (offset + early < 0) made->first_width = offset + late;
        if (made->width) made->apart = tm_units(system, stimulus->apart, false);
        break;
    }
    case AM_RELATIVE:
        made->first_least = stimulus->first.has_lower ? tm_units(system, stimulus->first.lower, false) : offset;
        if (stimulus->first.has_upper)
            made->first_width = tm_units(system, stimulus->first.upper, true) - made->first_least;
        else if (!stimulus->distance.has_upper)
            made->first_width = -1; /* then or later */
        made->again = tm_units(system, stimulus->distance.lower, false);
        if (stimulus->distance.lower.above == 0)
            vec_push(
                &system->doubts,
                arena_printf(system->arena,
                             "the minimum distance of %s is 0, which allows any number of occurrences at once; here "
                             "they are a unit apart",
                             made->name));
        if (made->again < 1) made->again = 1;
        made->width =
            stimulus->distance.has_upper ? tm_units(system, stimulus->distance.upper, true) - made->again : -1;
        break;
    case AM_BURST:
        made->burst = stimulus->burst_count;
        made->apart = tm_units(system, stimulus->apart, false);
        made->first_least = offset;
        made->period = tm_units(system, stimulus->recurrence, false);
        made->first_width = made->width =
            tm_units(system, stimulus->burst, true) - (stimulus->burst_count - 1) * made->apart;
        if (made->width < 0) made->first_width = made->width = 0;
        break;
    case AM_CURVE: scale_curve(system, made); break;
    case AM_SYNTHETIC:
        made->first_least = offset + tm_units(system, stimulus->occurrences.items[occurrence], false);
        made->period = tm_units(system, stimulus->recurrence, false);
        break;
    default: made->first_least = offset;
    }
    system->wide += made->width < 0 ? FEW_POINTS + 1 : made->burst ? made->burst * made->width : made->width;
}

static bool check_range(struct tm_scaling *scaling, int64_t time) {
    if (time < INT64_MAX / 1024) return true;
    diag_error(scaling->diagnostics, scaling->system->tasks.items[0].place,
               "times of this model are too far apart to be counted in one unit");
    return false;
}

bool tm_scale(struct tm_scaling *scaling) {
    struct tm_system *system = scaling->system;
    if (!choose_unit(scaling)) return false;
    bool good = true;
    for (size_t t = 0; t < system->tasks.count; t++) {
        struct tm_task *task = &system->tasks.items[t];
        for (size_t o = 0; o < task->ops.count; o++) {
            struct tm_op *op = &task->ops.items[o];
            if (op->kind != TM_RUN) continue;
            size_t index = (size_t)op->value;
            op->least = tm_units(system, scaling->bounds[t].least[index], false);
            op->most = tm_units(system, scaling->bounds[t].most[index], true);
            system->wide += op->most - op->least;
            good = good && check_range(scaling, op->most);
        }
        task->deadline = tm_units(system, task->relative.below ? task->relative : rational_integer(0), false);
        task->slice = task->algorithm == TM_ROUND_ROBIN ? task->deadline : 0;
        if (task->algorithm == TM_ROUND_ROBIN && task->slice < 1) task->slice = 1;
    }
    for (size_t i = 0; i < system->groups.count; i++) {
        struct tm_group *group = &system->groups.items[i];
        bool has_slice = group->parent >= 0 && system->groups.items[group->parent].algorithm == TM_ROUND_ROBIN;
        if (has_slice) group->slice = tm_units(system, group->relative, false);
        if (has_slice && group->slice < 1) group->slice = 1;
        group->budget_most = tm_units(system, group->capacity, false);
        group->refill_most = tm_units(system, group->every, false);
        good = good && check_range(scaling, group->refill_most);
    }
    for (size_t i = 0; i < system->stimuli.count; i++) {
        scale_stimulus(system, &system->stimuli.items[i]);
        good = good && check_range(scaling, system->stimuli.items[i].period + system->stimuli.items[i].first_least +
                                                system->stimuli.items[i].again);
    }
    system->times = scaling->options->times_given ? scaling->options->times
                    : system->wide <= FEW_POINTS  ? TM_ALL
                                                  : TM_ENDS;
    if (system->is_dense) system->times = TM_ALL;
    if (system->times == TM_ENDS)
        for (size_t i = 0; i < system->stimuli.count; i++)
            if (system->stimuli.items[i].width < 0) system->stimuli.items[i].width = 0;
    return good;
}

/* By deadlines, whoever is due comes before all that are activated later: what is there has at most that much to do. */
static int64_t longest_by_deadlines(const struct tm_system *system, const struct tm_task *task) {
    int64_t sum = task->deadline;
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *other = &system->tasks.items[t];
        for (size_t o = 0; other->domain == task->domain && o < other->ops.count; o++)
            if (other->ops.items[o].kind == TM_RUN) sum += other->most * other->ops.items[o].most;
    }
    return sum + 1;
}

void tm_set_deadline_cap(struct tm_system *system, struct tm_task *task, bool is_given) {
    int64_t needed = longest_by_deadlines(system, task);
    task->compares_ages = tm_shares_domain(system, task);
    if ((!is_given || task->age_cap == 0) && needed > task->age_cap) task->age_cap = needed;
}

void tm_set_age_cap(struct tm_system *system, struct tm_task *task, struct rational limit, bool is_overloaded,
                    struct rational given) {
    int64_t longest = tm_units(system, limit, true);
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        int64_t every = stimulus->period + stimulus->again + (stimulus->width > 0 ? stimulus->width : 0);
        if (stimulus->gaps) every = tm_curve_cap(stimulus, stimulus->gaps - 1);
        if (every > longest) longest = every;
        if (stimulus->is_single && stimulus->first_least > longest) longest = stimulus->first_least;
    }
    if (given.above < 0) return; /* they are not counted at all */
    if (given.above) {
        int64_t least = tm_units(system, limit, true), wanted = tm_units(system, given, true);
        task->age_cap = (wanted > least ? wanted : least) + 1;
        return;
    }
    int64_t whole = 0;
    for (size_t t = 0; t < system->tasks.count; t++)
        for (size_t o = 0; o < system->tasks.items[t].ops.count; o++)
            if (system->tasks.items[t].ops.items[o].kind == TM_RUN) whole += system->tasks.items[t].ops.items[o].most;
    task->age_cap = (is_overloaded ? 1 : 4) * (longest > whole ? longest : whole) + 1;
}
