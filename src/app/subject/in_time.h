/* What it means that code is fast enough, where alarms wait for their tasks (exec/machine.h). */
#ifndef APP_SUBJECT_IN_TIME_H
#define APP_SUBJECT_IN_TIME_H

#include "app/subject/subject.h"

/* Half a sentence: what is so then. */
const char *in_time_words(const struct subject *subject);

#endif
