/* Pairs with numbers whose halves conditions speak of: of w ∈ ℕ × BOOL with prj1(w) ∈ {1, 30}, the halves are looked
 * for instead of w, each by itself, as if the conditions were written with them: a ∈ ℕ, b ∈ BOOL, a ∈ {1, 30}. So
 * everything that is known about numbers helps to find them. */
#include "eventb/make.h"
#include "eventb/planner.h"
#include "eventb/type.h"

#include <string.h>

struct splitting {
    struct eb_compiler *compiler;
    VEC(struct eb_unknown) unknowns; /* halves in place of pairs */
    VEC(struct eb_whole_pair) pairs;
};

/* ---- which pairs ---- */

static bool is_slot(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned slot) {
    unsigned its;
    return eb_slot_of(compiler, formula, &its) && its == slot;
}

static bool is_projection(const struct eb_formula *formula) {
    if (formula->op != EB_APPLICATION) return false;
    enum eb_op op = eb_strip(formula->children[0])->op;
    return op == EB_PROJECTION_1 || op == EB_PROJECTION_2;
}

static bool is_projected(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned slot) {
    bool any = is_projection(formula) && is_slot(compiler, eb_strip(formula->children[1]), slot);
    for (unsigned i = 0; i < formula->child_count && !any; i++)
        any = is_projected(compiler, formula->children[i], slot);
    return any;
}

/* Pairs of numbers and of what has none: sets of numbers may be cut, which halves would not show. */
static bool is_plain(const struct eb_domain *domain) {
    if (domain->is_pair) return is_plain(domain->left) && is_plain(domain->right);
    return domain->representation == EB_NUMBER || !domain->has_numbers;
}

static bool is_to_be_split(struct eb_compiler *compiler, const struct eb_unknown *unknown,
                           const struct eb_conditions *conditions) {
    if (!unknown->domain->is_pair || !unknown->domain->has_numbers || !is_plain(unknown->domain)) return false;
    for (size_t i = 0; i < conditions->list.count; i++)
        if (is_projected(compiler, conditions->list.items[i], unknown->slot)) return true;
    return false;
}

/* ---- halves ---- */

/* The identifiers in place of one that has this type, as a pair. */
static const struct eb_formula *make_halves(struct splitting *splitting, const struct eb_domain *domain,
                                            const char *name) {
    struct eb_compiler *compiler = splitting->compiler;
    struct arena *arena = compiler->arena;
    if (domain->is_pair) {
        const struct eb_formula *left = make_halves(splitting, domain->left, arena_printf(arena, "prj1(%s)", name));
        const struct eb_formula *right = make_halves(splitting, domain->right, arena_printf(arena, "prj2(%s)", name));
        return eb_made_value(arena, left, EB_MAPLET, domain->type, left, right);
    }
    const struct eb_bound bound = {.name = name, .type = domain->type, .slot = compiler->fresh++};
    const struct eb_formula *half = eb_made_bound(arena, &bound, (struct place){0});
    struct eb_unknown unknown = {.domain = domain, .name = name};
    eb_slot_of(compiler, half, &unknown.slot);
    vec_push(&splitting->unknowns, unknown);
    return half;
}

/* ---- conditions about halves ---- */

static const struct eb_whole_pair *pair_of(const struct splitting *splitting, const struct eb_formula *formula) {
    for (size_t i = 0; i < splitting->pairs.count; i++)
        if (is_slot(splitting->compiler, formula, splitting->pairs.items[i].slot)) return &splitting->pairs.items[i];
    return NULL;
}

static bool mentions_pair(const struct splitting *splitting, const struct eb_formula *formula) {
    bool any = pair_of(splitting, formula) != NULL;
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = mentions_pair(splitting, formula->children[i]);
    return any;
}

static const struct eb_formula *rewrite(const struct splitting *splitting, const struct eb_formula *formula) {
    const struct eb_whole_pair *pair = pair_of(splitting, formula);
    if (pair) return eb_written_as(splitting->compiler->arena, pair->halves, formula);
    if (!mentions_pair(splitting, formula)) return formula;
    struct arena *arena = splitting->compiler->arena;
    struct eb_formula *copy = arena_new_object(arena, struct eb_formula);
    const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, formula->child_count + 1);
    *copy = *formula;
    for (unsigned i = 0; i < formula->child_count; i++) children[i] = rewrite(splitting, formula->children[i]);
    copy->children = children;
    const struct eb_formula *of = is_projection(copy) ? eb_strip(children[1]) : NULL;
    if (of && of->op == EB_MAPLET && eb_is_safe(of))
        return eb_written_as(arena, of->children[eb_strip(children[0])->op == EB_PROJECTION_2], formula);
    return eb_half_by_half(arena, copy, formula);
}

bool eb_split_pairs(struct eb_compiler *compiler, const struct eb_unknown *unknowns, unsigned count,
                    const struct eb_conditions *conditions, struct eb_split *split) {
    struct splitting splitting = {.compiler = compiler};
    for (unsigned i = 0; i < count; i++) {
        if (is_to_be_split(compiler, &unknowns[i], conditions)) {
            const struct eb_formula *halves = make_halves(&splitting, unknowns[i].domain, unknowns[i].name);
            vec_push(&splitting.pairs, ((struct eb_whole_pair){unknowns[i].slot, halves}));
        } else {
            vec_push(&splitting.unknowns, unknowns[i]);
        }
    }
    *split = (struct eb_split){.unknown_count = (unsigned)splitting.unknowns.count,
                               .pair_count = (unsigned)splitting.pairs.count};
    struct eb_unknown *halves = arena_new_array(compiler->arena, struct eb_unknown, splitting.unknowns.count + 1);
    struct eb_whole_pair *pairs = arena_new_array(compiler->arena, struct eb_whole_pair, splitting.pairs.count + 1);
    if (splitting.unknowns.count) memcpy(halves, splitting.unknowns.items, splitting.unknowns.count * sizeof *halves);
    if (splitting.pairs.count) memcpy(pairs, splitting.pairs.items, splitting.pairs.count * sizeof *pairs);
    for (size_t i = 0; splitting.pairs.count && i < conditions->list.count; i++) {
        const struct eb_formula *condition = conditions->list.items[i], *about = rewrite(&splitting, condition);
        bool is_plain_change = about != condition && about->op != EB_AND;
        eb_conditions_add(compiler->arena, &split->conditions,
                          is_plain_change ? eb_written_as(compiler->arena, about, condition) : about);
    }
    split->unknowns = halves;
    split->pairs = pairs;
    vec_free(&splitting.unknowns);
    vec_free(&splitting.pairs);
    return split->pair_count > 0;
}
