/* Events (7, 13.5): only extended tasks own some; the owner waits and clears, everybody may set. */
#ifndef OSEK_EVENT_H
#define OSEK_EVENT_H

#include "osek/errors.h"
#include "osek/state.h"

void osek_check_SetEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_SetEvent(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_ClearEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_ClearEvent(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_GetEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_GetEvent(const struct osek_kernel *k, const uint64_t *arguments);
void osek_check_WaitEvent(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors);
void osek_do_WaitEvent(const struct osek_kernel *k, const uint64_t *arguments);

#endif
