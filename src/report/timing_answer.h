/* The outcome of `rtcheck timing` for people and for programs. */
#ifndef REPORT_TIMING_ANSWER_H
#define REPORT_TIMING_ANSWER_H

#include "app/exec/timeline.h"
#include "base/json.h"
#include "report/style.h"
#include "timing/check.h"

enum timing_answer_size {
    TIMING_ANSWER_WHOLE,
    TIMING_ANSWER_TIMES, /* the verdict, response times, and what they rest on */
    TIMING_ANSWER_VERDICT
};
/* The verdict first. */
void timing_answer_text(struct text *out, const struct style *style, const struct tm_answer *answer,
                        enum timing_answer_size size);
/* What else the object has; NULL: nothing. */
struct timing_more {
    void (*write)(struct json *json, const void *context);
    const void *context;
};
/* Exactly one object (docs/json.md). `timeline`: the run of that property; NULL: none. */
void timing_answer_json(struct text *out, const struct tm_answer *answer, const struct tm_property *property,
                        const struct timeline *timeline, const struct timing_more *more);
/* The first property with a run to show; `task` NULL: any. If there is none, the worst case that was asked for; NULL:
 * that neither. */
const struct tm_property *timing_answer_run(const struct tm_answer *answer, const char *task);

#endif
