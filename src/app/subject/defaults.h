/* Attributes that OIL gives no default and the configuration no value: what rtcheck takes for them, where that may have
 * decided something. */
#ifndef APP_SUBJECT_DEFAULTS_H
#define APP_SUBJECT_DEFAULTS_H

#include "app/subject/subject.h"
#include "oil/config.h"

/* Half a sentence, in the subject's arena; NULL: there is nothing of the kind. */
const char *defaults_assumption(const struct subject *subject, const struct oil_config *oil);

#endif
