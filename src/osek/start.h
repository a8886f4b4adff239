/* The beginning and the end of the system (5, 11.3, 11.4). */
#ifndef OSEK_START_H
#define OSEK_START_H

#include "osek/state.h"

/* StartupHook is over: autostarted tasks and alarms, and the scheduler runs. */
void osek_start_up(struct osek_kernel *k);
/* main() calls StartOS. */
void osek_boot(struct osek_kernel *k, uint32_t mode);
/* main() comes to its end: without StartOS nothing ever begins. */
void osek_end_main(struct osek_kernel *k);
/* ShutdownHook is over. */
void osek_go_down(const struct osek_kernel *k);
void osek_do_ShutdownOS(const struct osek_kernel *k, const uint64_t *arguments);
/* exit(), also before StartOS. */
void osek_do_ProgramEnds(const struct osek_kernel *k, const uint64_t *arguments);
void osek_do_GetActiveApplicationMode(const struct osek_kernel *k, const uint64_t *arguments);
/* How many orders the autostarted tasks of a mode can be activated in; UINT32_MAX: more than a million. */
uint32_t osek_autostart_orders(const struct osek_config *config, uint32_t mode);

#endif
