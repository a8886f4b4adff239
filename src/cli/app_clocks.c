#include "cli/app_clocks.h"

#include "cfront/name_words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_STEP = 0x7fff }; /* clocks that begin anew go back farther */

struct reading {
    const char *clock;
    long long value;
    unsigned ticks; /* of any counter, until then */
};

typedef VEC(struct reading) reading_vec;

static bool has_one_of(const char *name, const char *const *words) {
    for (; *words; words++)
        if (name_word(name, *words)) return true;
    return false;
}

static bool is_clock(const char *name) {
    static const char *const words[] = {"tick",   "ticks",   "millis", "micros",  "clock",   "time", "now",
                                        "uptime", "systick", "tim",    "jiffies", "systime", "ms",   NULL};
    static const char *const others[] = {"out", "delta", "elapsed", "diff", "left", "remaining", "period", NULL};
    return has_one_of(name, words) && !has_one_of(name, others);
}

static const struct reading *last_of(const reading_vec *readings, const char *clock) {
    for (size_t i = readings->count; i-- > 0;)
        if (!strcmp(readings->items[i].clock, clock)) return &readings->items[i];
    return NULL;
}

/* A clock that nobody has asked yet began at 0. */
static bool is_strange(const reading_vec *readings, const struct reading *next) {
    const struct reading none = {next->clock, 0, 0}, *last = last_of(readings, next->clock);
    bool is_first = !last;
    if (is_first) last = &none;
    if (next->value == last->value) return next->ticks > last->ticks;
    uint32_t back = (uint32_t)(last->value - next->value); /* 0xffffffff comes before 0 */
    return !is_first && back <= SMALL_STEP;
}

static const char *strange_clock(const struct timeline *run) {
    reading_vec readings = {0};
    const char *clock = NULL;
    unsigned ticks = 0;
    for (size_t i = 0; run && !clock && i < run->events.count; i++) {
        const struct timeline_event *event = &run->events.items[i];
        ticks += event->kind == TIMELINE_TICK;
        if (event->kind != TIMELINE_INPUT || !event->by || !is_clock(event->by)) continue;
        struct reading next = {event->by, strtoll(event->result, NULL, 0), ticks};
        if (is_strange(&readings, &next)) clock = event->by;
        vec_push(&readings, next);
    }
    vec_free(&readings);
    return clock;
}

const char *app_clocks_stand_still(const struct answer *answer, struct arena *arena) {
    const char *clock = NULL;
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        clock = i < answer->timelines.count ? strange_clock(answer->timelines.items[i]) : NULL;
        if (!clock) return NULL;
    }
    return clock ? arena_printf(arena, "`%s` goes on as time does, and never back", clock) : NULL;
}
