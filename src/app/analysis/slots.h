/* Slots: where a program keeps numbers, as far as they can be told apart before it runs.
 *
 * An object has one slot (a number; an array of numbers, all of whose elements count as one), a slot for each of its
 * bytes, of which those count at which a number begins (small structures and arrays), or, if some access may not fit
 * its type, one slot of which nothing is known (a blur). A temporary has a slot for each of its uses between two
 * C_CLEARs: code is emitted in the order in which temporaries are taken and given back. Volatile places behind
 * pointers, which may be hardware, and the results of functions have slots of their own. */
#ifndef APP_ANALYSIS_SLOTS_H
#define APP_ANALYSIS_SLOTS_H

#include "app/analysis/points.h"
#include "base/vec.h"

typedef VEC(uint32_t) slot_list;

struct slots {
    const struct subject *subject;
    struct points *points;
    uint32_t count;
    uint32_t *first;   /* by object, then by function: its result */
    bool *blurred;     /* by object */
    bool *split;       /* by object: a slot for each byte */
    uint32_t **clears; /* by object: the instructions that clear this temporary, ascending; NULL: it is none */
    uint32_t *clear_count;
    VEC(struct hardware_slot {
        const struct c_expression *place;
        uint32_t slot;
    })
    hardware;                         /* by the address of `place` */
    VEC(const struct c_type *) casts; /* what pointers are converted to: such a pointer may lead to anything */
    bool mixed;                       /* pointers are written as one thing and read as another: any pointer may */
    object_set room;
    struct arena *arena;
};

/* Release with slots_free(). */
struct slots *slots_find(const struct subject *subject, struct points *points, struct arena *arena);
void slots_free(struct slots *slots);

/* Adds the slots that this place may be, in that instruction. False: one of them is a blur, so that what is kept there
 * need not be a number of the place's type. */
bool slots_of_place(struct slots *slots, const struct c_expression *place, uint32_t instruction, slot_list *out);
/* A record's place as the slots of its bytes, one after the other: the first; UINT32_MAX: it is not that simple. */
uint32_t slots_of_record(struct slots *slots, const struct c_expression *place);
/* Adds all slots of all objects that the place may be in; for records that are not that simple. */
void slots_around(struct slots *slots, const struct c_expression *place, slot_list *out);
/* The slot of a volatile place behind a pointer; UINT32_MAX: it is none. */
uint32_t slots_hardware(const struct slots *slots, const struct c_expression *place);

static inline uint32_t slots_end(const struct slots *slots, uint32_t object) { return slots->first[object + 1]; }

#endif
