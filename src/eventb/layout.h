/* States as bytes: the set-up's number and the variables of few values packed into bit fields, bit strings after them,
 * and last what has no fixed length: that includes integers outside the window, whose fields say so. Equal values have
 * equal bytes. */
#ifndef EVENTB_LAYOUT_H
#define EVENTB_LAYOUT_H

#include "eventb/value.h"

struct eb_field {
    const struct eb_domain *domain;
    unsigned word, shift, width; /* EB_CODE, EB_NUMBER: a bit field in 32-bit words (above 32 bits: two whole words) */
    bool fixed;                  /* false: at the end */
};

struct eb_layout {
    struct eb_field setup;
    struct eb_field *fields; /* by variable */
    unsigned count;
    uint32_t setup_count;
    unsigned fixed_words;
    bool all_fixed;
    uint32_t max_size;
};

void eb_layout_init(struct eb_layout *layout, struct arena *arena, const struct eb_domain *const *domains,
                    unsigned count, size_t setup_count);
uint32_t eb_layout_setup(const struct eb_layout *layout, const void *state);
/* Was it written for the set-up `setup` + setup_count? Such a state stands for none: it is where a fault happens before
 * there is any, and nothing that its variables say counts. */
bool eb_layout_is_blank(const struct eb_layout *layout, const void *state);
/* A copy of a state, for a run that has left the bounds from there: it differs in its set-up, to which 2 * setup_count
 * is added. */
bool eb_layout_has_left(const struct eb_layout *layout, const void *state);
void eb_layout_leave(const struct eb_layout *layout, void *state);
/* Variables into slots. */
void eb_layout_read(const struct eb_layout *layout, const void *state, struct eb_frame *frame, struct eb_value *slots);
/* Slots into bytes at `state`, which has room for max_size. 0 if the state gets too large. */
uint32_t eb_layout_write(const struct eb_layout *layout, uint32_t setup, const struct eb_value *slots, void *state);
/* Has a state of this size nothing but fields? */
static inline bool eb_layout_is_plain(const struct eb_layout *layout, uint32_t size) {
    return layout->all_fixed && size == 4 * layout->fixed_words;
}
/* The same for a state that differs in some variables from one that is in `state` already, and is plain. 0 where it is
 * not plain any more. */
uint32_t eb_layout_update(const struct eb_layout *layout, const struct eb_value *slots, const unsigned *changed,
                          unsigned changed_count, void *state);
/* Some of the variables as words, equal where their values are. 0 where they are more than `most`, or there are none.
 */
uint32_t eb_layout_key(const struct eb_layout *layout, const unsigned *variables, unsigned count,
                       const struct eb_value *slots, uint32_t *words, uint32_t most);

#endif
