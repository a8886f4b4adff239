#include "promela/allowed.h"

#include "promela/walk.h"

/* Observers look at a state from outside: nothing there is "this process", and nothing they do may change the state. */

struct visit {
    struct diagnostics *diagnostics;
    const char *where; /* "a never claim" */
};

static void check_expression(void *context, const struct expression *e) {
    const struct visit *visit = context;
    const char *what = NULL;
    switch (e->kind) {
    case EXPR_PID: what = "_pid"; break;
    case EXPR_PRIORITY: what = "_priority"; break;
    case EXPR_RUN: what = "run"; break;
    case EXPR_TIMEOUT: what = "timeout"; break; /* in Spin it depends on which half of a step looks */
    default: return;
    }
    diag_error(visit->diagnostics, e->place, "`%s` has no meaning in %s", what, visit->where);
}

static void check_claim_statement(void *context, const struct statement *s) {
    const struct visit *visit = context;
    const char *what = NULL;
    switch (s->kind) {
    case STATEMENT_ASSIGN: what = "assign"; break;
    case STATEMENT_SET_PRIORITY: what = "set a priority"; break;
    case STATEMENT_C_CODE: what = "run C statements (c_expr is allowed)"; break;
    case STATEMENT_EXCLUSIVE_RECEIVE:
    case STATEMENT_EXCLUSIVE_SEND: what = "own a channel"; break;
    default: return; /* sends and receives are refused by the parser */
    }
    diag_error(visit->diagnostics, s->place, "%s cannot %s", visit->where, what);
}

/* Spin numbers the places of a process in its own way, which nobody should rely on. */
static void check_place_number(void *context, const struct expression *e) {
    const struct visit *visit = context;
    if (e->kind != EXPR_BINARY || !operator_is_comparison(e->op)) return;
    const struct expression *l = e->left, *r = e->right;
    bool left = l->kind == EXPR_PC_VALUE && r->kind == EXPR_NUMBER;
    bool right = r->kind == EXPR_PC_VALUE && l->kind == EXPR_NUMBER;
    if (left || right)
        diag_error(visit->diagnostics, left ? l->place : r->place,
                   "the numbers of places are not Spin's: compare pc_value() with another, or use a label (P@label)");
}

static void check_body(struct visit *visit, const struct proctype *p) {
    for (size_t i = 0; i < p->body->statements.count; i++)
        walk_statement_expressions(p->body->statements.items[i], check_expression, visit);
    if (p->kind == PROCTYPE_NEVER) walk_statements(p->body, check_claim_statement, visit);
}

void allowed_check(const struct model *model, struct diagnostics *diagnostics) {
    struct visit visit = {.diagnostics = diagnostics};
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        for (size_t k = 0; k < p->body->statements.count; k++)
            walk_statement_expressions(p->body->statements.items[k], check_place_number, &visit);
        if (p->kind == PROCTYPE_PROCESS || p->kind == PROCTYPE_INIT) continue;
        visit.where = p->kind == PROCTYPE_NEVER ? "a never claim" : "a trace";
        check_body(&visit, p);
    }
    visit.where = "a formula";
    for (size_t i = 0; i < model->ltl.count; i++) {
        walk_expression(model->ltl.items[i].formula, check_expression, &visit);
        walk_expression(model->ltl.items[i].formula, check_place_number, &visit);
    }
}
