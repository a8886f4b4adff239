/* What the generated configuration of a native program defines. */
#ifndef NATIVE_RUNTIME_H
#define NATIVE_RUNTIME_H

#include "osek/kernel.h"

extern struct osek_config native_config;
extern void (*const native_code[])(void);      /* by context */
extern const char *const native_event_names[]; /* by bit */
uint8_t native_hook_argument(void);            /* of the hook that runs */

#endif
