/* The steps from a model to its parts: settings, mapping, division, and for each part the unit of time, the tasks, the
 * stimuli and the state. */
#include "timing/build.h"

#include "amalthea/demand.h"
#include "timing/analysis.h"
#include "timing/ceilings.h"
#include "timing/disturbed.h"
#include "timing/groups.h"
#include "timing/mapping.h"
#include "timing/moments.h"
#include "timing/parts.h"
#include "timing/scale.h"
#include "timing/servers.h"
#include "timing/state.h"
#include "timing/watch.h"

#include <string.h>

enum { MOST_INSTANCES = 64 };

struct building {
    struct am_model *model;
    const struct tm_options *options;
    struct diagnostics *diagnostics;
    struct tm_parts *parts;
    struct tm_division division;
    struct rational step; /* of dense time; 0: pieces */
    unsigned pieces;      /* 0: time is not dense */
    bool is_again;        /* the part is there already, with other options */
    bool is_joined;       /* for a formula: several parts together, whose ages do not matter */
};

/* ---- tasks ---- */

/* The longest limit that is checked: ages must be counted beyond it. */
static struct rational longest_limit(const struct am_model *model, const struct am_process *process) {
    struct rational limit = rational_integer(0);
    for (size_t i = 0; i < model->requirements.count; i++)
        if (model->requirements.items[i]->process == process &&
            rational_compare(model->requirements.items[i]->limit, limit) > 0)
            limit = model->requirements.items[i]->limit;
    return limit;
}

static unsigned core_number(struct tm_system *system, const struct am_core *core) {
    for (unsigned i = 0; i < system->cores.count; i++)
        if (system->cores.items[i].core == core) return i;
    vec_push(&system->cores, (struct tm_core){.core = core, .name = core->name});
    return (unsigned)system->cores.count - 1;
}

static void add_task(struct building *building, struct tm_system *system, const struct am_process *process) {
    struct tm_task task = {.process = process,
                           .name = process->name,
                           .place = process->place,
                           .preemption = process->preemption,
                           .level = process->is_isr ? 1 : 0};
    unsigned backlog = building->options->backlog;
    task.has_limit = process->limit > 0;
    task.most = task.has_limit && process->limit < MOST_INSTANCES ? (unsigned)process->limit : backlog;
    if (task.has_limit && process->limit >= MOST_INSTANCES) task.has_limit = false;
    for (size_t i = 0; i < process->stimuli.count; i++)
        task.is_triggered |=
            process->stimuli.items[i]->kind == AM_INTER_PROCESS || process->stimuli.items[i]->kind == AM_BY_EVENT;
    for (size_t i = 0; i < process->affinity.count; i++)
        vec_push(&task.cores, core_number(system, process->affinity.items[i]));
    vec_push(&system->tasks, task);
}

static void add_stimulus(struct tm_system *system, const struct am_stimulus *stimulus) {
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (system->stimuli.items[i].stimulus == stimulus) return;
    size_t occurrences = stimulus->occurrences.count ? stimulus->occurrences.count : 1;
    for (size_t i = 0; i < occurrences; i++) { /* one for each occurrence of a synthetic one */
        struct tm_stimulus made = {.stimulus = stimulus, .name = stimulus->name};
        made.is_timed = stimulus->kind != AM_INTER_PROCESS && stimulus->kind != AM_BY_EVENT;
        made.is_single = stimulus->kind == AM_SINGLE;
        made.prescaler = stimulus->prescaler > 0 ? stimulus->prescaler : 1;
        made.counter_offset = stimulus->counter_offset;
        made.again = (int64_t)i; /* which occurrence, until it is scaled */
        vec_push(&system->stimuli, made);
    }
    if (stimulus->more) system->more = arena_printf(system->arena, "%s: %s", stimulus->name, stimulus->more);
}

static void doubt_triggers(struct tm_system *system, const struct am_stimulus *stimulus) {
    for (size_t i = 0; i < stimulus->triggering.count; i++) {
        const char *why = tm_event_obstacle(system->model, stimulus->triggering.items[i], system->arena);
        if (why)
            vec_push(&system->doubts,
                     arena_printf(system->arena, "%s is triggered by an event, but %s", stimulus->name, why));
    }
}

static void add_stimuli(struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct am_process *process = system->tasks.items[t].process;
        for (size_t i = 0; i < process->stimuli.count; i++) {
            if (process->stimuli.items[i]->kind == AM_OTHER_STIMULUS) {
                vec_push(&system->doubts,
                         arena_printf(system->arena, "%s is activated by %s of the class %s, which is not modelled",
                                      process->name, process->stimuli.items[i]->name,
                                      process->stimuli.items[i]->class_name));
                continue;
            }
            doubt_triggers(system, process->stimuli.items[i]);
            add_stimulus(system, process->stimuli.items[i]);
        }
    }
    for (size_t i = 0; i < system->stimuli.count; i++)
        for (unsigned t = 0; t < system->tasks.count; t++)
            for (size_t j = 0; j < system->tasks.items[t].process->stimuli.count; j++)
                if (system->tasks.items[t].process->stimuli.items[j] == system->stimuli.items[i].stimulus)
                    vec_push(&system->stimuli.items[i].tasks, t);
}

static void add_shared(struct building *building, struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_uses *uses = &building->division.uses[system->tasks.items[t].process->number];
        for (size_t i = 0; i < uses->labels.count; i++) {
            bool known = false;
            for (size_t j = 0; j < system->labels.count; j++)
                known |= system->labels.items[j].label == uses->labels.items[i];
            if (!known) vec_push(&system->labels, (struct tm_label){.label = uses->labels.items[i]});
        }
        for (size_t i = 0; i < uses->semaphores.count; i++) {
            bool known = false;
            for (size_t j = 0; j < system->semaphores.count; j++)
                known |= system->semaphores.items[j].semaphore == uses->semaphores.items[i];
            if (!known)
                vec_push(&system->semaphores, (struct tm_semaphore){.semaphore = uses->semaphores.items[i],
                                                                    .name = uses->semaphores.items[i]->name});
        }
    }
}

/* Cores that are connected by tasks that may run on several. */
static void set_domains(struct tm_system *system) {
    for (unsigned i = 0; i < system->cores.count; i++) system->cores.items[i].domain = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t t = 0; t < system->tasks.count; t++) {
            const struct tm_task *task = &system->tasks.items[t];
            unsigned least = UINT32_MAX;
            for (size_t i = 0; i < task->cores.count; i++)
                if (system->cores.items[task->cores.items[i]].domain < least)
                    least = system->cores.items[task->cores.items[i]].domain;
            for (size_t i = 0; i < task->cores.count; i++) {
                unsigned *domain = &system->cores.items[task->cores.items[i]].domain;
                changed |= *domain != least;
                *domain = least;
            }
        }
    }
    system->domain_count = (unsigned)system->cores.count; /* some may be empty */
    for (size_t t = 0; t < system->tasks.count; t++) {
        struct tm_task *task = &system->tasks.items[t];
        task->domain = system->cores.items[task->cores.items[0]].domain;
        for (size_t o = 0; o < t; o++) {
            const struct tm_task *other = &system->tasks.items[o];
            if (other->domain == task->domain && other->level == task->level &&
                tm_topmost(other->process->scheduler) != tm_topmost(task->process->scheduler))
                vec_push(&system->doubts, arena_printf(system->arena, "%s and %s share a core, but not their scheduler",
                                                       other->name, task->name));
        }
    }
}

/* Priorities, slices and queues are a scheduler's own: what they mean between several, or on several cores, nobody
 * says. */
static void doubt_groups(struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        if (task->group >= 0 && (task->cores.count > 1 || task->preemption == AM_COOPERATIVE))
            vec_push(&system->doubts,
                     arena_printf(system->arena,
                                  "%s is %s, and its scheduler is one of several that are not all by "
                                  "different priorities",
                                  task->name, task->cores.count > 1 ? "on several cores" : "cooperative"));
    }
    for (size_t i = 0; i < system->groups.count; i++) {
        const struct tm_task *first = NULL;
        for (size_t t = 0; system->groups.items[i].parent >= 0 && t < system->tasks.count; t++) {
            const struct tm_task *task = &system->tasks.items[t];
            if (!tm_is_below(system, task->group, (int)i)) continue;
            if (!first) first = task;
            if (task->domain == first->domain) continue;
            vec_push(&system->doubts, arena_printf(system->arena, "%s and %s are on different cores, both below %s",
                                                   first->name, task->name, system->groups.items[i].name));
            break;
        }
    }
}

/* Where tasks move, nobody says which core one that is not interrupted must leave to others, or they to it. */
static const char *moving_obstacle(const struct tm_system *system, const struct tm_task *task,
                                   const struct tm_task *other) {
    bool is_firm = task->preemption == AM_NON_PREEMPTIVE;
    for (size_t i = 0; i < task->ops.count; i++) is_firm |= task->ops.items[i].kind == TM_LOCK;
    if (task == other || task->domain != other->domain || task->cores.count == 1) return NULL;
    if (task->preemption == AM_COOPERATIVE && other->preemption == AM_COOPERATIVE)
        return arena_printf(system->arena, "%s and %s are cooperative on several cores", task->name, other->name);
    if (is_firm && task->level == 0 && other->level > 0)
        return arena_printf(system->arena, "%s is not interrupted by tasks, but by %s, and has other cores", task->name,
                            other->name);
    return NULL;
}

static void doubt_moving(struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++)
        for (size_t o = 0; o < system->tasks.count; o++) {
            const char *why = moving_obstacle(system, &system->tasks.items[t], &system->tasks.items[o]);
            if (why) vec_push(&system->doubts, why);
        }
}

/* ---- what is watched ---- */

static size_t watched_number(struct tm_system *system, const struct am_event *event) {
    for (size_t i = 0; i < system->watched.count; i++)
        if (system->watched.items[i].event == event) return i;
    vec_push(&system->watched, (struct tm_watched){.event = event});
    return system->watched.count - 1;
}

static void raise_moments(struct tm_system *system, const struct am_event *event, uint64_t bit) {
    static const char *const names[] = {"activate", "start",   "resume",          "preempt",  "wait",
                                        "park",     "release", "release_parking", "terminate"};
    for (size_t t = 0; t < system->tasks.count; t++)
        for (int moment = 0; moment < TM_MOMENTS; moment++)
            if (event->kind == AM_PROCESS_EVENT && system->tasks.items[t].process == event->process &&
                strcmp(names[moment], event->type) == 0)
                system->tasks.items[t].raises[moment] |= bit;
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (event->kind == AM_STIMULUS_EVENT && system->stimuli.items[i].stimulus == event->stimulus)
            system->stimuli.items[i].raises |= bit;
}

/* The events of the constraint, and those that trigger stimuli. */
static bool add_watched(struct building *building, struct tm_system *system, const struct tm_watch *watch) {
    for (size_t i = 0; watch && i < watch->events.count; i++) {
        size_t number = watched_number(system, watch->events.items[i]);
        system->watched.items[number].slots |= (uint64_t)1 << i;
    }
    for (unsigned i = 0; i < system->stimuli.count; i++) {
        const struct am_stimulus *stimulus = system->stimuli.items[i].stimulus;
        for (size_t j = 0; j < stimulus->triggering.count; j++) {
            size_t number = watched_number(system, stimulus->triggering.items[j]);
            vec_push(&system->watched.items[number].stimuli, i);
        }
    }
    if (system->watched.count > 64) {
        diag_error(building->diagnostics, system->tasks.items[0].place,
                   "more than 64 events trigger tasks that %s is connected with", system->tasks.items[0].name);
        return false;
    }
    for (size_t i = 0; i < system->watched.count; i++)
        raise_moments(system, system->watched.items[i].event, (uint64_t)1 << i);
    return true;
}

static void add_observer(struct tm_system *system, const struct tm_watch *watch) {
    struct tm_observer *observer = arena_new_object(system->arena, struct tm_observer);
    *observer = (struct tm_observer){.kind = watch->kind,
                                     .slots = (unsigned)watch->events.count,
                                     .has_lower = watch->has_lower,
                                     .has_upper = watch->has_upper,
                                     .lower = watch->has_lower ? tm_units(system, watch->lower, true) : 0,
                                     .upper = watch->has_upper ? tm_units(system, watch->upper, false) : 0,
                                     .jitter = tm_units(system, watch->jitter, false),
                                     .span = watch->span,
                                     .meter = watch->meter};
    for (size_t t = 0; t < system->tasks.count; t++)
        if (watch->process && system->tasks.items[t].process == watch->process) observer->task = (int)t;
    if (watch->kind == TM_REPEAT && (tm_units(system, watch->jitter, true) != observer->jitter ||
                                     tm_units(system, watch->lower, false) != observer->lower ||
                                     tm_units(system, watch->upper, true) != observer->upper))
        vec_push(&system->doubts, "its times are no multiples of the unit");
    bool is_inside = false;
    for (size_t i = 0; i < watch->events.count; i++)
        is_inside |=
            watch->events.items[i]->kind != AM_PROCESS_EVENT && watch->events.items[i]->kind != AM_STIMULUS_EVENT;
    for (size_t t = 0; is_inside && t < system->tasks.count; t++)
        if (system->tasks.items[t].process->has_time)
            vec_push(&system->doubts,
                     arena_printf(system->arena, "what %s does was replaced by a time, events included",
                                  system->tasks.items[t].name));
    system->observer = observer;
}

/* What occurs twice at one instant is one letter to a guide. */
static void doubt_twice(struct tm_system *system) {
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (tm_may_come_at_once(&system->stimuli.items[i]))
            vec_push(&system->doubts,
                     arena_printf(system->arena, "%s may occur several times at once, which no guide counts",
                                  system->stimuli.items[i].name));
}

/* ---- dense time ---- */

/* What is decided by comparing times of which only the whole units are known. */
static void doubt_dense(struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        if (system->tasks.items[t].algorithm == TM_ROUND_ROBIN)
            vec_push(&system->doubts, "slices are not counted in dense time");
        if (system->tasks.items[t].algorithm == TM_EDF)
            vec_push(&system->doubts, "deadlines are not compared in dense time");
    }
    for (size_t i = 0; i < system->groups.count; i++)
        if (system->groups.items[i].slice || system->groups.items[i].server)
            vec_push(&system->doubts, "slices and budgets are not counted in dense time");
}

/* ---- whole units ---- */

/* Where times cannot be rounded to whole units (timing/moments.h). */
static void doubt_closed(struct tm_system *system) {
    if (tm_has_moving_task(system))
        vec_push(&system->doubts, "what is left of a task that goes on on another core is no whole number of units");
    tm_doubt_lines(system);
    if (tm_has_servers(system)) vec_push(&system->doubts, "budgets end, too, at moments between the units");
    for (size_t t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        bool keeps_core = false;
        for (size_t i = 0; i < task->ops.count; i++) keeps_core |= task->ops.items[i].is_active;
        if (keeps_core && tm_shares_domain(system, task))
            vec_push(&system->doubts,
                     arena_printf(system->arena, "%s waits actively until moments between the units", task->name));
    }
}

/* ---- one part ---- */

/* How far ages are counted: for response times, or as far as a scheduler or a limit needs them. */
static void set_ages(struct building *building, struct tm_system *system, struct tm_task *task, bool is_overloaded,
                     const struct tm_watch *watch) {
    struct rational limit = longest_limit(building->model, task->process), given = building->options->oldest;
    bool only_limits = system->is_dense && given.above >= 0;
    if (task->algorithm != TM_EDF && (watch || building->is_joined || (only_limits && limit.above == 0))) return;
    if (task->algorithm != TM_EDF && only_limits)
        task->age_cap = tm_units(system, limit, true) + 2;
    else
        tm_set_age_cap(system, task, limit, is_overloaded, given);
    if (task->algorithm == TM_EDF && task->level == 0) tm_set_deadline_cap(system, task, given.above > 0);
}

/* `watch` NULL: the part as it is; its ages are needed for response times then. */
static struct tm_system *build_system(struct building *building, const bool *is_in, const struct tm_watch *watch) {
    struct arena *arena = building->parts->arena;
    struct tm_system *system = arena_new_object(arena, struct tm_system);
    struct am_model *model = building->model;
    system->arena = arena;
    system->model = model;
    system->target.task = -1;
    system->is_dense = building->pieces > 0;
    system->is_closed = building->options->closed;
    system->is_joined = building->is_joined;
    system->grain = building->options->grain > 0 ? building->options->grain : 1;
    system->queues_tasks = building->options->queues_tasks;
    system->guide = building->options->guide;
    system->fine = rational_integer(0);
    if (watch && watch->kind == TM_REPEAT)
        system->fine = rational_common(watch->jitter, rational_common(watch->lower, watch->upper));
    if (watch || building->is_joined || building->is_again)
        vec_push(&building->parts->watched, system);
    else if (system->is_dense)
        vec_push(&building->parts->dense, system);
    else
        vec_push(&building->parts->list, system);
    for (size_t i = 0; i < model->processes.count; i++)
        if (building->division.part_of[i] != UINT32_MAX && is_in[building->division.part_of[i]])
            add_task(building, system, model->processes.items[i]);
    add_stimuli(system);
    add_shared(building, system);
    if (!add_watched(building, system, watch)) return NULL;
    struct tm_scaling scaling = {.system = system, .options = building->options, .diagnostics = building->diagnostics};
    scaling.step = system->is_dense           ? building->step
                   : building->options->dense ? rational_integer(0)
                                              : building->options->step;
    scaling.pieces = building->pieces;
    bool good = true;
    for (unsigned t = 0; t < system->tasks.count; t++) good = tm_scale_compile(&scaling, t) && good;
    for (size_t t = 0; good && t < system->tasks.count; t++)
        good = tm_set_scheduling(system, &system->tasks.items[t], building->parts, building->diagnostics);
    good = good && tm_make_groups(system, building->options, building->parts, building->diagnostics);
    good = good && tm_scale(&scaling);
    if (!good) return NULL;
    tm_rank_priorities(system, building->options);
    bool is_tree = system->groups.count > 0;
    tm_flatten_groups(system);
    tm_doubt_servers(system);
    set_domains(system);
    tm_find_disturbed(system);
    if (system->groups.count) doubt_groups(system);
    doubt_moving(system);
    tm_set_ceilings(system, building->division.uses, is_tree);
    bool is_overloaded = false;
    for (unsigned i = 0; i < system->domain_count; i++) is_overloaded |= tm_load(system, i) > 1000000;
    for (size_t t = 0; t < system->tasks.count; t++)
        set_ages(building, system, &system->tasks.items[t], is_overloaded, watch);
    if (watch) add_observer(system, watch);
    if (system->is_dense) doubt_dense(system);
    if (system->is_closed) doubt_closed(system);
    if (system->guide) doubt_twice(system);
    system->merges = tm_can_merge(system);
    tm_lay_out(system);
    if (system->stimuli.count + system->cores.count <= TM_MOST_WINDOWS && system->fields.count <= TM_MOST_FIELDS)
        return system;
    diag_error(building->diagnostics, system->tasks.items[0].place,
               "the tasks that %s is connected with are too many: %zu stimuli and cores, %zu numbers in a state",
               system->tasks.items[0].name, system->stimuli.count + system->cores.count, system->fields.count);
    return NULL;
}

/* What takes time now is no longer assumed to take none. */
static void count_accesses(struct am_model *model, const struct tm_options *options, struct tm_parts *parts) {
    struct text text = {0};
    for (size_t i = 0; i < model->leftovers.count; i++)
        if (strcmp(model->leftovers.items[i].what, "accesses to labels") == 0 ||
            strcmp(model->leftovers.items[i].what, "labels") == 0)
            model->leftovers.items[i].safety = AM_HARMLESS;
    text_add(&text, "each access to a label takes ");
    rational_print_time(&text, options->access_least);
    text_add(&text, " to ");
    rational_print_time(&text, options->access_most);
    text_add(&text, " of its core, whatever memory it is in");
    vec_push(&parts->assumptions, arena_text(parts->arena, text_chars(&text)));
    text_free(&text);
}

struct tm_parts *tm_build(struct am_model *model, const struct tm_options *options, struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct tm_parts *parts = arena_new_object(arena, struct tm_parts);
    struct building building = {.model = model, .options = options, .diagnostics = diagnostics, .parts = parts};
    parts->arena = arena;
    bool good = true;
    if (options->has_access) count_accesses(model, options, parts);
    for (size_t i = 0; i < options->setting_count; i++)
        good = tm_apply_setting(model, options->settings[i], diagnostics) && good;
    if (good && model->processes.count == 0) {
        diag_error(diagnostics, (struct place){model->path, 0, 0}, "this model has no task");
        good = false;
    }
    good = good && tm_resolve_mapping(model, parts, diagnostics);
    if (good) {
        tm_divide(&building.division, model, options->guide != NULL, arena);
        for (size_t i = 0; i < model->processes.count; i++)
            if (building.division.part_of[i] == UINT32_MAX) vec_push(&parts->never, model->processes.items[i]->name);
        bool *is_in = arena_new_array(arena, bool, building.division.count + 1);
        for (unsigned i = 0; good && i < building.division.count; i++) {
            is_in[i] = true;
            good = build_system(&building, is_in, NULL) != NULL;
            if (good && options->dense && options->step.above) { /* does the step fit? */
                building.step = options->step;
                building.pieces = 1;
                good = build_system(&building, is_in, NULL) != NULL;
                building.pieces = 0;
            }
            is_in[i] = false;
        }
        tm_division_free(&building.division);
    }
    if (good) return parts;
    tm_parts_free(parts);
    return NULL;
}

struct tm_system *tm_build_watch(struct am_model *model, const struct tm_options *options, const struct tm_watch *watch,
                                 struct tm_parts *parts, struct diagnostics *diagnostics) {
    struct building building = {.model = model, .options = options, .diagnostics = diagnostics, .parts = parts};
    struct tm_system *system = NULL;
    bool any = false;
    tm_divide(&building.division, model, options->guide != NULL, parts->arena);
    bool *is_in = arena_new_array(parts->arena, bool, building.division.count + 1);
    for (size_t i = 0; i < model->processes.count; i++)
        for (size_t j = 0; building.division.part_of[i] != UINT32_MAX && j < watch->events.count; j++)
            if (tm_may_raise(&building.division, model->processes.items[i], watch->events.items[j]))
                is_in[building.division.part_of[i]] = any = true;
    if (any) system = build_system(&building, is_in, watch);
    tm_division_free(&building.division);
    return system;
}

static bool is_about(const struct building *building, const struct tm_formula *formula, unsigned process) {
    const struct tm_uses *uses = &building->division.uses[process];
    for (unsigned i = 0; i < formula->atom_count; i++) {
        const struct tm_atom *atom = &formula->atoms[i];
        if (atom->process == building->model->processes.items[process]) return true;
        for (size_t j = 0; j < uses->labels.count; j++)
            if (uses->labels.items[j] == atom->comparison.left) return true;
    }
    return false;
}

struct tm_system *tm_build_formula(struct am_model *model, const struct tm_options *options,
                                   const struct tm_formula *formula, struct tm_parts *parts,
                                   struct diagnostics *diagnostics) {
    struct building building = {
        .model = model, .options = options, .diagnostics = diagnostics, .parts = parts, .is_joined = true};
    struct tm_system *system = NULL;
    bool any = false;
    tm_divide(&building.division, model, options->guide != NULL, parts->arena);
    bool *is_in = arena_new_array(parts->arena, bool, building.division.count + 1);
    for (unsigned i = 0; i < model->processes.count; i++)
        if (building.division.part_of[i] != UINT32_MAX && is_about(&building, formula, i))
            is_in[building.division.part_of[i]] = any = true;
    if (!any) is_in[0] = true; /* about nothing that changes: any part will do */
    if (building.division.count) system = build_system(&building, is_in, NULL);
    tm_division_free(&building.division);
    return system;
}

static struct tm_system *build_one(struct building building, unsigned part) {
    struct am_model *model = building.model;
    const struct tm_options *options = building.options;
    struct tm_parts *parts = building.parts;
    struct diagnostics ignored = {0};
    building.diagnostics = &ignored;
    tm_divide(&building.division, model, options->guide != NULL, parts->arena);
    bool *is_in = arena_new_array(parts->arena, bool, building.division.count + 1);
    is_in[part] = true;
    struct tm_system *system = build_system(&building, is_in, NULL);
    tm_division_free(&building.division);
    diag_free(&ignored);
    return system;
}

struct tm_system *tm_build_dense(struct am_model *model, const struct tm_options *options, struct tm_parts *parts,
                                 unsigned part, struct rational step, unsigned pieces) {
    return build_one(
        (struct building){.model = model, .options = options, .parts = parts, .step = step, .pieces = pieces}, part);
}

struct tm_system *tm_build_again(struct am_model *model, const struct tm_options *options, struct tm_parts *parts,
                                 unsigned part) {
    return build_one((struct building){.model = model, .options = options, .parts = parts, .is_again = true}, part);
}

static void free_system(struct tm_system *system) {
    for (size_t t = 0; t < system->tasks.count; t++) {
        vec_free(&system->tasks.items[t].ops);
        vec_free(&system->tasks.items[t].cores);
    }
    for (size_t s = 0; s < system->stimuli.count; s++) vec_free(&system->stimuli.items[s].tasks);
    for (size_t w = 0; w < system->watched.count; w++) vec_free(&system->watched.items[w].stimuli);
    vec_free(&system->watched);
    vec_free(&system->tasks);
    vec_free(&system->groups);
    vec_free(&system->stimuli);
    vec_free(&system->cores);
    vec_free(&system->semaphores);
    vec_free(&system->labels);
    vec_free(&system->fields);
    vec_free(&system->doubts);
}

void tm_parts_free(struct tm_parts *parts) {
    if (!parts) return;
    for (size_t i = 0; i < parts->list.count; i++) free_system(parts->list.items[i]);
    for (size_t i = 0; i < parts->watched.count; i++) free_system(parts->watched.items[i]);
    for (size_t i = 0; i < parts->dense.count; i++) free_system(parts->dense.items[i]);
    vec_free(&parts->dense);
    vec_free(&parts->list);
    vec_free(&parts->watched);
    vec_free(&parts->never);
    vec_free(&parts->assumptions);
    arena_free(parts->arena);
}
