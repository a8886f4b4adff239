#include "report/timing_run.h"

#include "amalthea/demand.h"
#include "base/invariant.h"
#include "base/units.h"
#include "report/html.h"
#include "report/result.h"
#include "timing/scale.h"
#include "timing/ts.h"

#include <string.h>

enum { MOST_WAITING = 64 };

/* Instances of a task that are there, the oldest first: when they were activated. */
struct queue {
    int64_t activated[MOST_WAITING];
    unsigned count;
};

struct telling {
    const struct tm_answer *answer;
    const struct tm_system *system;
    const struct tm_property *property;
    struct timeline *timeline;
    struct queue *queues;
    int64_t now;          /* units */
    uint32_t step;        /* a new one for each instant */
    struct rational told; /* the instant that was told of last, in seconds */
    bool is_missed;
};

static uint64_t picoseconds(struct rational seconds) {
    return (uint64_t)((__int128)seconds.above * 1000000000000 / seconds.below);
}

static struct timeline_event *add_at(struct telling *telling, struct rational seconds, enum timeline_kind kind,
                                     int context, const char *text, const char *result) {
    struct timeline *timeline = telling->timeline;
    struct text when = {0};
    if (rational_compare(seconds, telling->told) != 0) telling->step++;
    telling->told = seconds;
    rational_print_time(&when, seconds);
    struct timeline_event event = {.kind = kind,
                                   .time = telling->step,
                                   .text = text,
                                   .result = result,
                                   .at = picoseconds(seconds),
                                   .when = arena_text(timeline->arena, text_chars(&when)),
                                   .context = context < 0 ? UINT32_MAX : (uint32_t)context};
    text_free(&when);
    vec_push(&timeline->events, event);
    return &vec_last(&timeline->events);
}

static struct timeline_event *add(struct telling *telling, enum timeline_kind kind, int context, const char *text,
                                  const char *result) {
    return add_at(telling, tm_seconds(telling->system, telling->now), kind, context, text, result);
}

static const char *event_names(const struct telling *telling, uint64_t events) {
    struct text names = {0};
    for (size_t i = 0; i < telling->system->model->events.count; i++)
        if (events >> i & 1)
            text_printf(&names, "%s%s", names.length ? ", " : "", telling->system->model->events.items[i]->name);
    const char *kept = arena_text(telling->timeline->arena, text_chars(&names));
    text_free(&names);
    return kept;
}

static void tell_activation(struct telling *telling, const struct tm_event *event) {
    struct queue *queue = &telling->queues[event->task - 1];
    const char *by = event->stimulus ? telling->system->stimuli.items[event->stimulus - 1].name : "";
    add(telling, TIMELINE_ACTIVATE, event->task - 1, by, event->kind == TM_ACTIVATION_LOST ? "lost" : "");
    if (event->kind == TM_ACTIVATION_LOST) return;
    if (queue->count == 0) add(telling, TIMELINE_STATE, event->task - 1, "ready", "");
    invariant(queue->count < MOST_WAITING); /* a task has fewer instances (timing/build.c) */
    queue->activated[queue->count++] = telling->now;
}

static void tell_end(struct telling *telling, int task) {
    struct queue *queue = &telling->queues[task];
    if (queue->count) memmove(queue->activated, queue->activated + 1, --queue->count * sizeof *queue->activated);
    add(telling, TIMELINE_STATE, task, "suspended", "");
    if (queue->count) add(telling, TIMELINE_STATE, task, "ready", "");
}

/* The only task that raises this event; -1: there are several. */
static int raiser_of(const struct tm_system *system, unsigned event) {
    int found = -1;
    for (unsigned t = 0; t < system->tasks.count; t++) {
        const struct tm_task *task = &system->tasks.items[t];
        bool raises = false;
        for (int moment = 0; moment < TM_MOMENTS; moment++) raises |= task->raises[moment] >> event & 1;
        for (size_t o = 0; o < task->ops.count; o++) raises |= task->ops.items[o].raises >> event & 1;
        if (raises && found >= 0) return -1;
        if (raises) found = (int)t;
    }
    return found;
}

/* Moments of tasks are told already. */
static void tell_events(struct telling *telling, const struct tm_event *event) {
    const struct tm_system *system = telling->system;
    for (unsigned i = 0; i < system->watched.count; i++) {
        const struct am_event *watched = system->watched.items[i].event;
        if ((event->events >> i & 1) && watched->kind != AM_PROCESS_EVENT)
            add(telling, TIMELINE_MARK, raiser_of(system, i), watched->name, "occurs");
    }
}

static void tell(void *context, const struct tm_event *event) {
    struct telling *telling = context;
    const struct tm_system *system = telling->system;
    int task = event->task - 1;
    switch (event->kind) {
    case TM_ACTIVATED:
    case TM_ACTIVATION_LOST: tell_activation(telling, event); break;
    case TM_STARTED:
    case TM_RESUMED: add(telling, TIMELINE_STATE, task, "running", ""); break;
    case TM_PREEMPTED:
    case TM_RELEASED: add(telling, TIMELINE_STATE, task, "ready", ""); break;
    case TM_WAITS: add(telling, TIMELINE_STATE, task, "waiting", ""); break;
    case TM_TERMINATED: tell_end(telling, task); break;
    case TM_SIGNALLED: add(telling, TIMELINE_EVENT_SET, task, event_names(telling, event->events), ""); break;
    case TM_CLEARED: add(telling, TIMELINE_EVENT_CLEAR, task, event_names(telling, event->events), ""); break;
    case TM_TAKEN: add(telling, TIMELINE_TAKE, task, system->semaphores.items[event->semaphore - 1].name, ""); break;
    case TM_GIVEN: add(telling, TIMELINE_RELEASE, task, system->semaphores.items[event->semaphore - 1].name, ""); break;
    case TM_LABEL_SET: {
        const struct am_mode_label *label = system->labels.items[event->label - 1].label;
        add(telling, TIMELINE_ACCESS, task, label->name, am_label_text(label, event->value, telling->timeline->arena));
        break;
    }
    case TM_POLLS:
    case TM_TRIGGERED: /* the activation that it causes is told */
    case TM_SLICE_OVER: break;
    case TM_OCCURRED: tell_events(telling, event); break;
    }
}

/* A limit is passed while nothing happens: at the instance's activation and the limit later, which need not be a whole
 * number of units. */
static void tell_miss(struct telling *telling, int64_t after) {
    const struct tm_target *target = &telling->property->target;
    const struct queue *queue = &telling->queues[target->task];
    if (telling->is_missed || telling->property == &telling->answer->worst || target->kind != TM_RESPONSE_ABOVE ||
        queue->count == 0)
        return;
    if (queue->activated[0] + target->limit >= after) return;
    struct rational limit =
        rational_add(tm_seconds(telling->system, queue->activated[0]), telling->property->requirement->limit);
    if (!rational_fits(limit)) limit = tm_seconds(telling->system, queue->activated[0] + target->limit);
    telling->is_missed = true;
    add_at(telling, limit, TIMELINE_FAULT, target->task,
           arena_printf(telling->timeline->arena, "%s: the limit passes", telling->property->text),
           telling->property->name)
        ->place = telling->property->place;
}

static void add_contexts(struct telling *telling) {
    const struct tm_system *system = telling->system;
    for (size_t i = 0; i < system->tasks.count; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        struct timeline_context context = {.name = task->name,
                                           .kind = task->level ? TIMELINE_ISR : TIMELINE_TASK,
                                           .priority =
                                               task->process->priority > 0 ? (uint32_t)task->process->priority : 0,
                                           .core = system->cores.items[task->cores.items[0]].name};
        vec_push(&telling->timeline->contexts, context);
    }
    for (size_t i = 0; i < system->semaphores.count; i++)
        vec_push(&telling->timeline->resources, system->semaphores.items[i].name);
}

struct timeline *timing_run(const struct tm_answer *answer, const struct tm_property *property) {
    struct tm_system *system = property->system;
    struct timeline *timeline = memory_new(sizeof *timeline);
    const struct ts_trace *trace = property->trace;
    timeline->arena = arena_new();
    timeline->application = answer->model->path;
    timeline->is_timed = true;
    timeline->cycle_start = UINT32_MAX;
    struct telling telling = {.answer = answer,
                              .system = system,
                              .property = property,
                              .timeline = timeline,
                              .told = rational_integer(0),
                              .queues = arena_new_array(timeline->arena, struct queue, system->tasks.count)};
    enum tm_times kept = system->times;
    struct tm_target target = system->target;
    system->times = property->times;
    system->target = property->target;
    add_contexts(&telling);
    if (trace->states.count) tm_explain_initial(system, trace->states.items[0].bytes, tell, &telling);
    for (size_t i = 1; i < trace->states.count; i++) {
        int64_t units = 0, before = telling.now;
        if (i == trace->cycle_start + 1) timeline->cycle_start = ++telling.step;
        /* How long the step took is known before what happened then is told. */
        if (!tm_explain_duration(system, trace->states.items[i - 1].bytes, trace->states.items[i].bytes, &units))
            internal_error("step %zu of the run that violates '%s' does not replay", i, property->name);
        tell_miss(&telling, before + units);
        telling.now = before + units;
        tm_explain(system, trace->states.items[i - 1].bytes, trace->states.items[i].bytes, &units, tell, &telling);
    }
    if (!telling.is_missed && property != &answer->worst)
        add(&telling, TIMELINE_FAULT, property->task,
            arena_printf(timeline->arena, "%s: %s", property->text, property->found ? property->found : ""),
            property->name)
            ->place = property->place;
    timeline->end = telling.step + 1;
    system->times = kept;
    system->target = target;
    return timeline;
}

/* ---- the page ---- */

void timing_run_html(struct text *out, const struct tm_answer *answer, const struct tm_property *property,
                     const struct timeline *timeline) {
    struct arena *arena = arena_new();
    struct text words = {0};
    VEC(struct html_fact) facts = {0}, notes = {0};
    units_print_count(&words, answer->total.states);
    vec_push(&facts, (struct html_fact){"states", arena_text(arena, text_chars(&words))});
    for (size_t i = 0; i < answer->properties.count; i++) {
        const struct tm_property *one = &answer->properties.items[i];
        text_clear(&words);
        text_printf(&words, "%s%s%s%s%s", one->text, one->found ? ": " : "", one->found ? one->found : "",
                    one->why ? ", " : "", one->why ? one->why : "");
        const char *name = arena_printf(arena, "%s: %s:", one->name, result_verdict_name(one->verdict));
        vec_push(&notes, (struct html_fact){name, arena_text(arena, text_chars(&words))});
    }
    struct html_page page = {.title = answer->model->path,
                             .verdict = result_verdict_name(answer->verdict),
                             .message = property ? property->text : NULL,
                             .explanation = property ? property->found : NULL,
                             .facts = facts.items,
                             .fact_count = facts.count,
                             .notes = notes.items,
                             .note_count = notes.count,
                             .timeline = timeline};
    if (property) page.place = property->place;
    html_page(out, &page);
    text_free(&words);
    vec_free(&facts);
    vec_free(&notes);
    arena_free(arena);
}
