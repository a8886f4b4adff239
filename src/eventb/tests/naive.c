#include "naive.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef const struct naive_value *value;

/* ---- values ---- */

int naive_compare(value a, value b) {
    if (a->kind == NAIVE_ATOM) return a->atom < b->atom ? -1 : a->atom > b->atom;
    if (a->kind == NAIVE_PAIR) {
        int order = naive_compare(a->left, b->left);
        return order ? order : naive_compare(a->right, b->right);
    }
    size_t i = a->count, j = b->count; /* the largest elements first: the order of the real one's codes */
    while (i > 0 && j > 0) {
        int order = naive_compare(a->items[--i], b->items[--j]);
        if (order) return order;
    }
    return i ? 1 : j ? -1 : 0;
}

static value atom(struct naive *naive, int64_t number) {
    struct naive_value *new = arena_new_object(naive->arena, struct naive_value);
    new->atom = number;
    return new;
}

static value pair(struct naive *naive, value left, value right) {
    struct naive_value *new = arena_new_object(naive->arena, struct naive_value);
    new->kind = NAIVE_PAIR;
    new->left = left;
    new->right = right;
    return new;
}

struct list {
    VEC(value) items;
};

static int order(const void *a, const void *b) { return naive_compare(*(const value *)a, *(const value *)b); }

static value set(struct naive *naive, struct list *list) {
    struct naive_value *new = arena_new_object(naive->arena, struct naive_value);
    new->kind = NAIVE_SET;
    new->items = arena_new_array(naive->arena, value, list->items.count + 1);
    if (list->items.count) qsort(list->items.items, list->items.count, sizeof(value), order);
    for (size_t i = 0; i < list->items.count; i++)
        if (!new->count || naive_compare(new->items[new->count - 1], list->items.items[i]) != 0)
            new->items[new->count++] = list->items.items[i];
    vec_free(&list->items);
    return new;
}

static bool has(value of, value element) {
    for (size_t i = 0; i < of->count; i++)
        if (naive_compare(of->items[i], element) == 0) return true;
    return false;
}

static bool subset(value a, value b) {
    for (size_t i = 0; i < a->count; i++)
        if (!has(b, a->items[i])) return false;
    return true;
}

static value subsets(struct naive *naive, value of) {
    struct list all = {0};
    for (uint64_t chosen = 0; chosen < UINT64_C(1) << of->count; chosen++) {
        struct list one = {0};
        for (size_t i = 0; i < of->count; i++)
            if (chosen >> i & 1) vec_push(&one.items, of->items[i]);
        vec_push(&all.items, set(naive, &one));
    }
    return set(naive, &all);
}

static value product(struct naive *naive, value a, value b) {
    struct list all = {0};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++) vec_push(&all.items, pair(naive, a->items[i], b->items[j]));
    return set(naive, &all);
}

static value range(struct naive *naive, int64_t low, int64_t high) {
    struct list all = {0};
    for (int64_t i = low; i <= high; i++) vec_push(&all.items, atom(naive, i));
    return set(naive, &all);
}

value naive_type(struct naive *naive, const struct eb_type *type) {
    switch (type->kind) {
    case EB_TYPE_INTEGER: return range(naive, naive->low, naive->high);
    case EB_TYPE_BOOLEAN: return range(naive, 0, 1);
    case EB_TYPE_POWER: return subsets(naive, naive_type(naive, type->left));
    case EB_TYPE_PRODUCT: return product(naive, naive_type(naive, type->left), naive_type(naive, type->right));
    default: break;
    }
    for (unsigned i = 0; i < naive->development->set_count; i++)
        if (strcmp(naive->development->sets[i].name, type->name) == 0)
            return range(naive, 0, (int64_t)naive->set_sizes[i] - 1);
    abort();
}

void naive_print(const struct naive *naive, const struct eb_type *type, value of,
                 const char *(*element_name)(const struct eb_type *type, int64_t number), struct text *out) {
    switch (type->kind) {
    case EB_TYPE_INTEGER: text_printf(out, "%lld", (long long)of->atom); return;
    case EB_TYPE_BOOLEAN: text_add(out, of->atom ? "TRUE" : "FALSE"); return;
    case EB_TYPE_PRODUCT:
        naive_print(naive, type->left, of->left, element_name, out);
        text_add(out, type->right->kind == EB_TYPE_PRODUCT ? "↦(" : "↦");
        naive_print(naive, type->right, of->right, element_name, out);
        if (type->right->kind == EB_TYPE_PRODUCT) text_add(out, ")");
        return;
    case EB_TYPE_POWER:
        if (!of->count) text_add(out, "∅");
        for (size_t i = 0; i < of->count; i++) {
            text_add(out, i ? ", " : "{");
            naive_print(naive, type->left, of->items[i], element_name, out);
        }
        if (of->count) text_add(out, "}");
        return;
    default: text_add(out, element_name(type, of->atom));
    }
}

/* ---- quantified formulas: all values, one identifier after the other ---- */

typedef bool (*each)(struct naive *naive, const struct eb_formula *formula, void *context);

/* False once something was not well-defined. */
static bool for_all_values(struct naive *naive, const struct eb_formula *formula, unsigned index, each visit,
                           void *context) {
    if (index == formula->bound_count) return visit(naive, formula, context);
    value all = naive_type(naive, formula->bound[index].type);
    for (size_t i = 0; i < all->count; i++) {
        naive->bound[formula->bound[index].slot] = all->items[i];
        if (!for_all_values(naive, formula, index + 1, visit, context)) return false;
    }
    return true;
}

struct quantified {
    bool all, any;
    struct list found;
};

static bool note_truth(struct naive *naive, const struct eb_formula *formula, void *context) {
    struct quantified *quantified = context;
    int holds = naive_predicate(naive, formula->children[0]);
    if (holds < 0) return false;
    quantified->all = quantified->all && holds;
    quantified->any = quantified->any || holds;
    return true;
}

static bool note_value(struct naive *naive, const struct eb_formula *formula, void *context) {
    struct quantified *quantified = context;
    int holds = naive_predicate(naive, formula->children[0]);
    if (holds < 0) return false;
    if (!holds) return true;
    value found = naive_expression(naive, formula->children[1]);
    if (!found) return false;
    vec_push(&quantified->found.items, found);
    return true;
}

static value general_union(struct naive *naive, value sets) {
    struct list all = {0};
    for (size_t i = 0; i < sets->count; i++)
        for (size_t j = 0; j < sets->items[i]->count; j++) vec_push(&all.items, sets->items[i]->items[j]);
    return set(naive, &all);
}

static value general_intersection(struct naive *naive, value sets) {
    struct list all = {0};
    if (!sets->count) return NULL;
    for (size_t j = 0; j < sets->items[0]->count; j++) {
        bool everywhere = true;
        for (size_t i = 1; i < sets->count; i++)
            everywhere = everywhere && has(sets->items[i], sets->items[0]->items[j]);
        if (everywhere) vec_push(&all.items, sets->items[0]->items[j]);
    }
    return set(naive, &all);
}

static value comprehension(struct naive *naive, const struct eb_formula *formula) {
    struct quantified quantified = {0};
    if (!for_all_values(naive, formula, 0, note_value, &quantified)) {
        vec_free(&quantified.found.items);
        return NULL;
    }
    value found = set(naive, &quantified.found);
    if (formula->op == EB_QUANTIFIED_UNION) return general_union(naive, found);
    if (formula->op == EB_QUANTIFIED_INTERSECTION) return general_intersection(naive, found);
    return found;
}

/* ---- relations ---- */

static bool is_functional(value r) {
    for (size_t i = 0; i < r->count; i++)
        for (size_t j = 0; j < i; j++)
            if (naive_compare(r->items[i]->left, r->items[j]->left) == 0) return false;
    return true;
}

static value converse(struct naive *naive, value r) {
    struct list all = {0};
    for (size_t i = 0; i < r->count; i++) vec_push(&all.items, pair(naive, r->items[i]->right, r->items[i]->left));
    return set(naive, &all);
}

static value half(struct naive *naive, value r, bool right) {
    struct list all = {0};
    for (size_t i = 0; i < r->count; i++) vec_push(&all.items, right ? r->items[i]->right : r->items[i]->left);
    return set(naive, &all);
}

static value restricted(struct naive *naive, value r, value s, bool right, bool keep) {
    struct list all = {0};
    for (size_t i = 0; i < r->count; i++)
        if (has(s, right ? r->items[i]->right : r->items[i]->left) == keep) vec_push(&all.items, r->items[i]);
    return set(naive, &all);
}

static value joined(struct naive *naive, value a, value b) {
    struct list all = {0};
    for (size_t i = 0; i < a->count; i++) vec_push(&all.items, a->items[i]);
    for (size_t i = 0; i < b->count; i++) vec_push(&all.items, b->items[i]);
    return set(naive, &all);
}

static value filtered(struct naive *naive, value a, value b, bool keep) {
    struct list all = {0};
    for (size_t i = 0; i < a->count; i++)
        if (has(b, a->items[i]) == keep) vec_push(&all.items, a->items[i]);
    return set(naive, &all);
}

static value combined(struct naive *naive, enum eb_op op, value r, value s) {
    struct list all = {0};
    for (size_t i = 0; i < r->count; i++)
        for (size_t j = 0; j < s->count; j++) {
            value p = r->items[i], q = s->items[j];
            if (op == EB_FORWARD_COMPOSITION && naive_compare(p->right, q->left) == 0)
                vec_push(&all.items, pair(naive, p->left, q->right));
            if (op == EB_DIRECT_PRODUCT && naive_compare(p->left, q->left) == 0)
                vec_push(&all.items, pair(naive, p->left, pair(naive, p->right, q->right)));
            if (op == EB_PARALLEL_PRODUCT)
                vec_push(&all.items, pair(naive, pair(naive, p->left, q->left), pair(naive, p->right, q->right)));
        }
    return set(naive, &all);
}

static bool is_arrow(enum eb_op op, value r, value a, value b, struct naive *naive) {
    value domain = half(naive, r, false), range = half(naive, r, true);
    bool total = op == EB_TOTAL_RELATIONS || op == EB_TOTAL_SURJECTIVE_RELATIONS || op == EB_TOTAL_FUNCTIONS ||
                 op == EB_TOTAL_INJECTIONS || op == EB_TOTAL_SURJECTIONS || op == EB_BIJECTIONS;
    bool onto = op == EB_SURJECTIVE_RELATIONS || op == EB_TOTAL_SURJECTIVE_RELATIONS || op == EB_PARTIAL_SURJECTIONS ||
                op == EB_TOTAL_SURJECTIONS || op == EB_BIJECTIONS;
    bool injective = op == EB_PARTIAL_INJECTIONS || op == EB_TOTAL_INJECTIONS || op == EB_BIJECTIONS;
    if (a && (!subset(domain, a) || (total && !subset(a, domain)))) return false;
    if (b && (!subset(range, b) || (onto && !subset(b, range)))) return false;
    if (op >= EB_PARTIAL_FUNCTIONS && !is_functional(r)) return false;
    return !injective || is_functional(converse(naive, r));
}

static bool is_arrow_op(enum eb_op op) { return op >= EB_RELATIONS && op <= EB_BIJECTIONS; }

static value arrows(struct naive *naive, enum eb_op op, value a, value b) {
    struct list all = {0};
    value relations = subsets(naive, product(naive, a, b));
    for (size_t i = 0; i < relations->count; i++)
        if (is_arrow(op, relations->items[i], a, b, naive)) vec_push(&all.items, relations->items[i]);
    return set(naive, &all);
}

/* ---- expressions ---- */

static value identifier(struct naive *naive, const struct eb_formula *formula) {
    switch (formula->identifier) {
    case EB_CARRIER_SET: return naive_type(naive, formula->type->left);
    case EB_CONSTANT: return naive->constants[formula->index];
    case EB_PARAMETER: return naive->parameters[formula->index];
    default: return formula->primed ? naive->primed[formula->index] : naive->variables[formula->index];
    }
}

static value arithmetic(struct naive *naive, enum eb_op op, int64_t a, int64_t b) {
    int64_t power = 1;
    switch (op) {
    case EB_ADD: return atom(naive, a + b);
    case EB_SUBTRACT: return atom(naive, a - b);
    case EB_MULTIPLY: return atom(naive, a * b);
    case EB_DIVIDE: return b ? atom(naive, a / b) : NULL;
    case EB_MODULO: return a >= 0 && b > 0 ? atom(naive, a % b) : NULL;
    default:
        if (a < 0 || b < 0) return NULL;
        for (int64_t i = 0; i < b; i++) power *= a;
        return atom(naive, power);
    }
}

static value apply(value f, value x) {
    value found = NULL;
    for (size_t i = 0; i < f->count; i++) {
        if (naive_compare(f->items[i]->left, x) != 0) continue;
        if (found) return NULL;
        found = f->items[i]->right;
    }
    return found;
}

static value binary(struct naive *naive, enum eb_op op, value a, value b) {
    switch (op) {
    case EB_MAPLET: return pair(naive, a, b);
    case EB_UNION: return joined(naive, a, b);
    case EB_INTERSECTION: return filtered(naive, a, b, true);
    case EB_DIFFERENCE: return filtered(naive, a, b, false);
    case EB_PRODUCT: return product(naive, a, b);
    case EB_OVERRIDE: return joined(naive, b, restricted(naive, a, half(naive, b, false), false, false));
    case EB_BACKWARD_COMPOSITION: return combined(naive, EB_FORWARD_COMPOSITION, b, a);
    case EB_FORWARD_COMPOSITION:
    case EB_DIRECT_PRODUCT:
    case EB_PARALLEL_PRODUCT: return combined(naive, op, a, b);
    case EB_DOMAIN_RESTRICTION: return restricted(naive, b, a, false, true);
    case EB_DOMAIN_SUBTRACTION: return restricted(naive, b, a, false, false);
    case EB_RANGE_RESTRICTION: return restricted(naive, a, b, true, true);
    case EB_RANGE_SUBTRACTION: return restricted(naive, a, b, true, false);
    case EB_INTERVAL: return range(naive, a->atom, b->atom);
    case EB_APPLICATION: return apply(a, b);
    case EB_IMAGE: return half(naive, restricted(naive, a, b, false, true), true);
    default: return is_arrow_op(op) ? arrows(naive, op, a, b) : arithmetic(naive, op, a->atom, b->atom);
    }
}

static value unary(struct naive *naive, enum eb_op op, value a) {
    struct list list = {0};
    switch (op) {
    case EB_NEGATE: return atom(naive, -a->atom);
    case EB_CONVERSE: return converse(naive, a);
    case EB_CARDINALITY: return atom(naive, (int64_t)a->count);
    case EB_DOMAIN: return half(naive, a, false);
    case EB_RANGE: return half(naive, a, true);
    case EB_MINIMUM: return a->count ? a->items[0] : NULL;
    case EB_MAXIMUM: return a->count ? a->items[a->count - 1] : NULL;
    case EB_GENERAL_UNION: return general_union(naive, a);
    case EB_GENERAL_INTERSECTION: return general_intersection(naive, a);
    case EB_POWER_SET: return subsets(naive, a);
    case EB_POWER_SET_1:
        vec_push(&list.items, set(naive, &(struct list){0}));
        return filtered(naive, subsets(naive, a), set(naive, &list), false);
    default: abort();
    }
}

static value extension(struct naive *naive, const struct eb_formula *formula) {
    struct list all = {0};
    bool good = true;
    for (unsigned i = 0; i < formula->child_count; i++) {
        value element = naive_expression(naive, formula->children[i]);
        good = good && element;
        if (element) vec_push(&all.items, element);
    }
    value result = set(naive, &all);
    return good ? result : NULL;
}

static value identity(struct naive *naive, const struct eb_formula *formula) {
    struct list all = {0};
    value type = naive_type(naive, formula->type->left->left);
    for (size_t i = 0; i < type->count; i++) vec_push(&all.items, pair(naive, type->items[i], type->items[i]));
    return set(naive, &all);
}

value naive_expression(struct naive *naive, const struct eb_formula *formula) {
    int holds;
    switch (formula->op) {
    case EB_INTEGER_LITERAL: return atom(naive, formula->value);
    case EB_CONSTANT_TRUE: return atom(naive, 1);
    case EB_CONSTANT_FALSE: return atom(naive, 0);
    case EB_IDENTIFIER: return identifier(naive, formula);
    case EB_BOUND: return naive->bound[formula->index];
    case EB_EMPTY_SET: return set(naive, &(struct list){0});
    case EB_INTEGERS: return range(naive, naive->low, naive->high);
    case EB_NATURALS: return range(naive, 0, naive->high);
    case EB_NATURALS_1: return range(naive, 1, naive->high);
    case EB_BOOLEANS: return range(naive, 0, 1);
    case EB_IDENTITY: return identity(naive, formula);
    case EB_OF_TYPE: return naive_expression(naive, formula->children[0]);
    case EB_SET_EXTENSION: return extension(naive, formula);
    case EB_BOOL: holds = naive_predicate(naive, formula->children[0]); return holds < 0 ? NULL : atom(naive, holds);
    case EB_COMPREHENSION:
    case EB_LAMBDA:
    case EB_QUANTIFIED_UNION:
    case EB_QUANTIFIED_INTERSECTION: return comprehension(naive, formula);
    default: break;
    }
    value result = naive_expression(naive, formula->children[0]);
    if (formula->child_count == 1) return result ? unary(naive, formula->op, result) : NULL;
    for (unsigned i = 1; i < formula->child_count; i++) {
        value next = naive_expression(naive, formula->children[i]);
        result = result && next ? binary(naive, formula->op, result, next) : NULL;
    }
    return result;
}

/* ---- predicates ---- */

/* ℤ and ℕ are infinite, whatever the bounds. */
static int member(struct naive *naive, value element, const struct eb_formula *of) {
    if (of->op == EB_INTEGERS) return 1;
    if (of->op == EB_NATURALS) return element->atom >= 0;
    if (of->op == EB_NATURALS_1) return element->atom >= 1;
    if (of->op == EB_POWER_SET) {
        int all = 1;
        for (size_t i = 0; all == 1 && i < element->count; i++) all = member(naive, element->items[i], of->children[0]);
        return element->count || naive_expression(naive, of->children[0]) ? all : -1;
    }
    if (is_arrow_op(of->op)) {
        bool open = of->children[1]->op == EB_INTEGERS;
        value a = naive_expression(naive, of->children[0]);
        value b = open ? NULL : naive_expression(naive, of->children[1]);
        return a && (open || b) ? is_arrow(of->op, element, a, b, naive) : -1;
    }
    value all = naive_expression(naive, of);
    return all ? has(all, element) : -1;
}

static int partition(struct naive *naive, const struct eb_formula *formula) {
    value whole = naive_expression(naive, formula->children[0]);
    value so_far = set(naive, &(struct list){0});
    bool good = true;
    for (unsigned i = 1; i < formula->child_count && whole; i++) {
        value part = naive_expression(naive, formula->children[i]);
        if (!part) return -1;
        good = good && filtered(naive, part, so_far, true)->count == 0;
        so_far = joined(naive, so_far, part);
    }
    return whole ? good && naive_compare(whole, so_far) == 0 : -1;
}

static int relation(struct naive *naive, const struct eb_formula *formula) {
    value a = naive_expression(naive, formula->children[0]);
    if (!a) return -1;
    if (formula->op == EB_IN) return member(naive, a, formula->children[1]);
    if (formula->op == EB_NOT_IN) {
        int in = member(naive, a, formula->children[1]);
        return in < 0 ? in : !in;
    }
    enum eb_op right = formula->children[1]->op;
    if (formula->op == EB_SUBSET_EQUAL && (right == EB_INTEGERS || right == EB_NATURALS)) {
        int all = 1;
        for (size_t i = 0; i < a->count; i++) all = all && member(naive, a->items[i], formula->children[1]);
        return all;
    }
    value b = naive_expression(naive, formula->children[1]);
    if (!b) return -1;
    int order = naive_compare(a, b);
    switch (formula->op) {
    case EB_EQUAL: return order == 0;
    case EB_NOT_EQUAL: return order != 0;
    case EB_LESS: return order < 0;
    case EB_LESS_EQUAL: return order <= 0;
    case EB_GREATER: return order > 0;
    case EB_GREATER_EQUAL: return order >= 0;
    case EB_SUBSET_EQUAL: return subset(a, b);
    case EB_NOT_SUBSET_EQUAL: return !subset(a, b);
    case EB_SUBSET: return subset(a, b) && order != 0;
    case EB_NOT_SUBSET: return !subset(a, b) || order == 0;
    default: abort();
    }
}

static int connected(struct naive *naive, const struct eb_formula *formula) {
    bool stop_at = formula->op == EB_OR;
    for (unsigned i = 0; i < formula->child_count; i++) {
        int holds = naive_predicate(naive, formula->children[i]);
        if (holds < 0) return holds;
        if ((bool)holds == stop_at) return stop_at;
    }
    return !stop_at;
}

int naive_predicate(struct naive *naive, const struct eb_formula *formula) {
    struct quantified quantified = {.all = true};
    int left, right;
    switch (formula->op) {
    case EB_TRUE: return 1;
    case EB_FALSE: return 0;
    case EB_NOT: left = naive_predicate(naive, formula->children[0]); return left < 0 ? left : !left;
    case EB_AND:
    case EB_OR: return connected(naive, formula);
    case EB_IMPLIES:
        left = naive_predicate(naive, formula->children[0]);
        return left == 1 ? naive_predicate(naive, formula->children[1]) : left < 0 ? left : 1;
    case EB_EQUIVALENT:
        left = naive_predicate(naive, formula->children[0]);
        right = naive_predicate(naive, formula->children[1]);
        return left < 0 || right < 0 ? -1 : left == right;
    case EB_FORALL:
    case EB_EXISTS:
        if (!for_all_values(naive, formula, 0, note_truth, &quantified)) return -1;
        return formula->op == EB_FORALL ? quantified.all : quantified.any;
    case EB_FINITE: return naive_expression(naive, formula->children[0]) ? 1 : -1;
    case EB_PARTITION: return partition(naive, formula);
    default: return relation(naive, formula);
    }
}
