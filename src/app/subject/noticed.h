/* What an application can notice of the arguments of services, beyond what the kernel does with them: found in its
 * code.
 */
#ifndef APP_SUBJECT_NOTICED_H
#define APP_SUBJECT_NOTICED_H

#include "app/subject/subject.h"

struct noticed {
    bool parameters;     /* it can ask what a service that failed was told */
    uint64_t event_bits; /* of masks: bits of events, and those that it waits for, or asks for */
};

struct noticed noticed_find(const struct subject *subject);

#endif
