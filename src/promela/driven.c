#include "promela/driven.h"

#include "promela/walk.h"

static const char *kind_of_claim(const struct proctype *proctype) {
    switch (proctype->kind) {
    case PROCTYPE_NEVER: return "a never claim";
    case PROCTYPE_TRACE: return "a trace";
    case PROCTYPE_NOTRACE: return "a notrace";
    default: return NULL;
    }
}

void driven_check(const struct model *model, const char *driver, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *proctype = model->proctypes.items[i];
        const char *claim = kind_of_claim(proctype);
        if (claim)
            diag_error(diagnostics, proctype->place, "%s in a design is not checked: its %s says what is right", claim,
                       driver);
        else if (proctype->active)
            diag_error(diagnostics, proctype->place, "a design is driven by its %s, and has no process of its own",
                       driver);
    }
    for (size_t i = 0; i < model->ltl.count; i++)
        diag_error(diagnostics, model->ltl.items[i].place,
                   "the ltl property %s in a design is not checked: its %s says what is right",
                   model->ltl.items[i].name, driver);
}

static void forbid_timeout(void *context, const struct expression *expression) {
    if (expression->kind == EXPR_TIMEOUT)
        diag_error(context, expression->place,
                   "`timeout` in a design: whether anybody else can move is not known in a call; use `else`");
}

void driven_check_calls(const struct model *model, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct sequence *body = model->proctypes.items[i]->body;
        for (size_t k = 0; k < body->statements.count; k++)
            walk_statement_expressions(body->statements.items[k], forbid_timeout, diagnostics);
    }
}
