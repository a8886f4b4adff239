#include "promela/alias.h"

#include "promela/rebound.h"
#include "promela/walk.h"

struct search {
    const struct layout *layout;
    struct rebound rebound;
    struct aliases found;
};

/* Is it a chan's value, or 0, which names none? */
static bool is_channel(const struct expression *e) {
    switch (e->kind) {
    case EXPR_NUMBER: return e->value == 0;
    case EXPR_REFERENCE: return walk_last_variable(e->reference)->type.kind == TYPE_CHAN;
    case EXPR_CONDITIONAL: return is_channel(e->right) && is_channel(e->third);
    default: return false;
    }
}

static void check_value(struct search *search, const struct type *type, const struct expression *value) {
    if (type->kind == TYPE_CHAN && !is_channel(value)) search->found.by_number = true;
}

/* ---- messages ---- */

static bool keeps_its_channel(const struct search *search, const struct reference *channel) {
    return !channel->field && channel->variable->channel && !rebound_has(&search->rebound, channel->variable);
}

/* Can a message of this channel have this shape? Of a chan that may name any, only the number of fields is known. */
static bool may_be_shape(const struct search *search, const struct reference *channel, size_t fields, unsigned shape) {
    if (keeps_its_channel(search, channel)) return layout_shape_of(search->layout, channel->variable->channel) == shape;
    return search->layout->shapes.items[shape].fields.count == fields;
}

static void check_send(struct search *search, const struct statement *s) {
    for (unsigned i = 0; i < search->layout->shapes.count; i++) {
        if (!may_be_shape(search, s->channel, s->arguments.count, i)) continue;
        for (size_t k = 0; k < s->arguments.count; k++)
            check_value(search, &search->layout->shapes.items[i].fields.items[k], s->arguments.items[k]);
    }
}

static void check_receive(struct search *search, const struct receive *receive) {
    for (unsigned i = 0; i < search->layout->shapes.count; i++) {
        if (!may_be_shape(search, receive->channel, receive->fields.count, i)) continue;
        for (size_t k = 0; k < receive->fields.count; k++) {
            const struct receive_field *field = &receive->fields.items[k];
            if (field->kind == RECEIVE_STORE && walk_last_variable(field->target)->type.kind == TYPE_CHAN &&
                search->layout->shapes.items[i].fields.items[k].kind != TYPE_CHAN)
                search->found.by_number = true;
        }
    }
}

/* ---- statements ---- */

static void check_statement(void *context, const struct statement *s) {
    struct search *search = context;
    if (s->kind == STATEMENT_ASSIGN) check_value(search, &walk_last_variable(s->target)->type, s->expression);
    if (s->kind == STATEMENT_SEND) check_send(search, s);
    if (s->kind == STATEMENT_RECEIVE) check_receive(search, s->receive);
}

/* Structures are passed field by field. */
static void check_argument(struct search *search, const struct type *type, const struct expression *run, size_t *at) {
    if (type->kind != TYPE_STRUCT) {
        if (*at < run->arguments.count) check_value(search, type, run->arguments.items[*at]);
        (*at)++;
        return;
    }
    for (size_t i = 0; i < type->structure->fields.count; i++)
        check_argument(search, &type->structure->fields.items[i]->type, run, at);
}

static void check_run(void *context, const struct expression *e) {
    if (e->kind != EXPR_RUN) return;
    size_t at = 0;
    for (size_t i = 0; i < e->proctype->parameters.count; i++)
        check_argument(context, &e->proctype->parameters.items[i]->type, e, &at);
}

static void check_initial(struct search *search, const struct variable *variable) {
    if (variable->initial) check_value(search, &variable->type, variable->initial);
    if (variable->type.kind == TYPE_CHAN && variable->initial_list.count) search->found.by_number = true;
}

static void note_use(void *context, const struct reference *reference, enum walk_use use) {
    struct search *search = context;
    if (use == WALK_READ && walk_last_variable(reference)->channel && reference->variable->owner)
        search->found.after_death = true;
}

struct aliases alias_find(const struct layout *layout) {
    const struct model *model = layout->model;
    struct search search = {.layout = layout, .rebound = rebound_find(model)};
    walk_model_references(model, note_use, &search);
    for (size_t i = 0; i < model->globals.count; i++) check_initial(&search, model->globals.items[i]);
    for (size_t i = 0; i < model->structures.count; i++)
        for (size_t k = 0; k < model->structures.items[i]->fields.count; k++)
            check_initial(&search, model->structures.items[i]->fields.items[k]);
    for (size_t i = 0; i < model->proctypes.count; i++) {
        const struct proctype *p = model->proctypes.items[i];
        for (size_t k = 0; k < p->variables.count; k++) check_initial(&search, p->variables.items[k]);
        walk_statements(p->body, check_statement, &search);
        for (size_t k = 0; k < p->body->statements.count; k++)
            walk_statement_expressions(p->body->statements.items[k], check_run, &search);
    }
    rebound_free(&search.rebound);
    return search.found;
}
