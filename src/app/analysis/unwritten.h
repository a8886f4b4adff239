/* Volatile memory that no code writes, and that is no input: it keeps its first value, and whoever reads it may have
 * meant the hardware. (Volatile variables that the program only reads are inputs, but for those whose address is taken,
 * and static locals: cfront/outside/inputs.h.) */
#ifndef APP_ANALYSIS_UNWRITTEN_H
#define APP_ANALYSIS_UNWRITTEN_H

#include "app/analysis/analysis.h"

struct points;

/* Their names, as in "`a`, `uart.status`", in the analysis's arena; NULL: there are none. */
const char *unwritten_names(const struct analysis *analysis, struct points *points, const struct touched *touches);

/* Half a sentence about them, or NULL. */
const char *unwritten_assumption(const struct analysis *analysis);

#endif
