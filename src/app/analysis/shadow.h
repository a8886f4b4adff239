/* Which objects may have no value when they are read: found out before anything runs, so that all others cost nothing.
 *
 * A local is in doubt if nobody could prove that it is assigned first (assigned.h). Whatever a structure or bytes may
 * be copied to from there, other locals, parameters, results and globals, is in doubt with it. */
#ifndef APP_ANALYSIS_SHADOW_H
#define APP_ANALYSIS_SHADOW_H

#include "app/analysis/analysis.h"
#include "app/analysis/points.h"

/* Makes room beside them: analysis->unset_... */
void shadow_find(struct analysis *analysis, struct points *points);
/* Room in the image for what lies beside globals that have a place here (NULL: none has); to be called when all else in
 * it has its own. */
void shadow_lay_out_globals(struct analysis *analysis, uint32_t *places);

/* The place whose bytes are copied as they are: a structure's, or those of memcpy and its kin, `*to = *from`. NULL: the
 * assignment computes a value. */
const struct c_expression *shadow_copied(const struct c_instruction *assignment);
/* The same, or a byte on its way between any two places: where it came from goes with it, but it must have a value. */
const struct c_expression *shadow_moved(const struct c_instruction *assignment);
/* Adds what bytes of these objects may be moved to. */
void shadow_follow(struct analysis *analysis, struct points *points, bool *marks);
/* A block of each function, still empty, for what lies beside its locals; once. */
void shadow_make_room(struct analysis *analysis);

#endif
