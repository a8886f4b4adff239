/* The answer of `rtcheck app` as one HTML page that needs nothing else: no scripts, no links to elsewhere. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include "app/exec/timeline.h"
#include "base/text.h"

struct html_fact {
    const char *name, *value;
};

struct html_page {
    const char *title;             /* the application */
    const char *verdict;           /* "holds", "violated", "unknown" */
    const char *message;           /* what was found, or why nothing is known; NULL: nothing to say */
    const char *explanation;       /* a sentence or two more; or NULL */
    struct place place;            /* of the violation; file NULL: none */
    const struct html_fact *facts; /* states, time ... */
    size_t fact_count;
    const struct html_fact *notes; /* warnings: a heading and a text */
    size_t note_count;
    const struct timeline *timeline; /* NULL: no run to show */
};

void html_page(struct text *out, const struct html_page *page);

#endif
