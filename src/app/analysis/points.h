/* Where pointers may point: for each object, the objects whose addresses its bytes may hold.
 *
 * Inclusion-based (Andersen's), without a sense of time, fields or calls: whatever is assigned anywhere flows from all
 * objects that may be read to all that may be written, whatever its type, so that addresses in integers, unions and
 * copied bytes are followed, too. An address is a constant, &object, or an initial value; none appears otherwise. */
#ifndef APP_ANALYSIS_POINTS_H
#define APP_ANALYSIS_POINTS_H

#include "app/subject/subject.h"

/* A set of objects, by number. */
typedef uint64_t *object_set;

struct points {
    const struct subject *subject;
    size_t words;        /* of a set */
    object_set *targets; /* by object, then by function: what its result may point at */
    struct arena *arena; /* of all this */
    bool changed;
};

struct points *points_find(const struct subject *subject, struct arena *arena);

/* Adds the objects that a place may be (part of). */
void points_of_place(struct points *points, const struct c_expression *place, object_set out);
/* May this call, through a pointer, call the function? */
bool points_may_call(const struct c_instruction *call, const struct c_function *function);

/* The first object of the set from this number on; UINT32_MAX: there is none. */
static inline uint32_t object_set_next(const uint64_t *set, size_t words, uint32_t from) {
    for (size_t word = from / 64; word < words; word++, from = (uint32_t)word * 64) {
        uint64_t rest = set[word] >> (from % 64);
        if (rest) return from + (uint32_t)__builtin_ctzll(rest);
    }
    return UINT32_MAX;
}

static inline bool object_set_has(const uint64_t *set, uint32_t object) {
    return set[object / 64] >> (object % 64) & 1;
}

#endif
