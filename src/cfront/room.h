/* Room for the front end: a stack that deep nesting does not exhaust, and no more memory than is decent.
 *
 * Sources are nested as deeply as their author likes, and both libclang and we walk them recursively. The work runs on
 * a thread of its own with a large stack, whatever the process's limit is; meanwhile the process may not grow by more
 * than a few gigabytes, so that a compiler that is led to need more gives up and says so. */
#ifndef CFRONT_ROOM_H
#define CFRONT_ROOM_H

#include <stdbool.h>

/* Does the work and returns when it is done. False: there is no memory for a stack, and nothing was done. */
bool room_for(void (*work)(void *context), void *context);

#endif
