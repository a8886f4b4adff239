/* Clocks that are not there: whoever asks one twice gets any two numbers, though time has passed between. */
#ifndef CLI_APP_CLOCKS_H
#define CLI_APP_CLOCKS_H

#include "report/answer.h"

/* Of each run that goes wrong: a clock, by the name of its function or variable, that stands still in it while a
 * counter ticks, or goes back. NULL: some run has nothing of the kind. Two calls with no time between may well give the
 * same; and forward it may go by less than half of what its type has room for, also past its greatest number; with
 * `may_leap`, by more to a larger number. */
const char *app_clocks_strange(const struct answer *answer, bool may_leap);

#endif
