#include "app/paths/free.h"

/* Who mentions a term, among what can be reached from the roots without going through what is free. */
struct mention {
    uint32_t times;
    uint32_t parents; /* the sum of them: who it is, where it is one */
};

struct freeing {
    const struct terms *terms;
    struct mention *mentions;
    bool *is_free;
    VEC(uint32_t) dropped; /* mentioned by nobody any more */
};

static void mention(struct freeing *freeing, uint32_t term, uint32_t parent) {
    if (!term) return;
    freeing->mentions[term].times++;
    freeing->mentions[term].parents += parent;
}

static void forget(struct freeing *freeing, uint32_t term, uint32_t parent) {
    if (!term) return;
    freeing->mentions[term].parents -= parent;
    if (--freeing->mentions[term].times == 0) vec_push(&freeing->dropped, term);
}

static void forget_parts(struct freeing *freeing, uint32_t term) {
    struct term node = term_get(freeing->terms, term);
    forget(freeing, node.left, term);
    forget(freeing, node.right, term);
    while (freeing->dropped.count) {
        uint32_t gone = vec_pop(&freeing->dropped);
        struct term parts = term_get(freeing->terms, gone);
        if (freeing->is_free[gone]) continue; /* its parts are forgotten already */
        forget(freeing, parts.left, gone);
        forget(freeing, parts.right, gone);
    }
}

/* Does it take every value as this part of it does, whatever the other part is? */
static bool follows(const struct terms *terms, const struct term *node, uint32_t part) {
    uint32_t other = node->left == part ? node->right : node->left;
    uint64_t factor;
    if (other == part) return false;
    switch ((enum term_op)node->op) {
    case TERM_ADD:
    case TERM_SUBTRACT:
    case TERM_XOR:
    case TERM_NOT:
    case TERM_EXTRACT: return true;
    case TERM_MULTIPLY: return term_is_constant(terms, other, &factor) && factor % 2; /* has an inverse */
    default: return false;
    }
}

static void free_upwards(struct freeing *freeing, uint32_t term) {
    for (;;) {
        const struct mention *mention = &freeing->mentions[term];
        if (mention->times != 1 || !mention->parents) return;
        uint32_t parent = mention->parents;
        struct term node = term_get(freeing->terms, parent);
        if (!follows(freeing->terms, &node, term)) return;
        freeing->is_free[parent] = true;
        forget_parts(freeing, parent);
        term = parent;
    }
}

static void count_mentions(struct freeing *freeing, const uint32_t *roots, size_t count) {
    for (size_t i = 0; i < count; i++) mention(freeing, roots[i], 0);
    for (uint32_t t = terms_count(freeing->terms); t; t--) {
        if (!freeing->mentions[t].times) continue;
        struct term node = term_get(freeing->terms, t);
        mention(freeing, node.left, t);
        mention(freeing, node.right, t);
    }
}

void free_find(const struct terms *terms, const uint32_t *roots, size_t count, bool *is_free) {
    uint32_t all = terms_count(terms);
    struct freeing freeing = {terms, memory_new((all + 1) * sizeof *freeing.mentions), is_free, {0}};
    count_mentions(&freeing, roots, count);
    /* What became free may have been all that kept another from it. */
    for (bool more = true; more;) {
        more = false;
        for (uint32_t t = 1; t <= all; t++) {
            if (!freeing.mentions[t].times || (!is_free[t] && term_get(terms, t).op != TERM_VARIABLE)) continue;
            uint32_t before = freeing.mentions[t].times == 1 ? freeing.mentions[t].parents : 0;
            if (!before || is_free[before]) continue;
            free_upwards(&freeing, t);
            more |= is_free[before];
        }
    }
    vec_free(&freeing.dropped);
    free(freeing.mentions);
}
