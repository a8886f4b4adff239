/* Message sequence charts as SVG: a lifeline per process, an arrow per message, time going down. */
#ifndef REPORT_MSC_H
#define REPORT_MSC_H

#include "report/story.h"

struct msc_options {
    const char *title;   /* or NULL */
    const char *finding; /* what the run ends in, in red below the last step; or NULL */
    bool local_steps;    /* steps that exchange no message too, as boxes; always shown if there are no messages */
};

void msc_svg(struct text *out, const struct story *story, const struct msc_options *options);

#endif
