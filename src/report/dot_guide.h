/* A guide's automaton in the language of Graphviz. */
#ifndef REPORT_DOT_GUIDE_H
#define REPORT_DOT_GUIDE_H

#include "xgdl/automaton.h"
#include "xgdl/guide.h"

/* Interactions that lead the same way share an arrow. */
void dot_guide(struct text *out, const struct xgdl_guide *guide, const struct xgdl_automaton *automaton);

#endif
