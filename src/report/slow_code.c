#include "report/slow_code.h"

#include <stdlib.h>
#include <string.h>

static bool is_state(const struct timeline_event *event, const char *state) {
    return event->kind == TIMELINE_STATE && strcmp(event->text, state) == 0;
}

/* When the context that runs at `event` was started, or woken. */
static size_t began(const struct timeline *timeline, size_t event) {
    uint32_t context = timeline->events.items[event].context;
    size_t begun = event;
    for (size_t i = event; i-- > 0;) {
        const struct timeline_event *before = &timeline->events.items[i];
        if (before->kind != TIMELINE_STATE || before->context != context) continue;
        if (is_state(before, "suspended") || is_state(before, "waiting")) break;
        begun = i;
    }
    return begun;
}

const char *slow_code_words(const struct timeline *timeline, struct arena *arena) {
    size_t last = timeline ? timeline->events.count : 0, running;
    while (last > 0 && timeline->events.items[last - 1].kind != TIMELINE_TICK) last--;
    for (running = last; running > 0 && !is_state(&timeline->events.items[running - 1], "running");) running--;
    if (!running) return "only if time outruns the code";
    const char *counter = timeline->events.items[last - 1].text;
    unsigned long long ticks = 0;
    for (size_t i = began(timeline, running - 1); i < last; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->kind == TIMELINE_TICK && !strcmp(event->text, counter)) ticks += strtoull(event->result, NULL, 10);
    }
    uint32_t context = timeline->events.items[running - 1].context;
    return arena_printf(arena, "only if code is slow: in this run %s runs longer than %llu tick%s of %s",
                        timeline->contexts.items[context].name, ticks, ticks == 1 ? "" : "s", counter);
}

/* Of one context, since it was started or woken; ticks of one counter, the last one that ticked meanwhile. */
struct stretch {
    const char *counter;
    unsigned long long ticks;
    bool runs;
    bool is_unpaced; /* it was started at a moment that no counter knows, perhaps just before a tick */
};

/* The run so far. `starter` is whose code runs; NULL: a counter has just ticked, or nothing ran yet. */
struct moments {
    const struct timeline *timeline;
    struct stretch *all;
    const struct stretch *starter;
};

static bool is_task(const struct timeline *timeline, uint32_t context) {
    return timeline->contexts.items[context].kind == TIMELINE_TASK;
}

static void note_state(struct moments *moments, const struct timeline_event *event) {
    struct stretch *stretch = &moments->all[event->context];
    bool begins = !strcmp(event->before, "suspended") || !strcmp(event->before, "waiting");
    if (!is_task(moments->timeline, event->context))
        stretch->is_unpaced = true;
    else if (begins)
        stretch->is_unpaced = moments->starter && moments->starter->is_unpaced;
    stretch->runs = is_state(event, "running");
    if (stretch->runs) moments->starter = stretch;
    if (is_state(event, "suspended") || is_state(event, "waiting")) *stretch = (struct stretch){0};
}

static void note_ticks(struct stretch *stretch, const struct timeline_event *event) {
    bool is_same = stretch->counter && !strcmp(stretch->counter, event->text);
    stretch->ticks = (is_same ? stretch->ticks : 0) + strtoull(event->result, NULL, 10);
    stretch->counter = event->text;
}

const char *slow_code_moment(const struct timeline *timeline, unsigned least, struct arena *arena) {
    if (!timeline) return NULL;
    struct stretch *all = arena_new_array(arena, struct stretch, timeline->contexts.count + 1), longest = {0};
    struct moments moments = {.timeline = timeline, .all = all};
    const char *who = NULL;
    for (size_t i = 0; i < timeline->events.count; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (event->kind == TIMELINE_STATE && event->context < timeline->contexts.count) note_state(&moments, event);
        for (size_t k = 0; event->kind == TIMELINE_TICK && k < timeline->contexts.count; k++) {
            if (!all[k].runs) continue;
            note_ticks(&all[k], event);
            if (all[k].ticks <= longest.ticks || (all[k].is_unpaced && all[k].ticks < 2)) continue;
            longest = all[k];
            who = timeline->contexts.items[k].name;
        }
        if (event->kind == TIMELINE_TICK) moments.starter = NULL;
    }
    if (!longest.ticks || longest.ticks < least) return NULL;
    return arena_printf(arena, "%llu tick%s of %s pass%s while %s can run", longest.ticks,
                        longest.ticks == 1 ? "" : "s", longest.counter, longest.ticks == 1 ? "es" : "", who);
}
