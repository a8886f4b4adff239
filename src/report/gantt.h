/* A run of an application as a Gantt chart in SVG: a lane for each context, time going right. */
#ifndef REPORT_GANTT_H
#define REPORT_GANTT_H

#include "app/exec/timeline.h"
#include "base/text.h"

struct gantt_options {
    const char *title;   /* or NULL: the application's name */
    const char *finding; /* what the run ends in, in red below the chart; or NULL */
    bool is_inline;      /* for an HTML page: no XML declaration */
};

void gantt_svg(struct text *out, const struct timeline *timeline, const struct gantt_options *options);

#endif
