/* Code that runs for ever in a component: nobody else's ever runs (but hooks, for it), it never ends, and nothing can
 * come. */
#ifndef APP_ENDLESS_ROUND_H
#define APP_ENDLESS_ROUND_H

#include "app/judging.h"

/* The context whose code it is; OSEK_NONE: there is none. */
uint32_t endless_round_runner(struct judging *judging);

#endif
