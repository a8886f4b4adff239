/* Which variables are inputs: volatile ones that the program only reads, and that others may write. */
#ifndef CFRONT_OUTSIDE_INPUTS_H
#define CFRONT_OUTSIDE_INPUTS_H

#include "cfront/load/front.h"

/* Looks at all functions of the program, then marks objects. */
void inputs_find(struct front *front);
/* Code reads it: whether it is one may be a guess, which inputs_tell() tells. */
void inputs_note_read(struct front *front, const struct c_object *object);
void inputs_tell(struct front *front);
/* The values of a type that an input of this name, of which nobody says anything, gives. */
void inputs_range(struct front *front, const struct c_type *type, const char *name, int64_t *low, int64_t *high);
/* What is left of a range, if inputs are to be small. */
void inputs_narrow(const struct front *front, const struct c_type *type, int64_t *low, int64_t *high);
/* The values that a stub gives an input of this type, of so many bits: an error if they are none of it. */
void inputs_take_stub(struct front *front, struct stub *stub, const struct c_type *type, unsigned bits, int64_t *low,
                      int64_t *high);

#endif
