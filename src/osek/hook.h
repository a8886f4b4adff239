/* Hooks (11.1): application code that the kernel calls in the middle of its work. */
#ifndef OSEK_HOOK_H
#define OSEK_HOOK_H

#include "osek/state.h"

/* Calls a hook, if there is one: its code runs next. */
void osek_call_hook(const struct osek_kernel *k, enum osek_context_kind hook);
/* The end of a service that returns an error (11.2): ErrorHook, which may ask for the service and its parameters. */
void osek_raise_error(const struct osek_kernel *k, enum osek_status status, enum osek_service service,
                      const uint64_t *arguments);
/* The code of the hook on top of the stack has ended. */
void osek_end_hook(const struct osek_kernel *k, enum osek_context_kind hook);
void osek_do_ErrorGetServiceId(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_ErrorParameter(const struct osek_kernel *k, const uint64_t *arguments);
enum osek_status osek_error_told(const struct osek_kernel *k);

#endif
