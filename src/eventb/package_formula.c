/* Formulas in ProB's packages. Every node is functor(Position, Operands...). Where Rodin has one ∧ of many operands,
 * a package nests them to the right; here they stand as the parser would have made them. */
#include "eventb/chain.h"
#include "eventb/package.h"
#include "eventb/syntax.h"

#include <errno.h>
#include <stdarg.h>

void *package_error(struct package_reader *reader, const struct prolog_term *at, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    diag_error(reader->diagnostics, at->place, "%s", text_chars(&message));
    text_free(&message);
    reader->failed = true;
    return NULL;
}

/* ---- Functors ---- */

struct functor {
    const char *name;
    unsigned operands;
    enum eb_op op;
};

/* Those whose operands are formulas, all of them predicates or all of them expressions. */
static const struct functor functors[] = {
    {"truth", 0, EB_TRUE},
    {"falsity", 0, EB_FALSE},
    {"negation", 1, EB_NOT},
    {"conjunct", 2, EB_AND},
    {"disjunct", 2, EB_OR},
    {"implication", 2, EB_IMPLIES},
    {"equivalence", 2, EB_EQUIVALENT},
    {"equal", 2, EB_EQUAL},
    {"not_equal", 2, EB_NOT_EQUAL},
    {"less", 2, EB_LESS},
    {"less_equal", 2, EB_LESS_EQUAL},
    {"greater", 2, EB_GREATER},
    {"greater_equal", 2, EB_GREATER_EQUAL},
    {"member", 2, EB_IN},
    {"not_member", 2, EB_NOT_IN},
    {"subset", 2, EB_SUBSET_EQUAL},
    {"not_subset", 2, EB_NOT_SUBSET_EQUAL},
    {"subset_strict", 2, EB_SUBSET},
    {"not_subset_strict", 2, EB_NOT_SUBSET},
    {"finite", 1, EB_FINITE},
    {"empty_set", 0, EB_EMPTY_SET},
    {"integer_set", 0, EB_INTEGERS},
    {"natural_set", 0, EB_NATURALS},
    {"natural1_set", 0, EB_NATURALS_1},
    {"bool_set", 0, EB_BOOLEANS},
    {"boolean_true", 0, EB_CONSTANT_TRUE},
    {"boolean_false", 0, EB_CONSTANT_FALSE},
    {"predecessor", 0, EB_PREDECESSOR},
    {"successor", 0, EB_SUCCESSOR},
    {"event_b_identity", 0, EB_IDENTITY},
    {"event_b_first_projection_v2", 0, EB_PROJECTION_1},
    {"event_b_second_projection_v2", 0, EB_PROJECTION_2},
    {"relations", 2, EB_RELATIONS},
    {"total_relation", 2, EB_TOTAL_RELATIONS},
    {"surjection_relation", 2, EB_SURJECTIVE_RELATIONS},
    {"total_surjection_relation", 2, EB_TOTAL_SURJECTIVE_RELATIONS},
    {"partial_function", 2, EB_PARTIAL_FUNCTIONS},
    {"total_function", 2, EB_TOTAL_FUNCTIONS},
    {"partial_injection", 2, EB_PARTIAL_INJECTIONS},
    {"total_injection", 2, EB_TOTAL_INJECTIONS},
    {"partial_surjection", 2, EB_PARTIAL_SURJECTIONS},
    {"total_surjection", 2, EB_TOTAL_SURJECTIONS},
    {"total_bijection", 2, EB_BIJECTIONS},
    {"union", 2, EB_UNION},
    {"intersection", 2, EB_INTERSECTION},
    {"set_subtraction", 2, EB_DIFFERENCE},
    {"cartesian_product", 2, EB_PRODUCT},
    {"overwrite", 2, EB_OVERRIDE},
    {"ring", 2, EB_BACKWARD_COMPOSITION},
    {"composition", 2, EB_FORWARD_COMPOSITION},
    {"direct_product", 2, EB_DIRECT_PRODUCT},
    {"parallel_product", 2, EB_PARALLEL_PRODUCT},
    {"domain_restriction", 2, EB_DOMAIN_RESTRICTION},
    {"domain_subtraction", 2, EB_DOMAIN_SUBTRACTION},
    {"range_restriction", 2, EB_RANGE_RESTRICTION},
    {"range_subtraction", 2, EB_RANGE_SUBTRACTION},
    {"interval", 2, EB_INTERVAL},
    {"add", 2, EB_ADD},
    {"minus", 2, EB_SUBTRACT},
    {"unary_minus", 1, EB_NEGATE},
    {"multiplication", 2, EB_MULTIPLY},
    {"div", 2, EB_DIVIDE},
    {"modulo", 2, EB_MODULO},
    {"power_of", 2, EB_POWER_OF},
    {"image", 2, EB_IMAGE},
    {"reverse", 1, EB_CONVERSE},
    {"card", 1, EB_CARDINALITY},
    {"domain", 1, EB_DOMAIN},
    {"range", 1, EB_RANGE},
    {"min", 1, EB_MINIMUM},
    {"max", 1, EB_MAXIMUM},
    {"general_union", 1, EB_GENERAL_UNION},
    {"general_intersection", 1, EB_GENERAL_INTERSECTION},
    {"pow_subset", 1, EB_POWER_SET},
    {"pow1_subset", 1, EB_POWER_SET_1},
    {"convert_bool", 1, EB_BOOL},
};

static const struct functor *find_functor(const struct prolog_term *term) {
    for (size_t i = 0; i < sizeof functors / sizeof *functors; i++) {
        if (prolog_is(term, functors[i].name, functors[i].operands + 1)) return &functors[i];
    }
    return NULL;
}

static bool takes_predicates(enum eb_op op) {
    return op == EB_NOT || op == EB_AND || op == EB_OR || op == EB_IMPLIES || op == EB_EQUIVALENT || op == EB_BOOL;
}

/* ---- Nodes ---- */

typedef VEC(struct eb_formula *) node_list;

/* `depth`: of the nodes around; what is deeper than the parser would have it is refused. */
static struct eb_formula *formula(struct package_reader *reader, const struct prolog_term *term, unsigned depth);

struct eb_formula *package_node(struct package_reader *reader, enum eb_op op, const struct prolog_term *at,
                                struct eb_formula *const *children, size_t count) {
    struct eb_formula *node = arena_new_object(reader->arena, struct eb_formula);
    const struct eb_formula **list = count ? arena_new_array(reader->arena, const struct eb_formula *, count) : NULL;
    for (size_t i = 0; i < count; i++) list[i] = children[i];
    *node = (struct eb_formula){
        .op = op, .place = at->place, .children = list, .child_count = (unsigned)count, .identifier = EB_UNRESOLVED};
    return node;
}

static struct eb_formula *sorted(struct package_reader *reader, const struct prolog_term *term, bool predicate,
                                 unsigned depth) {
    struct eb_formula *node = formula(reader, term, depth);
    if (!node || eb_is_predicate(node->op) == predicate) return node;
    return package_error(reader, term, "%s is %s, but %s was expected here", term->name,
                         predicate ? "an expression" : "a predicate", predicate ? "a predicate" : "an expression");
}

struct eb_formula *package_expression_at(struct package_reader *reader, const struct prolog_term *term,
                                         unsigned depth) {
    return sorted(reader, term, false, depth);
}

static bool add_operands(struct package_reader *reader, const struct prolog_term *const *terms, unsigned count,
                         bool predicates, unsigned depth, node_list *list) {
    for (unsigned i = 0; i < count; i++) {
        struct eb_formula *node = sorted(reader, terms[i], predicates, depth);
        if (!node) return false;
        vec_push(list, node);
    }
    return true;
}

/* a ∧ (b ∧ (c ∧ d)) as a chain, as the parser makes it: the same operands in the same order. */
static struct eb_formula *chain(struct package_reader *reader, const struct prolog_term *term, enum eb_op op,
                                unsigned depth) {
    const char *functor = term->name;
    unsigned links = 0;
    for (const struct prolog_term *at = term; prolog_is(at, functor, 3); at = at->arguments[2]) links++;
    struct eb_formula *node = NULL;
    node_list list = {0};
    bool good = true;
    depth += eb_chain_depth(links + 1);
    for (unsigned i = 0; i <= links && good; i++) {
        good = add_operands(reader, i < links ? &term->arguments[1] : &term, 1, takes_predicates(op), depth, &list);
        if (i < links) term = term->arguments[2];
    }
    if (good) node = eb_chain(reader->arena, op, list.items, list.count);
    vec_free(&list);
    return node;
}

static struct eb_formula *operation(struct package_reader *reader, const struct prolog_term *term,
                                    const struct functor *functor, unsigned depth) {
    if (eb_is_associative(functor->op)) return chain(reader, term, functor->op, depth);
    struct eb_formula *node = NULL;
    node_list list = {0};
    if (add_operands(reader, term->arguments + 1, functor->operands, takes_predicates(functor->op), depth + 1, &list))
        node = package_node(reader, functor->op, term, list.items, list.count);
    vec_free(&list);
    return node;
}

/* ---- Names and numbers ---- */

const char *package_identifier(struct package_reader *reader, const struct prolog_term *term, bool *primed) {
    if (!prolog_is(term, "identifier", 2) || term->arguments[1]->kind != PROLOG_ATOM)
        return package_error(reader, term, "expected identifier(Position, Name)");
    const struct prolog_term *atom = term->arguments[1];
    size_t length = strlen(atom->name);
    bool prime = length > 1 && atom->name[length - 1] == '\'';
    const char *name = prime ? arena_text_n(reader->arena, atom->name, length - 1) : atom->name;
    if (!eb_is_identifier(name, true) || (prime && !primed))
        return package_error(reader, atom, "'%s' is not an identifier%s", atom->name, prime ? " here" : "");
    if (primed) *primed = prime;
    return name;
}

/* A formula as it was written in another place than the one that is read. */
struct eb_formula *package_formula_in(struct package_reader *reader, const struct package_scope *scope,
                                      const struct prolog_term *term, unsigned depth) {
    const struct package_scope *before = reader->scope;
    reader->scope = scope;
    struct eb_formula *node = formula(reader, term, depth);
    reader->scope = before;
    return node;
}

static struct eb_formula *identifier(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    bool primed;
    const char *name = package_identifier(reader, term, &primed);
    if (!name) return NULL;
    const struct package_scope *meaning = package_find(reader->scope, term->arguments[1]->name);
    if (meaning && meaning->argument) {
        struct eb_formula *node = package_formula_in(reader, meaning->around, meaning->argument, depth);
        if (meaning->seen) *meaning->seen = node;
        if (node && meaning->certain) node->certain = true;
        return node ? eb_of_parameter(reader->arena, node, meaning->type) : NULL;
    }
    if (meaning && meaning->is_type) {
        struct eb_formula at = {.place = term->place};
        return eb_all_of_type(reader->arena, &at,
                              meaning->renamed ? eb_type_given(reader->arena, meaning->renamed) : NULL);
    }
    if (meaning) name = meaning->renamed;
    struct eb_formula *node = package_node(reader, EB_IDENTIFIER, term, NULL, 0);
    node->name = name;
    node->primed = primed && !meaning;
    return node;
}

static struct eb_formula *integer(struct package_reader *reader, const struct prolog_term *term) {
    const struct prolog_term *number = term->arguments[1];
    if (number->kind != PROLOG_NUMBER) return package_error(reader, number, "expected a number");
    errno = 0;
    int64_t value = strtoll(number->name, NULL, 10);
    if (errno) return package_error(reader, number, "%s does not fit into 64 bits", number->name);
    struct eb_formula *node = package_node(reader, EB_INTEGER_LITERAL, term, NULL, 0);
    node->name = number->name;
    node->value = value;
    return node;
}

/* ---- Lists of operands ---- */

static bool is_list(struct package_reader *reader, const struct prolog_term *term, unsigned least) {
    if (term->kind == PROLOG_LIST && term->count >= least) return true;
    return package_error(reader, term, least ? "expected a list that is not empty" : "expected a list") != NULL;
}

/* couple(Position, [a, b]) and, in old packages, couple(Position, a, b); of more than two, (a ↦ b) ↦ c. */
static struct eb_formula *maplets(struct package_reader *reader, const struct prolog_term *at,
                                  const struct prolog_term *const *terms, unsigned count, unsigned depth) {
    if (count > EB_MAX_DEPTH - depth) return package_error(reader, at, "this formula is nested too deeply");
    struct eb_formula *left = NULL;
    for (unsigned i = 0; i < count; i++) {
        struct eb_formula *pair[] = {left, package_expression_at(reader, terms[i], depth + count)};
        if (!pair[1]) return NULL;
        left = i ? package_node(reader, EB_MAPLET, at, pair, 2) : pair[1];
    }
    return left;
}

static struct eb_formula *couple(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    if (term->count == 3) return maplets(reader, term, term->arguments + 1, 2, depth);
    const struct prolog_term *list = term->arguments[1];
    if (!is_list(reader, list, 2)) return NULL;
    return maplets(reader, term, list->arguments, list->count, depth);
}

static struct eb_formula *application(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    const struct prolog_term *list = term->arguments[2];
    if (!is_list(reader, list, 1)) return NULL;
    struct eb_formula *children[] = {package_expression_at(reader, term->arguments[1], depth + 1), NULL};
    if (!children[0]) return NULL;
    children[1] = maplets(reader, term, list->arguments, list->count, depth + 1);
    return children[1] ? package_node(reader, EB_APPLICATION, term, children, 2) : NULL;
}

/* {a, b}; or partition(S, A, B), where `first` is S. */
static struct eb_formula *listed(struct package_reader *reader, const struct prolog_term *term, enum eb_op op,
                                 const struct prolog_term *first, const struct prolog_term *rest, unsigned depth) {
    if (!is_list(reader, rest, 0)) return NULL;
    struct eb_formula *node = NULL;
    node_list list = {0};
    if ((!first || add_operands(reader, &first, 1, false, depth + 1, &list)) &&
        add_operands(reader, rest->arguments, rest->count, false, depth + 1, &list))
        node = package_node(reader, list.count ? op : EB_EMPTY_SET, term, list.items, list.count);
    vec_free(&list);
    return node;
}

/* As newer packages write P ∧ Q ∧ R. */
static struct eb_formula *conjunction(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    const struct prolog_term *rest = term->arguments[1];
    struct eb_formula *all = NULL;
    node_list list = {0};
    if (!is_list(reader, rest, 0)) return NULL;
    if (!rest->count)
        all = package_node(reader, EB_TRUE, term, NULL, 0);
    else if (add_operands(reader, rest->arguments, rest->count, true, depth + 1, &list))
        all = list.count == 1 ? list.items[0] : eb_chain(reader->arena, EB_AND, list.items, list.count);
    vec_free(&list);
    return all;
}

/* ---- Types ---- */

static const struct eb_type *new_type(struct package_reader *reader, enum eb_type_kind kind, const char *name,
                                      const struct eb_type *left, const struct eb_type *right) {
    struct eb_type *type = arena_new_object(reader->arena, struct eb_type);
    *type = (struct eb_type){.kind = kind, .name = name, .left = left, .right = right};
    return type;
}

/* Inside of a definition, a type may be one that only its use decides. */
static bool is_known_type(const struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    if (term->kind == PROLOG_ATOM) {
        const struct package_scope *meaning = package_find(reader->scope, term->name);
        return !(meaning && meaning->is_type && !meaning->renamed);
    }
    for (unsigned i = 0; depth < EB_MAX_DEPTH && i < term->count; i++)
        if (!is_known_type(reader, term->arguments[i], depth + 1)) return false;
    return true;
}

const struct eb_type *package_type(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    if (depth > EB_MAX_DEPTH) return package_error(reader, term, "this type is nested too deeply");
    if (prolog_is(term, "integer_set", 1)) return new_type(reader, EB_TYPE_INTEGER, NULL, NULL, NULL);
    if (prolog_is(term, "bool_set", 1)) return new_type(reader, EB_TYPE_BOOLEAN, NULL, NULL, NULL);
    if (prolog_is(term, "identifier", 2)) {
        const char *name = package_identifier(reader, term, NULL);
        const struct package_scope *meaning = name ? package_find(reader->scope, name) : NULL;
        if (meaning && meaning->is_type && meaning->renamed) name = meaning->renamed;
        return name ? new_type(reader, EB_TYPE_GIVEN, name, NULL, NULL) : NULL;
    }
    if (prolog_is(term, "typeof", 3)) return package_type(reader, term->arguments[1], depth + 1);
    if (prolog_is(term, "pow_subset", 2)) {
        const struct eb_type *of = package_type(reader, term->arguments[1], depth + 1);
        return of ? new_type(reader, EB_TYPE_POWER, NULL, of, NULL) : NULL;
    }
    bool relation = prolog_is(term, "relations", 3);
    if (relation || prolog_is(term, "cartesian_product", 3)) {
        const struct eb_type *left = package_type(reader, term->arguments[1], depth + 1);
        const struct eb_type *right = left ? package_type(reader, term->arguments[2], depth + 1) : NULL;
        if (!right) return NULL;
        const struct eb_type *pair = new_type(reader, EB_TYPE_PRODUCT, NULL, left, right);
        return relation ? new_type(reader, EB_TYPE_POWER, NULL, pair, NULL) : pair;
    }
    if (prolog_is(term, "extended_expr", 4)) return package_data_type(reader, term, depth);
    return package_error(reader, term, "expected a type: a carrier set, ℤ, BOOL, ℙ(…) or … × …");
}

const struct eb_type *package_type_in(struct package_reader *reader, const struct package_scope *scope,
                                      const struct prolog_term *term) {
    const struct package_scope *before = reader->scope;
    reader->scope = scope;
    const struct eb_type *type = package_type(reader, term, 0);
    reader->scope = before;
    return type;
}

static struct eb_formula *of_type(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    struct eb_formula *inner = package_expression_at(reader, term->arguments[1], depth + 1);
    if (inner && !is_known_type(reader, term->arguments[2], 0)) return inner;
    const struct eb_type *type = inner ? package_type(reader, term->arguments[2], depth + 1) : NULL;
    if (!type) return NULL;
    struct eb_formula *node = package_node(reader, EB_OF_TYPE, term, &inner, 1);
    node->type = type;
    return node;
}

/* ---- Binders ---- */

/* Inside of a definition, what is bound gets a name that no one else can have. */
static const struct package_scope *rename_bound(struct package_reader *reader, const struct prolog_term *list) {
    const struct package_scope *scope = reader->scope;
    for (unsigned i = 0; scope && i < list->count; i++) {
        const struct prolog_term *term = list->arguments[i];
        if (prolog_is(term, "typeof", 3)) term = term->arguments[1];
        if (!prolog_is(term, "identifier", 2)) continue; /* an error later on */
        struct package_scope *inner = arena_new_object(reader->arena, struct package_scope);
        inner->outer = scope;
        inner->name = term->arguments[1]->name;
        inner->renamed = arena_printf(reader->arena, "%s·%u", inner->name, reader->expansions);
        scope = inner;
    }
    return scope;
}

static bool bind_names(struct package_reader *reader, const struct prolog_term *list, struct eb_formula *node) {
    struct eb_bound *bound = arena_new_array(reader->arena, struct eb_bound, list->count);
    for (unsigned i = 0; i < list->count; i++) {
        const struct prolog_term *term = list->arguments[i];
        bound[i].place = term->place;
        bool typed = prolog_is(term, "typeof", 3);
        bound[i].typed = typed && is_known_type(reader, term->arguments[2], 0);
        if (bound[i].typed && !(bound[i].type = package_type(reader, term->arguments[2], 0))) return false;
        bool primed;
        bound[i].name = package_identifier(reader, typed ? term->arguments[1] : term, &primed);
        if (!bound[i].name) return false;
        const struct prolog_term *identifier = typed ? term->arguments[1] : term;
        const struct package_scope *meaning = package_find(reader->scope, identifier->arguments[1]->name);
        if (meaning && meaning->renamed)
            bound[i].name = meaning->renamed;
        else if (primed)
            bound[i].name = arena_printf(reader->arena, "%s'", bound[i].name);
        for (unsigned j = 0; j < i; j++) {
            if (!strcmp(bound[j].name, bound[i].name))
                return package_error(reader, term, "%s is bound twice here", bound[i].name) != NULL;
        }
    }
    node->bound = bound;
    node->bound_count = list->count;
    return true;
}

static struct eb_formula *binder(struct package_reader *reader, const struct prolog_term *term, enum eb_op op,
                                 const struct prolog_term *predicate, const struct prolog_term *value, unsigned depth) {
    if (!is_list(reader, term->arguments[1], 1)) return NULL;
    const struct package_scope *before = reader->scope;
    reader->scope = rename_bound(reader, term->arguments[1]);
    struct eb_formula *children[] = {sorted(reader, predicate, true, depth + 1), NULL}, *node = NULL;
    if (children[0] && value) children[1] = package_expression_at(reader, value, depth + 1);
    if (children[0] && (!value || children[1])) node = package_node(reader, op, term, children, value ? 2 : 1);
    if (node && !bind_names(reader, term->arguments[1], node)) node = NULL;
    reader->scope = before;
    return node;
}

/* The old language's id(S), prj1(r), prj2(r): S ◁ id and so on. */
static struct eb_formula *restricted(struct package_reader *reader, const struct prolog_term *term, enum eb_op op,
                                     unsigned depth) {
    struct eb_formula *children[] = {package_expression_at(reader, term->arguments[1], depth + 1),
                                     package_node(reader, op, term, NULL, 0)};
    return children[0] ? package_node(reader, EB_DOMAIN_RESTRICTION, term, children, 2) : NULL;
}

/* COND(P, E, F), which theories know without a definition. Only the branch that is chosen has to be well-defined. */
static struct eb_formula *conditional(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    const struct prolog_term *values = term->arguments[2], *conditions = term->arguments[3];
    if (values->count != 2 || conditions->count != 1)
        return package_error(reader, term, "COND has one condition and two values");
    struct eb_formula *parts[] = {sorted(reader, conditions->arguments[0], true, depth + 1), NULL, NULL};
    for (unsigned i = 0; i < 2 && parts[i]; i++)
        parts[i + 1] = package_expression_at(reader, values->arguments[i], depth + 1);
    if (!parts[2]) return NULL;
    struct eb_formula *node = package_node(reader, EB_CONDITIONAL, term, parts, 3);
    node->name = "COND";
    return node;
}

/* The operator's arguments must be well-defined, also where its definition does not look at them. */
static struct eb_formula *with_arguments(struct package_reader *reader, const struct package_scope *scope,
                                         const char *operator, struct eb_formula * value, unsigned depth) {
    for (; value && scope; scope = scope->outer) {
        if (!scope->argument) continue;
        const struct eb_formula *argument = *scope->seen;
        if (!argument) {
            argument = package_formula_in(reader, scope->around, scope->argument, depth + 1);
            if (!argument) return NULL;
            value = eb_with_aside(reader->arena, value, eb_of_parameter(reader->arena, argument, scope->type));
        }
        if (!eb_is_unseen(value, argument)) continue;
        argument = package_formula_in(reader, scope->around, scope->argument, depth + 1);
        value = argument ? eb_where_argument(reader->arena, operator, argument, value) : NULL;
    }
    return value;
}

static struct eb_formula *extended(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    const struct package_operator *operator;
    if (!strcmp(term->arguments[1]->name, "COND")) return conditional(reader, term, depth);
    if (!package_is_single(reader, term, term->arguments[1]->name)) return NULL;
    if (package_is_data(reader, term->arguments[1]->name)) return package_use_data(reader, term, depth);
    const struct package_scope *scope = package_expand(reader, term, &operator);
    struct eb_formula *value = scope ? package_formula_in(reader, scope, operator->definition, depth + 1) : NULL;
    return value ? with_arguments(reader, scope, term->arguments[1]->name, value, depth) : NULL;
}

static struct eb_formula *formula(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    if (depth >= EB_MAX_DEPTH)
        return package_error(reader, term, "this formula is nested too deeply (more than %d levels)", EB_MAX_DEPTH);
    const struct prolog_term *const *of = term->arguments;
    const struct functor *functor = find_functor(term);
    if (functor) return operation(reader, term, functor, depth);
    if (prolog_is(term, "identifier", 2)) return identifier(reader, term, depth);
    if (prolog_is(term, "integer", 2)) return integer(reader, term);
    if (prolog_is(term, "couple", 2) || prolog_is(term, "couple", 3)) return couple(reader, term, depth);
    if (prolog_is(term, "function", 3)) return application(reader, term, depth);
    if (prolog_is(term, "set_extension", 2)) return listed(reader, term, EB_SET_EXTENSION, NULL, of[1], depth);
    if (prolog_is(term, "conjunct", 2)) return conjunction(reader, term, depth);
    if (prolog_is(term, "partition", 3)) return listed(reader, term, EB_PARTITION, of[1], of[2], depth);
    if (prolog_is(term, "typeof", 3)) return of_type(reader, term, depth);
    if (prolog_is(term, "forall", 3)) return binder(reader, term, EB_FORALL, of[2], NULL, depth);
    if (prolog_is(term, "exists", 3)) return binder(reader, term, EB_EXISTS, of[2], NULL, depth);
    if (prolog_is(term, "event_b_comprehension_set", 4))
        return binder(reader, term, EB_COMPREHENSION, of[3], of[2], depth);
    if (prolog_is(term, "quantified_union", 4)) return binder(reader, term, EB_QUANTIFIED_UNION, of[2], of[3], depth);
    if (prolog_is(term, "quantified_intersection", 4))
        return binder(reader, term, EB_QUANTIFIED_INTERSECTION, of[2], of[3], depth);
    if (prolog_is(term, "identity", 2)) return restricted(reader, term, EB_IDENTITY, depth);
    if (prolog_is(term, "identity", 1)) return package_node(reader, EB_IDENTITY, term, NULL, 0);
    if (prolog_is(term, "event_b_first_projection", 2)) return restricted(reader, term, EB_PROJECTION_1, depth);
    if (prolog_is(term, "event_b_second_projection", 2)) return restricted(reader, term, EB_PROJECTION_2, depth);
    if (prolog_is(term, "extended_expr", 4) || prolog_is(term, "extended_pred", 4))
        return extended(reader, term, depth);
    return package_error(reader, term, "%s%s is no formula that is known here", term->name,
                         term->kind == PROLOG_COMPOUND ? "(…)" : "");
}

/* ---- Whole formulas ---- */

static const struct eb_formula *finish(struct package_reader *reader, struct eb_formula *node) {
    if (!node) return NULL;
    if (eb_bind(reader->arena, node, reader->diagnostics)) return node;
    reader->failed = true;
    return NULL;
}

const struct eb_formula *package_predicate(struct package_reader *reader, const struct prolog_term *term) {
    return finish(reader, sorted(reader, term, true, 0));
}

const struct eb_formula *package_expression(struct package_reader *reader, const struct prolog_term *term) {
    return finish(reader, package_expression_at(reader, term, 0));
}

static bool name_targets(struct package_reader *reader, const struct prolog_term *list, struct eb_formula *node) {
    const char **targets = arena_new_array(reader->arena, const char *, list->count);
    for (unsigned i = 0; i < list->count; i++) {
        targets[i] = package_identifier(reader, list->arguments[i], NULL);
        if (!targets[i]) return false;
        for (unsigned j = 0; j < i; j++) {
            if (!strcmp(targets[i], targets[j]))
                return package_error(reader, list->arguments[i], "%s is assigned twice", targets[i]) != NULL;
        }
    }
    node->targets = targets;
    node->target_count = list->count;
    return true;
}

static struct eb_formula *values(struct package_reader *reader, const struct prolog_term *term) {
    const struct prolog_term *targets = term->arguments[1], *list = term->arguments[2];
    if (!is_list(reader, list, 1)) return NULL;
    if (list->count != targets->count)
        return package_error(reader, term, "%u variables are assigned, but there are values for %u", targets->count,
                             list->count);
    return listed(reader, term, EB_BECOMES_EQUAL, NULL, list, 0);
}

const struct eb_formula *package_assignment(struct package_reader *reader, const struct prolog_term *term) {
    bool equal = prolog_is(term, "assign", 3), in = prolog_is(term, "becomes_element_of", 3);
    if (!equal && !in && !prolog_is(term, "becomes_such", 3))
        return package_error(reader, term, "%s(…) is no action that is known here", term->name);
    const struct prolog_term *targets = term->arguments[1];
    if (!is_list(reader, targets, 1)) return NULL;
    if (in && targets->count > 1) return package_error(reader, targets, ":∈ assigns one variable");
    struct eb_formula *node = NULL, *child = NULL;
    if (equal)
        node = values(reader, term);
    else if ((child = sorted(reader, term->arguments[2], !in, 1)))
        node = package_node(reader, in ? EB_BECOMES_IN : EB_BECOMES_SUCH_THAT, term, &child, 1);
    return node && name_targets(reader, targets, node) ? finish(reader, node) : NULL;
}
