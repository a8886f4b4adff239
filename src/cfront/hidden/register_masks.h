/* Registers that keep interrupts out, as their names say (`EIMSK`, `NVIC->ICER[0]`, `GIE`), or those of bits in them
 * (`CTRL &= ~RXCIE`): here they keep nobody out, which is told. A race between a write that keeps somebody out and one
 * that lets him in again may be none. Invariant: nothing holds since something is taken for a mask. */
#ifndef CFRONT_HIDDEN_REGISTER_MASKS_H
#define CFRONT_HIDDEN_REGISTER_MASKS_H

#include "cfront/program/emit.h"

/* All code was read. */
void register_masks_find(struct front *front);
/* What is written there keeps everybody out, or lets him in, if that is asked for. */
void register_masks_take(struct lower *lower, struct place place);

#endif
