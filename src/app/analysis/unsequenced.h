/* Operands that change by themselves, without a call, what another operand looks at or changes: C leaves that undefined
 * (6.5p2). Of plain variables the compiler warns; here are also members, elements, what pointers lead to, and
 * statements in expressions. */
#ifndef APP_ANALYSIS_UNSEQUENCED_H
#define APP_ANALYSIS_UNSEQUENCED_H

#include "app/analysis/analysis.h"

struct points;

/* The first place where that may be; no file: nowhere. */
struct place unsequenced_at(const struct subject *subject, struct points *points);

/* Then that is an assumption; NULL: there is none. */
const char *unsequenced_assumption(const struct analysis *analysis);

#endif
