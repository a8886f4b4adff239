#include "promela/walk.h"

/* ---- expressions ---- */

static void walk_indices(const struct reference *reference, walk_expression_visit visit, void *context) {
    for (; reference; reference = reference->field) walk_expression(reference->index, visit, context);
}

static void walk_receive_expressions(const struct receive *receive, walk_expression_visit visit, void *context) {
    if (!receive) return;
    walk_indices(receive->channel, visit, context);
    for (size_t i = 0; i < receive->fields.count; i++) {
        walk_expression(receive->fields.items[i].match, visit, context);
        walk_indices(receive->fields.items[i].target, visit, context);
    }
}

void walk_expression(const struct expression *e, walk_expression_visit visit, void *context) {
    if (!e) return;
    visit(context, e);
    walk_expression(e->left, visit, context);
    walk_expression(e->right, visit, context);
    walk_expression(e->third, visit, context);
    walk_indices(e->reference, visit, context);
    walk_receive_expressions(e->receive, visit, context);
    for (size_t i = 0; i < e->arguments.count; i++) walk_expression(e->arguments.items[i], visit, context);
}

struct expression_walk {
    walk_expression_visit visit;
    void *context;
};

static void own_expressions(void *context, const struct statement *s) {
    const struct expression_walk *walk = context;
    walk_expression(s->expression, walk->visit, walk->context);
    walk_indices(s->target, walk->visit, walk->context);
    walk_indices(s->channel, walk->visit, walk->context);
    for (size_t i = 0; i < s->arguments.count; i++) walk_expression(s->arguments.items[i], walk->visit, walk->context);
    walk_receive_expressions(s->receive, walk->visit, walk->context);
}

/* ---- statements ---- */

void walk_statement(const struct statement *s, walk_statement_visit visit, void *context) {
    visit(context, s);
    for (size_t i = 0; i < s->options.count; i++) walk_statements(s->options.items[i], visit, context);
    if (s->body) walk_statements(s->body, visit, context);
    if (s->escape) walk_statements(s->escape, visit, context);
}

void walk_statements(const struct sequence *sequence, walk_statement_visit visit, void *context) {
    for (size_t i = 0; i < sequence->statements.count; i++)
        walk_statement(sequence->statements.items[i], visit, context);
}

void walk_statement_expressions(const struct statement *statement, walk_expression_visit visit, void *context) {
    struct expression_walk walk = {visit, context};
    walk_statement(statement, own_expressions, &walk);
}

static void note_run(void *context, const struct expression *expression) {
    *(bool *)context |= expression->kind == EXPR_RUN;
}

bool walk_expression_runs(const struct expression *expression) {
    bool runs = false;
    walk_expression(expression, note_run, &runs);
    return runs;
}

bool walk_statement_runs(const struct statement *statement) {
    bool runs = false;
    walk_statement_expressions(statement, note_run, &runs);
    return runs;
}

/* ---- references ---- */

struct reference_walk {
    walk_reference_visit visit;
    void *context;
};

static void receive_references(const struct receive *receive, const struct reference_walk *walk) {
    walk->visit(walk->context, receive->channel, WALK_CHANNEL);
    for (size_t i = 0; i < receive->fields.count; i++)
        if (receive->fields.items[i].kind == RECEIVE_STORE)
            walk->visit(walk->context, receive->fields.items[i].target, WALK_WRITE);
}

static void expression_reference(void *context, const struct expression *e) {
    const struct reference_walk *walk = context;
    switch (e->kind) {
    case EXPR_REFERENCE:
    case EXPR_REMOTE_VARIABLE: walk->visit(walk->context, e->reference, WALK_READ); break;
    case EXPR_LEN:
    case EXPR_EMPTY:
    case EXPR_NEMPTY:
    case EXPR_FULL:
    case EXPR_NFULL: walk->visit(walk->context, e->reference, WALK_CHANNEL); break;
    case EXPR_POLL: walk->visit(walk->context, e->receive->channel, WALK_CHANNEL); break;
    default: break;
    }
}

static void own_references(void *context, const struct statement *s) {
    const struct reference_walk *walk = context;
    if (s->kind == STATEMENT_ASSIGN) walk->visit(walk->context, s->target, WALK_WRITE);
    if (s->kind == STATEMENT_SEND) walk->visit(walk->context, s->channel, WALK_CHANNEL);
    if (s->kind == STATEMENT_RECEIVE) receive_references(s->receive, walk);
    struct expression_walk expressions = {expression_reference, context};
    own_expressions(&expressions, s);
}

void walk_statement_references(const struct statement *statement, walk_reference_visit visit, void *context) {
    struct reference_walk walk = {visit, context};
    walk_statement(statement, own_references, &walk);
}

void walk_expression_references(const struct expression *expression, walk_reference_visit visit, void *context) {
    struct reference_walk walk = {visit, context};
    walk_expression(expression, expression_reference, &walk);
}

static void initial_references(const struct variable *variable, struct reference_walk *walk) {
    walk_expression(variable->initial, expression_reference, walk);
    for (size_t i = 0; i < variable->initial_list.count; i++)
        walk_expression(variable->initial_list.items[i], expression_reference, walk);
}

void walk_model_references(const struct model *model, walk_reference_visit visit, void *context) {
    struct reference_walk walk = {visit, context};
    for (size_t i = 0; i < model->globals.count; i++) initial_references(model->globals.items[i], &walk);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        for (size_t v = 0; v < p->variables.count; v++) initial_references(p->variables.items[v], &walk);
        walk_expression(p->provided, expression_reference, &walk);
        walk_statements(p->body, own_references, &walk);
    }
    for (size_t i = 0; i < model->ltl.count; i++)
        walk_expression(model->ltl.items[i].formula, expression_reference, &walk);
}

const struct variable *walk_last_variable(const struct reference *reference) {
    while (reference->field) reference = reference->field;
    return reference->variable;
}

struct search_read {
    const struct variable *variable;
    bool found;
};

static void note_read(void *context, const struct reference *reference, enum walk_use use) {
    struct search_read *search = context;
    for (; reference; reference = reference->field) {
        if (reference->variable != search->variable) continue;
        search->found |= use != WALK_WRITE;
    }
}

bool walk_is_read(const struct model *model, const struct variable *variable) {
    if (model->uses_code || model->is_driven) return true; /* embedded C can name anything, and so can who drives it */
    struct search_read search = {.variable = variable};
    walk_model_references(model, note_read, &search);
    return search.found;
}
