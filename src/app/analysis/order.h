/* Does the order of operands matter that C leaves open (cfront/lower/lower_order.c)? It may where code that one of them
 * has run, by a call or a service, changes what another looks at, or looks at what another changes. */
#ifndef APP_ANALYSIS_ORDER_H
#define APP_ANALYSIS_ORDER_H

#include "app/analysis/analysis.h"

/* Where it may, and where the program can be made to try both orders. */
void order_find(struct analysis *analysis, struct points *points, const struct touched *touches);

/* Then that is an assumption; NULL: there is none. */
const char *order_assumption(const struct analysis *analysis);

#endif
