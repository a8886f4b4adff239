/* Searches that share the time of a command, so that none waits in vain for another that never ends.
 *
 * Without a limit each is searched once, in order. With one there is first a glance at each, for a fifth of the time
 * altogether: what is small, or goes wrong soon, is answered then. Those that the glance did not decide share what is
 * left equally, in order; what one does not use goes to those after it. Who was cut off at its share is searched again
 * where that would have clearly more time than before.
 *
 * Every search begins anew: what it finds takes the place of what it found before. */
#ifndef CLI_COMMON_SHARES_H
#define CLI_COMMON_SHARES_H

#include "cli/common/searching.h"

struct share {
    double seconds; /* 0: no limit */
    bool glance;    /* what is near comes first: searching_near() */
};

enum shares_outcome {
    SHARES_DONE,  /* more time would not change what it found */
    SHARES_CUT,   /* its time was over */
    SHARES_FAILED /* nobody is searched any more */
};

struct shares {
    const struct searching *how;
    double began; /* the command */
    const volatile sig_atomic_t *interrupted;
    size_t count;
    enum shares_outcome (*search)(void *context, size_t which, struct share share);
    void *context;
};

/* Ends when all are done, the time is over, or it was interrupted: then some may not have been searched at all. False:
 * one has failed. */
bool shares_run(const struct shares *shares);

#endif
