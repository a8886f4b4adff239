/* Messages of OSEK COM: they are not modelled, but what their receivers do is known. */
#ifndef APP_SUBJECT_MESSAGES_H
#define APP_SUBJECT_MESSAGES_H

#include "base/arena.h"
#include "oil/config.h"

#include <stdbool.h>

/* It comes from somebody here, not from a network. */
bool messages_is_internal(const struct oil_message *message);
/* "message `r` activates `t`"; NULL: nothing happens when it comes. */
const char *messages_notify(const struct oil_message *message, struct arena *arena);
/* What messages of a network do, when they come, or are late or lost, in words; NULL: nothing. */
const char *messages_from_network(const struct oil_config *oil, struct arena *arena);
/* Nothing here receives what comes from a network; NULL: that does nothing. */
const char *messages_assumption(const struct oil_config *oil, struct arena *arena);

#endif
