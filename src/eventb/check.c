#include "eventb/check.h"

#include "base/nearest.h"
#include "eventb/operator.h"

#include <stdarg.h>
#include <string.h>

struct eb_entry *eb_checker_find(struct eb_checker *checker, const char *name) {
    for (size_t i = checker->entries.count; i--;) {
        if (!strcmp(checker->entries.items[i].name, name)) return &checker->entries.items[i];
    }
    return NULL;
}

static const char *kind_name(enum eb_identifier_kind kind) {
    static const char *const names[] = {"a carrier set", "a constant", "a variable", "a parameter", "a name"};
    return names[kind];
}

bool eb_checker_declare(struct eb_checker *checker, struct eb_entry entry) {
    const struct eb_entry *before = eb_checker_find(checker, entry.name);
    if (!before) {
        vec_push(&checker->entries, entry);
        return true;
    }
    diag_error(checker->diagnostics, entry.place, "%s is declared twice: it is already %s%s%s", entry.name,
               kind_name(before->kind), before->owner ? " of " : "", before->owner ? before->owner : "");
    return false;
}

void eb_checker_free(struct eb_checker *checker) {
    vec_free(&checker->entries);
    vec_free(&checker->slots);
    vec_free(&checker->type_parameters);
}

/* ---- Errors ---- */

static void describe(const struct eb_formula *formula, struct text *out) {
    enum { SHOWN = 70 };
    size_t before = out->length;
    eb_print(formula, false, out);
    if (out->length - before <= SHOWN) return;
    size_t cut = before + SHOWN;
    while (((unsigned char)out->chars[cut] & 0xc0) == 0x80) cut--;
    out->length = cut;
    out->chars[cut] = '\0';
    text_add(out, "…");
}

/* Returns NULL. Where the place has no column, the message says in which formula this is. */
static void *fail(struct eb_checker *checker, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void *fail(struct eb_checker *checker, struct place place, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    if (!place.column && checker->formula) {
        text_printf(&message, ", in %s%s", checker->label && *checker->label ? checker->label : "this formula", ": ");
        describe(checker->formula, &message);
    }
    diag_error(checker->diagnostics, place, "%s", text_chars(&message));
    text_free(&message);
    return NULL;
}

/* ---- Names ---- */

static const struct eb_type *type_parameter(struct eb_checker *checker, const char *name) {
    for (size_t i = 0; i < checker->type_parameters.count; i++)
        if (!strcmp(checker->type_parameters.items[i].name, name)) return checker->type_parameters.items[i].type;
    struct eb_type_parameter parameter = {name, eb_type_variable(checker->arena)};
    vec_push(&checker->type_parameters, parameter);
    return parameter.type;
}

/* A type as it was written, or as an operator's parameter has it. NULL with an error. */
static const struct eb_type *written_type(struct eb_checker *checker, const struct eb_type *type, struct place place) {
    if (type->kind == EB_TYPE_GIVEN) {
        if (eb_is_type_parameter(type->name)) return type_parameter(checker, type->name);
        const struct eb_entry *entry = eb_checker_find(checker, type->name);
        if (entry && entry->is_type) return entry->type->left;
        if (checker->trusts_types || (entry && entry->kind == EB_CARRIER_SET)) return type;
        return fail(checker, place, "%s is no carrier set, so it is no type", type->name);
    }
    if (!type->left) return type;
    struct eb_type *copy = arena_new_object(checker->arena, struct eb_type);
    *copy = *type;
    copy->left = written_type(checker, type->left, place);
    if (type->right) copy->right = written_type(checker, type->right, place);
    return copy->left && (copy->right || !type->right) ? copy : NULL;
}

static bool is_target(const struct eb_formula *assignment, const char *name) {
    for (unsigned i = 0; assignment && i < assignment->target_count; i++) {
        if (!strcmp(assignment->targets[i], name)) return true;
    }
    return false;
}

/* What was meant by a name that is not declared: an operator of other languages, or a name spelt nearly so. */
static const char *hint(struct eb_checker *checker, const char *name, char room[NEAREST_ROOM]) {
    static const char *const operators[][2] = {
        {"INT", "ℤ"}, {"NAT", "ℕ"}, {"NAT1", "ℕ1"},        {"POW", "ℙ(…)"},         {"INTEGER", "ℤ"}, {"NATURAL", "ℕ"},
        {"or", "∨"},  {"not", "¬"}, {"true", "⊤ or TRUE"}, {"false", "⊥ or FALSE"}, {"circ", "∘"}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (strcmp(operators[i][0], name) != 0) continue;
        snprintf(room, NEAREST_ROOM, "; did you mean %s?", operators[i][1]);
        return room;
    }
    struct nearest nearest;
    nearest_begin(&nearest, name);
    for (size_t i = 0; i < checker->entries.count; i++) nearest_offer(&nearest, checker->entries.items[i].name);
    return nearest_hint(&nearest, '\'', room);
}

static bool resolve(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_entry *entry = eb_checker_find(checker, node->name);
    if (!entry) {
        char room[NEAREST_ROOM];
        return fail(checker, node->place, "%s is not declared%s", node->name, hint(checker, node->name, room)) != NULL;
    }
    if (node->primed && !checker->any_prime && !is_target(checker->becomes, node->name))
        return fail(checker, node->place, "%s' stands only to the right of :∣, for a variable that is assigned there",
                    node->name) != NULL;
    if (entry->gone && !checker->allow_gone)
        return fail(checker, node->place, "%s is a variable of the abstraction %s; this machine has it no more",
                    node->name, entry->owner) != NULL;
    if (entry->kind == EB_VARIABLE && checker->initialising && !node->primed)
        return fail(checker, node->place, "%s has no value yet when the machine is initialised", node->name) != NULL;
    checker->mentions_gone += entry->gone;
    node->identifier = entry->kind;
    node->index = entry->index;
    node->type = entry->type;
    return true;
}

/* ---- Types ---- */

static bool is_unknown(const struct eb_type *type) { return eb_type_known(type)->kind == EB_TYPE_UNKNOWN; }

/* Of a type of which only the form is known: ℙ(?) is any set. */
static void describe_expected(const struct eb_type *type, struct text *out) {
    const struct eb_type *known = eb_type_known(type);
    const struct eb_type *of = known->kind == EB_TYPE_POWER ? eb_type_known(known->left) : known;
    bool any_pair = of->kind == EB_TYPE_PRODUCT && is_unknown(of->left) && is_unknown(of->right);
    if (known->kind == EB_TYPE_POWER && is_unknown(of))
        text_add(out, "a set");
    else if (any_pair)
        text_add(out, known->kind == EB_TYPE_POWER ? "a relation" : "a pair");
    else
        eb_type_describe(type, out);
}

static bool require(struct eb_checker *checker, const struct eb_formula *child, const struct eb_type *expected) {
    if (eb_type_unify(child->type, expected)) return true;
    struct text what = {0}, is = {0}, wanted = {0};
    describe(child, &what);
    eb_type_describe(child->type, &is);
    describe_expected(expected, &wanted);
    if (is_unknown(expected) || is_unknown(child->type))
        fail(checker, child->place, "the type of %s, %s, would have to contain itself, or is too large",
             text_chars(&what), text_chars(&is));
    else
        fail(checker, child->place, "%s is in %s, but %s was expected here", text_chars(&what), text_chars(&is),
             text_chars(&wanted));
    text_free(&what);
    text_free(&is);
    text_free(&wanted);
    return false;
}

bool eb_check_type(struct eb_checker *checker, const struct eb_formula *child, const struct eb_type *expected) {
    return require(checker, child, expected);
}

static bool require_same(struct eb_checker *checker, const struct eb_formula *node, const struct eb_type *type) {
    for (unsigned i = 0; i < node->child_count; i++) {
        if (!require(checker, node->children[i], type)) return false;
    }
    return true;
}

static const struct eb_type *fresh(struct eb_checker *checker) { return eb_type_variable(checker->arena); }

static const struct eb_type *power(struct eb_checker *checker, const struct eb_type *of) {
    return eb_type_power(checker->arena, of);
}

static const struct eb_type *relation(struct eb_checker *checker, const struct eb_type *left,
                                      const struct eb_type *right) {
    return eb_type_relation(checker->arena, left, right);
}

static const struct eb_type *pair(struct eb_checker *checker, const struct eb_type *left, const struct eb_type *right) {
    return eb_type_product(checker->arena, left, right);
}

/* Two different types for two operands, and one for the result. */
static bool binary(struct eb_checker *checker, struct eb_formula *node, const struct eb_type *left,
                   const struct eb_type *right, const struct eb_type *result) {
    node->type = result;
    return require(checker, node->children[0], left) && require(checker, node->children[1], right);
}

static bool type_predicate(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_formula *const *children = node->children;
    switch (node->op) {
    case EB_EQUAL:
    case EB_NOT_EQUAL: return require(checker, children[1], children[0]->type);
    case EB_LESS:
    case EB_LESS_EQUAL:
    case EB_GREATER:
    case EB_GREATER_EQUAL: return require_same(checker, node, eb_type_integer());
    case EB_IN:
    case EB_NOT_IN: return require(checker, children[1], power(checker, children[0]->type));
    case EB_SUBSET:
    case EB_NOT_SUBSET:
    case EB_SUBSET_EQUAL:
    case EB_NOT_SUBSET_EQUAL:
    case EB_FINITE:
    case EB_PARTITION: return require_same(checker, node, power(checker, fresh(checker)));
    default: return true;
    }
}

static bool type_atom(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_type *a = fresh(checker), *b = fresh(checker), *integer = eb_type_integer();
    switch (node->op) {
    case EB_INTEGER_LITERAL: node->type = integer; break;
    case EB_EMPTY_SET: node->type = power(checker, a); break;
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1: node->type = power(checker, integer); break;
    case EB_BOOLEANS: node->type = power(checker, eb_type_boolean()); break;
    case EB_CONSTANT_TRUE:
    case EB_CONSTANT_FALSE: node->type = eb_type_boolean(); break;
    case EB_PREDECESSOR:
    case EB_SUCCESSOR: node->type = relation(checker, integer, integer); break;
    case EB_IDENTITY: node->type = relation(checker, a, a); break;
    case EB_PROJECTION_1: node->type = relation(checker, pair(checker, a, b), a); break;
    case EB_PROJECTION_2: node->type = relation(checker, pair(checker, a, b), b); break;
    case EB_BOUND: node->type = checker->slots.items[node->index]; break;
    default: return resolve(checker, node);
    }
    return true;
}

static bool type_relation_operator(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_type *a = fresh(checker), *b = fresh(checker), *c = fresh(checker), *d = fresh(checker);
    const struct eb_type *ab = relation(checker, a, b), *bc = relation(checker, b, c);
    switch (node->op) {
    case EB_OVERRIDE: return binary(checker, node, ab, ab, ab);
    case EB_BACKWARD_COMPOSITION: return binary(checker, node, bc, ab, relation(checker, a, c));
    case EB_FORWARD_COMPOSITION: return binary(checker, node, ab, bc, relation(checker, a, c));
    case EB_DIRECT_PRODUCT:
        return binary(checker, node, ab, relation(checker, a, c), relation(checker, a, pair(checker, b, c)));
    case EB_PARALLEL_PRODUCT:
        return binary(checker, node, ab, relation(checker, c, d),
                      relation(checker, pair(checker, a, c), pair(checker, b, d)));
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION: return binary(checker, node, power(checker, a), ab, ab);
    case EB_RANGE_RESTRICTION:
    case EB_RANGE_SUBTRACTION: return binary(checker, node, ab, power(checker, b), ab);
    case EB_APPLICATION: return binary(checker, node, ab, a, b);
    case EB_IMAGE: return binary(checker, node, ab, power(checker, a), power(checker, b));
    case EB_CONVERSE: node->type = relation(checker, b, a); return require(checker, node->children[0], ab);
    case EB_DOMAIN: node->type = power(checker, a); return require(checker, node->children[0], ab);
    case EB_RANGE: node->type = power(checker, b); return require(checker, node->children[0], ab);
    default: /* arrows */ return binary(checker, node, power(checker, a), power(checker, b), power(checker, ab));
    }
}

static bool type_set_operator(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_type *a = fresh(checker), *b = fresh(checker), *set = power(checker, a);
    const struct eb_formula *first = node->children[0], *last = node->children[node->child_count - 1];
    switch (node->op) {
    case EB_UNION:
    case EB_INTERSECTION:
    case EB_DIFFERENCE: node->type = set; return require_same(checker, node, set);
    case EB_PRODUCT: return binary(checker, node, set, power(checker, b), relation(checker, a, b));
    case EB_CARDINALITY: node->type = eb_type_integer(); return require(checker, first, set);
    case EB_GENERAL_UNION:
    case EB_GENERAL_INTERSECTION: node->type = set; return require(checker, first, power(checker, set));
    case EB_POWER_SET:
    case EB_POWER_SET_1: node->type = power(checker, set); return require(checker, first, set);
    case EB_SET_EXTENSION: node->type = set; return require_same(checker, node, a);
    case EB_COMPREHENSION:
    case EB_LAMBDA: node->type = power(checker, last->type); return true;
    default: /* ⋃ ⋂ */ node->type = set; return require(checker, last, set);
    }
}

/* − between sets and ∗ between sets are other languages' ∖ and ×. */
static bool set_arithmetic(struct eb_checker *checker, const struct eb_formula *node) {
    if (node->op != EB_SUBTRACT && node->op != EB_MULTIPLY) return false;
    const struct eb_type *type = eb_type_known(node->children[0]->type);
    if (type->kind != EB_TYPE_POWER || !eb_type_unify(type, power(checker, fresh(checker)))) return false;
    struct text what = {0}, is = {0};
    describe(node->children[0], &what);
    eb_type_describe(type, &is);
    fail(checker, node->children[0]->place, "%s is in %s, but %s is for integers; sets have %s", text_chars(&what),
         text_chars(&is), eb_operator(node->op)->unicode, node->op == EB_SUBTRACT ? "∖ (\\)" : "× (**)");
    text_free(&what);
    text_free(&is);
    return true;
}

static bool type_expression(struct eb_checker *checker, struct eb_formula *node) {
    const struct eb_type *integer = eb_type_integer();
    switch (node->op) {
    case EB_MAPLET: node->type = pair(checker, node->children[0]->type, node->children[1]->type); return true;
    case EB_INTERVAL: return binary(checker, node, integer, integer, power(checker, integer));
    case EB_SUBTRACT:
    case EB_MULTIPLY:
    case EB_ADD:
    case EB_NEGATE:
    case EB_DIVIDE:
    case EB_MODULO:
    case EB_POWER_OF:
        node->type = integer;
        return !set_arithmetic(checker, node) && require_same(checker, node, integer);
    case EB_MINIMUM:
    case EB_MAXIMUM: node->type = integer; return require(checker, node->children[0], power(checker, integer));
    case EB_BOOL: node->type = eb_type_boolean(); return true;
    case EB_OF_TYPE:
        node->type = written_type(checker, node->type, node->place);
        return node->type && require(checker, node->children[0], node->type);
    case EB_UNION:
    case EB_INTERSECTION:
    case EB_DIFFERENCE:
    case EB_PRODUCT:
    case EB_CARDINALITY:
    case EB_GENERAL_UNION:
    case EB_GENERAL_INTERSECTION:
    case EB_POWER_SET:
    case EB_POWER_SET_1:
    case EB_SET_EXTENSION:
    case EB_COMPREHENSION:
    case EB_LAMBDA:
    case EB_QUANTIFIED_UNION:
    case EB_QUANTIFIED_INTERSECTION: return type_set_operator(checker, node);
    default: return type_relation_operator(checker, node);
    }
}

/* ---- Assignments ---- */

static bool type_assignment(struct eb_checker *checker, struct eb_formula *node) {
    unsigned *indices = arena_new_array(checker->arena, unsigned, node->target_count);
    for (unsigned i = 0; i < node->target_count; i++) {
        const struct eb_entry *entry = eb_checker_find(checker, node->targets[i]);
        if (!entry)
            return fail(checker, node->place, "%s is not declared, so it cannot be assigned", node->targets[i]) != NULL;
        if (entry->kind != EB_VARIABLE)
            return fail(checker, node->place, "%s is %s: only variables can be assigned", node->targets[i],
                        kind_name(entry->kind)) != NULL;
        if (entry->gone && !checker->allow_gone)
            return fail(checker, node->place, "%s is a variable of the abstraction %s; this machine has it no more",
                        node->targets[i], entry->owner) != NULL;
        indices[i] = entry->index;
        if (node->op == EB_BECOMES_SUCH_THAT) continue;
        const struct eb_type *wanted = node->op == EB_BECOMES_IN ? power(checker, entry->type) : entry->type;
        if (!require(checker, node->children[node->op == EB_BECOMES_IN ? 0 : i], wanted)) return false;
    }
    node->target_indices = indices;
    return true;
}

/* ---- The walk ---- */

static bool bind_types(struct eb_checker *checker, struct eb_formula *node) {
    struct eb_bound *bound = arena_new_array(checker->arena, struct eb_bound, node->bound_count);
    for (unsigned i = 0; i < node->bound_count; i++) {
        bound[i] = node->bound[i];
        bound[i].type = bound[i].typed ? written_type(checker, bound[i].type, bound[i].place) : fresh(checker);
        if (!bound[i].type) return false;
        while (checker->slots.count <= bound[i].slot) vec_push(&checker->slots, NULL);
        checker->slots.items[bound[i].slot] = bound[i].type;
    }
    node->bound = bound;
    return true;
}

static struct eb_formula *walk(struct eb_checker *checker, const struct eb_formula *parsed);

/* What only gives types to others, and is not kept. */
static bool is_for_types(const struct eb_formula *parsed) {
    return eb_has_asides(parsed) || (parsed->op == EB_OF_TYPE && parsed->written);
}

static struct eb_formula *walk_for_types(struct eb_checker *checker, const struct eb_formula *parsed) {
    for (unsigned i = 1; i < parsed->child_count; i++)
        if (!walk(checker, parsed->children[i])) return NULL;
    struct eb_formula *value = walk(checker, parsed->children[0]);
    if (!value || parsed->op != EB_OF_TYPE) return value;
    const struct eb_type *type = written_type(checker, parsed->type, parsed->place);
    return type && require(checker, value, type) ? value : NULL;
}

static struct eb_formula *walk(struct eb_checker *checker, const struct eb_formula *parsed) {
    if (is_for_types(parsed)) return walk_for_types(checker, parsed);
    struct eb_formula *node = arena_new_object(checker->arena, struct eb_formula);
    *node = *parsed;
    if (node->op != EB_OF_TYPE) node->type = NULL;
    if (node->bound_count && !bind_types(checker, node)) return NULL;
    const struct eb_formula *outer = checker->becomes;
    if (node->op == EB_BECOMES_SUCH_THAT) checker->becomes = node;
    const struct eb_formula **children = arena_new_array(checker->arena, const struct eb_formula *, node->child_count);
    for (unsigned i = 0; i < node->child_count; i++) {
        children[i] = walk(checker, parsed->children[i]);
        if (!children[i]) return NULL;
    }
    checker->becomes = outer;
    node->children = children;
    bool good = eb_is_of_theory(node->op)    ? eb_check_data(checker, node)
                : eb_is_assignment(node->op) ? type_assignment(checker, node)
                : eb_is_predicate(node->op)  ? type_predicate(checker, node)
                : node->child_count          ? type_expression(checker, node)
                                             : type_atom(checker, node);
    return good ? node : NULL;
}

struct eb_formula *eb_check_names(struct eb_checker *checker, const char *label, const struct eb_formula *parsed) {
    checker->label = label;
    checker->formula = parsed;
    checker->becomes = NULL;
    checker->mentions_gone = 0;
    vec_clear(&checker->slots);
    vec_clear(&checker->type_parameters);
    return walk(checker, parsed);
}

/* ---- Final types ---- */

static const struct eb_formula *whole(struct arena *arena, const struct eb_formula *at, const struct eb_type *type);

/* dom(id) is all of a type: ℤ, say, which has no end and need not be looked through. */
static void say_whole(struct arena *arena, struct eb_formula *node) {
    bool whole_type = (node->op == EB_DOMAIN || node->op == EB_RANGE) && node->children[0]->op == EB_IDENTITY;
    const struct eb_type *type = whole_type ? node->type->left : NULL;
    if (!type || type->kind == EB_TYPE_GIVEN || type->kind == EB_TYPE_DATA) return;
    const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, 2);
    if (type->left) children[0] = whole(arena, node, type->left);
    if (type->right) children[1] = whole(arena, node, type->right);
    node->op = type->kind == EB_TYPE_INTEGER   ? EB_INTEGERS
               : type->kind == EB_TYPE_BOOLEAN ? EB_BOOLEANS
               : type->kind == EB_TYPE_POWER   ? EB_POWER_SET
                                               : EB_PRODUCT;
    node->children = children;
    node->child_count = (type->left != NULL) + (type->right != NULL);
}

static const struct eb_formula *whole(struct arena *arena, const struct eb_formula *at, const struct eb_type *type) {
    struct eb_formula *identity = eb_new_node(arena, at, EB_IDENTITY, NULL, 0);
    identity->type = eb_type_relation(arena, type, type);
    const struct eb_formula *child = identity;
    struct eb_formula *domain = eb_new_node(arena, at, EB_DOMAIN, &child, 1);
    domain->type = eb_type_power(arena, type);
    say_whole(arena, domain);
    return domain;
}

static bool ground(struct eb_checker *checker, struct eb_formula *node) {
    for (unsigned i = 0; i < node->bound_count; i++) {
        struct eb_bound *bound = (struct eb_bound *)&node->bound[i]; /* bind_types() made it */
        const struct eb_type *type = eb_type_ground(checker->arena, bound->type);
        if (!type)
            return fail(checker, bound->place, "nothing says of which type %s is; write %s ∈ … or %s ⦂ …", bound->name,
                        bound->name, bound->name) != NULL;
        bound->type = type;
    }
    for (unsigned i = 0; i < node->child_count; i++) {
        if (!ground(checker, (struct eb_formula *)node->children[i])) return false; /* walk() made it */
    }
    if (!node->type) return true;
    const struct eb_type *type = eb_type_ground(checker->arena, node->type);
    if (!type) {
        struct text what = {0};
        describe(node, &what);
        fail(checker, node->place, "nothing says of which type %s is; write %s ⦂ …", text_chars(&what),
             text_chars(&what));
        text_free(&what);
        return false;
    }
    node->type = type;
    say_whole(checker->arena, node);
    return true;
}

bool eb_check_ground(struct eb_checker *checker, const char *label, struct eb_formula *formula) {
    checker->label = label;
    checker->formula = formula;
    return ground(checker, formula);
}

bool eb_check_entry_ground(struct eb_checker *checker, struct eb_entry *entry, const char *where) {
    const struct eb_type *type = eb_type_ground(checker->arena, entry->type);
    if (type) {
        entry->type = type;
        return true;
    }
    diag_error(checker->diagnostics, entry->place, "nothing says of which type %s is: %s should have %s ∈ …",
               entry->name, where, entry->name);
    return false;
}
