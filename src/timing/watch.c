/* From constraints of the model to what is watched. Whatever cannot be decided says why. */
#include "timing/watch.h"

#include "base/word.h"

#include <string.h>

enum { MOST_WAYS = 64, DEEPEST = 50 };

struct watching {
    const struct am_model *model;
    struct arena *arena;
    struct tm_watches made;
};

static void give_up(struct watching *watching, const char *why) {
    if (!watching->made.why_not) watching->made.why_not = why;
}

/* ---- events ---- */

static bool activates(const struct am_model *model, const struct am_stimulus *stimulus) {
    for (size_t i = 0; i < model->processes.count; i++)
        for (size_t j = 0; j < model->processes.items[i]->stimuli.count; j++)
            if (model->processes.items[i]->stimuli.items[j] == stimulus) return true;
    return false;
}

const char *tm_event_obstacle(const struct am_model *model, const struct am_event *event, struct arena *arena) {
    static const char *const of_process[] = {"activate", "start",   "resume",          "preempt",   "wait",
                                             "park",     "release", "release_parking", "terminate", NULL};
    static const char *const of_runnable[] = {"start", "terminate", NULL};
    static const char *const of_label[] = {"", "read", "write", NULL};
    static const char *const of_semaphore[] = {"lock", "unlock", NULL};
    bool is_known = true, has_entity = true;
    if (event->is_restricted) return arena_printf(arena, "event %s is of one core only", event->name);
    switch (event->kind) {
    case AM_PROCESS_EVENT: is_known = is_one_of(event->type, of_process), has_entity = event->process; break;
    case AM_RUNNABLE_EVENT: is_known = is_one_of(event->type, of_runnable), has_entity = event->runnable; break;
    case AM_LABEL_EVENT: is_known = is_one_of(event->type, of_label), has_entity = event->variable; break;
    case AM_STIMULUS_EVENT: has_entity = event->stimulus; break;
    case AM_SEMAPHORE_EVENT: is_known = is_one_of(event->type, of_semaphore), has_entity = event->semaphore; break;
    case AM_CUSTOM_EVENT: break;
    case AM_EVENT_SET:
    case AM_OTHER_EVENT:
        return arena_printf(arena, "%s is of the class %s, which is not watched", event->name, event->class_name);
    }
    if (event->kind == AM_STIMULUS_EVENT && has_entity && !activates(model, event->stimulus))
        return arena_printf(arena, "stimulus %s activates nobody", event->stimulus->name);
    if (!has_entity) return arena_printf(arena, "event %s is of nothing", event->name);
    if (!is_known)
        return event->type[0] ? arena_printf(arena, "events of the type %s are not watched", event->type)
                              : arena_printf(arena, "event %s has no type", event->name);
    return NULL;
}

static struct am_event *new_event(struct watching *watching, enum am_event_kind kind, const char *type) {
    struct am_event *event = arena_new_object(watching->arena, struct am_event);
    event->name = event->type = type;
    event->class_name = "";
    event->kind = kind;
    return event;
}

static struct am_event *process_event(struct watching *watching, const struct am_process *process, const char *type) {
    struct am_event *event = new_event(watching, AM_PROCESS_EVENT, type);
    event->process = process;
    return event;
}

static void add_watch(struct watching *watching, struct tm_watch watch, const am_event_list *events) {
    if (events->count > TM_MOST_EVENTS) give_up(watching, "it has more events than are watched at once");
    for (size_t i = 0; i < events->count; i++) {
        const char *why = tm_event_obstacle(watching->model, events->items[i], watching->arena);
        if (why) give_up(watching, why);
        vec_push(&watch.events, events->items[i]);
    }
    vec_push(&watching->made.list, watch);
}

/* ---- chains ---- */

/* Every way through a chain, as a list of events. */
typedef VEC(am_event_list) ways;

static void free_ways(ways *list) {
    for (size_t i = 0; i < list->count; i++) vec_free(&list->items[i]);
    vec_free(list);
}

static void find_ways(struct watching *watching, const struct am_chain *chain, ways *found, unsigned depth);

static void append(am_event_list *list, const am_event_list *more, size_t from) {
    for (size_t i = from; i < more->count; i++) vec_push(list, more->items[i]);
}

/* One segment after the other: each begins where the last one ends. */
static void join_segments(struct watching *watching, const struct am_chain *chain, ways *found, unsigned depth) {
    const struct am_event *last = chain->stimulus;
    ways so_far = {0};
    am_event_list first = {0};
    vec_push(&first, chain->stimulus);
    vec_push(&so_far, first);
    for (size_t i = 0; i < chain->items.count && !watching->made.why_not; i++) {
        ways next = {0}, longer = {0};
        find_ways(watching, chain->items.items[i], &next, depth + 1);
        if (chain->items.items[i]->stimulus != last)
            give_up(watching, arena_printf(watching->arena, "the segments of %s do not join", chain->name));
        last = chain->items.items[i]->response;
        if (so_far.count * next.count > MOST_WAYS) give_up(watching, "there are too many ways through it");
        for (size_t a = 0; !watching->made.why_not && a < so_far.count; a++)
            for (size_t b = 0; b < next.count; b++) {
                am_event_list way = {0};
                append(&way, &so_far.items[a], 0);
                append(&way, &next.items[b], 1);
                vec_push(&longer, way);
            }
        free_ways(&so_far);
        free_ways(&next);
        so_far = longer;
    }
    if (last != chain->response)
        give_up(watching, arena_printf(watching->arena, "the last segment of %s does not end with it", chain->name));
    for (size_t i = 0; i < so_far.count; i++) vec_push(found, so_far.items[i]);
    vec_free(&so_far);
}

static void find_ways(struct watching *watching, const struct am_chain *chain, ways *found, unsigned depth) {
    if (watching->made.why_not) return;
    if (!chain->stimulus || !chain->response) {
        give_up(watching, arena_printf(watching->arena, "%s has no stimulus or no response", chain->name));
    } else if (depth > DEEPEST) {
        give_up(watching, arena_printf(watching->arena, "%s is a part of itself", chain->name));
    } else if (chain->items.count == 0) {
        am_event_list way = {0};
        vec_push(&way, chain->stimulus);
        vec_push(&way, chain->response);
        vec_push(found, way);
    } else if (!chain->is_parallel) {
        join_segments(watching, chain, found, depth);
    } else if (chain->completed > 0 && chain->completed < (int64_t)chain->items.count) {
        give_up(watching, arena_printf(watching->arena, "not all strands of %s must be completed", chain->name));
    } else {
        for (size_t i = 0; i < chain->items.count; i++) {
            const struct am_chain *strand = chain->items.items[i];
            if (strand->stimulus != chain->stimulus || strand->response != chain->response)
                give_up(watching,
                        arena_printf(watching->arena, "the strands of %s do not begin and end with it", chain->name));
            if (found->count > MOST_WAYS) give_up(watching, "there are too many ways through it");
            find_ways(watching, strand, found, depth + 1);
        }
    }
}

/* The same event twice in a row is one place: what occurs there has come, and goes on at once. */
static void remove_doubles(am_event_list *way) {
    size_t kept = 1;
    for (size_t i = 1; i < way->count; i++)
        if (way->items[i] != way->items[kept - 1]) way->items[kept++] = way->items[i];
    way->count = kept;
}

static void watch_latency(struct watching *watching, const struct am_timing_constraint *constraint,
                          struct tm_watch watch) {
    ways found = {0};
    bool is_age = strcmp(constraint->type, "Age") == 0;
    watch.kind = is_age ? TM_AGE : TM_REACTION;
    if (!is_age && strcmp(constraint->type, "Reaction") != 0) give_up(watching, "it is neither of Age nor of Reaction");
    if (constraint->chains.count != 1)
        give_up(watching, "it is of no chain");
    else
        find_ways(watching, constraint->chains.items[0], &found, 0);
    if (found.count > 1 && constraint->has_lower && constraint->lower.above > 0)
        give_up(watching, "a minimum for several strands together is not checked");
    for (size_t i = 0; !watching->made.why_not && i < found.count; i++) {
        remove_doubles(&found.items[i]);
        if (found.items[i].count < 2)
            give_up(watching, "its stimulus is its response");
        else
            add_watch(watching, watch, &found.items[i]);
    }
    free_ways(&found);
}

/* ---- the other constraints ---- */

static void watch_delay(struct watching *watching, const struct am_timing_constraint *constraint,
                        struct tm_watch watch) {
    bool is_plain = strcmp(constraint->type, "Reaction") == 0;
    watch.kind = is_plain ? TM_ANSWERED : TM_MATCHED;
    if (!is_plain && strcmp(constraint->type, "OneToOne") != 0 && strcmp(constraint->type, "UniqueReaction") != 0)
        give_up(watching, "it has no mapping type");
    if (!constraint->has_upper && is_plain) give_up(watching, "it has no upper limit");
    if (constraint->events.count != 2)
        give_up(watching, "it has no source or no target");
    else if (constraint->events.items[0] == constraint->events.items[1])
        give_up(watching, "its source is its target");
    add_watch(watching, watch, &constraint->events);
}

static void watch_repetition(struct watching *watching, const struct am_timing_constraint *constraint,
                             struct tm_watch watch) {
    watch.kind = TM_DISTANCE;
    watch.span = constraint->span < 1 ? 1 : constraint->span > 16 ? 17 : (unsigned)constraint->span;
    watch.jitter = constraint->jitter;
    if (constraint->period.above > 0) {
        if ((constraint->has_lower && rational_compare(constraint->lower, constraint->period) != 0) ||
            (constraint->has_upper && rational_compare(constraint->upper, constraint->period) != 0))
            give_up(watching, "it has a period and other limits");
        watch.lower = watch.upper = constraint->period;
        watch.has_lower = watch.has_upper = true;
    }
    if (constraint->jitter.above > 0) {
        watch.kind = TM_REPEAT;
        if (watch.span > 1) give_up(watching, "it has both a span and a jitter");
    }
    if (watch.span > 16) give_up(watching, "its span is above 16");
    if (constraint->events.count != 1) give_up(watching, "it has no event");
    add_watch(watching, watch, &constraint->events);
}

static void watch_synchronization(struct watching *watching, const struct am_timing_constraint *constraint,
                                  struct tm_watch watch) {
    watch.kind = constraint->is_multiple ? TM_TOGETHER : TM_PAIRED;
    if (!constraint->has_upper) give_up(watching, "it has no tolerance");
    if (constraint->events.count < 2) give_up(watching, "it has fewer than two events");
    for (size_t i = 0; i < constraint->events.count; i++)
        for (size_t j = 0; j < i; j++)
            if (constraint->events.items[i] == constraint->events.items[j])
                give_up(watching, "an event is in it twice");
    add_watch(watching, watch, &constraint->events);
}

/* Stimuli (or responses) of chains are events as others are. */
static void watch_chains(struct watching *watching, const struct am_timing_constraint *constraint,
                         struct tm_watch watch) {
    bool is_stimulus = strcmp(constraint->type, "Stimulus") == 0;
    struct am_timing_constraint events = *constraint;
    events.events = (am_event_list){0};
    if (!is_stimulus && strcmp(constraint->type, "Response") != 0)
        give_up(watching, "it is neither of stimuli nor of responses");
    for (size_t i = 0; i < constraint->chains.count; i++) {
        const struct am_chain *chain = constraint->chains.items[i];
        const struct am_event *event = is_stimulus ? chain->stimulus : chain->response;
        if (event) vec_push(&events.events, event);
    }
    if (!constraint->is_multiple && !is_stimulus)
        give_up(watching, "which responses belong to one stimulus is not checked");
    watch_synchronization(watching, &events, watch);
    vec_free(&events.events);
}

/* Whoever reads the label: how long ago did the runnable write it? */
static void watch_data_age(struct watching *watching, const struct am_timing_constraint *constraint,
                           struct tm_watch watch) {
    am_event_list path = {0};
    struct am_event *written = new_event(watching, AM_LABEL_EVENT, "write"),
                    *read = new_event(watching, AM_LABEL_EVENT, "read");
    watch.kind = TM_AGE;
    written->variable = read->variable = constraint->variable;
    written->runnable = constraint->runnable;
    if (strcmp(constraint->type, "DataAgeTime") != 0) give_up(watching, "ages in cycles are not checked");
    if (!constraint->variable || !constraint->runnable) give_up(watching, "it has no runnable or no label");
    vec_push(&path, written);
    vec_push(&path, read);
    if (!watching->made.why_not) add_watch(watching, watch, &path);
    vec_free(&path);
}

static void add_limits(struct text *out, const struct tm_watch *watch) {
    if (watch->has_lower) {
        text_add(out, " at least ");
        rational_print_time(out, watch->lower);
    }
    if (watch->has_upper) {
        text_add(out, watch->has_lower ? " and at most " : " at most ");
        rational_print_time(out, watch->upper);
    }
}

static const char *constraint_text(struct watching *watching, const struct am_timing_constraint *constraint,
                                   const struct tm_watch *watch) {
    struct text words = {0};
    switch (constraint->kind) {
    case AM_LATENCY:
        text_printf(&words, "%s of %s", constraint->type[0] ? constraint->type : "latency",
                    constraint->chains.count ? constraint->chains.items[0]->name : "nothing");
        break;
    case AM_DELAY:
    case AM_REPETITION:
    case AM_EVENT_SYNCHRONIZATION:
        text_add(&words, constraint->kind == AM_DELAY        ? "delay of"
                         : constraint->kind == AM_REPETITION ? "repetition of"
                                                             : "synchronization of");
        for (size_t i = 0; i < constraint->events.count; i++)
            text_printf(&words, "%s %s", i ? "," : "", constraint->events.items[i]->name);
        break;
    case AM_CHAIN_SYNCHRONIZATION: text_printf(&words, "synchronization of chains (%s)", constraint->type); break;
    case AM_DATA_AGE:
        text_printf(&words, "age of %s", constraint->variable ? constraint->variable->name : "nothing");
        break;
    case AM_OTHER_CONSTRAINT: text_add(&words, constraint->class_name); break;
    }
    add_limits(&words, watch);
    const char *kept = arena_text(watching->arena, text_chars(&words));
    text_free(&words);
    return kept;
}

struct tm_watches tm_watch_constraint(const struct am_model *model, const struct am_timing_constraint *constraint,
                                      struct arena *arena) {
    struct watching watching = {.model = model, .arena = arena};
    struct tm_watch watch = {.lower = constraint->lower,
                             .upper = constraint->upper,
                             .jitter = rational_integer(0),
                             .has_lower = constraint->has_lower && constraint->lower.above > 0,
                             .has_upper = constraint->has_upper};
    watching.made.text = constraint_text(&watching, constraint, &watch);
    if (!constraint->has_lower && !constraint->has_upper && constraint->period.above == 0 &&
        constraint->kind != AM_OTHER_CONSTRAINT)
        give_up(&watching, "it has no limits");
    switch (constraint->kind) {
    case AM_LATENCY: watch_latency(&watching, constraint, watch); break;
    case AM_DELAY: watch_delay(&watching, constraint, watch); break;
    case AM_REPETITION: watch_repetition(&watching, constraint, watch); break;
    case AM_EVENT_SYNCHRONIZATION: watch_synchronization(&watching, constraint, watch); break;
    case AM_CHAIN_SYNCHRONIZATION: watch_chains(&watching, constraint, watch); break;
    case AM_DATA_AGE: watch_data_age(&watching, constraint, watch); break;
    case AM_OTHER_CONSTRAINT: give_up(&watching, "constraints of this kind are not checked"); break;
    }
    return watching.made;
}

/* ---- requirements ---- */

static const struct metric {
    const char *name;
    enum tm_watch_kind kind;
    const char *first, *second; /* events of the process */
    enum tm_meter meter;
} metrics[] = {
    {"ActivateToActivate", TM_DISTANCE, "activate", NULL, 0},
    {"StartToStart", TM_DISTANCE, "start", NULL, 0},
    {"EndToEnd", TM_DISTANCE, "terminate", NULL, 0},
    {"EndToStart", TM_BETWEEN, "terminate", "start", 0},
    {"GrossExecutionTime", TM_LASTS, "start", "terminate", 0},
    {"RunningTime", TM_METERED, "terminate", NULL, TM_EXECUTES},
    {"CoreExecutionTime", TM_METERED, "terminate", NULL, TM_EXECUTES},
    {"NetExecutionTime", TM_METERED, "terminate", NULL, TM_OCCUPIES},
    {"PollingTime", TM_METERED, "terminate", NULL, TM_POLLS_FOR},
    {"ReadyTime", TM_METERED, "terminate", NULL, TM_IS_READY},
    {"WaitingTime", TM_METERED, "terminate", NULL, TM_IS_WAITING},
    {"ParkingTime", TM_METERED, "terminate", NULL, TM_IS_PARKED},
};

static void watch_process(struct watching *watching, const struct am_requirement *requirement, struct tm_watch watch) {
    am_event_list events = {0};
    const struct metric *found = NULL;
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++)
        if (strcmp(metrics[i].name, requirement->metric) == 0) found = &metrics[i];
    if (strcmp(requirement->metric, "Lateness") == 0)
        give_up(watching, "a task has no deadline but the limits on its response time");
    else if (strcmp(requirement->metric, "MemoryAccessTime") == 0 || strcmp(requirement->metric, "OsOverhead") == 0)
        give_up(watching, "accesses to memory and the operating system take no time here");
    else if (!found)
        give_up(watching, "limits of this kind are not checked");
    if (!found) return;
    watch.kind = found->kind;
    watch.meter = found->meter;
    watch.process = requirement->process;
    if (strcmp(found->name, "CoreExecutionTime") == 0 && requirement->process->affinity.count != 1)
        give_up(watching, "which core is meant is not said");
    vec_push(&events, process_event(watching, requirement->process, found->first));
    if (found->second) vec_push(&events, process_event(watching, requirement->process, found->second));
    add_watch(watching, watch, &events);
    vec_free(&events);
}

/* From its start to its end, in each process that calls it. */
static void watch_runnable(struct watching *watching, const struct am_requirement *requirement, struct tm_watch watch) {
    watch.kind = TM_LASTS;
    if (strcmp(requirement->metric, "ResponseTime") != 0 && strcmp(requirement->metric, "GrossExecutionTime") != 0) {
        give_up(watching, "limits of this kind are not checked for runnables");
        return;
    }
    for (size_t i = 0; i < watching->model->processes.count; i++) {
        am_event_list events = {0};
        for (int end = 0; end < 2; end++) {
            struct am_event *event = new_event(watching, AM_RUNNABLE_EVENT, end ? "terminate" : "start");
            event->runnable = requirement->runnable;
            event->process = watching->model->processes.items[i];
            vec_push(&events, event);
        }
        watch.process = watching->model->processes.items[i];
        add_watch(watching, watch, &events);
        vec_free(&events);
    }
}

struct tm_watches tm_watch_requirement(const struct am_model *model, const struct am_requirement *requirement,
                                       struct arena *arena) {
    struct watching watching = {.model = model, .arena = arena};
    struct tm_watch watch = {.lower = requirement->limit,
                             .upper = requirement->limit,
                             .jitter = rational_integer(0),
                             .span = 1,
                             .has_lower = !requirement->is_upper,
                             .has_upper = requirement->is_upper};
    if (strcmp(requirement->limit_class, "TimeRequirementLimit") != 0)
        give_up(&watching, requirement->limit_class[0]
                               ? arena_printf(arena, "limits of the class %s are not checked", requirement->limit_class)
                               : "it has no limit");
    else if (requirement->process)
        watch_process(&watching, requirement, watch);
    else if (requirement->runnable)
        watch_runnable(&watching, requirement, watch);
    else
        give_up(&watching,
                strcmp(requirement->subject, "ProcessRequirement") == 0 ? "it names no process"
                : strcmp(requirement->subject, "RunnableRequirement") == 0
                    ? "it names no runnable"
                    : arena_printf(arena, "requirements of the class %s are not checked", requirement->subject));
    return watching.made;
}

void tm_watches_free(struct tm_watches *watches) {
    for (size_t i = 0; i < watches->list.count; i++) vec_free(&watches->list.items[i].events);
    vec_free(&watches->list);
}
