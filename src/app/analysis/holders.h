/* Who may hold pointers to locals and to the heap: those that must forget them when the local ends, or a block. */
#ifndef APP_ANALYSIS_HOLDERS_H
#define APP_ANALYSIS_HOLDERS_H

#include "app/analysis/analysis.h"
#include "app/analysis/points.h"

/* Fills in the analysis' holders and mortal functions. */
void holders_find(struct analysis *analysis, const struct points *points);
/* Can an object of this type hold a pointer, as such? */
bool holders_can(const struct c_type *type);

/* Where pointers cannot be marked, addresses of locals that are numbers, or bytes, are not followed to the local's end:
 * half a sentence, or NULL where there can be none. */
const char *holders_assumption(const struct analysis *analysis);

#endif
