#include "report/lanes.h"

#include "base/invariant.h"

#include <string.h>

enum lane_state lane_state_named(const char *text) {
    static const char *const names[] = {"suspended", "ready", "running", "waiting", "interrupted"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text && strcmp(text, names[i]) == 0) return (enum lane_state)i;
    return LANE_SUSPENDED;
}

bool lane_has_column(enum timeline_kind kind) {
    switch (kind) {
    case TIMELINE_SERVICE:
    case TIMELINE_ACCESS:
    case TIMELINE_INPUT:
    case TIMELINE_INTERRUPT:
    case TIMELINE_TICK:
    case TIMELINE_EXPIRY:
    case TIMELINE_MARK:
    case TIMELINE_ACTIVATE:
    case TIMELINE_FAULT: return true;
    case TIMELINE_STATE:
    case TIMELINE_TAKE:
    case TIMELINE_RELEASE:
    case TIMELINE_EVENT_SET:
    case TIMELINE_EVENT_CLEAR: break;
    }
    return false;
}

/* Where a context stands while the list is read. */
struct standing {
    enum lane_state state;
    uint32_t since;
};

static void end_span(struct lane *lane, const struct standing *standing, uint32_t now) {
    if (standing->state == LANE_SUSPENDED || standing->since == now) return;
    vec_push(&lane->spans, (struct lane_span){standing->state, standing->since, now});
}

static uint32_t resource_number(const struct timeline *timeline, const char *name) {
    for (uint32_t i = 0; i < timeline->resources.count; i++)
        if (strcmp(timeline->resources.items[i], name) == 0) return i;
    return UINT32_MAX;
}

static void take(struct lanes *lanes, uint32_t context, uint32_t resource, uint32_t now) {
    uint32_t depth = 0;
    for (size_t i = 0; i < lanes->hold.count; i++)
        depth += lanes->hold.items[i].is_open && lanes->hold.items[i].context == context;
    vec_push(&lanes->hold, (struct lane_hold){context, resource, now, now, depth, true});
}

static void release(struct lanes *lanes, uint32_t context, uint32_t resource, uint32_t now) {
    for (size_t i = lanes->hold.count; i-- > 0;) {
        struct lane_hold *hold = &lanes->hold.items[i];
        if (!hold->is_open || hold->context != context || hold->resource != resource) continue;
        hold->is_open = false;
        hold->to = now;
        return;
    }
}

/* Steps in which nothing happens that has a column (counting in registers) must not make a span vanish. */
static void widen(struct lanes *lanes, uint32_t *shown, uint32_t time) {
    if (time <= *shown + 1) return;
    *shown = time - 1;
    vec_push(&lanes->columns, UINT32_MAX);
    lanes->width++;
}

/* Where what happens now is: between two columns, or at an instant. */
static uint32_t position(const struct lanes *lanes, const struct timeline *timeline) {
    return timeline->is_timed ? lanes->width - 1 : lanes->width;
}

static void add_instant(struct lanes *lanes, uint64_t at) {
    if (lanes->times.count && vec_last(&lanes->times) >= at) return;
    vec_push(&lanes->times, at);
    vec_push(&lanes->columns, UINT32_MAX);
    lanes->width++;
}

/* A violation before everything else; then what came first. */
static void keep_most_telling(struct lanes *lanes, const struct timeline *timeline, uint32_t index) {
    uint32_t *column = &vec_last(&lanes->columns);
    if (*column == UINT32_MAX || timeline->events.items[index].kind == TIMELINE_FAULT) *column = index;
}

static void read_event(struct lanes *lanes, const struct timeline *timeline, struct standing *standing, size_t index) {
    const struct timeline_event *event = &timeline->events.items[index];
    bool known = event->context < timeline->contexts.count;
    if (timeline->is_timed && lane_has_column(event->kind)) {
        keep_most_telling(lanes, timeline, (uint32_t)index);
    } else if (lane_has_column(event->kind)) {
        vec_push(&lanes->columns, (uint32_t)index);
        lanes->width++;
    } else if (event->kind == TIMELINE_STATE && known) {
        end_span(&lanes->list.items[event->context], &standing[event->context], position(lanes, timeline));
        standing[event->context] = (struct standing){lane_state_named(event->text), position(lanes, timeline)};
    } else if (event->kind == TIMELINE_TAKE && known) {
        take(lanes, event->context, resource_number(timeline, event->text), position(lanes, timeline));
    } else if (event->kind == TIMELINE_RELEASE && known) {
        release(lanes, event->context, resource_number(timeline, event->text), position(lanes, timeline));
    }
}

static bool are_in_order(const struct lanes *lanes) {
    for (size_t i = 0; i < lanes->list.count; i++)
        for (size_t s = 0; s < lanes->list.items[i].spans.count; s++) {
            const struct lane_span *span = &lanes->list.items[i].spans.items[s];
            if (span->state == LANE_SUSPENDED || span->from >= span->to || span->to > lanes->width) return false;
            if (s && span->from < span[-1].to) return false;
        }
    for (size_t i = 0; i < lanes->hold.count; i++)
        if (lanes->hold.items[i].from > lanes->hold.items[i].to || lanes->hold.items[i].to > lanes->width) return false;
    return lanes->columns.count == lanes->width;
}

void lanes_build(struct lanes *lanes, const struct timeline *timeline) {
    *lanes = (struct lanes){.cycle = UINT32_MAX};
    struct standing *standing = memory_new((timeline->contexts.count + 1) * sizeof *standing);
    for (size_t i = 0; i < timeline->contexts.count; i++) {
        vec_push(&lanes->list, (struct lane){0});
        standing[i] = (struct standing){0};
    }
    uint32_t shown = 0;
    for (size_t i = 0; i < timeline->events.count; i++) {
        const struct timeline_event *event = &timeline->events.items[i];
        if (timeline->is_timed)
            add_instant(lanes, event->at);
        else
            widen(lanes, &shown, event->time);
        if (event->time > shown) shown = event->time;
        if (lanes->cycle == UINT32_MAX && event->time >= timeline->cycle_start)
            lanes->cycle = position(lanes, timeline);
        read_event(lanes, timeline, standing, i);
    }
    if (lanes->width == 0) {
        vec_push(&lanes->columns, UINT32_MAX);
        vec_push(&lanes->times, 0);
        lanes->width = 1;
    }
    for (size_t i = 0; i < timeline->contexts.count; i++) end_span(&lanes->list.items[i], &standing[i], lanes->width);
    for (size_t i = 0; i < lanes->hold.count; i++)
        if (lanes->hold.items[i].is_open) lanes->hold.items[i].to = lanes->width;
    free(standing);
    invariant(are_in_order(lanes));
}

void lanes_free(struct lanes *lanes) {
    for (size_t i = 0; i < lanes->list.count; i++) vec_free(&lanes->list.items[i].spans);
    vec_free(&lanes->list);
    vec_free(&lanes->columns);
    vec_free(&lanes->hold);
    vec_free(&lanes->times);
}
