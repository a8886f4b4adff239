/* Ctrl-C asks a search to end with what is known; a second one ends the program. */
#ifndef CLI_COMMON_INTERRUPT_H
#define CLI_COMMON_INTERRUPT_H

#include <signal.h>

/* From now on SIGINT and SIGTERM set the flag, once. */
const volatile sig_atomic_t *interrupt_watch(void);

#endif
