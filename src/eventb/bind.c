/* Bound identifiers: every use of a name inside the formula that binds it becomes EB_BOUND with that binding's slot.
 * A name with a prime can be bound, too: its binding's name has the prime.
 * Invariant: slots are numbered in the order of binding, so they are unique within the formula. */
#include "eventb/syntax.h"
#include "eventb/type.h"

#include <string.h>

struct scope {
    const struct scope *outer;
    const struct eb_bound *bound;
    unsigned count;
};

static bool is_called(const struct eb_bound *bound, const struct eb_formula *identifier) {
    size_t length = strlen(identifier->name);
    return !strncmp(bound->name, identifier->name, length) &&
           !strcmp(bound->name + length, identifier->primed ? "'" : "");
}

static const struct eb_bound *find(const struct scope *scope, const struct eb_formula *identifier) {
    for (; scope; scope = scope->outer) {
        for (unsigned i = 0; i < scope->count; i++) {
            if (is_called(&scope->bound[i], identifier)) return &scope->bound[i];
        }
    }
    return NULL;
}

typedef VEC(struct eb_bound) bound_list;

static bool listed(const bound_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++) {
        if (!strcmp(list->items[i].name, name)) return true;
    }
    return false;
}

/* What the formula binds; what it binds without saying so is listed, and is to be freed. */
static struct scope scope_of(const struct eb_formula *formula, const struct scope *outer, bound_list *implicit);

/* Adds the free identifiers in order of their first use. */
static void collect_free(const struct eb_formula *formula, const struct scope *inner, bound_list *list) {
    if (formula->op == EB_IDENTIFIER && !formula->primed && !find(inner, formula) && !listed(list, formula->name))
        vec_push(list, (struct eb_bound){.name = formula->name, .place = formula->place});
    bound_list implicit = {0};
    struct scope scope = scope_of(formula, inner, &implicit);
    for (unsigned i = 0; i < formula->child_count; i++) collect_free(formula->children[i], &scope, list);
    vec_free(&implicit);
}

static struct scope scope_of(const struct eb_formula *formula, const struct scope *outer, bound_list *implicit) {
    struct scope scope = {outer, formula->bound, formula->bound_count};
    bool binds = formula->op == EB_COMPREHENSION || formula->op == EB_QUANTIFIED_UNION ||
                 formula->op == EB_QUANTIFIED_INTERSECTION;
    if (!binds || formula->bound_count) return scope;
    collect_free(formula->children[1], NULL, implicit);
    scope.bound = implicit->items;
    scope.count = (unsigned)implicit->count;
    return scope;
}

static const char *undeclared_type(const struct eb_type *type, const struct scope *names) {
    if (!type) return NULL;
    if (type->kind == EB_TYPE_GIVEN && !eb_is_type_parameter(type->name) &&
        !find(names, &(struct eb_formula){.name = type->name}))
        return type->name;
    const char *left = undeclared_type(type->left, names);
    return left ? left : undeclared_type(type->right, names);
}

static const char *undeclared(const struct eb_formula *formula, const struct scope *outer, const struct scope *names) {
    if (formula->op == EB_IDENTIFIER) return find(outer, formula) ? NULL : formula->name;
    const char *found = formula->op == EB_OF_TYPE ? undeclared_type(formula->type, names) : NULL;
    for (unsigned i = 0; !found && i < formula->bound_count; i++)
        if (formula->bound[i].typed) found = undeclared_type(formula->bound[i].type, names);
    bound_list implicit = {0};
    struct scope scope = scope_of(formula, outer, &implicit);
    for (unsigned i = 0; !found && i < formula->child_count; i++)
        found = undeclared(formula->children[i], &scope, names);
    vec_free(&implicit);
    return found;
}

const char *eb_undeclared_in_type(const struct eb_type *type, const struct eb_bound *names, unsigned count) {
    return undeclared_type(type, &(struct scope){NULL, names, count});
}

const char *eb_undeclared(const struct eb_formula *formula, const struct eb_bound *names, unsigned count) {
    struct scope scope = {NULL, names, count};
    return undeclared(formula, &scope, &scope);
}

struct binding {
    struct arena *arena;
    struct diagnostics *diagnostics;
    unsigned slots;
};

static bool bind_implicit(struct binding *binding, struct eb_formula *formula) {
    bound_list list = {0};
    collect_free(formula->children[1], NULL, &list);
    struct eb_bound *copy = arena_new_array(binding->arena, struct eb_bound, list.count + 1);
    if (list.count) memcpy(copy, list.items, list.count * sizeof *copy);
    formula->bound = copy;
    formula->bound_count = (unsigned)list.count;
    vec_free(&list);
    if (formula->bound_count) return true;
    struct text shown = {0};
    eb_print(formula->children[1], false, &shown);
    diag_error(binding->diagnostics, formula->place,
               "%s names no identifier that could vary here: write the identifiers before a dot, as in {x · P ∣ E}",
               text_chars(&shown));
    text_free(&shown);
    return false;
}

static bool bind(struct binding *binding, struct eb_formula *formula, const struct scope *outer) {
    if (formula->op == EB_IDENTIFIER) {
        const struct eb_bound *bound = find(outer, formula);
        if (!bound) return true;
        formula->op = EB_BOUND;
        formula->name = bound->name;
        formula->primed = false;
        formula->index = bound->slot;
        return true;
    }
    enum eb_op op = formula->op;
    bool binds = op == EB_COMPREHENSION || op == EB_QUANTIFIED_UNION || op == EB_QUANTIFIED_INTERSECTION;
    if (binds && !formula->bound_count && !bind_implicit(binding, formula)) return false;
    for (unsigned i = 0; i < formula->bound_count; i++)
        ((struct eb_bound *)formula->bound)[i].slot = binding->slots++; /* the parser's own */
    struct scope scope = {outer, formula->bound, formula->bound_count};
    for (unsigned i = 0; i < formula->child_count; i++) {
        if (!bind(binding, (struct eb_formula *)formula->children[i], formula->bound_count ? &scope : outer))
            return false;
    }
    return true;
}

bool eb_bind(struct arena *arena, struct eb_formula *formula, struct diagnostics *diagnostics) {
    struct binding binding = {arena, diagnostics, 0};
    return bind(&binding, formula, NULL);
}
