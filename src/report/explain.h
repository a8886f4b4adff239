/* Plain words for what a search found, or why it found nothing for sure. */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "report/result.h"

/* A sentence or two on what the violation means and how to read its trace. */
void explain_violation(struct text *out, const struct result *result, const struct result_violation *violation);
/* Why the search of this property did not cover everything, and what to try. */
void explain_limit(struct text *out, const struct result *result, const struct result_property *property);

#endif
