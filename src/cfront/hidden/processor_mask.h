/* Interrupts that code keeps out by the processor's own means, and not by a service: intrinsic functions of compilers
 * (`__disable_irq()`, `cli()`) and instructions (`asm("cpsid i")`). What may let them come again without our knowing
 * ends it, too: no race may hide behind a mask that is not there any more. */
#ifndef CFRONT_HIDDEN_PROCESSOR_MASK_H
#define CFRONT_HIDDEN_PROCESSOR_MASK_H

#include "cfront/program/emit.h"
#include "cfront/written/assembly.h"

/* A call of a function without a body. True: that is all it does. */
bool processor_mask_call(struct lower *lower, const struct symbol *symbol, unsigned arguments, struct place place);
/* ... of one that lets interrupts come again: as if that stood here. */
void processor_mask_end(struct lower *lower, const char *name, struct place place);
/* Functions that are known, and do nothing else; those that keep interrupts out. */
bool processor_mask_knows(const char *function);
bool processor_mask_masks(const char *function);
/* ... through a pointer. */
void processor_mask_missing(struct lower *lower, const struct symbol *symbol, struct place place);
/* Inline assembly. False: what it does is not known. */
bool processor_mask_asm(struct lower *lower, const struct assembly *assembly, struct place place);
/* A register of this name is about to be written, or instructions that nobody knows run: interrupts may be on from now
 * on. */
void processor_mask_write(struct lower *lower, const char *name, struct place place);
void processor_mask_lose(struct lower *lower, struct place place);

/* Some code calls a service that begins a section without interrupts. */
bool processor_mask_has_sections(const struct front *front);

#endif
