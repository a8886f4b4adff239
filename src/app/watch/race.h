/* Data races: memory that two contexts share, and nothing that keeps their accesses apart.
 *
 * No set of locks is computed: what a resource, a suspended interrupt or a priority keeps away never comes in the
 * exploration. A race is a state in which one context is about to access memory while another one, stopped by something
 * from outside just when it was about to access the same memory, has not gone on; at least one of them writes. The run
 * to that state is the interleaving that shows it. A context that gave way itself, by calling a service, was not
 * stopped: what it does next is ordered after what the service let run. That is why the state has a bit for it.
 *
 * By convention no race: two accesses to a volatile object, aligned, and not wider than what the target moves at once,
 * if the one that was stopped is the only one that its statement makes there, or if the other one only reads: flags. */
#ifndef APP_WATCH_RACE_H
#define APP_WATCH_RACE_H

#include "app/exec/memory.h"

/* A step begins. */
void race_begin(struct machine *machine);
/* Before something comes from outside: does the code that it meets have to begin first, to stand at its first access?
 */
bool race_wants_beginning(const struct machine *machine);
/* Something comes from outside: whoever runs may be stopped at an access. */
void race_arrival(struct machine *machine);
/* The current context is about to make an access. To be called if machine->wary; faults if it is one of a race. */
void race_look(struct machine *machine, const struct cell *cell, const struct c_type *type, bool writes);

#endif
