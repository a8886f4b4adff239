/* Interrupts (6): which may come, how they begin and end, and the services that mask them. */
#ifndef OSEK_INTERRUPT_H
#define OSEK_INTERRUPT_H

#include "osek/state.h"

bool osek_masked(const struct osek_kernel *k, unsigned category);
/* The level of the code that runs now, with everything below it. */
uint32_t osek_level(const struct osek_kernel *k);
bool osek_may_interrupt(const struct osek_kernel *k, uint32_t isr);
/* The pending interrupt that comes next, if it may: the one of the highest level. Category 0 means either. */
uint32_t osek_next_interrupt(const struct osek_kernel *k, unsigned category);
void osek_begin_interrupt(const struct osek_kernel *k, uint32_t isr);
/* The code of the routine on top of the stack has ended. */
void osek_end_interrupt(const struct osek_kernel *k);

/* The application has interrupts disabled or suspended: no other service may be called (6). */
bool osek_application_masks(const struct osek_kernel *k);
/* 13.3.2.2: within Disable there is nothing but its Enable; 13.3.2.4: within Suspend, pairs of Suspend and Resume. Who
 * came while interrupts of category 2 were suspended has sections of its own. */
bool osek_is_misplaced_mask(const struct osek_kernel *k, enum osek_service service);
/* A context that began without must not end with them masked. */
void osek_unmask_at_end(const struct osek_kernel *k);

/* What a processor masks by its own means ends. */
void osek_unmask_processor(const struct osek_kernel *k);
void osek_do_ProcessorMasks(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_ProcessorForgets(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_ProcessorUnmasks(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_SourceMasks(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_SourceUnmasks(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_SourceRegisters(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_DisableAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_EnableAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_SuspendAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_ResumeAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_SuspendOSInterrupts(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_ResumeOSInterrupts(const struct osek_kernel *k, const uint64_t *arguments);

#endif
