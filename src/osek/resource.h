/* Resources and priorities: the immediate ceiling protocol (8.5). A priority is never stored: it follows from what a
 * task holds. */
#ifndef OSEK_RESOURCE_H
#define OSEK_RESOURCE_H

#include "osek/errors.h"
#include "osek/state.h"

/* A task's: its own, raised by its internal resource if it has it, and by the resources it holds. */
uint32_t osek_current_priority(const struct osek_kernel *k, uint32_t task);
/* The level at which a task or interrupt routine runs, resources included. */
uint32_t osek_own_level(const struct osek_kernel *k, uint32_t context); /* without what it holds; 0: a hook's */
uint32_t osek_context_level(const struct osek_kernel *k, uint32_t context);

/* This level, raised by the resources that tasks hold, running or not. */
uint32_t osek_held_level(const struct osek_kernel *k, uint32_t level);
/* Somebody else holds a resource that the task declares, by whichever name, or the scheduler. */
bool osek_is_kept_out(const struct osek_kernel *k, uint32_t task);

bool osek_has_internal(const struct osek_config *config, uint32_t task);
bool osek_holds_resources(const struct osek_kernel *k, uint32_t context);
uint32_t osek_holder(const struct osek_kernel *k, uint32_t resource); /* a context, or OSEK_NONE */
void osek_release_all(const struct osek_kernel *k, uint32_t context);

void osek_check_GetResource(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_GetResource(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_ReleaseResource(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_ReleaseResource(const struct osek_kernel *k, const uint64_t *arguments);

#endif
