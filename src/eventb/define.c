/* Constants that axioms, and parameters that guards define as large sets: Sq = {x ↦ y ∣ y = x ∗ x}, f = (λx·x ∈ ℕ ∣
 * x + 1). */
#include "eventb/comprehension.h"
#include "eventb/infinite.h"

#include <string.h>

/* ---- expansion ---- */

static const struct eb_formula *definition_of(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (formula->op != EB_IDENTIFIER) return NULL;
    if (formula->identifier == EB_CONSTANT && compiler->definitions) return compiler->definitions[formula->index];
    bool parameter = formula->identifier == EB_PARAMETER && compiler->parameter_definitions;
    return parameter ? compiler->parameter_definitions[formula->index] : NULL;
}

static bool mentions_defined(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (definition_of(compiler, formula)) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_defined(compiler, formula->children[i])) return true;
    return false;
}

/* Copies with identifiers of its own: a definition may be used twice in one formula. */
struct renaming {
    struct eb_compiler *compiler;
    const struct renaming *outer;
    const struct eb_bound *from;
    const struct eb_bound *to;
    unsigned count;
};

static unsigned new_slot(const struct renaming *renaming, unsigned slot) {
    for (; renaming; renaming = renaming->outer)
        for (unsigned i = 0; i < renaming->count; i++)
            if (renaming->from[i].slot == slot) return renaming->to[i].slot;
    return slot;
}

const struct eb_formula *eb_without_bijection(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (!compiler->development) return formula;
    const struct eb_stand_ins *stand_ins = &compiler->development->stand_ins;
    const struct eb_formula *function = formula->op == EB_APPLICATION ? eb_strip(formula->children[0]) : NULL;
    if (function && function->op == EB_CONVERSE) function = eb_strip(function->children[0]);
    if (!function || function->op != EB_IDENTIFIER || function->identifier != EB_CONSTANT) return formula;
    for (unsigned i = 0; i < stand_ins->count; i++)
        if (!strcmp(stand_ins->items[i].bijection, function->name))
            return eb_without_bijection(compiler, formula->children[1]);
    return formula;
}

/* What stands in place of what. */
struct replacing {
    struct eb_compiler *compiler;
    eb_replacement replacement;
    void *context;
};

/* union({a, b}) is a ∪ b, and inter({a, b}) is a ∩ b, where sets of large sets could not be written down. */
static const struct eb_formula *of_members(struct eb_compiler *compiler, const struct eb_formula *formula) {
    bool all = formula->op == EB_GENERAL_UNION;
    if (!all && formula->op != EB_GENERAL_INTERSECTION) return formula;
    const struct eb_formula *members = eb_strip(formula->children[0]), *result = NULL;
    if (members->op != EB_SET_EXTENSION || !members->child_count) return formula;
    for (unsigned i = 0; i < members->child_count; i++)
        result = result ? eb_made_value(compiler->arena, formula, all ? EB_UNION : EB_INTERSECTION, formula->type,
                                        result, members->children[i])
                        : members->children[i];
    return result;
}

static const struct eb_formula *copy(const struct replacing *replacing, const struct renaming *outer, bool rename,
                                     const struct eb_formula *formula) {
    struct eb_compiler *compiler = replacing->compiler;
    formula = eb_without_bijection(compiler, formula);
    const struct eb_formula *definition = replacing->replacement(replacing->context, formula);
    if (definition) {
        struct eb_formula *expanded = (struct eb_formula *)copy(replacing, NULL, true, definition);
        expanded->written = formula;
        return expanded;
    }
    struct eb_formula *result = arena_new_object(compiler->arena, struct eb_formula);
    *result = *formula;
    if (formula->op == EB_BOUND) result->index = new_slot(outer, formula->index);
    struct renaming renaming = {compiler, outer, formula->bound, formula->bound, formula->bound_count};
    if (rename && formula->bound_count) {
        struct eb_bound *bound = arena_new_array(compiler->arena, struct eb_bound, formula->bound_count);
        memcpy(bound, formula->bound, formula->bound_count * sizeof *bound);
        for (unsigned i = 0; i < formula->bound_count; i++) bound[i].slot = compiler->fresh++;
        result->bound = renaming.to = bound;
    }
    const struct eb_formula **children =
        arena_new_array(compiler->arena, const struct eb_formula *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++)
        children[i] = copy(replacing, formula->bound_count ? &renaming : outer, rename, formula->children[i]);
    result->children = children;
    return rename ? of_members(compiler, result) : result;
}

static const struct eb_formula *defined(void *context, const struct eb_formula *formula) {
    return definition_of(context, formula);
}

const struct eb_formula *eb_expand_constants(struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (!mentions_defined(compiler, formula)) return formula;
    return copy(&(struct replacing){compiler, defined, compiler}, NULL, false, formula);
}

const struct eb_formula *eb_replace(struct eb_compiler *compiler, const struct eb_formula *formula,
                                    eb_replacement replacement, void *context) {
    return copy(&(struct replacing){compiler, replacement, context}, NULL, true, formula);
}

const struct eb_formula *eb_expand(struct eb_compiler *compiler, const struct eb_formula *formula) {
    return eb_infinite_expand(compiler, eb_expand_constants(compiler, formula), true);
}

/* ---- which of them ---- */

static bool is_one(const struct eb_formula *formula, enum eb_identifier_kind kind) {
    return formula->op == EB_IDENTIFIER && formula->identifier == kind;
}

static const struct eb_formula *if_large(struct eb_compiler *compiler, const struct eb_formula *name,
                                         const struct eb_formula *meaning) {
    const struct eb_formula *set = eb_without_override(compiler, eb_strip(eb_expand(compiler, meaning)));
    if (!set->type || set->type->kind != EB_TYPE_POWER || eb_mentions(set, name->identifier, name->index)) return NULL;
    return eb_set_is_large(compiler, set) ? set : NULL;
}

/* What the equality defines this side of it as; NULL if it is no such definition. */
static const struct eb_formula *defined_as(struct eb_compiler *compiler, const struct eb_formula *equality,
                                           unsigned side, enum eb_identifier_kind kind) {
    const struct eb_formula *name = eb_strip(equality->children[side]);
    if (!is_one(name, kind) || definition_of(compiler, name)) return NULL;
    return if_large(compiler, name, equality->children[1 - side]);
}

static void note_definition(struct eb_compiler *compiler, const struct eb_formula *constant,
                            const struct eb_formula *axiom, const struct eb_formula *set) {
    compiler->definitions[constant->index] = set;
    compiler->defining[constant->index] = axiom;
    if (!eb_is_safe(set)) compiler->is_lazy = true;
}

/* c = {x·P ∣ E}, in an axiom. */
static bool define(struct eb_compiler *compiler, const struct eb_formula *axiom, const bool *fixed) {
    for (unsigned i = 0; axiom->op == EB_EQUAL && i < 2; i++) {
        const struct eb_formula *constant = eb_strip(axiom->children[i]);
        if (!is_one(constant, EB_CONSTANT) || fixed[constant->index]) continue;
        const struct eb_formula *set = defined_as(compiler, axiom, i, EB_CONSTANT);
        if (!set) continue;
        note_definition(compiler, constant, axiom, set);
        return true;
    }
    return false;
}

/* ∀x·x ∈ ℕ ⇒ f(x) = E */
static bool define_by_points(struct eb_compiler *compiler, const struct eb_conditions *axioms,
                             const struct eb_formula *axiom, const bool *fixed) {
    const struct eb_formula *constant, *meaning = eb_defined_by_points(compiler, axioms, axiom, &constant);
    if (!meaning || fixed[constant->index] || definition_of(compiler, constant)) return false;
    const struct eb_formula *set = if_large(compiler, constant, meaning);
    if (set) note_definition(compiler, constant, axiom, set);
    if (set) compiler->derived[constant->index] = true;
    return set != NULL;
}

void eb_find_definitions(struct eb_compiler *compiler, const struct eb_development *development, const bool *fixed) {
    struct eb_conditions axioms = {0};
    compiler->definitions =
        arena_new_array(compiler->arena, const struct eb_formula *, development->constant_count + 1);
    compiler->defining = arena_new_array(compiler->arena, const struct eb_formula *, development->constant_count + 1);
    compiler->derived = arena_new_array(compiler->arena, bool, development->constant_count + 1);
    for (unsigned i = 0; i < development->constant_count; i++)
        for (unsigned j = 0; j < development->stand_ins.count; j++)
            if (!strcmp(development->stand_ins.items[j].set, development->constants[i].name))
                compiler->derived[i] = true;
    for (unsigned i = 0; i < development->axioms.count; i++)
        if (!development->axioms.items[i].theorem)
            eb_conditions_add(compiler->arena, &axioms, development->axioms.items[i].formula);
    bool again = true;
    while (again) { /* a definition may stand before those that it uses */
        again = false;
        for (size_t i = 0; i < axioms.list.count; i++) again = define(compiler, axioms.list.items[i], fixed) || again;
        for (size_t i = 0; i < axioms.list.count && !again; i++)
            again = define_by_points(compiler, &axioms, axioms.list.items[i], fixed);
    }
    vec_free(&axioms.list);
}

/* Does it speak of the state before only? Then it stands for the same everywhere. */
static bool is_of_state(const struct eb_formula *formula) {
    if (is_one(formula, EB_PARAMETER) || (formula->op == EB_IDENTIFIER && formula->primed)) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_of_state(formula->children[i])) return false;
    return true;
}

static bool define_parameter(struct eb_compiler *compiler, const struct eb_formula *guard) {
    for (unsigned i = 0; guard->op == EB_EQUAL && i < 2; i++) {
        const struct eb_formula *set = defined_as(compiler, guard, i, EB_PARAMETER);
        if (!set || !is_of_state(set) || !eb_is_safe(set)) continue;
        compiler->parameter_definitions[eb_strip(guard->children[i])->index] = set;
        return true;
    }
    return false;
}

void eb_define_parameters(struct eb_compiler *compiler, unsigned parameter_count, struct eb_conditions *conditions) {
    size_t kept = 0;
    compiler->parameter_definitions = arena_new_array(compiler->arena, const struct eb_formula *, parameter_count + 1);
    for (size_t i = 0; i < conditions->list.count; i++)
        if (!define_parameter(compiler, conditions->list.items[i]))
            conditions->list.items[kept++] = conditions->list.items[i];
    conditions->list.count = kept;
    for (size_t i = 0; i < kept; i++) conditions->list.items[i] = eb_expand(compiler, conditions->list.items[i]);
}

void eb_forget_parameters(struct eb_compiler *compiler) { compiler->parameter_definitions = NULL; }
