/* Does the order of configuration calls matter?
 *
 * `configure F(t.id, ..) for t in ..` calls F for one object after the other, in the order of their numbers. Any other
 * order gives the same state if every place that F writes is the iteration's own (indexed with the numbers of all
 * objects that vary), or gathers values in a way that does not know an order (`x = x | e`, the greater of two), or gets
 * the same constant each time. */
#include "env/symmetry_walk.h"
#include "ocl/node.h"
#include "promela/print.h"
#include "promela/walk.h"

#include <string.h>

struct use {
    const struct reference *reference;
    enum walk_use use;
};

struct order {
    const struct symmetry_walk *walk;
    const struct env_configuration *configuration;
    const struct proctype *proctype;
    VEC(struct use) uses;                      /* of places that outlive the call */
    VEC(const struct statement *) assignments; /* to such places */
    bool simple;                               /* no statement but assignments and choices */
};

/* ---- what the body does ---- */

static void note_use(void *context, const struct reference *reference, enum walk_use use) {
    struct order *order = context;
    if (!reference->variable->owner) vec_push(&order->uses, (struct use){reference, use});
}

static void note_statement(void *context, const struct statement *s) {
    struct order *order = context;
    switch (s->kind) {
    case STATEMENT_ASSIGN:
        if (!s->target->variable->owner)
            vec_push(&order->assignments, s);
        else if (s->target->variable->is_parameter)
            order->simple = false;
        break;
    case STATEMENT_EXPRESSION:
    case STATEMENT_PRINTF:
    case STATEMENT_PRINTM:
    case STATEMENT_ASSERT:
    case STATEMENT_IF:
    case STATEMENT_ATOMIC:
    case STATEMENT_D_STEP:
    case STATEMENT_BLOCK: break;
    default: order->simple = false; break;
    }
}

/* ---- places ---- */

static bool same_place(const struct reference *a, const struct reference *b) {
    for (; a && b; a = a->field, b = b->field)
        if (a->variable != b->variable) return false;
    return !a && !b;
}

static bool same_text(const struct expression *a, const struct expression *b) {
    struct text one = {0}, two = {0};
    print_expression(a, &one);
    print_expression(b, &two);
    bool same = strcmp(text_chars(&one), text_chars(&two)) == 0;
    text_free(&one);
    text_free(&two);
    return same;
}

static bool same_reference(const struct reference *a, const struct reference *b) {
    struct text one = {0}, two = {0};
    print_reference(a, &one);
    print_reference(b, &two);
    bool same = same_place(a, b) && strcmp(text_chars(&one), text_chars(&two)) == 0;
    text_free(&one);
    text_free(&two);
    return same;
}

/* The iterator whose object's number the expression is, up to a constant; or -1. */
static int iterator_of(const struct order *order, const struct expression *e) {
    if (e && e->kind == EXPR_BINARY && (e->op == OP_ADD || e->op == OP_SUBTRACT) && e->right->kind == EXPR_NUMBER)
        e = e->left;
    if (!e || e->kind != EXPR_REFERENCE || e->reference->field || e->reference->index) return -1;
    const struct variable *variable = e->reference->variable;
    if (variable->owner != order->proctype || !variable->is_parameter) return -1;
    for (size_t i = 0; i < order->proctype->parameters.count; i++) {
        if (order->proctype->parameters.items[i] != variable) continue;
        const struct ocl_node *argument = order->configuration->arguments.items[i]->root;
        if (argument->op == OCL_OP_ID && argument->first->op == OCL_OP_SLOT) return argument->first->slot;
    }
    return -1;
}

/* The indices of the place that are numbers of iterators' objects, as text; and which iterators these are. */
static uint64_t own_indices(const struct order *order, const struct reference *reference, struct text *text) {
    uint64_t iterators = 0;
    for (; reference; reference = reference->field) {
        int iterator = iterator_of(order, reference->index);
        if (iterator >= 0) {
            iterators |= UINT64_C(1) << iterator;
            print_expression(reference->index, text);
        }
        text_add_char(text, ';');
    }
    return iterators;
}

/* Is the place the iteration's own: every use of it is indexed, in the same way, with all that varies? */
static bool is_own(const struct order *order, const struct reference *place) {
    uint64_t all = (UINT64_C(1) << order->configuration->iterators.count) - 1;
    struct text wanted = {0}, here = {0};
    bool own = own_indices(order, place, &wanted) == all;
    for (size_t i = 0; i < order->uses.count && own; i++) {
        if (!same_place(order->uses.items[i].reference, place)) continue;
        text_clear(&here);
        own = own_indices(order, order->uses.items[i].reference, &here) == all &&
              strcmp(text_chars(&here), text_chars(&wanted)) == 0;
    }
    text_free(&wanted);
    text_free(&here);
    return own;
}

static size_t uses_of(const struct order *order, const struct reference *place) {
    size_t count = 0;
    for (size_t i = 0; i < order->uses.count; i++) count += same_place(order->uses.items[i].reference, place);
    return count;
}

/* ---- gathering ---- */

static bool is_place(const struct expression *e, const struct reference *place) {
    return e->kind == EXPR_REFERENCE && same_reference(e->reference, place);
}

struct reading {
    const struct order *order;
    bool undisturbed;
};

static void read_place(void *context, const struct reference *reference, enum walk_use use) {
    struct reading *reading = context;
    (void)use;
    if (reference->variable->owner) return;
    for (size_t i = 0; i < reading->order->assignments.count; i++) {
        const struct reference *target = reading->order->assignments.items[i]->target;
        if (same_place(reference, target) && !is_own(reading->order, target)) reading->undisturbed = false;
    }
}

/* What another iteration writes has no influence on it. */
static bool reads_own(const struct order *order, const struct expression *e) {
    struct reading reading = {order, true};
    walk_expression_references(e, read_place, &reading);
    return reading.undisturbed;
}

static const struct variable *last_variable(const struct reference *reference) {
    while (reference->field) reference = reference->field;
    return reference->variable;
}

/* A value that is not cut when it is stored. */
static bool fits(const struct expression *e, const struct reference *place) {
    const struct type *target = &last_variable(place)->type;
    if (target->kind == TYPE_INT) return true;
    if (e->kind != EXPR_REFERENCE) return false;
    const struct type *type = &last_variable(e->reference)->type;
    return type->kind == target->kind && type->width == target->width;
}

/* `x = (e > x -> e : x)` and its kin. */
static bool is_extreme(const struct order *order, const struct reference *place, const struct expression *e) {
    if (e->kind != EXPR_CONDITIONAL || e->left->kind != EXPR_BINARY || e->left->op < OP_LESS ||
        e->left->op > OP_GREATER_EQUAL)
        return false;
    const struct expression *a = e->left->left, *b = e->left->right;
    const struct expression *other = is_place(a, place) ? b : is_place(b, place) ? a : NULL;
    return other && !is_place(other, place) && uses_of(order, place) == 3 &&
           ((same_text(a, e->right) && same_text(b, e->third)) || (same_text(a, e->third) && same_text(b, e->right))) &&
           fits(other, place) && reads_own(order, other);
}

static bool gathers(const struct order *order, const struct statement *s) {
    const struct expression *e = s->expression;
    if (is_extreme(order, s->target, e)) return true;
    if (e->kind != EXPR_BINARY || uses_of(order, s->target) != 2) return false;
    if (e->op != OP_ADD && e->op != OP_BIT_OR && e->op != OP_BIT_AND && e->op != OP_BIT_XOR) return false;
    const struct expression *other = is_place(e->left, s->target)    ? e->right
                                     : is_place(e->right, s->target) ? e->left
                                                                     : NULL;
    return other && reads_own(order, other);
}

static bool gets_constant(const struct order *order, const struct statement *s) {
    if (s->expression->kind != EXPR_NUMBER) return false;
    size_t writes = 0;
    for (size_t i = 0; i < order->assignments.count; i++) {
        const struct statement *other = order->assignments.items[i];
        if (!same_place(other->target, s->target)) continue;
        if (!same_text(other->expression, s->expression)) return false;
        writes++;
    }
    return writes == uses_of(order, s->target);
}

bool symmetry_order_is_free(const struct symmetry_walk *walk, unsigned number) {
    int callable = walk->design->configurations[number];
    struct order order = {.walk = walk,
                          .configuration = &walk->model->configurations.items[number],
                          .proctype = walk->promela->proctypes.items[callable],
                          .simple = true};
    if (!order.configuration->iterators.count) return true;
    walk_statements(order.proctype->body, note_statement, &order);
    for (size_t i = 0; i < order.proctype->body->statements.count; i++)
        walk_statement_references(order.proctype->body->statements.items[i], note_use, &order);
    bool any_order = order.simple && order.configuration->iterators.count < 64;
    for (size_t i = 0; i < order.assignments.count && any_order; i++) {
        const struct statement *s = order.assignments.items[i];
        any_order = is_own(&order, s->target) || gathers(&order, s) || gets_constant(&order, s);
    }
    vec_free(&order.uses);
    vec_free(&order.assignments);
    return any_order;
}
