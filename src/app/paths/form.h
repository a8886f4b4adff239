/* A state of the application together with what is known of the inputs that it depends on, as bytes.
 *
 * First the state as the executor packs it (state.h), with zeros in the bytes that depend on inputs. Then which bytes
 * these are and their terms, and the conditions on the inputs that the run has met; in the end, how long the first part
 * is. Inputs that no byte depends on, not even through conditions together with others, are left out: whatever they
 * were, there are values for them. The rest are numbered in the order in which bytes, then conditions, mention them, so
 * that ways which differ in nothing that matters lead to the same bytes. What can have any value (free.h) is an input
 * of its own in a form.
 *
 * A form stands for all states in which the inputs have values that make the conditions true; there are such values. */
#ifndef APP_PATHS_FORM_H
#define APP_PATHS_FORM_H

#include "app/exec/symbolic.h"

/* Which conditions a form keeps. With fewer it may stand for more states than there are. */
enum form_keeps {
    FORM_ALL,    /* that matter */
    FORM_LOOSE,  /* those that are about inputs alone which the bytes depend on */
    FORM_BOUNDS, /* of these, comparisons of one input with a constant */
};

/* The form of this packed state, whose bytes have terms of `symbolic`. `kept` (may be NULL) gets, for each of its
 * terms, 1 + the number of the input that it is in the form, or 0: it is none there. */
void form_write(const struct symbolic *symbolic, const unsigned char *packed, uint32_t size, enum form_keeps keeps,
                struct text *out, uint32_t *kept);

/* Size of the packed state in a form. */
uint32_t form_packed_size(const void *form, uint32_t size);
/* Reads it back: `packed`, which has that size, gets terms of `symbolic` (which is empty) and zeros at their bytes. The
 * path is what is known. */
void form_read(const void *form, uint32_t size, unsigned char *packed, struct symbolic *symbolic);
/* Gives the bytes of `packed` the values that their terms have where the inputs have these. */
void form_fill(const struct symbolic *symbolic, unsigned char *packed, const uint64_t *inputs);

#endif
