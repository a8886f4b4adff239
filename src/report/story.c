#include "report/story.h"

#include "base/invariant.h"

#include <string.h>

struct story *story_new(void) {
    struct story *story = memory_new(sizeof *story);
    story->arena = arena_new();
    story->cycle_start = SIZE_MAX;
    return story;
}

void story_free(struct story *story) {
    if (!story) return;
    for (size_t i = 0; i < story->steps.count; i++) vec_free(&story->steps.items[i].changes);
    vec_free(&story->steps);
    vec_free(&story->initial);
    vec_free(&story->state);
    vec_free(&story->variables.list);
    arena_free(story->arena);
    free(story);
}

bool story_step_is_stutter(const struct story_step *step) { return step->step.action == TS_NO_ACTION; }

/* ---- variables and what became of them ---- */

/* From one state to the next little changes: texts that are there already are used again, so that a long run needs
 * memory for what changes, not for every variable of every state. */
struct collector {
    struct arena *arena;
    struct story_variables *out;
    const struct story_variables *known;
    size_t at; /* what comes next in `known`, if nothing came or went */
};

static bool is_same(const char *a, const char *b) { return a == b || strcmp(a, b) == 0; }

static size_t find(const struct story_variables *variables, size_t from, const char *name) {
    while (from < variables->list.count && !is_same(variables->list.items[from].name, name)) from++;
    return from;
}

static void collect(void *context, const char *name, const char *value) {
    struct collector *collector = context;
    const struct story_variables *known = collector->known;
    struct story_change change = {0};
    size_t match = find(known, collector->at, name);
    if (match < known->list.count) {
        change.name = known->list.items[match].name;
        if (strcmp(known->list.items[match].after, value) == 0) change.after = known->list.items[match].after;
        collector->at = match + 1;
    }
    if (!change.name) change.name = arena_text(collector->arena, name);
    if (!change.after) change.after = arena_text(collector->arena, value);
    vec_push(&collector->out->list, change);
}

void story_variables(const struct ts *ts, const void *state, uint32_t size, struct arena *arena,
                     struct story_variables *out) {
    static const struct story_variables nothing;
    struct collector collector = {arena, out, &nothing, 0};
    ts->variables(ts, state, size, collect, &collector);
}

static struct story_variables variables_of(struct story *story, const struct ts *ts, const void *state, uint32_t size) {
    struct story_variables out = {0};
    struct collector collector = {story->arena, &out, &story->variables, 0};
    vec_reserve(&out.list, story->variables.list.count);
    ts->variables(ts, state, size, collect, &collector);
    return out;
}

static bool is_at(const struct story *story, const struct ts *ts, const void *state, uint32_t size) {
    return story->ts == ts && story->state.count == size && memcmp(story->state.items, state, size) == 0;
}

/* The story has come to this state. */
static void arrive(struct story *story, const struct ts *ts, const void *state, uint32_t size,
                   struct story_variables variables) {
    vec_free(&story->variables.list);
    story->variables = variables;
    story->ts = ts;
    vec_clear(&story->state);
    vec_reserve(&story->state, size + 1);
    memcpy(story->state.items, state, size);
    story->state.count = size;
}

static void add_change(struct story_step *step, const char *name, const char *before, const char *after) {
    vec_push(&step->changes, (struct story_change){name, before, after});
}

/* Both lists are in the same order, but for variables that came (a new process) or went. */
static void compare(struct story_step *step, const struct story_variables *before,
                    const struct story_variables *after) {
    size_t j = 0;
    for (size_t i = 0; i < before->list.count; i++) {
        const struct story_change *old = &before->list.items[i];
        size_t match = find(after, j, old->name);
        if (match == after->list.count) {
            add_change(step, old->name, old->after, NULL);
            continue;
        }
        for (; j < match; j++) add_change(step, after->list.items[j].name, NULL, after->list.items[j].after);
        if (!is_same(old->after, after->list.items[j].after))
            add_change(step, old->name, old->after, after->list.items[j].after);
        j++;
    }
    for (; j < after->list.count; j++) add_change(step, after->list.items[j].name, NULL, after->list.items[j].after);
}

/* ---- steps ---- */

static const char *keep(struct story *story, const struct text *text) {
    return text->length ? arena_text_n(story->arena, text->chars, text->length) : NULL;
}

static void describe(struct story *story, const struct ts *ts, const void *before, uint32_t before_size,
                     const void *after, uint32_t after_size, const struct ts_step *step, struct story_step *out) {
    struct ts_description words = {0};
    ts->describe(ts, before, before_size, after, after_size, step, &words);
    out->actor = keep(story, &words.actor);
    out->action = keep(story, &words.action);
    out->partner = keep(story, &words.partner);
    out->reply = keep(story, &words.reply);
    out->channel = keep(story, &words.channel);
    out->message = keep(story, &words.message);
    out->output = keep(story, &words.output);
    out->interaction = keep(story, &words.interaction);
    out->event = words.event;
    out->place = words.place;
    out->reply_place = words.reply_place;
    if (out->place.file) out->place.file = arena_text(story->arena, out->place.file);
    if (out->reply_place.file) out->reply_place.file = arena_text(story->arena, out->reply_place.file);
    ts_description_free(&words);
}

void story_begin(struct story *story, const struct ts *ts, const void *state, uint32_t size) {
    struct story_variables variables = variables_of(story, ts, state, size);
    for (size_t i = 0; i < variables.list.count; i++) vec_push(&story->initial, variables.list.items[i]);
    arrive(story, ts, state, size, variables);
}

const struct story_step *story_add(struct story *story, const struct ts *ts, const void *before, uint32_t before_size,
                                   const void *after, uint32_t after_size, const struct ts_step *step) {
    struct story_step out = {.step = *step};
    if (step->action != TS_NO_ACTION || ts_is_observer_fault(step))
        describe(story, ts, before, before_size, after, after_size, step, &out);
    if (step->fault) {
        const struct ts_fault *fault = ts->fault(ts, step->fault);
        if (fault && fault->message) out.fault = arena_text(story->arena, fault->message);
    }
    if (!is_at(story, ts, before, before_size))
        arrive(story, ts, before, before_size, variables_of(story, ts, before, before_size));
    struct story_variables variables = variables_of(story, ts, after, after_size);
    compare(&out, &story->variables, &variables);
    arrive(story, ts, after, after_size, variables);
    vec_push(&story->steps, out);
    return &vec_last(&story->steps);
}

void story_drop_last(struct story *story) {
    struct story_step step = vec_pop(&story->steps);
    vec_free(&step.changes);
}

static size_t keep_others(struct story_change *changes, size_t count, const char *name) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(changes[i].name, name) != 0) changes[kept++] = changes[i];
    return kept;
}

void story_hide(struct story *story, const char *name) {
    story->initial.count = keep_others(story->initial.items, story->initial.count, name);
    for (size_t i = 0; i < story->steps.count; i++) {
        struct story_step *step = &story->steps.items[i];
        step->changes.count = keep_others(step->changes.items, step->changes.count, name);
    }
}

struct story *story_from_trace(const struct ts *ts, const struct ts_trace *trace) {
    return story_from_end(ts, trace, SIZE_MAX);
}

struct story *story_from_end(const struct ts *ts, const struct ts_trace *trace, size_t most) {
    struct story *story = story_new();
    size_t steps = trace->states.count ? trace->states.count - 1 : 0, first = steps > most ? steps - most : 0;
    if (first > trace->cycle_start) first = trace->cycle_start;
    story->left_out = first;
    if (trace->states.count) story_begin(story, ts, trace->states.items[first].bytes, trace->states.items[first].size);
    for (size_t i = first + 1; i < trace->states.count; i++) {
        const struct ts_trace_state *before = &trace->states.items[i - 1], *after = &trace->states.items[i];
        story_add(story, ts, before->bytes, before->size, after->bytes, after->size, &after->step);
    }
    invariant(story->steps.count == steps - first);
    story->cycle_start = trace->cycle_start == SIZE_MAX ? SIZE_MAX : trace->cycle_start - first;
    return story;
}
