/* What a source has for others, and what it uses of them, as the compiler sees it: with its headers and macros, and
 * without what conditions leave out. For sources that may be a program's, before it is read for good. */
#ifndef CFRONT_SURVEY_H
#define CFRONT_SURVEY_H

#include "cfront/cfront.h"
#include "cfront/text/source_words.h"

struct survey;

struct survey_result {
    struct source_words words;
    struct name_set missing; /* headers that were not found, as they are included */
    struct name_set lacks;   /* names that nothing declares, and structures that nothing says more of */
    bool is_whole;           /* the compiler had nothing to complain of; otherwise there may be more words */
};

/* NULL: there is no compiler. The names stay the caller's. */
struct survey *survey_new(const struct cfront_names *names);
/* False: nothing is known of it. */
bool survey_source(struct survey *survey, const char *source, const struct cfront_options *options, struct arena *arena,
                   struct survey_result *result);
void survey_free(struct survey *survey);

#endif
