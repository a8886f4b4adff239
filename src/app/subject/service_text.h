/* Calls of services in words. */
#ifndef APP_SUBJECT_SERVICE_TEXT_H
#define APP_SUBJECT_SERVICE_TEXT_H

#include "app/subject/subject.h"
#include "base/text.h"

/* "ActivateTask(t2)": identifiers by their names. */
void service_text_print(const struct subject *subject, const struct osek_call *call, uint32_t caller, struct text *out);

#endif
