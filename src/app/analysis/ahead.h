/* What code may still do, from each instruction on: whom it may start or wake, which alarms it may set, which counters
 * it may look at. More than it will do, never less.
 *
 * By it exec/clock.h knows how far time may go at once. Nothing is worked out where no counter is stepwise. */
#ifndef APP_ANALYSIS_AHEAD_H
#define APP_ANALYSIS_AHEAD_H

#include "app/subject/counter_look.h"
#include "app/subject/subject.h"

/* A set has a bit for each context: it may begin; for each task: it may be woken; for each alarm: it may be set; and
 * for each counter as many as there are looks. */
struct ahead {
    const struct subject *subject;
    uint32_t words; /* of a set */
    uint32_t first_woken, first_alarm, first_look;
    uint64_t *from; /* a set for each instruction: what it and those behind it may do */
    struct ahead_start {
        uint32_t counter;
        uint64_t value;
    } * starts; /* values that SetAbsAlarm waits for */
    uint32_t start_count;
};

static inline uint64_t *ahead_from(const struct ahead *ahead, uint32_t instruction) {
    return ahead->from + (size_t)instruction * ahead->words;
}

/* NULL: no counter is stepwise. All belongs to the arena. */
struct ahead *ahead_find(const struct subject *subject, struct arena *arena);

/* What comes of it when the alarm expires is added to the set. */
void ahead_add_expiry(const struct ahead *ahead, uint32_t alarm, uint64_t *set);
/* Bits of enum counter_look. */
unsigned ahead_looks(const struct ahead *ahead, const uint64_t *set, uint32_t counter);

static inline void ahead_add(uint64_t *set, uint32_t bit) { set[bit / 64] |= (uint64_t)1 << (bit % 64); }
static inline bool ahead_has(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> (bit % 64) & 1; }
/* True: it has grown. */
static inline bool ahead_join(const struct ahead *ahead, uint64_t *set, const uint64_t *more) {
    uint64_t grown = 0;
    for (uint32_t i = 0; i < ahead->words; i++) {
        grown |= more[i] & ~set[i];
        set[i] |= more[i];
    }
    return grown != 0;
}

#endif
