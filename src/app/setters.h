/* Who might wake a task that waits. */
#ifndef APP_SETTERS_H
#define APP_SETTERS_H

#include "app/subject/subject.h"

/* Is there code, or an alarm, that might set one of these events of the task? */
bool setters_are_there(const struct subject *subject, uint32_t task, uint64_t events);

#endif
