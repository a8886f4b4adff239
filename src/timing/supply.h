/* Response-time analysis with servers (timing/servers.h) below a scheduler by priority, on one core.
 *
 * To others a server of budget Q and period P is a periodic task that takes Q; a deferrable one may come late, with
 * what it has kept, and then again at once (Strosnider, Lehoczky and Sha 1995). If the server gets its whole budget by
 * R after each period began, whatever is more urgent does, then its own tasks get nothing for P - Q + R - Q at most (P
 * + R - Q if it polls: they may come just after it has), and Q in each P from then on (Shin and Lee 2003). */
#ifndef TIMING_SUPPLY_H
#define TIMING_SUPPLY_H

#include "timing/analysis.h"

/* Fills in bounds of tasks where there are servers, and nothing else that is unusual. */
void tm_bound_servers(const struct tm_system *system, const struct tm_profile *profiles, struct tm_bound *bounds);

#endif
