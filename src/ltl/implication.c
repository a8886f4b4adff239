#include "ltl/implication.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>

enum { EMPTY, NO, YES };

struct answer {
    unsigned f, g; /* ids */
    unsigned verdict;
};

/* Open addressing, a power of two, at most half full. */
struct ltl_implications {
    struct answer *answers;
    size_t size;
    size_t count;
};

struct ltl_implications *ltl_implications_new(void) {
    struct ltl_implications *implications = memory_new(sizeof *implications);
    implications->size = 1024;
    implications->answers = memory_new(implications->size * sizeof *implications->answers);
    return implications;
}

void ltl_implications_free(struct ltl_implications *implications) {
    if (!implications) return;
    free(implications->answers);
    free(implications);
}

static struct answer *find(const struct ltl_implications *implications, unsigned f, unsigned g) {
    uint64_t hash = ((uint64_t)f << 32 | g) * 0x9e3779b97f4a7c15u;
    size_t slot = (size_t)(hash >> 20) & (implications->size - 1);
    for (;; slot = (slot + 1) & (implications->size - 1)) {
        struct answer *answer = &implications->answers[slot];
        if (answer->verdict == EMPTY || (answer->f == f && answer->g == g)) return answer;
    }
}

static void remember(struct ltl_implications *implications, unsigned f, unsigned g, bool verdict) {
    *find(implications, f, g) = (struct answer){f, g, verdict ? YES : NO};
    if (++implications->count * 2 <= implications->size) return;
    struct answer *old = implications->answers;
    size_t old_size = implications->size;
    implications->size *= 2;
    implications->answers = memory_new(implications->size * sizeof *old);
    for (size_t i = 0; i < old_size; i++)
        if (old[i].verdict != EMPTY) *find(implications, old[i].f, old[i].g) = old[i];
    free(old);
}

/* Each rule asks only about smaller pairs, so the recursion ends. */
static bool decide(struct ltl_implications *known, const struct ltl_formula *f, const struct ltl_formula *g) {
#define IMPLIES(a, b) ltl_certainly_implies(known, (a), (b))
    bool same_operator = f->op == g->op;
    switch (f->op) {
    case LTL_AND:
        if (IMPLIES(f->left, g) || IMPLIES(f->right, g)) return true;
        break;
    case LTL_OR:
        if (IMPLIES(f->left, g) && IMPLIES(f->right, g)) return true;
        break;
    case LTL_NEXT:
        if (same_operator && IMPLIES(f->left, g->left)) return true;
        if (g->eventual && IMPLIES(f->left, g)) return true;
        break;
    case LTL_UNTIL:
        if (IMPLIES(f->right, g) && (g->eventual || IMPLIES(f->left, g))) return true;
        if (same_operator && IMPLIES(f->left, g->left) && IMPLIES(f->right, g->right)) return true;
        break;
    case LTL_RELEASE:
        if (IMPLIES(f->right, g)) return true;
        if (same_operator && IMPLIES(f->left, g->left) && IMPLIES(f->right, g->right)) return true;
        break;
    default: break;
    }
    switch (g->op) {
    case LTL_AND: return IMPLIES(f, g->left) && IMPLIES(f, g->right);
    case LTL_OR: return IMPLIES(f, g->left) || IMPLIES(f, g->right);
    case LTL_NEXT: return f->universal && IMPLIES(f, g->left);
    case LTL_UNTIL: return IMPLIES(f, g->right);
    case LTL_RELEASE: return IMPLIES(f, g->right) && (f->universal || IMPLIES(f, g->left));
    default: return false;
    }
#undef IMPLIES
}

bool ltl_certainly_implies(struct ltl_implications *implications, const struct ltl_formula *f,
                           const struct ltl_formula *g) {
    if (f == g || f->op == LTL_FALSE || g->op == LTL_TRUE) return true;
    unsigned verdict = find(implications, f->id, g->id)->verdict;
    if (verdict != EMPTY) return verdict == YES;
    bool answer = decide(implications, f, g);
    remember(implications, f->id, g->id, answer);
    return answer;
}
