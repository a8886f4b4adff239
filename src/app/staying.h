/* Rounds that the end of the system may interrupt. */
#ifndef APP_STAYING_H
#define APP_STAYING_H

#include "app/judging.h"

/* Is there a run from the component on, in which nobody ever shuts the system down? All come in it that formulas count
 * on, and code goes on: interrupts, which may come as often as they like in formulas, keep nobody away for ever. */
bool staying_is_possible(struct judging *judging);

#endif
