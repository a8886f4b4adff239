/* Rounds that the end of the system may interrupt. */
#ifndef APP_DEPARTURE_H
#define APP_DEPARTURE_H

#include "app/judging.h"

/* What is owed comes at some time, and code goes on, however often it is interrupted: where that can only be the end of
 * the system, nothing lasts for ever. */
bool departure_is_due(struct judging *judging);

#endif
