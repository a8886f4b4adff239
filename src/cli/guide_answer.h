/* What a search under a guide says besides the verdict: which interactions were met, and whether any was. */
#ifndef CLI_GUIDE_ANSWER_H
#define CLI_GUIDE_ANSWER_H

#include "cli/guide_search.h"
#include "guide/parts.h"

/* Why a property is unknown, if that is why. */
extern const char *const guide_not_far_enough;
extern const char *const guide_not_on_disk;

struct guide_answer {
    const struct guide *guide;
    const struct interactions *interactions;
    const unsigned char *met; /* per interaction */
    bool allow_vacuous;
    const struct trace_source *source;
    const struct guide_search *search;
    const struct guide_parts *parts; /* or NULL */
    const struct result *result;     /* what it is added to */
};

/* Adds it to the result: a pass in which no interaction of the guide was met is none, unless that is allowed; nor is
 * one in which the guide was not unrolled far enough. The answer outlives the result's printing. */
void guide_answer_add(const struct guide_answer *answer, struct result *result);
void guide_answer_text(struct text *out, const struct guide_answer *answer);

#endif
