/* Does the order of operands matter that C leaves open (cfront/lower_order.c)? It may where a call among them changes
 * what the others, or their calls, look at. */
#ifndef APP_ANALYSIS_ORDER_H
#define APP_ANALYSIS_ORDER_H

#include "app/analysis/analysis.h"

/* The first place where it may; no file: nowhere. */
struct place order_matters_at(const struct subject *subject, const struct touched *touches);

/* Then that is an assumption; NULL: there is none. */
const char *order_assumption(const struct analysis *analysis);

#endif
