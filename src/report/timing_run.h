/* The run that shows how a limit is exceeded, as a timeline with real time. */
#ifndef REPORT_TIMING_RUN_H
#define REPORT_TIMING_RUN_H

#include "app/exec/timeline.h"
#include "timing/check.h"

/* Release with timeline_free(). `property` has a trace. */
struct timeline *timing_run(const struct tm_answer *answer, const struct tm_property *property);
/* The whole answer as a page, with that run; `property` NULL: without. */
void timing_run_html(struct text *out, const struct tm_answer *answer, const struct tm_property *property,
                     const struct timeline *timeline);

#endif
