/* What is taken for granted where neither the configuration nor an option says it: it is told with every verdict. */
#ifndef APP_SUBJECT_ASSUMPTION_H
#define APP_SUBJECT_ASSUMPTION_H

#include "app/subject/subject.h"
#include "oil/config.h"

/* Half a sentence, in the subject's arena; NULL: nothing. The subject is built. `more`: others, some of them
 * NULL. */
const char *assumption_find(const struct subject *subject, const struct oil_config *oil, const char *const *more,
                            size_t count);

#endif
