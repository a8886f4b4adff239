/* Numbers that take so many values that a search of all of them comes to no end: the time since the start, indices that
 * go round and round, sums. What is written to such a place is any number that the code may write there, whatever was
 * computed: it is *widened*. An application with widened places has all the runs that it has without, and more: what
 * goes wrong in none of them does not go wrong. Pointers, truth values, bit-fields and floating-point numbers are never
 * widened.
 *
 * Which places these are is found by going round by round. In a round they are fixed; places that take more values than
 * they may are widened in the next one. */
#ifndef APP_EXEC_WIDENED_H
#define APP_EXEC_WIDENED_H

#include "app/analysis/bounds.h"
#include "app/exec/memory.h"

struct widened;

/* What is known of each instruction; it outlives whoever is told. */
struct widened_code {
    const bool *uncounted;         /* it is on a way round that nothing ends (uncounted.h) */
    const struct interval *stored; /* between which numbers what it stores lies (stored.h) */
};

/* None so far; a place may take `most` values. */
struct widened *widened_new(unsigned most, const struct widened_code *code);
void widened_free(struct widened *widened); /* NULL is allowed */

/* Has a place taken more values than it may, in this round? */
bool widened_has_grown(const struct widened *widened);
/* A new round: such places, and those that were on the way to it, are widened in it. */
void widened_next_round(struct widened *widened);

/* What is to be written there instead of `bytes`, which may be what it gives; `room` is for it. The machine has
 * machine->symbolic->widened. */
const unsigned char *widened_write(struct machine *machine, const struct cell *cell, const struct c_type *type,
                                   const unsigned char *bytes, unsigned char room[16]);

/* A number that counts may be any, so that the state behind a round is the one before it. Is the code that runs in none
 * but loops that are counted to an end, each time that they begin? */
bool widened_is_counted(const struct machine *machine);
/* ... and has it been there since the step began? If that has led to the same state, it does not do so for ever. */
bool widened_goes_on_counting(const struct machine *machine);

/* Objects with places that are widened, each once, in the order in which they became so. */
typedef void (*widened_visitor)(void *context, const struct c_object *object);
void widened_visit(const struct widened *widened, widened_visitor visit, void *context);

#endif
