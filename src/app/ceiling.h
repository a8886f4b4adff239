/* Ceilings of resources (OSEK OS 2.2.3 §8.5): as high as everybody who takes the resource, which the configuration says
 * and the code does. Where the two differ, the ceiling is wrong. */
#ifndef APP_CEILING_H
#define APP_CEILING_H

#include "app/model.h"

/* Who may take what, as the code has it: app->takes. Warns where the configuration does not agree. `calls`:
 * [caller][callee]
 */
void ceiling_find(struct app *app, bool *const *calls, struct diagnostics *diagnostics);
/* Notes which resources nobody takes, and who lists one for nothing. */
void ceiling_note_unused(const struct app *app, const struct oil_config *oil, struct diagnostics *diagnostics);
/* What is wrong about this context's taking the resource: "the configuration does not list r for t (priority 5) ...".
 */
void ceiling_explain(const struct app *app, uint32_t context, uint32_t resource, struct text *out);

#endif
