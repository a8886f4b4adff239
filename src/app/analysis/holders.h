/* Who may hold pointers to locals and to the heap: those that must forget them when the local ends, or a block. */
#ifndef APP_ANALYSIS_HOLDERS_H
#define APP_ANALYSIS_HOLDERS_H

#include "app/analysis/analysis.h"
#include "app/analysis/points.h"

/* Fills in the analysis' holders and mortal functions. */
void holders_find(struct analysis *analysis, const struct points *points);
/* ... and who holds addresses of anything. */
void holders_find_addresses(struct analysis *analysis, const struct points *points);

#endif
