/* A guide in xGDL for a timing model: which stimuli are its letters, and what came of it. */
#ifndef CLI_TIMING_GUIDE_H
#define CLI_TIMING_GUIDE_H

#include "base/json.h"
#include "cli/common/options.h"
#include "search/search.h"
#include "timing/guided.h"

struct timing_guide_options {
    const char *path; /* NULL: no guide */
    struct text_list alphabets;
    bool allow_vacuous;
};
void timing_guide_add_options(struct option_table *table, struct timing_guide_options *options);

struct timing_guide;

/* NULL with errors: the guide is none, its names are no stimuli that come from outside, or its automaton is too
 * large. */
struct timing_guide *timing_guide_new(const struct timing_guide_options *options, const struct am_model *model,
                                      struct diagnostics *diagnostics);
void timing_guide_free(struct timing_guide *guide); /* NULL is allowed */
const struct tm_guide *timing_guide_face(const struct timing_guide *guide);

/* What `holds` is worth under the guide: unknown, if nothing that it speaks of ever occurred. */
enum verdict timing_guide_verdict(const struct timing_guide *guide, enum verdict verdict);
void timing_guide_text(struct text *out, const struct timing_guide *guide);
/* A member `guide` of the open object. */
void timing_guide_json(struct json *json, const void *guide);

#endif
