/* Calls of services in words. */
#ifndef APP_SUBJECT_SERVICE_TEXT_H
#define APP_SUBJECT_SERVICE_TEXT_H

#include "app/subject/subject.h"
#include "base/text.h"

enum service_argument {
    SERVICE_NOTHING,
    SERVICE_TASK,
    SERVICE_RESOURCE,
    SERVICE_EVENTS, /* a mask */
    SERVICE_ALARM,
    SERVICE_COUNTER,
    SERVICE_MODE,
    SERVICE_NUMBER
};
/* What the service's argument of this number, from 0, is. */
enum service_argument service_argument(enum osek_service service, unsigned index);

/* Does it speak of events that a task must have? ClearEvent, which takes them away, does not mind others. */
static inline bool service_gives_events(enum osek_service service) {
    return service == OSEK_SetEvent || service == OSEK_WaitEvent;
}

/* How many objects there are of which such an argument is the number. False: it is no such number, or nobody knows. */
bool service_objects(const struct subject *subject, enum service_argument kind, uint64_t *count);

/* "ActivateTask(t2)": identifiers by their names. */
void service_text_print(const struct subject *subject, const struct osek_call *call, uint32_t caller, struct text *out);

#endif
