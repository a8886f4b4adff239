#include "env/graph_symbolic.h"

#include "ocl/node.h"

struct frame {
    struct graph_symbols symbols;
    const struct graph_space *space;
    const struct ocl_world *world;
    unsigned self;
    const struct graph_symbol **slots;
};

typedef const struct graph_symbol *symbol;

static symbol evaluate(struct frame *frame, const struct ocl_node *node);

static struct diagrams *diagrams_of(struct frame *frame) { return frame->symbols.diagrams; }

/* ---- objects and functions ---- */

static symbol member_value(struct frame *frame, const struct ocl_node *node, unsigned object) {
    const struct ocl_member *member = graph_member(frame->space, node->class_index, node->member);
    if (member->kind != OCL_ASSOCIATION)
        return graph_symbol_number(&frame->symbols, node->type.kind,
                                   frame->world->values[node->class_index][object * node->stride + node->member]);
    struct graph_symbol *value = graph_symbol_new(&frame->symbols, node->type.kind);
    diagram some = DIAGRAM_FALSE;
    for (unsigned target = 0; target < frame->space->sizes[member->type.class_index]; target++) {
        uint32_t number = graph_link_number(frame->space, node->class_index, object, node->member, target);
        diagram link = diagram_variable(diagrams_of(frame), number);
        if (node->type.kind == OCL_SET) value->in[target] = link;
        /* An association to at most one object, used as that object: there are no two links. */
        else
            graph_choices_add(&frame->symbols, &value->choices, target,
                              diagram_and(diagrams_of(frame), link, diagram_not(diagrams_of(frame), some)));
        some = diagram_or(diagrams_of(frame), some, link);
    }
    value->defined = DIAGRAM_TRUE;
    if (node->type.kind == OCL_OBJECT)
        graph_choices_add(&frame->symbols, &value->choices, -1, diagram_not(diagrams_of(frame), some));
    return value;
}

static symbol evaluate_member(struct frame *frame, const struct ocl_node *node) {
    symbol object = evaluate(frame, node->first);
    struct graph_symbol *value = graph_symbol_new(&frame->symbols, node->type.kind);
    for (size_t i = 0; i < object->choices.count; i++) {
        const struct graph_choice *choice = &object->choices.items[i];
        if (choice->value < 0) continue; /* a member of null fails */
        symbol own = node->op == OCL_OP_ID ? graph_symbol_number(&frame->symbols, OCL_INTEGER, choice->value + 1)
                                           : member_value(frame, node, (unsigned)choice->value);
        if (choice->when == DIAGRAM_TRUE) return own;
        graph_symbol_merge(&frame->symbols, value, own, choice->when);
    }
    return value;
}

/* The value, which fails where `defined` does not hold. */
static symbol only_where(struct frame *frame, symbol value, diagram defined) {
    if (defined == DIAGRAM_TRUE) return value;
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, value->kind);
    graph_symbol_merge(&frame->symbols, result, value, defined);
    return result;
}

/* An argument that fails makes the call fail, whether it is used or not. */
static symbol evaluate_call(struct frame *frame, const struct ocl_node *node) {
    const struct ocl_expression *body = frame->world->schema->functions.items[node->member].body;
    struct frame inner = *frame;
    diagram defined = DIAGRAM_TRUE;
    inner.slots = arena_new_array(frame->symbols.arena, symbol, body->slots + 1);
    for (unsigned i = 0; i < node->count; i++) {
        inner.slots[i] = evaluate(frame, node->arguments[i]);
        defined = diagram_and(diagrams_of(frame), defined, graph_symbol_defined(&frame->symbols, inner.slots[i]));
    }
    return only_where(frame, evaluate(&inner, body->root), defined);
}

/* ---- numbers and booleans ---- */

static bool calculate(enum ocl_op op, int64_t a, int64_t b, int64_t *value) {
    switch (op) {
    case OCL_OP_NEGATE: return !__builtin_sub_overflow(0, a, value);
    case OCL_OP_ABS: return a >= 0 ? (*value = a, true) : !__builtin_sub_overflow(0, a, value);
    case OCL_OP_ADD: return !__builtin_add_overflow(a, b, value);
    case OCL_OP_SUBTRACT: return !__builtin_sub_overflow(a, b, value);
    case OCL_OP_MULTIPLY: return !__builtin_mul_overflow(a, b, value);
    case OCL_OP_DIV: return b != 0 && (b != -1 || a != INT64_MIN) && (*value = a / b, true);
    case OCL_OP_MOD: return b != 0 && (*value = b == -1 ? 0 : a % b, true);
    case OCL_OP_LESSER: return *value = a < b ? a : b, true;
    case OCL_OP_GREATER: return *value = a > b ? a : b, true;
    case OCL_OP_LT: return *value = a < b, true;
    case OCL_OP_LE: return *value = a <= b, true;
    case OCL_OP_GT: return *value = a > b, true;
    case OCL_OP_GE: return *value = a >= b, true;
    default: return false;
    }
}

static void add_result(struct frame *frame, struct graph_symbol *result, int64_t value, diagram when) {
    if (result->kind != OCL_BOOLEAN)
        graph_choices_add(&frame->symbols, &result->choices, value, when);
    else if (value)
        result->yes = diagram_or(diagrams_of(frame), result->yes, when);
    else
        result->no = diagram_or(diagrams_of(frame), result->no, when);
}

/* Of one number or two. */
static symbol evaluate_arithmetic(struct frame *frame, const struct ocl_node *node) {
    symbol a = evaluate(frame, node->first);
    symbol b = node->second ? evaluate(frame, node->second) : graph_symbol_number(&frame->symbols, OCL_INTEGER, 0);
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, node->type.kind);
    for (size_t i = 0; i < a->choices.count; i++)
        for (size_t k = 0; k < b->choices.count; k++) {
            diagram when = diagram_and(diagrams_of(frame), a->choices.items[i].when, b->choices.items[k].when);
            int64_t value;
            if (when != DIAGRAM_FALSE &&
                calculate(node->op, a->choices.items[i].value, b->choices.items[k].value, &value))
                add_result(frame, result, value, when);
        }
    return result;
}

static symbol negate(struct frame *frame, symbol a) { return graph_symbol_boolean(&frame->symbols, a->no, a->yes); }

static symbol conjunction(struct frame *frame, symbol a, symbol b) {
    return graph_symbol_boolean(&frame->symbols, diagram_and(diagrams_of(frame), a->yes, b->yes),
                                diagram_or(diagrams_of(frame), a->no, b->no));
}

static symbol disjunction(struct frame *frame, symbol a, symbol b) {
    return negate(frame, conjunction(frame, negate(frame, a), negate(frame, b)));
}

/* and, or, implies: what the first operand decides alone needs no second. */
static symbol evaluate_connective(struct frame *frame, const struct ocl_node *node) {
    symbol a = evaluate(frame, node->first);
    if (node->op == OCL_OP_AND) return a->no == DIAGRAM_TRUE ? a : conjunction(frame, a, evaluate(frame, node->second));
    if (node->op == OCL_OP_IMPLIES) a = negate(frame, a);
    return a->yes == DIAGRAM_TRUE ? a : disjunction(frame, a, evaluate(frame, node->second));
}

static symbol evaluate_equality(struct frame *frame, const struct ocl_node *node) {
    struct diagrams *d = diagrams_of(frame);
    symbol a = evaluate(frame, node->first), b = evaluate(frame, node->second);
    diagram defined =
        diagram_and(d, graph_symbol_defined(&frame->symbols, a), graph_symbol_defined(&frame->symbols, b));
    bool bags = node->op == OCL_OP_BAG_EQUAL || node->op == OCL_OP_BAG_DIFFERENT;
    diagram equal = bags ? graph_bag_equal(&frame->symbols, a, b) : graph_symbol_equal(&frame->symbols, a, b);
    symbol result = graph_symbol_truth(&frame->symbols, defined, equal);
    bool differ = node->op == OCL_OP_DIFFERENT || node->op == OCL_OP_BAG_DIFFERENT || node->op == OCL_OP_XOR;
    return differ ? negate(frame, result) : result;
}

static symbol evaluate_if(struct frame *frame, const struct ocl_node *node) {
    symbol condition = evaluate(frame, node->first);
    if (condition->yes == DIAGRAM_TRUE) return evaluate(frame, node->second);
    if (condition->no == DIAGRAM_TRUE) return evaluate(frame, node->third);
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, node->type.kind);
    if (condition->yes != DIAGRAM_FALSE)
        graph_symbol_merge(&frame->symbols, result, evaluate(frame, node->second), condition->yes);
    if (condition->no != DIAGRAM_FALSE)
        graph_symbol_merge(&frame->symbols, result, evaluate(frame, node->third), condition->no);
    return result;
}

static symbol evaluate_let(struct frame *frame, const struct ocl_node *node) {
    symbol value = evaluate(frame, node->first);
    frame->slots[node->slot] = value;
    return only_where(frame, evaluate(frame, node->second), graph_symbol_defined(&frame->symbols, value));
}

/* ---- iterators ---- */

/* The body for one object of the set. */
static symbol evaluate_body(struct frame *frame, const struct ocl_node *node, unsigned object) {
    frame->slots[node->slot] = graph_symbol_number(&frame->symbols, OCL_OBJECT, object);
    return evaluate(frame, node->second);
}

static unsigned objects_of(const struct frame *frame, const struct ocl_node *set) {
    return frame->space->sizes[set->type.class_index];
}

static symbol evaluate_quantifier(struct frame *frame, const struct ocl_node *node, symbol set) {
    struct diagrams *d = diagrams_of(frame);
    bool exists = node->op == OCL_OP_EXISTS;
    symbol all = graph_symbol_number(&frame->symbols, OCL_BOOLEAN, 1);
    for (unsigned i = 0; i < objects_of(frame, node->first) && all->no != DIAGRAM_TRUE; i++) {
        if (set->in[i] == DIAGRAM_FALSE) continue;
        symbol body = evaluate_body(frame, node, i);
        if (exists) body = negate(frame, body);
        diagram out = diagram_not(d, set->in[i]);
        symbol own =
            graph_symbol_boolean(&frame->symbols, diagram_or(d, out, body->yes), diagram_and(d, set->in[i], body->no));
        all = conjunction(frame, all, own);
    }
    all = graph_symbol_boolean(&frame->symbols, diagram_and(d, set->defined, all->yes),
                               diagram_and(d, set->defined, all->no));
    return exists ? negate(frame, all) : all;
}

/* Which objects are in the set and make the body true (or false: `wanted`); and where the body fails for none. */
static struct graph_symbol *filter(struct frame *frame, const struct ocl_node *node, symbol set, bool wanted) {
    struct diagrams *d = diagrams_of(frame);
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, OCL_SET);
    result->defined = set->defined;
    for (unsigned i = 0; i < objects_of(frame, node->first); i++) {
        if (set->in[i] == DIAGRAM_FALSE) continue;
        symbol body =
            node->second ? evaluate_body(frame, node, i) : graph_symbol_number(&frame->symbols, OCL_BOOLEAN, 1);
        result->in[i] = diagram_and(d, set->in[i], wanted ? body->yes : body->no);
        diagram safe = diagram_or(d, diagram_not(d, set->in[i]), graph_symbol_defined(&frame->symbols, body));
        result->defined = diagram_and(d, result->defined, safe);
    }
    return result;
}

static symbol evaluate_one(struct frame *frame, const struct ocl_node *node, symbol set) {
    const struct graph_symbol *chosen = filter(frame, node, set, true);
    struct graph_symbol *number = graph_symbol_new(&frame->symbols, OCL_INTEGER);
    graph_symbol_count(&frame->symbols, number, chosen->in, objects_of(frame, node->first), DIAGRAM_TRUE);
    return graph_symbol_truth(
        &frame->symbols, chosen->defined,
        graph_symbol_equal(&frame->symbols, number, graph_symbol_number(&frame->symbols, OCL_INTEGER, 1)));
}

/* The first one for which the body is true, if it fails for none before. */
static symbol evaluate_any(struct frame *frame, const struct ocl_node *node, symbol set) {
    struct diagrams *d = diagrams_of(frame);
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, OCL_OBJECT);
    diagram open = set->defined;
    for (unsigned i = 0; i < objects_of(frame, node->first) && open != DIAGRAM_FALSE; i++) {
        if (set->in[i] == DIAGRAM_FALSE) continue;
        symbol body =
            node->second ? evaluate_body(frame, node, i) : graph_symbol_number(&frame->symbols, OCL_BOOLEAN, 1);
        diagram here = diagram_and(d, set->in[i], body->yes);
        graph_choices_add(&frame->symbols, &result->choices, i, diagram_and(d, open, here));
        diagram passed = diagram_or(d, diagram_not(d, set->in[i]), body->no);
        open = diagram_and(d, open, passed);
    }
    return result;
}

static symbol evaluate_is_unique(struct frame *frame, const struct ocl_node *node, symbol set) {
    struct diagrams *d = diagrams_of(frame);
    unsigned count = objects_of(frame, node->first);
    symbol *bodies = arena_new_array(frame->symbols.arena, symbol, count + 1);
    diagram unique = DIAGRAM_TRUE, defined = set->defined;
    for (unsigned i = 0; i < count; i++) {
        if (set->in[i] == DIAGRAM_FALSE) continue;
        bodies[i] = evaluate_body(frame, node, i);
        diagram safe = diagram_or(d, diagram_not(d, set->in[i]), graph_symbol_defined(&frame->symbols, bodies[i]));
        defined = diagram_and(d, defined, safe);
        for (unsigned k = 0; k < i; k++) {
            if (!bodies[k]) continue;
            diagram both = diagram_and(d, set->in[i], set->in[k]);
            diagram same = diagram_and(d, both, graph_symbol_equal(&frame->symbols, bodies[i], bodies[k]));
            unique = diagram_and(d, unique, diagram_not(d, same));
        }
    }
    return graph_symbol_truth(&frame->symbols, defined, unique);
}

static symbol evaluate_collect(struct frame *frame, const struct ocl_node *node, symbol set) {
    struct diagrams *d = diagrams_of(frame);
    unsigned count = objects_of(frame, node->first);
    struct graph_symbol *bag = graph_symbol_new(&frame->symbols, OCL_INTEGERS);
    bag->elements = arena_new_array(frame->symbols.arena, struct graph_choices, count + 1);
    bag->element_count = count;
    bag->defined = set->defined;
    for (unsigned i = 0; i < count; i++) {
        if (set->in[i] == DIAGRAM_FALSE) continue;
        symbol body = evaluate_body(frame, node, i);
        for (size_t k = 0; k < body->choices.count; k++)
            graph_choices_add(&frame->symbols, &bag->elements[i], body->choices.items[k].value,
                              diagram_and(d, set->in[i], body->choices.items[k].when));
        diagram safe = diagram_or(d, diagram_not(d, set->in[i]), graph_symbol_defined(&frame->symbols, body));
        bag->defined = diagram_and(d, bag->defined, safe);
    }
    return bag;
}

/* ---- sets ---- */

/* An object as the set of it alone, null as the empty set. */
static symbol as_set(struct frame *frame, symbol value) {
    if (value->kind == OCL_SET) return value;
    struct graph_symbol *set = graph_symbol_new(&frame->symbols, OCL_SET);
    for (size_t i = 0; i < value->choices.count; i++)
        if (value->choices.items[i].value >= 0) set->in[value->choices.items[i].value] = value->choices.items[i].when;
    set->defined = graph_symbol_defined(&frame->symbols, value);
    return set;
}

static symbol evaluate_collect_set(struct frame *frame, const struct ocl_node *node, symbol set) {
    struct diagrams *d = diagrams_of(frame);
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, OCL_SET);
    result->defined = set->defined;
    for (unsigned i = 0; i < objects_of(frame, node->first); i++) {
        if (set->in[i] == DIAGRAM_FALSE) continue;
        symbol body = as_set(frame, evaluate_body(frame, node, i));
        for (unsigned k = 0; k < objects_of(frame, node); k++)
            result->in[k] = diagram_or(d, result->in[k], diagram_and(d, set->in[i], body->in[k]));
        diagram safe = diagram_or(d, diagram_not(d, set->in[i]), body->defined);
        result->defined = diagram_and(d, result->defined, safe);
    }
    return result;
}

static symbol evaluate_iterator(struct frame *frame, const struct ocl_node *node) {
    symbol set = evaluate(frame, node->first);
    switch (node->op) {
    case OCL_OP_ONE: return evaluate_one(frame, node, set);
    case OCL_OP_ANY: return evaluate_any(frame, node, set);
    case OCL_OP_SELECT: return filter(frame, node, set, true);
    case OCL_OP_REJECT: return filter(frame, node, set, false);
    case OCL_OP_IS_UNIQUE: return evaluate_is_unique(frame, node, set);
    case OCL_OP_COLLECT: return evaluate_collect(frame, node, set);
    case OCL_OP_COLLECT_SET: return evaluate_collect_set(frame, node, set);
    default: return evaluate_quantifier(frame, node, set);
    }
}

static symbol evaluate_size(struct frame *frame, const struct ocl_node *node) {
    symbol set = evaluate(frame, node->first);
    struct graph_symbol *number = graph_symbol_new(&frame->symbols, OCL_INTEGER);
    graph_symbol_count(&frame->symbols, number, set->in, objects_of(frame, node->first), set->defined);
    return number;
}

static symbol evaluate_is_empty(struct frame *frame, const struct ocl_node *node) {
    symbol set = evaluate(frame, node->first);
    diagram some = DIAGRAM_FALSE;
    for (unsigned i = objects_of(frame, node->first); i-- > 0;) some = diagram_or(diagrams_of(frame), some, set->in[i]);
    symbol result = graph_symbol_truth(&frame->symbols, set->defined, some);
    return node->op == OCL_OP_IS_EMPTY ? negate(frame, result) : result;
}

static diagram combine(struct diagrams *d, enum ocl_op op, diagram a, diagram b) {
    switch (op) {
    case OCL_OP_UNION:
    case OCL_OP_INCLUDING: return diagram_or(d, a, b);
    case OCL_OP_INTERSECTION: return diagram_and(d, a, b);
    case OCL_OP_SYMMETRIC: return diagram_xor(d, a, b);
    default: return diagram_and(d, a, diagram_not(d, b));
    }
}

static symbol evaluate_sets(struct frame *frame, const struct ocl_node *node) {
    struct diagrams *d = diagrams_of(frame);
    symbol a = evaluate(frame, node->first), other = evaluate(frame, node->second), b = as_set(frame, other);
    struct graph_symbol *result = graph_symbol_new(&frame->symbols, OCL_SET);
    for (unsigned i = 0; i < objects_of(frame, node); i++) result->in[i] = combine(d, node->op, a->in[i], b->in[i]);
    result->defined = diagram_and(d, a->defined, b->defined);
    /* null cannot be in a set */
    for (size_t i = 0; node->op == OCL_OP_INCLUDING && i < other->choices.count; i++)
        if (other->choices.items[i].value < 0)
            result->defined = diagram_and(d, result->defined, diagram_not(d, other->choices.items[i].when));
    return result;
}

/* includes and the like: an object that is null is in no set. */
static symbol evaluate_inclusion(struct frame *frame, const struct ocl_node *node) {
    struct diagrams *d = diagrams_of(frame);
    symbol set = evaluate(frame, node->first), value = evaluate(frame, node->second), other = as_set(frame, value);
    bool all = node->op == OCL_OP_INCLUDES_ALL,
         excludes = node->op == OCL_OP_EXCLUDES || node->op == OCL_OP_EXCLUDES_ALL;
    diagram meets = DIAGRAM_FALSE;
    for (unsigned i = objects_of(frame, node->first); i-- > 0;) {
        diagram in = all ? diagram_not(d, set->in[i]) : set->in[i];
        meets = diagram_or(d, meets, diagram_and(d, in, other->in[i]));
    }
    symbol result = graph_symbol_truth(&frame->symbols, diagram_and(d, set->defined, other->defined), meets);
    return all || excludes ? negate(frame, result) : result;
}

/* ---- bags ---- */

static bool fold_sum(int64_t a, int64_t b, int64_t *value) { return !__builtin_add_overflow(a, b, value); }
static bool fold_min(int64_t a, int64_t b, int64_t *value) { return *value = a < b ? a : b, true; }
static bool fold_max(int64_t a, int64_t b, int64_t *value) { return *value = a > b ? a : b, true; }

static symbol is_zero(struct frame *frame, symbol number) {
    return graph_symbol_truth(
        &frame->symbols, graph_symbol_defined(&frame->symbols, number),
        graph_symbol_equal(&frame->symbols, number, graph_symbol_number(&frame->symbols, OCL_INTEGER, 0)));
}

static symbol evaluate_bag(struct frame *frame, const struct ocl_node *node) {
    symbol bag = evaluate(frame, node->first);
    switch (node->op) {
    case OCL_OP_BAG_SIZE: return graph_bag_size(&frame->symbols, bag);
    case OCL_OP_BAG_IS_EMPTY: return is_zero(frame, graph_bag_size(&frame->symbols, bag));
    case OCL_OP_BAG_NOT_EMPTY: return negate(frame, is_zero(frame, graph_bag_size(&frame->symbols, bag)));
    case OCL_OP_BAG_SUM: return graph_bag_fold(&frame->symbols, bag, fold_sum, &(int64_t){0});
    case OCL_OP_BAG_MIN: return graph_bag_fold(&frame->symbols, bag, fold_min, NULL);
    case OCL_OP_BAG_MAX: return graph_bag_fold(&frame->symbols, bag, fold_max, NULL);
    default: break;
    }
    symbol count = graph_bag_occurrences(&frame->symbols, bag, evaluate(frame, node->second));
    if (node->op == OCL_OP_BAG_COUNT) return count;
    return node->op == OCL_OP_BAG_EXCLUDES ? is_zero(frame, count) : negate(frame, is_zero(frame, count));
}

static symbol evaluate(struct frame *frame, const struct ocl_node *node) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT: return graph_symbol_number(&frame->symbols, node->type.kind, node->number);
    case OCL_OP_SELF: return graph_symbol_number(&frame->symbols, OCL_OBJECT, frame->self);
    case OCL_OP_SLOT: return frame->slots[node->slot];
    case OCL_OP_ALL:
        return graph_symbol_number(&frame->symbols, OCL_SET,
                                   (int64_t)ocl_all_objects(frame->space->sizes[node->class_index]));
    case OCL_OP_ID:
    case OCL_OP_MEMBER: return evaluate_member(frame, node);
    case OCL_OP_CALL: return evaluate_call(frame, node);
    case OCL_OP_STATE:     /* neither of them can be in an invariant: */
    case OCL_OP_REFERENCE: /* where they are, nothing is known        */
        return graph_symbol_new(&frame->symbols, node->type.kind);
    case OCL_OP_NOT: return negate(frame, evaluate(frame, node->first));
    case OCL_OP_AND:
    case OCL_OP_OR:
    case OCL_OP_IMPLIES: return evaluate_connective(frame, node);
    case OCL_OP_XOR:
    case OCL_OP_EQUAL:
    case OCL_OP_DIFFERENT:
    case OCL_OP_BAG_EQUAL:
    case OCL_OP_BAG_DIFFERENT: return evaluate_equality(frame, node);
    case OCL_OP_IF: return evaluate_if(frame, node);
    case OCL_OP_LET: return evaluate_let(frame, node);
    case OCL_OP_SIZE: return evaluate_size(frame, node);
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY: return evaluate_is_empty(frame, node);
    case OCL_OP_INCLUDES:
    case OCL_OP_EXCLUDES:
    case OCL_OP_INCLUDES_ALL:
    case OCL_OP_EXCLUDES_ALL: return evaluate_inclusion(frame, node);
    case OCL_OP_AS_SET: return as_set(frame, evaluate(frame, node->first));
    default: break;
    }
    if (node->op >= OCL_OP_EXISTS && node->op <= OCL_OP_COLLECT_SET) return evaluate_iterator(frame, node);
    if (node->op >= OCL_OP_UNION && node->op <= OCL_OP_EXCLUDING) return evaluate_sets(frame, node);
    if (node->op >= OCL_OP_BAG_SIZE) return evaluate_bag(frame, node);
    return evaluate_arithmetic(frame, node);
}

void graph_symbolic_evaluate(const struct graph_space *space, const struct ocl_world *world, struct diagrams *diagrams,
                             struct arena *arena, const struct ocl_expression *expression, unsigned self, diagram *yes,
                             diagram *no) {
    struct frame frame = {{arena, diagrams}, space, world, self, NULL};
    frame.slots = arena_new_array(arena, symbol, expression->slots + 1);
    symbol value = evaluate(&frame, expression->root);
    *yes = value->yes;
    *no = value->no;
}
