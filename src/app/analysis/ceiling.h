/* Ceilings of resources (OSEK OS 2.2.3 §8.5): as high as everybody who takes the resource, which the configuration says
 * and the code does. Where the two differ, the ceiling is wrong. */
#ifndef APP_ANALYSIS_CEILING_H
#define APP_ANALYSIS_CEILING_H

#include "app/analysis/analysis.h"

/* Who may take what, as the code has it: analysis->takes. Warns where the configuration does not agree. `calls`:
 * [caller][callee]
 */
void ceiling_find(struct analysis *analysis, bool *const *calls, struct diagnostics *diagnostics);
/* Notes which resources nobody takes, and who lists one for nothing. */
void ceiling_note_unused(const struct analysis *analysis, const struct oil_config *oil,
                         struct diagnostics *diagnostics);
/* What is wrong about this context's taking the resource: "the configuration does not list r for t (priority 5) ...".
 */
void ceiling_explain(const struct analysis *analysis, uint32_t context, uint32_t resource, struct text *out);

#endif
