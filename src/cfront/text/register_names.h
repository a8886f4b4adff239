/* Registers that keep interrupts out, as their names say (`EIMSK`, `NVIC->ICER[0]`, `GIE`), or those of bits in them
 * (`CTRL &= ~RXCIE`). */
#ifndef CFRONT_TEXT_REGISTER_NAMES_H
#define CFRONT_TEXT_REGISTER_NAMES_H

#include <stdbool.h>

/* What a name says of a register, or of a bit in one. */
enum register_mask {
    MASK_NONE,
    MASK_ENABLES,  /* ones let interrupts come */
    MASK_DISABLES, /* ones, or a level, keep them out */
    MASK_CLEARS,   /* whatever is written there keeps some out */
    MASK_EITHER    /* that depends on the machine */
};

enum register_effect { SETS, CLEARS, WRITES_0, WRITES_NUMBER, WRITES_SOMETHING };

/* The last part of the name that says something counts. `*undone_by`: the register by which interrupts come again;
 * NULL: the same one. */
enum register_mask register_names_mask(const char *name, const char **undone_by);
/* `NVIC_ISER0` has the part ISER. */
bool register_names_have_part(const char *name, const char *part);
/* By it come those again whom another register keeps out. */
bool register_names_undo(const char *name);
/* Does such a write keep interrupts out? */
bool register_names_keep_out(enum register_mask mask, enum register_effect effect);
/* It is one bit, or level, for all of them (`GIE`, `SREG`), by which services keep them out, too. */
bool register_names_are_global(const char *name);
/* It controls something that interrupts may come from (`TIMER_CTRL`), and that is no output. */
bool register_names_control(const char *name);

#endif
