/* May somebody read padding? What is between the members of a structure has no value that C tells (6.2.6.1p6), which
 * only matters where bytes are read: of a structure by a pointer to something else, or of what its bytes were copied
 * to. Found out before anything runs, so that programs that do nothing of this pay nothing. */
#ifndef APP_ANALYSIS_PADDING_H
#define APP_ANALYSIS_PADDING_H

#include "app/analysis/points.h"

/* Of the objects that are marked. */
bool padding_may_be_read(const struct subject *subject, struct points *points, const bool *marks);

#endif
