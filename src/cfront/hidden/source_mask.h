/* One interrupt that code keeps out: `NVIC_DisableIRQ(TIM2_IRQn)`, where the routine is `TIM2_IRQHandler`, and
 * AUTOSAR's `DisableInterruptSource(routine)`. What may let it come again without our knowing does so: no race may hide
 * behind a mask that is not there any more. Masks of which nobody knows whose they are keep nobody out, which is told.
 */
#ifndef CFRONT_HIDDEN_SOURCE_MASK_H
#define CFRONT_HIDDEN_SOURCE_MASK_H

#include "cfront/program/emit.h"

/* Functions that are known, and do nothing else; those that keep interrupts out. */
bool source_mask_knows(const char *function);
bool source_mask_masks(const char *function);
/* Behind a call of a function, with a body (whose code has run) or without. True: it has none, and that is all it does.
 */
bool source_mask_call(struct lower *lower, const struct symbol *symbol, const CXCursor *arguments, unsigned count,
                      struct place place);
/* A function without a body, or hardware, gets something there: a routine's address, perhaps. */
void source_mask_register(struct lower *lower, struct place place);
/* A function without a body runs, called through a pointer, say. */
void source_mask_missing(struct lower *lower, const struct symbol *symbol, struct place place);
/* This is written, a register or what a pointer leads to: `name` if it is a register. */
void source_mask_write(struct lower *lower, expression target, const char *name, struct place place);

#endif
