/* Data types of theories, and operators that are defined by cases of one. A case `cons(x, l)` of the parameter p stands
 * for its value where p was made by cons; x and l are then head(p) and tail(p). */
#include "eventb/package.h"

/* ---- Data types ---- */

static const struct eb_datatype *find_datatype(const struct package_reader *reader, const char *name) {
    for (size_t i = 0; i < reader->datatypes.count; i++)
        if (!strcmp(reader->datatypes.items[i]->name, name)) return reader->datatypes.items[i];
    return NULL;
}

const struct eb_type *package_data_type(struct package_reader *reader, const struct prolog_term *term, unsigned depth) {
    const struct eb_datatype *data = find_datatype(reader, term->arguments[1]->name);
    const struct prolog_term *list = term->arguments[2];
    if (!package_is_single(reader, term, term->arguments[1]->name)) return NULL;
    if (!data) return package_error(reader, term, "%s is no data type that is known here", term->arguments[1]->name);
    if (list->kind != PROLOG_LIST || list->count != data->parameter_count)
        return package_error(reader, term, "%s has %u parameters", data->name, data->parameter_count);
    const struct eb_type **arguments = arena_new_array(reader->arena, const struct eb_type *, list->count + 1);
    for (unsigned i = 0; i < list->count; i++) {
        arguments[i] = package_type(reader, list->arguments[i], depth + 1);
        if (!arguments[i]) return NULL;
    }
    return eb_type_data(reader->arena, data, arguments);
}

/* constructor(Name, [destructor(Name, Type), ...]) */
static bool read_constructor(struct package_reader *reader, const struct prolog_term *term,
                             struct eb_constructor *constructor) {
    if (!prolog_is(term, "constructor", 2) || term->arguments[1]->kind != PROLOG_LIST)
        return package_error(reader, term, "expected constructor(Name, Destructors)") != NULL;
    const struct prolog_term *list = term->arguments[1];
    struct eb_data_field *fields = arena_new_array(reader->arena, struct eb_data_field, list->count + 1);
    for (unsigned i = 0; i < list->count; i++) {
        const struct prolog_term *field = list->arguments[i];
        if (!prolog_is(field, "destructor", 2))
            return package_error(reader, field, "expected destructor(Name, Type)") != NULL;
        fields[i] = (struct eb_data_field){field->arguments[0]->name, package_type(reader, field->arguments[1], 0)};
        if (!fields[i].type) return false;
    }
    *constructor = (struct eb_constructor){term->arguments[0]->name, fields, list->count};
    return true;
}

static bool name_parameters(struct package_reader *reader, const struct prolog_term *list, struct eb_datatype *data) {
    const char **names = arena_new_array(reader->arena, const char *, list->count + 1);
    for (unsigned i = 0; i < list->count; i++) {
        names[i] = package_identifier(reader, list->arguments[i], NULL);
        if (!names[i]) return false;
    }
    data->parameters = names;
    data->parameter_count = list->count;
    return true;
}

/* datatype(Name, Parameters, Constructors) */
static void read_datatype(struct package_reader *reader, const struct prolog_term *term) {
    if (!prolog_is(term, "datatype", 3) || term->arguments[1]->kind != PROLOG_LIST ||
        term->arguments[2]->kind != PROLOG_LIST) {
        package_error(reader, term, "expected datatype(Name, Parameters, Constructors)");
        return;
    }
    const struct prolog_term *list = term->arguments[2];
    struct eb_datatype *data = arena_new_object(reader->arena, struct eb_datatype);
    struct eb_constructor *constructors = arena_new_array(reader->arena, struct eb_constructor, list->count + 1);
    data->name = term->arguments[0]->name;
    data->constructors = constructors;
    data->constructor_count = list->count;
    if (!name_parameters(reader, term->arguments[1], data)) return;
    vec_push(&reader->datatypes, data); /* its fields may hold it */
    for (unsigned i = 0; i < list->count; i++)
        if (!read_constructor(reader, list->arguments[i], &constructors[i])) return;
    if (!eb_datatype_finish(data))
        package_error(reader, term,
                      "the data type %s has no values, or holds itself in another way than directly in a field; that "
                      "is not read here",
                      data->name);
}

void package_read_datatypes(struct package_reader *reader, const struct prolog_term *list) {
    for (unsigned i = 0; list->kind == PROLOG_LIST && i < list->count; i++) read_datatype(reader, list->arguments[i]);
}

/* The constructor, or the constructor and field, of this name. */
static bool find_constructor(const struct package_reader *reader, const char *name, struct package_part *part) {
    for (size_t d = 0; d < reader->datatypes.count; d++) {
        part->data = reader->datatypes.items[d];
        for (part->constructor = 0; part->constructor < part->data->constructor_count; part->constructor++) {
            const struct eb_constructor *constructor = &part->data->constructors[part->constructor];
            part->is_field = false;
            if (!strcmp(constructor->name, name)) return true;
            part->is_field = true;
            for (part->field = 0; part->field < constructor->field_count; part->field++)
                if (!strcmp(constructor->fields[part->field].name, name)) return true;
        }
    }
    return false;
}

/* ---- Operators by cases ---- */

static struct package_function *find_function(const struct package_reader *reader, const char *name) {
    for (size_t i = 0; i < reader->functions.count; i++)
        if (!strcmp(reader->functions.items[i]->function.name, name)) return reader->functions.items[i];
    return NULL;
}

void package_read_function(struct package_reader *reader, const struct prolog_term *term,
                           const struct prolog_term *types) {
    struct package_function *read = arena_new_object(reader->arena, struct package_function);
    const char **names = arena_new_array(reader->arena, const char *, types->count + 1);
    for (unsigned i = 0; i < types->count; i++) names[i] = types->arguments[i]->name;
    read->term = term;
    read->function =
        (struct eb_function){.name = term->arguments[0]->name, .type_parameters = names, .type_count = types->count};
    vec_push(&reader->functions, read);
}

static const struct prolog_term *new_term(struct package_reader *reader, const struct prolog_term *at,
                                          enum prolog_kind kind, const char *name,
                                          const struct prolog_term *const *arguments, unsigned count) {
    struct prolog_term *term = arena_new_object(reader->arena, struct prolog_term);
    const struct prolog_term **copy = arena_new_array(reader->arena, const struct prolog_term *, count + 1);
    for (unsigned i = 0; i < count; i++) copy[i] = arguments[i];
    *term = (struct prolog_term){.kind = kind, .name = name, .arguments = copy, .count = count, .place = at->place};
    return term;
}

/* The term for head(p). */
static const struct prolog_term *destructed(struct package_reader *reader, const struct prolog_term *at,
                                            const char *destructor, const char *parameter) {
    const struct prolog_term *none = new_term(reader, at, PROLOG_ATOM, "none", NULL, 0);
    const struct prolog_term *named[] = {none, new_term(reader, at, PROLOG_ATOM, parameter, NULL, 0)};
    const struct prolog_term *identifier = new_term(reader, at, PROLOG_COMPOUND, "identifier", named, 2);
    const struct prolog_term *parts[] = {none, new_term(reader, at, PROLOG_ATOM, destructor, NULL, 0),
                                         new_term(reader, at, PROLOG_LIST, "[]", &identifier, 1),
                                         new_term(reader, at, PROLOG_LIST, "[]", NULL, 0)};
    return new_term(reader, at, PROLOG_COMPOUND, "extended_expr", parts, 4);
}

static struct package_scope *inner_scope(struct package_reader *reader, const struct package_scope *outer,
                                         const char *name) {
    struct package_scope *scope = arena_new_object(reader->arena, struct package_scope);
    scope->outer = outer;
    scope->name = name;
    return scope;
}

/* A case's identifiers are the fields of its parameter. NULL with an error. */
static const struct package_scope *case_scope(struct package_reader *reader, const struct prolog_term *pattern,
                                              const char *parameter, const struct package_scope *around,
                                              struct package_part *part) {
    if (!prolog_is(pattern, "extended_expr", 4) || pattern->arguments[2]->kind != PROLOG_LIST ||
        !find_constructor(reader, pattern->arguments[1]->name, part) || part->is_field)
        return package_error(reader, pattern, "expected a constructor with its identifiers");
    const struct eb_constructor *constructor = &part->data->constructors[part->constructor];
    const struct prolog_term *list = pattern->arguments[2];
    if (list->count != constructor->field_count)
        return package_error(reader, pattern, "%s has %u fields", constructor->name, constructor->field_count);
    const struct package_scope *scope = around;
    for (unsigned i = 0; i < list->count; i++) {
        const char *name = package_identifier(reader, list->arguments[i], NULL);
        if (!name) return NULL;
        struct package_scope *field = inner_scope(reader, scope, name);
        field->argument = destructed(reader, pattern, constructor->fields[i].name, parameter);
        field->certain = true;
        field->around = around;
        scope = field;
    }
    return scope;
}

static struct eb_formula *is_made_by(struct package_reader *reader, const struct prolog_term *at,
                                     const struct package_part *part, const char *parameter) {
    struct eb_formula *value = package_node(reader, EB_IDENTIFIER, at, NULL, 0);
    value->name = parameter;
    struct eb_formula *node = package_node(reader, EB_IS_CONSTRUCTED, at, &value, 1);
    node->data = part->data;
    node->index = part->constructor;
    node->name = part->data->constructors[part->constructor].name;
    return node;
}

static struct eb_formula *case_value(struct package_reader *reader, struct package_function *read,
                                     const struct prolog_term *term, const struct package_scope *scope, bool first) {
    struct eb_formula *value = package_formula_in(reader, scope, term, 1);
    if (!value) return NULL;
    bool is_predicate = eb_is_predicate(value->op);
    if (first) read->is_predicate = is_predicate;
    if (is_predicate != read->is_predicate)
        return package_error(reader, term, "the cases of %s are both predicates and expressions", read->function.name);
    return is_predicate ? package_node(reader, EB_BOOL, term, &value, 1) : value;
}

/* case(Parameter, Identifiers, Pattern, Value), ...: from the last to the first. */
static struct eb_formula *read_cases(struct package_reader *reader, struct package_function *read,
                                     const struct package_scope *scope) {
    const struct prolog_term *cases = read->term->arguments[4];
    struct eb_formula *body = NULL;
    uint64_t seen = 0;
    struct package_part part = {0};
    for (unsigned i = cases->count; i--;) {
        const struct prolog_term *term = cases->arguments[i];
        if (!prolog_is(term, "case", 4))
            return package_error(reader, term, "expected case(Name, Names, Pattern, Value)");
        const struct package_scope *parameter = package_find(scope, term->arguments[0]->name);
        bool same = !strcmp(term->arguments[0]->name, cases->arguments[0]->arguments[0]->name);
        if (!parameter || !parameter->renamed || !same)
            return package_error(reader, term, "%s is no parameter of %s, or not the one whose cases these are",
                                 term->arguments[0]->name, read->function.name);
        const struct package_scope *inner =
            case_scope(reader, term->arguments[2], term->arguments[0]->name, scope, &part);
        struct eb_formula *value =
            inner ? case_value(reader, read, term->arguments[3], inner, i + 1 == cases->count) : NULL;
        if (!value) return NULL;
        struct eb_formula *branches[] = {is_made_by(reader, term, &part, parameter->renamed), value, body};
        seen |= UINT64_C(1) << (part.constructor & 63);
        if (body) body = package_node(reader, EB_CONDITIONAL, term, branches, 3);
        if (body) body->name = "COND";
        if (!body) body = value;
    }
    if (part.data && (unsigned)__builtin_popcountll(seen) == part.data->constructor_count &&
        cases->count == part.data->constructor_count)
        return body;
    return package_error(reader, read->term, "%s does not have one case for each constructor", read->function.name);
}

/* Its parameters and type parameters; the bound identifiers of the definition. NULL with an error. */
static const struct package_scope *function_scope(struct package_reader *reader, struct package_function *read,
                                                  struct eb_bound *bound) {
    const struct prolog_term *parameters = read->term->arguments[1];
    const struct package_scope *scope = inner_scope(reader, NULL, NULL);
    for (unsigned i = 0; i < parameters->count; i++) { /* their types, before type parameters mean anything else */
        const struct prolog_term *parameter = parameters->arguments[i];
        if (!prolog_is(parameter, "argument", 2))
            return package_error(reader, parameter, "expected argument(Name, Type)");
        bound[i] = (struct eb_bound){.typed = true, .place = parameter->place};
        bound[i].name = arena_printf(reader->arena, "%s·%s", read->function.name, parameter->arguments[0]->name);
        bound[i].type = package_type(reader, parameter->arguments[1], 0);
        if (!bound[i].type) return NULL;
    }
    for (unsigned i = 0; i < read->function.type_count; i++) {
        struct package_scope *type = inner_scope(reader, scope, read->function.type_parameters[i]);
        type->is_type = true;
        scope = type;
    }
    for (unsigned i = 0; i < parameters->count; i++) {
        struct package_scope *parameter = inner_scope(reader, scope, parameters->arguments[i]->arguments[0]->name);
        parameter->renamed = bound[i].name;
        scope = parameter;
    }
    return scope;
}

/* The term for p − 1. */
static const struct prolog_term *one_less(struct package_reader *reader, const struct prolog_term *at,
                                          const char *parameter) {
    const struct prolog_term *none = new_term(reader, at, PROLOG_ATOM, "none", NULL, 0);
    const struct prolog_term *named[] = {none, new_term(reader, at, PROLOG_ATOM, parameter, NULL, 0)};
    const struct prolog_term *one[] = {none, new_term(reader, at, PROLOG_NUMBER, "1", NULL, 0)};
    const struct prolog_term *parts[] = {none, new_term(reader, at, PROLOG_COMPOUND, "identifier", named, 2),
                                         new_term(reader, at, PROLOG_COMPOUND, "integer", one, 2)};
    return new_term(reader, at, PROLOG_COMPOUND, "minus", parts, 3);
}

static struct eb_formula *compared_to_zero(struct package_reader *reader, const struct package_function *read,
                                           const char *parameter, enum eb_op op) {
    struct eb_formula *sides[] = {package_node(reader, EB_IDENTIFIER, read->term, NULL, 0),
                                  package_node(reader, EB_INTEGER_LITERAL, read->term, NULL, 0)};
    sides[0]->name = parameter;
    sides[1]->name = "0";
    return package_node(reader, op, read->term, sides, 2);
}

/* COND(p = 0, A, B with p − 1 for x), where p ≥ 0. */
static struct eb_formula *read_recursion(struct package_reader *reader, struct package_function *read,
                                         const struct package_scope *scope) {
    const char *parameter = read->term->arguments[1]->arguments[0]->arguments[0]->name;
    struct package_scope *next = inner_scope(reader, scope, read->before);
    next->argument = one_less(reader, read->term, parameter);
    next->around = scope;
    struct eb_formula *branches[] = {compared_to_zero(reader, read, scope->renamed, EB_EQUAL),
                                     case_value(reader, read, read->at_zero, scope, true),
                                     case_value(reader, read, read->at_next, next, false)};
    if (!branches[1] || !branches[2]) return NULL;
    struct eb_formula *body = package_node(reader, EB_CONDITIONAL, read->term, branches, 3);
    body->name = "COND";
    return eb_where_defined(reader->arena, read->function.name,
                            compared_to_zero(reader, read, scope->renamed, EB_GREATER_EQUAL), body);
}

static struct eb_formula *read_body(struct package_reader *reader, struct package_function *read,
                                    const struct package_scope *scope) {
    if (read->at_zero) return read_recursion(reader, read, scope);
    if (!read->function.fold) return read_cases(reader, read, scope);
    struct eb_formula *number = package_node(reader, EB_INTEGER_LITERAL, read->term, NULL, 0);
    number->name = "0";
    return number;
}

static bool read_function(struct package_reader *reader, struct package_function *read) {
    if (read->begun) return !read->failed;
    read->begun = read->failed = true;
    const struct prolog_term *parameters = read->term->arguments[1];
    struct eb_bound *bound = arena_new_array(reader->arena, struct eb_bound, parameters->count + 1);
    const struct package_scope *outer = reader->scope;
    reader->scope = NULL;
    reader->expansions++;
    const struct package_scope *scope = function_scope(reader, read, bound);
    read->failed = false; /* it may call itself */
    struct eb_formula *body = scope ? read_body(reader, read, scope) : NULL;
    reader->scope = outer;
    read->failed = true;
    if (!body) return false;
    struct eb_formula *children[] = {package_node(reader, EB_TRUE, read->term, NULL, 0), body};
    struct eb_formula *definition = package_node(reader, EB_COMPREHENSION, read->term, children, 2);
    definition->bound = bound;
    definition->bound_count = parameters->count;
    read->failed = !eb_bind(reader->arena, definition, reader->diagnostics);
    read->function.definition = definition;
    read->function.is_total = true; /* where it calls itself */
    read->function.is_total = !read->function.fold && eb_is_safe(body);
    return !read->failed;
}

/* ---- Uses ---- */

static struct eb_formula *with_arguments(struct package_reader *reader, const struct prolog_term *use, enum eb_op op,
                                         unsigned count, unsigned depth) {
    const struct prolog_term *list = use->arguments[2];
    if (list->kind != PROLOG_LIST || list->count != count)
        return package_error(reader, use, "%s has %u arguments", use->arguments[1]->name, count);
    struct eb_formula **arguments = arena_new_array(reader->arena, struct eb_formula *, count + 1);
    for (unsigned i = 0; i < count; i++) {
        arguments[i] = package_expression_at(reader, list->arguments[i], depth + 1);
        if (!arguments[i]) return NULL;
    }
    struct eb_formula *node = package_node(reader, op, use, arguments, count);
    node->name = use->arguments[1]->name;
    return node;
}

static struct eb_formula *call(struct package_reader *reader, const struct prolog_term *use,
                               struct package_function *read, unsigned depth) {
    if (read->contested)
        return package_error(reader, read->contested,
                             "%s cannot be used: this axiom gives it values beside those that define it",
                             use->arguments[1]->name);
    if (!read_function(reader, read)) return NULL;
    struct eb_formula *node = with_arguments(reader, use, EB_CALL, read->term->arguments[1]->count, depth);
    if (!node) return NULL;
    node->function = &read->function;
    if (strcmp(use->name, "extended_pred") != 0) return node;
    struct eb_formula *pair[] = {node, package_node(reader, EB_CONSTANT_TRUE, use, NULL, 0)};
    return package_node(reader, EB_EQUAL, use, pair, 2);
}

bool package_is_data(const struct package_reader *reader, const char *name) {
    struct package_part part;
    return find_datatype(reader, name) || find_function(reader, name) || find_constructor(reader, name, &part);
}

struct eb_formula *package_use_data(struct package_reader *reader, const struct prolog_term *use, unsigned depth) {
    const char *name = use->arguments[1]->name;
    const struct eb_datatype *data = find_datatype(reader, name);
    struct package_function *function = find_function(reader, name);
    struct package_part part;
    if (function) return call(reader, use, function, depth);
    struct eb_formula *node = NULL;
    if (data) {
        node = with_arguments(reader, use, EB_DATA_SET, data->parameter_count, depth);
        if (node) node->data = data;
    } else if (find_constructor(reader, name, &part)) {
        unsigned count = part.is_field ? 1 : part.data->constructors[part.constructor].field_count;
        node = with_arguments(reader, use, part.is_field ? EB_DESTRUCT : EB_CONSTRUCT, count, depth);
        if (!node) return NULL;
        node->data = part.data;
        node->index = part.constructor;
        if (part.is_field) node->value = part.field;
    }
    return node;
}
