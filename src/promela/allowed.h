/* What may stand where, beyond what the grammar says: asked once the whole model is known. */
#ifndef PROMELA_ALLOWED_H
#define PROMELA_ALLOWED_H

#include "promela/ast.h"

/* Errors for what a claim, a formula or a trace cannot have a meaning with. */
void allowed_check(const struct model *model, struct diagnostics *diagnostics);

#endif
