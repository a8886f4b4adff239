/* Servers: schedulers below others whose tasks get so much of the core in each period together, and no more.
 *
 * At the start and whenever a period ends, before anything else of that instant, the budget is full. It is used up by
 * whichever of the server's tasks runs; when nothing is left, after what is completed at that instant, none of them
 * runs until the period ends. A deferrable server (Lehoczky, Sha and Strosnider 1987) keeps what it has not used until
 * then; a polling one has nothing left once time passes while none of its tasks is ready. */
#ifndef TIMING_SERVERS_H
#define TIMING_SERVERS_H

#include "timing/build.h"
#include "timing/state.h"

/* Has the parameter of a server's scheduler, or of its place below another, a meaning? */
bool tm_is_server_parameter(const char *key);
/* Of a server, the group's budget and period. */
bool tm_set_server(struct tm_group *group, struct diagnostics *diagnostics);
/* What a server's tasks do that is not known to stop when its budget does. */
void tm_doubt_servers(struct tm_system *system);
bool tm_has_servers(const struct tm_system *system);

/* All budgets are full. */
void tm_begin_servers(struct tm_run *run);
/* Is something left of all budgets that the task needs? */
bool tm_has_budget(const struct tm_run *run, const struct tm_task *task);
/* Units until a budget that is in use ends, or one that somebody needs is full again; < 0: there is none. */
int64_t tm_server_rest(const struct tm_run *run);
/* Time passes, no further than that. */
void tm_advance_servers(struct tm_run *run, int64_t units);
/* Budgets that have ended, or are full again, change who runs. False: they do not. */
bool tm_obey_servers(struct tm_run *run);

#endif
