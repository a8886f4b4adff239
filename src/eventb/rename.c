#include "eventb/rename.h"

const char *eb_with_prefix(const struct eb_renaming *renaming, const char *name) {
    return renaming->prefix ? arena_printf(renaming->arena, "%s_%s", renaming->prefix, name) : name;
}

static bool has(const eb_names *names, const char *name) {
    for (size_t i = 0; names && i < names->count; i++)
        if (!strcmp(names->items[i].name, name)) return true;
    return false;
}

static const char *renamed(const struct eb_renaming *renaming, const char *name) {
    return has(renaming->names, name) || has(renaming->more, name) ? eb_with_prefix(renaming, name) : name;
}

/* What is bound is known by its slot, but shown by its name, which must not be one that a variable has now. */
static const char *shown(const struct eb_renaming *renaming, const char *name) {
    size_t length = strlen(renaming->prefix);
    bool has_prefix = !strncmp(name, renaming->prefix, length) && name[length] == '_';
    const char *rest = has_prefix ? name + length + 1 : "";
    bool is_taken = has(renaming->names, rest) || has(renaming->more, rest);
    return is_taken ? shown(renaming, arena_printf(renaming->arena, "%s1", name)) : name;
}

static const struct eb_bound *shown_bound(const struct eb_renaming *renaming, const struct eb_formula *formula) {
    struct eb_bound *bound = arena_new_array(renaming->arena, struct eb_bound, formula->bound_count);
    for (unsigned i = 0; i < formula->bound_count; i++) {
        bound[i] = formula->bound[i];
        bound[i].name = shown(renaming, bound[i].name);
    }
    return bound;
}

const struct eb_formula *eb_renamed(const struct eb_renaming *renaming, const struct eb_formula *formula) {
    if (!renaming->prefix) return formula;
    struct eb_formula *copy = eb_take_items(renaming->arena, formula, 1, sizeof *formula);
    if (formula->op == EB_IDENTIFIER) copy->name = renamed(renaming, formula->name);
    if (formula->op == EB_BOUND) copy->name = shown(renaming, formula->name);
    if (formula->bound_count) copy->bound = shown_bound(renaming, formula);
    if (formula->child_count) {
        const struct eb_formula **children =
            arena_new_array(renaming->arena, const struct eb_formula *, formula->child_count);
        for (unsigned i = 0; i < formula->child_count; i++) children[i] = eb_renamed(renaming, formula->children[i]);
        copy->children = children;
    }
    if (formula->written) copy->written = eb_renamed(renaming, formula->written);
    if (formula->target_count) {
        const char **targets = arena_new_array(renaming->arena, const char *, formula->target_count);
        for (unsigned i = 0; i < formula->target_count; i++) targets[i] = renamed(renaming, formula->targets[i]);
        copy->targets = targets;
    }
    return copy;
}

struct eb_labelled eb_renamed_labelled(const struct eb_renaming *renaming, const struct eb_labelled *labelled) {
    struct eb_labelled copy = *labelled;
    if (*labelled->label) copy.label = eb_with_prefix(renaming, labelled->label);
    copy.formula = eb_renamed(renaming, labelled->formula);
    return copy;
}
