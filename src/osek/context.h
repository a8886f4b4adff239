/* Which code runs. */
#ifndef OSEK_CONTEXT_H
#define OSEK_CONTEXT_H

#include "osek/state.h"

uint32_t osek_now(const struct osek_kernel *k); /* OSEK_NONE: idle, or shut down */
bool osek_is_hook_or_callback(const struct osek_config *config, uint32_t context);
bool osek_in_hook_or_callback(const struct osek_kernel *k); /* one is on the stack, perhaps interrupted */
bool osek_in_interrupt(const struct osek_kernel *k);        /* an interrupt routine is on the stack */
bool osek_in_interrupt_of(const struct osek_kernel *k, unsigned category);

#endif
