#include "cli/app/clocks.h"

#include "cfront/text/name_words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct reading {
    const char *clock;
    uint32_t bits;  /* 0: it is no integer, and never begins anew */
    uint64_t value; /* modulo 2^64 */
    double real;
    long double number; /* as it is told */
    unsigned ticks;     /* of any counter, until then */
};

typedef VEC(struct reading) reading_vec;

static bool is_clock(const char *name) {
    static const char *const words[] = {"tick",   "ticks",   "millis", "micros",  "clock",   "time", "now",
                                        "uptime", "systick", "tim",    "jiffies", "systime", "ms",   NULL};
    static const char *const others[] = {"out", "delta", "elapsed", "diff", "left", "remaining", "period", NULL};
    return name_has_word_of(name, words) && !name_has_word_of(name, others);
}

static const struct reading *last_of(const reading_vec *readings, const char *clock) {
    for (size_t i = readings->count; i-- > 0;)
        if (!strcmp(readings->items[i].clock, clock)) return &readings->items[i];
    return NULL;
}

/* Of the two ways round from one number to another, a clock takes the shorter one, or, if much time may have passed,
 * the one to a larger number. */
static bool goes_back(const struct reading *last, const struct reading *next, bool may_leap) {
    if (!next->bits) return next->real < last->real;
    if (may_leap && next->number > last->number) return false;
    return (next->value - last->value) >> (next->bits - 1) & 1;
}

/* A clock that nobody has asked yet began at 0. */
static bool is_strange(const reading_vec *readings, const struct reading *next, bool may_leap) {
    const struct reading none = {.clock = next->clock}, *before = last_of(readings, next->clock);
    const struct reading *last = before ? before : &none;
    if (next->value == last->value && next->real == last->real) return next->ticks > last->ticks;
    return before && goes_back(last, next, may_leap);
}

static struct reading reading_of(const struct timeline_event *event, unsigned ticks) {
    struct reading reading = {
        .clock = event->by, .bits = event->bits, .number = strtold(event->result, NULL), .ticks = ticks};
    if (event->bits)
        reading.value = strtoull(event->result, NULL, 0);
    else
        reading.real = strtod(event->result, NULL);
    return reading;
}

static const char *strange_clock(const struct timeline *run, bool may_leap) {
    reading_vec readings = {0};
    const char *clock = NULL;
    unsigned ticks = 0;
    for (size_t i = 0; run && !clock && i < run->events.count; i++) {
        const struct timeline_event *event = &run->events.items[i];
        ticks += event->kind == TIMELINE_TICK;
        if (event->kind != TIMELINE_INPUT || !event->by || !is_clock(event->by)) continue;
        struct reading next = reading_of(event, ticks);
        if (is_strange(&readings, &next, may_leap)) clock = event->by;
        vec_push(&readings, next);
    }
    vec_free(&readings);
    return clock;
}

const char *app_clocks_strange(const struct answer *answer, bool may_leap) {
    const char *clock = NULL;
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        clock = i < answer->timelines.count ? strange_clock(answer->timelines.items[i], may_leap) : NULL;
        if (!clock) return NULL;
    }
    return clock;
}
