/* Operators of theories: one with a direct definition stands for it. Those that only axioms describe, and do not define
 * (package_axioms.c), are refused where they are used, by name. */
#include "eventb/package.h"

/* So many uses of operators may one package have, those inside of definitions counted each time. */
enum { MOST_EXPANSIONS = 100000 };

/* ---- Names that are there twice ---- */

static void declare(struct package_reader *reader, const struct prolog_term *name, const struct prolog_term *by,
                    bool is_field) {
    vec_push(&reader->declarations, ((struct package_declaration){name->name, by, is_field}));
}

static void declare_parts(struct package_reader *reader, const struct prolog_term *data) {
    const struct prolog_term *constructors = data->arguments[2];
    for (unsigned i = 0; i < constructors->count; i++) {
        const struct prolog_term *constructor = constructors->arguments[i];
        if (!prolog_is(constructor, "constructor", 2)) continue;
        declare(reader, constructor->arguments[0], data, false);
        for (unsigned k = 0; k < constructor->arguments[1]->count; k++) {
            const struct prolog_term *field = constructor->arguments[1]->arguments[k];
            if (prolog_is(field, "destructor", 2)) declare(reader, field->arguments[0], data, true);
        }
    }
}

/* Wherever in the theory it is declared. */
static void list_declarations(struct package_reader *reader, const struct prolog_term *term) {
    bool is_data = prolog_is(term, "datatype", 3);
    if (is_data || prolog_is(term, "operator", 5) || prolog_is(term, "opdef", 3)) {
        declare(reader, term->arguments[0], term, false);
        if (is_data) declare_parts(reader, term);
        return;
    }
    bool holds_more = term->kind == PROLOG_LIST || prolog_is(term, "axiomatic_def_block", 4);
    for (unsigned i = 0; holds_more && i < term->count; i++) list_declarations(reader, term->arguments[i]);
}

bool package_is_single(struct package_reader *reader, const struct prolog_term *use, const char *name) {
    const struct package_declaration *first = NULL;
    for (size_t i = 0; i < reader->declarations.count; i++) {
        const struct package_declaration *one = &reader->declarations.items[i];
        if (strcmp(one->name, name) != 0) continue;
        bool same =
            !first || (one->by == first->by ? one->is_field && first->is_field : prolog_equal(one->by, first->by));
        if (!same)
            return package_error(reader, use, "%s cannot be used: theories declare it more than once", name) != NULL;
        if (!first) first = one;
    }
    return true;
}

/* ---- Reading ---- */

/* operator(Name, Arguments, WellDefinedness, [Definition], Cases) */
static void read_operator(struct package_reader *reader, const struct prolog_term *term,
                          const struct prolog_term *types) {
    if (!prolog_is(term, "operator", 5) || term->arguments[0]->kind != PROLOG_ATOM) return;
    const struct prolog_term *definition = term->arguments[3];
    const struct prolog_term *cases = term->arguments[4];
    bool by_cases = cases->kind == PROLOG_LIST && cases->count && term->arguments[1]->kind == PROLOG_LIST;
    if (by_cases && definition->kind == PROLOG_LIST && !definition->count) package_read_function(reader, term, types);
    if (term->arguments[1]->kind != PROLOG_LIST || definition->kind != PROLOG_LIST || definition->count != 1) return;
    struct package_operator read = {term->arguments[0]->name, term->arguments[1], types, definition->arguments[0]};
    vec_push(&reader->operators, read);
}

/* theory(Name, Imports, TypeParameters, DataTypes, Operators, ...), or theory(TypeParameters, DataTypes, Operators). */
static void read_theory(struct package_reader *reader, const struct prolog_term *theory) {
    unsigned first = theory->count == 3 ? 0 : 2;
    if (theory->count < first + 3) return;
    const struct prolog_term *types = theory->arguments[first], *operators = theory->arguments[first + 2];
    if (types->kind != PROLOG_LIST || operators->kind != PROLOG_LIST) return;
    for (unsigned i = first + 1; i < theory->count; i++) list_declarations(reader, theory->arguments[i]);
    package_read_datatypes(reader, theory->arguments[first + 1]);
    for (unsigned i = 0; i < operators->count; i++) read_operator(reader, operators->arguments[i], types);
    if (theory->count > first + 3) package_read_axioms(reader, theory->arguments[first + 3], types);
}

void package_read_theories(struct package_reader *reader, const struct prolog_term *list) {
    for (unsigned i = 0; list->kind == PROLOG_LIST && i < list->count; i++) {
        const struct prolog_term *term = list->arguments[i];
        if (term->kind == PROLOG_COMPOUND && !strcmp(term->name, "theory")) read_theory(reader, term);
    }
}

const struct package_scope *package_find(const struct package_scope *scope, const char *name) {
    for (; scope; scope = scope->outer) {
        if (scope->name && !strcmp(scope->name, name)) return scope;
    }
    return NULL;
}

static struct package_scope *inner(struct package_reader *reader, const struct package_scope *outer, const char *name) {
    struct package_scope *scope = arena_new_object(reader->arena, struct package_scope);
    scope->outer = outer;
    scope->name = name;
    return scope;
}

/* extended_expr(Position, Name, Expressions, Predicates) */
const struct package_scope *package_expand(struct package_reader *reader, const struct prolog_term *use,
                                           const struct package_operator **found) {
    const char *name = use->arguments[1]->name;
    const struct prolog_term *lists[] = {use->arguments[2], use->arguments[3]};
    const struct package_operator *operator= NULL;
    for (size_t i = 0; i < reader->operators.count; i++)
        if (!strcmp(reader->operators.items[i].name, name)) operator= & reader->operators.items[i];
    if (!operator)
        return package_error(
            reader, use,
            "%s of a theory has no direct definition, nor axioms that define it as those do which are known here",
            name);
    unsigned count = lists[0]->count + lists[1]->count;
    if (lists[0]->kind != PROLOG_LIST || lists[1]->kind != PROLOG_LIST || count != operator->parameters->count)
        return package_error(reader, use, "%s has %u arguments here, but %u where it is defined", name,
                             count, operator->parameters->count);
    if (++reader->expansions > MOST_EXPANSIONS)
        return package_error(reader, use, "there are too many uses of operators, or their definitions are circular");
    struct package_scope *scope = inner(reader, NULL, NULL); /* there is one, even without parameters */
    for (unsigned i = 0; i < operator->types->count; i++) {
        scope = inner(reader, scope, operator->types->arguments[i]->name);
        scope->is_type = true;
        scope->renamed = eb_type_parameter(reader->arena, scope->name, reader->expansions);
    }
    const struct package_scope *types = scope;
    for (unsigned i = 0; i < count; i++) {
        const struct prolog_term *parameter = operator->parameters->arguments[i];
        if (!prolog_is(parameter, "argument", 2))
            return package_error(reader, parameter, "expected argument(Name, Type)");
        scope = inner(reader, scope, parameter->arguments[0]->name);
        scope->argument = i < lists[0]->count ? lists[0]->arguments[i] : lists[1]->arguments[i - lists[0]->count];
        scope->around = reader->scope;
        scope->type = package_type_in(reader, types, parameter->arguments[1]);
        if (!scope->type) return NULL;
        scope->seen = arena_new_object(reader->arena, const struct eb_formula *);
    }
    *found = operator;
    return scope;
}
