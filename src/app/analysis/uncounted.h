/* Instructions that code may pass again and again, however long it runs: they are on a way round that nothing counts to
 * an end (ends.h). */
#ifndef APP_ANALYSIS_UNCOUNTED_H
#define APP_ANALYSIS_UNCOUNTED_H

#include "app/subject/subject.h"

/* By instruction of the subject. It belongs to the arena. */
const bool *uncounted_find(const struct subject *subject, struct arena *arena);

#endif
