/* A timeline as JSON: the `trace` of a violation in the answer of `rtcheck app`, and the file of --trace. */
#ifndef REPORT_TIMELINE_JSON_H
#define REPORT_TIMELINE_JSON_H

#include "app/exec/timeline.h"
#include "base/json.h"

/* The members "contexts", "events", "events_left_out" (of the middle of a very long run) and "cycle_start" of an object
 * that is open. */
void timeline_json(struct json *json, const struct timeline *timeline);

#endif
