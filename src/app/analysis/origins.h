/* Which objects may hold pointers where numbers may lie as well: found out before anything runs, so that all others
 * cost nothing.
 *
 * Where an object is used as it is declared, what lies in it is known by its type: pointers where it has pointers,
 * numbers elsewhere. It is mixed if it may hold addresses and has pointers in a union, or if it may be reached, by a
 * pointer, as something that its declaration does not say: as bytes, as a number where it has pointers, as pointers
 * where it has none. Beside each byte of one that is mixed lies where it came from (exec/origin.h). */
#ifndef APP_ANALYSIS_ORIGINS_H
#define APP_ANALYSIS_ORIGINS_H

#include "app/analysis/analysis.h"
#include "app/analysis/points.h"

/* Makes room beside them: analysis->origins_at, and tells which others hold addresses: analysis->is_declared. To be
 * called behind shadow_find(). */
void origins_find(struct analysis *analysis, struct points *points);
/* What lies beside globals in the beginning; to be called when that has its place in the image. */
void origins_fill_image(struct analysis *analysis);

#endif
