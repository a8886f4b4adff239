/* Room for the front end: a stack that deep nesting does not exhaust, and no more memory than is decent.
 *
 * Sources are nested as deeply as their author likes, and both libclang and we walk them recursively. The work runs on
 * a thread of its own with a large stack, whatever the process's limit is; meanwhile the process may not grow by more
 * than a few gigabytes, so that a compiler that is led to need more gives up and says so.
 *
 * What exhausts even that stack is left where it is: the thread jumps out of it, as libclang does out of its own
 * crashes. What the work was using is in no known state then: it may only be forgotten. */
#ifndef CFRONT_LOAD_ROOM_H
#define CFRONT_LOAD_ROOM_H

enum room_result {
    ROOM_DONE,
    ROOM_NONE,     /* there is no memory for a stack: nothing was done */
    ROOM_EXHAUSTED /* the stack was too small: something was done, and not to its end */
};

/* Does the work and returns when it is done. */
enum room_result room_for(void (*work)(void *context), void *context);

#endif
