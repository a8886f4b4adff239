/* Numbers that take so many values that a search of all of them comes to no end: the time since the start, indices that
 * go round and round, sums. What is written to such a place is any number of its type, whatever was computed: it is
 * *widened*. An application with widened places has all the runs that it has without, and more: what goes wrong in none
 * of them does not go wrong. Pointers, truth values, bit-fields and floating-point numbers are never widened.
 *
 * Which places these are is found by going round by round. In a round they are fixed; places that take more values than
 * they may are widened in the next one. */
#ifndef APP_EXEC_WIDENED_H
#define APP_EXEC_WIDENED_H

#include "app/exec/memory.h"

struct widened;

/* None so far; a place may take `most` values. */
struct widened *widened_new(unsigned most);
void widened_free(struct widened *widened); /* NULL is allowed */

/* Has a place taken more values than it may, in this round? */
bool widened_has_grown(const struct widened *widened);
/* A new round: such places, and those that were on the way to it, are widened in it. */
void widened_next_round(struct widened *widened);

/* What is to be written there instead of `bytes`, which may be what it gives; `room` is for it. The machine has
 * machine->symbolic->widened. */
const unsigned char *widened_write(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes, unsigned char room[16]);

/* Objects with places that are widened, each once, in the order in which they became so. */
typedef void (*widened_visitor)(void *context, const struct c_object *object);
void widened_visit(const struct widened *widened, widened_visitor visit, void *context);

#endif
