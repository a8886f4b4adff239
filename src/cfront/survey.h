/* What a source has for others, and what it uses of them, as the compiler sees it: with its headers and macros, and
 * without what conditions leave out. For sources that may be a program's, before it is read for good. */
#ifndef CFRONT_SURVEY_H
#define CFRONT_SURVEY_H

#include "cfront/cfront.h"
#include "cfront/source_words.h"

struct survey;

/* NULL: there is no compiler. The names stay the caller's. */
struct survey *survey_new(const struct cfront_names *names);
/* False: nothing is known of it. `is_whole`: the compiler had nothing to complain of; otherwise there may be more. */
bool survey_source(struct survey *survey, const char *source, const struct cfront_options *options, struct arena *arena,
                   struct source_words *words, bool *is_whole);
void survey_free(struct survey *survey);

#endif
