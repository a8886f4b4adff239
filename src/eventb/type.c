#include "eventb/type.h"

#include "eventb/operator.h"
#include "eventb/token.h"

#include <string.h>

static const struct eb_type *new_type(struct arena *arena, enum eb_type_kind kind, const struct eb_type *left,
                                      const struct eb_type *right) {
    struct eb_type *type = arena_new_object(arena, struct eb_type);
    type->kind = kind;
    type->left = left;
    type->right = right;
    return type;
}

const struct eb_type *eb_type_variable(struct arena *arena) { return new_type(arena, EB_TYPE_UNKNOWN, NULL, NULL); }

const struct eb_type *eb_type_integer(void) {
    static const struct eb_type integer = {.kind = EB_TYPE_INTEGER};
    return &integer;
}

const struct eb_type *eb_type_boolean(void) {
    static const struct eb_type boolean = {.kind = EB_TYPE_BOOLEAN};
    return &boolean;
}

const struct eb_type *eb_type_given(struct arena *arena, const char *name) {
    struct eb_type *type = arena_new_object(arena, struct eb_type);
    type->kind = EB_TYPE_GIVEN;
    type->name = name;
    return type;
}

const struct eb_type *eb_type_power(struct arena *arena, const struct eb_type *of) {
    return new_type(arena, EB_TYPE_POWER, of, NULL);
}

const struct eb_type *eb_type_product(struct arena *arena, const struct eb_type *left, const struct eb_type *right) {
    return new_type(arena, EB_TYPE_PRODUCT, left, right);
}

const struct eb_type *eb_type_relation(struct arena *arena, const struct eb_type *left, const struct eb_type *right) {
    return eb_type_power(arena, eb_type_product(arena, left, right));
}

static const char of_use = '\x1f'; /* no name that is written has it */

const char *eb_type_parameter(struct arena *arena, const char *name, unsigned use) {
    return arena_printf(arena, "%s%c%u", name, of_use, use);
}

bool eb_is_type_parameter(const char *name) { return strchr(name, of_use) != NULL; }

const struct eb_type *eb_type_known(const struct eb_type *type) {
    while (type->kind == EB_TYPE_UNKNOWN && type->left) type = type->left;
    return type;
}

/* Types share their parts: written out, one can be exponentially larger than what made it. So every walk counts. */
enum { MOST_NODES = 1000, MOST_PRINTED = 1 << 20, MOST_IN_MESSAGES = 40 };

static bool contains(const struct eb_type *type, const struct eb_type *variable, unsigned *left) {
    type = eb_type_known(type);
    if (type == variable || !*left) return true;
    --*left;
    return (type->left && contains(type->left, variable, left)) ||
           (type->right && contains(type->right, variable, left));
}

static bool unify(const struct eb_type *a, const struct eb_type *b, unsigned *left) {
    a = eb_type_known(a);
    b = eb_type_known(b);
    if (a == b) return true;
    if (!*left) return false;
    --*left;
    if (b->kind == EB_TYPE_UNKNOWN) {
        const struct eb_type *other = a;
        a = b;
        b = other;
    }
    if (a->kind == EB_TYPE_UNKNOWN) {
        unsigned nodes = MOST_NODES;
        if (contains(b, a, &nodes)) return false;
        ((struct eb_type *)a)->left = b; /* variables are ours until they are ground */
        return true;
    }
    if (a->kind != b->kind) return false;
    if (a->kind == EB_TYPE_GIVEN) return !strcmp(a->name, b->name);
    if (a->kind == EB_TYPE_POWER) return unify(a->left, b->left, left);
    if (a->kind == EB_TYPE_DATA) return a->data == b->data && (!a->left || unify(a->left, b->left, left));
    return a->kind != EB_TYPE_PRODUCT || (unify(a->left, b->left, left) && unify(a->right, b->right, left));
}

bool eb_type_unify(const struct eb_type *a, const struct eb_type *b) {
    unsigned left = MOST_NODES;
    return unify(a, b, &left);
}

static const struct eb_type *ground(struct arena *arena, const struct eb_type *type, unsigned *budget) {
    type = eb_type_known(type);
    if (!*budget) return NULL;
    --*budget;
    switch (type->kind) {
    case EB_TYPE_UNKNOWN: return NULL;
    case EB_TYPE_GIVEN:
    case EB_TYPE_INTEGER:
    case EB_TYPE_BOOLEAN: return type;
    case EB_TYPE_DATA:
        if (!type->left) return type;
        break;
    case EB_TYPE_POWER:
    case EB_TYPE_PRODUCT: break;
    }
    const struct eb_type *left = ground(arena, type->left, budget);
    const struct eb_type *right = left && type->right ? ground(arena, type->right, budget) : NULL;
    if (!left || (type->right && !right)) return NULL;
    if (left == type->left && right == type->right) return type;
    struct eb_type *known = arena_new_object(arena, struct eb_type);
    *known = *type;
    known->left = left;
    known->right = right;
    return known;
}

const struct eb_type *eb_type_ground(struct arena *arena, const struct eb_type *type) {
    unsigned budget = MOST_NODES;
    return ground(arena, type, &budget);
}

/* Parameters of one theory in two uses are alike: what they are is seen from the arguments. */
static bool same_name(const char *a, const char *b) {
    size_t length = eb_is_type_parameter(a) ? (size_t)(strchr(a, of_use) - a) : 0;
    return length && eb_is_type_parameter(b) ? !strncmp(a, b, length + 1) : !strcmp(a, b);
}

bool eb_type_equal(const struct eb_type *a, const struct eb_type *b) {
    a = eb_type_known(a);
    b = eb_type_known(b);
    if (a == b) return true;
    if (a->kind != b->kind || a->kind == EB_TYPE_UNKNOWN) return false;
    if (a->kind == EB_TYPE_GIVEN) return same_name(a->name, b->name);
    if (a->kind == EB_TYPE_DATA && a->data != b->data) return false;
    if (a->left && !eb_type_equal(a->left, b->left)) return false;
    return !a->right || eb_type_equal(a->right, b->right);
}

static void print(const struct eb_type *type, bool ascii, unsigned *budget, struct text *out) {
    type = eb_type_known(type);
    if (!*budget) {
        text_add(out, "…");
        return;
    }
    --*budget;
    switch (type->kind) {
    case EB_TYPE_UNKNOWN: text_add(out, "?"); return;
    case EB_TYPE_GIVEN: {
        bool quotes = eb_needs_quotes(type->name);
        text_printf(out, "%s%s%s", quotes ? "`" : "", type->name, quotes ? "`" : "");
        return;
    }
    case EB_TYPE_INTEGER: text_add(out, ascii ? "INT" : "ℤ"); return;
    case EB_TYPE_BOOLEAN: text_add(out, "BOOL"); return;
    case EB_TYPE_POWER:
        text_add(out, ascii ? "POW(" : "ℙ(");
        print(type->left, ascii, budget, out);
        text_add_char(out, ')');
        return;
    case EB_TYPE_DATA:
        text_add(out, type->name);
        if (!type->left) return;
        text_add_char(out, '(');
        print(type->left, ascii, budget, out);
        text_add_char(out, ')');
        return;
    case EB_TYPE_PRODUCT: break;
    }
    bool nested = eb_type_known(type->right)->kind == EB_TYPE_PRODUCT;
    print(type->left, ascii, budget, out);
    text_add(out, ascii ? " ** " : "×");
    if (nested) text_add_char(out, '(');
    print(type->right, ascii, budget, out);
    if (nested) text_add_char(out, ')');
}

void eb_print_type(const struct eb_type *type, bool ascii, struct text *out) {
    unsigned budget = MOST_PRINTED;
    print(type, ascii, &budget, out);
}

void eb_type_describe(const struct eb_type *type, struct text *out) {
    unsigned budget = MOST_IN_MESSAGES;
    print(type, false, &budget, out);
}

bool eb_type_has_numbers(const struct eb_type *type) {
    return type &&
           (type->kind == EB_TYPE_INTEGER || eb_type_has_numbers(type->left) || eb_type_has_numbers(type->right));
}
