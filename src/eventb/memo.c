#include "eventb/memo.h"

#include "base/memory.h"

#include <string.h>

/* ---- when it runs ---- */

/* Which values the kept one belongs to: a set-up, or a state; 0: it cannot be kept. flag: of constants alone. */
static uint64_t stamp_of(const struct eb_node *node, const struct eb_frame *frame) {
    return node->flag ? frame->setup : frame->generation;
}

/* What is kept for values of parameters and bound identifiers is theirs as long as they are in the slots. */
static bool is_of_these(const struct eb_memo *memo, const struct eb_node *node, const uint64_t *key) {
    for (unsigned i = 0; i < node->count; i++)
        if (memo->key[i] != key[i]) return false;
    return true;
}

static void keep(const struct eb_node *node, struct eb_frame *frame, uint64_t stamp, const uint64_t *key,
                 struct eb_value value) {
    struct eb_memo *memo = eb_frame_memo(frame, node->slot);
    memo->stamp = stamp;
    memo->value = value;
    for (unsigned i = 0; i < node->count; i++) memo->key[i] = key[i];
    if (!node->domain || node->domain->representation <= EB_NUMBER) return;
    if (node->domain->representation == EB_BITS) {
        size_t size = node->domain->words * sizeof(uint64_t);
        if (!memo->words) memo->words = memory_resize(NULL, size);
        memcpy(memo->words, value.items, size);
        memo->value.items = memo->words;
    } else {
        if (!frame->kept) frame->kept = arena_new();
        memo->value = eb_copy(frame->kept, node->domain, value);
    }
}

static struct eb_value run_memo(const struct eb_node *node, struct eb_frame *frame) {
    uint64_t stamp = stamp_of(node, frame), key[EB_MOST_KEYS];
    for (unsigned i = 0; i < node->count; i++) key[i] = frame->slots[node->list[i]->slot].code;
    const struct eb_memo *kept = node->slot < frame->memo_count ? &frame->memos[node->slot] : NULL;
    if (stamp && kept && kept->stamp == stamp && is_of_these(kept, node, key)) return kept->value;
    struct eb_value value = eb_run_node(node->a, frame);
    bool stands = node->domain || !eb_is_open((enum eb_truth)value.code);
    if (stamp && stands) keep(node, frame, stamp, key, value);
    return value;
}

/* ---- where it pays ---- */

struct binder {
    const struct eb_formula *formula;
    const struct binder *outer;
};

static bool is_bound_here(const struct binder *binder, unsigned slot) {
    for (; binder; binder = binder->outer)
        for (unsigned i = 0; i < binder->formula->bound_count; i++)
            if (binder->formula->bound[i].slot == slot) return true;
    return false;
}

/* What its value depends on. */
enum reach { CONSTANTS, STATE, MORE };

/* Parameters and identifiers that are bound further out, of which the value may depend as well. */
struct key {
    const struct eb_formula *names[EB_MOST_KEYS];
    unsigned count;
};

/* Those that can be told apart by a word. */
static bool add_to_key(const struct eb_compiler *compiler, struct key *key, const struct eb_formula *name) {
    if (!key) return false;
    for (unsigned i = 0; i < key->count; i++)
        if (key->names[i]->op == name->op && key->names[i]->index == name->index) return true;
    const struct eb_domain *domain = name->type ? eb_domain_of(compiler->domains, name->type) : NULL;
    if (key->count == EB_MOST_KEYS || !domain || domain->representation > EB_NUMBER) return false;
    key->names[key->count++] = name;
    return true;
}

/* With a key, the values of what is in it do not count. */
static enum reach reach_of(const struct eb_compiler *compiler, const struct eb_formula *formula,
                           const struct binder *outer, struct key *key) {
    struct binder here = {formula, outer};
    const struct binder *binder = formula->bound_count ? &here : outer;
    enum reach reach = CONSTANTS;
    bool is_name = formula->op == EB_IDENTIFIER;
    if (formula->op == EB_CALL || formula->primed) return MORE;
    if (is_name && formula->identifier == EB_VARIABLE) return STATE;
    if (is_name && formula->identifier > EB_PARAMETER) return MORE;
    if ((formula->op == EB_BOUND && !is_bound_here(outer, formula->index)) ||
        (is_name && formula->identifier == EB_PARAMETER))
        return add_to_key(compiler, key, formula) ? CONSTANTS : MORE;
    for (unsigned i = 0; i < formula->child_count && reach < MORE; i++) {
        enum reach child = reach_of(compiler, formula->children[i], binder, key);
        if (child > reach) reach = child;
    }
    return reach;
}

/* Roughly, in steps; counting ends where it is enough. */
enum { ENOUGH = 4 };

static unsigned cost_here(const struct eb_formula *formula) {
    if (formula->bound_count) return ENOUGH;
    if (formula->child_count == 0 || formula->op == EB_OF_TYPE) return 0;
    if (formula->op <= EB_NOT_IN || formula->op == EB_INTERVAL) return 1;
    if (formula->op >= EB_ADD && formula->op <= EB_POWER_OF) return 1;
    switch (formula->op) {
    case EB_MAPLET:
    case EB_APPLICATION:
    case EB_UNION:
    case EB_INTERSECTION:
    case EB_DIFFERENCE: return 2;
    case EB_SUBSET_EQUAL:
    case EB_NOT_SUBSET_EQUAL:
    case EB_SUBSET:
    case EB_NOT_SUBSET:
    case EB_BOOL:
    case EB_SET_EXTENSION: return 3;
    default: return ENOUGH;
    }
}

static unsigned cost_of(const struct eb_formula *formula) {
    unsigned cost = cost_here(formula);
    for (unsigned i = 0; i < formula->child_count && cost < ENOUGH; i++) cost += cost_of(formula->children[i]);
    return cost;
}

bool eb_is_costly(const struct eb_formula *formula) { return cost_of(formula) >= ENOUGH; }

/* Lists and trees are copied: that pays only where it is done once. */
static bool can_keep(const struct eb_compiler *compiler, const struct eb_formula *formula, enum reach reach) {
    if (formula->op <= EB_IS_CONSTRUCTED) return true;
    const struct eb_domain *domain = formula->type ? eb_domain_of(compiler->domains, formula->type) : NULL;
    return domain && (domain->representation <= EB_BITS || (reach == CONSTANTS && compiler->one_setup));
}

static bool pays(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    if (!compiler->memoises || compiler->in_memo || !eb_is_costly(formula)) return false;
    enum reach reach = reach_of(compiler, formula, NULL, NULL);
    bool often = reach == CONSTANTS || (reach == STATE && compiler->repeats);
    return often && can_keep(compiler, formula, reach);
}

/* A predicate that looks through a set, for some values of what is bound further out: an enumeration of others that it
 * says nothing of repeats it, and so do other states, if it says nothing of variables. */
static bool pays_with_key(const struct eb_compiler *compiler, const struct eb_formula *formula, struct key *key,
                          enum reach *reach) {
    if (!compiler->memoises || compiler->in_memo || formula->op > EB_IS_CONSTRUCTED) return false;
    bool quantified = formula->bound_count > 0;
    bool comprehended = formula->op == EB_IN && eb_strip(formula->children[1])->bound_count > 0;
    if (!quantified && !comprehended) return false;
    *reach = reach_of(compiler, formula, NULL, key);
    return key->count && (*reach == CONSTANTS || (*reach == STATE && compiler->repeats));
}

/* The same formula elsewhere has the same value. What points to words is not shared, so that nobody who still uses it
 * finds others there. */
static unsigned number_of(struct eb_compiler *compiler, const struct eb_formula *formula,
                          const struct eb_domain *domain) {
    enum { MOST_SHARED = 2000 };
    bool shares = !domain || domain->representation <= EB_NUMBER;
    for (size_t i = 0; shares && i < compiler->kept.count; i++) {
        const struct eb_kept *kept = &compiler->kept.items[i];
        if (kept->domain == domain && eb_formula_equal(kept->formula, formula)) return kept->number;
    }
    struct eb_kept kept = {formula, domain, compiler->memo_count++};
    if (shares && compiler->kept.count < MOST_SHARED) vec_push(&compiler->kept, kept);
    return kept.number;
}

void eb_memo_share_no_more(struct eb_compiler *compiler) { compiler->kept.count = 0; }

static struct eb_node *memo_new(struct eb_compiler *compiler, const struct eb_formula *formula, eb_compiling compile) {
    struct eb_node *memo = eb_node_new(compiler, run_memo);
    compiler->in_memo = true;
    memo->a = compile(compiler, formula);
    compiler->in_memo = false;
    memo->domain = formula->op <= EB_IS_CONSTRUCTED ? NULL : eb_domain_of(compiler->domains, formula->type);
    return memo;
}

static const struct eb_node *compile_with_key(struct eb_compiler *compiler, const struct eb_formula *formula,
                                              eb_compiling compile, const struct key *key, enum reach reach) {
    struct eb_node *memo = memo_new(compiler, formula, compile);
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, key->count);
    for (unsigned i = 0; i < key->count; i++) {
        struct eb_node *name = eb_node_new(compiler, NULL);
        if (!eb_slot_of(compiler, key->names[i], &name->slot)) return memo->a;
        list[i] = name;
    }
    memo->list = list;
    memo->count = key->count;
    memo->flag = reach == CONSTANTS;
    memo->slot = compiler->memo_count++;
    return memo;
}

const struct eb_node *eb_compile_memoised(struct eb_compiler *compiler, const struct eb_formula *formula,
                                          eb_compiling compile) {
    struct key key = {0};
    enum reach reach;
    if (pays(compiler, formula)) {
        struct eb_node *memo = memo_new(compiler, formula, compile);
        memo->flag = reach_of(compiler, formula, NULL, NULL) == CONSTANTS;
        memo->slot = number_of(compiler, formula, memo->domain);
        return memo;
    }
    if (pays_with_key(compiler, formula, &key, &reach))
        return compile_with_key(compiler, formula, compile, &key, reach);
    return compile(compiler, formula);
}
