#include "guide/parts.h"

#include "xgdl/words.h"

#include <string.h>

enum { MOST_COMPARED = 1000, MOST_TRIES = 4 };

void guide_parts_begin(struct guide_parts *parts, struct guide *guide, uint32_t most_states) {
    parts->guide = guide;
    parts->most_states = most_states;
    vec_clear(&parts->waiting);
    vec_clear(&parts->rests);
    vec_push(&parts->waiting, guide_text(guide)->term);
}

void guide_parts_free(struct guide_parts *parts) {
    vec_free(&parts->waiting);
    vec_free(&parts->cuts);
    vec_free(&parts->rests);
}

bool guide_parts_take(struct guide_parts *parts, xgdl_term *part) {
    if (!parts->waiting.count) return false;
    *part = vec_pop(&parts->waiting);
    return true;
}

/* Minimal automata over the same letters are equal iff they allow the same (xgdl/automaton.h). */
static bool equal(const struct xgdl_automaton *a, const struct xgdl_automaton *b) {
    if (a->state_count != b->state_count || a->transition_count != b->transition_count) return false;
    return !memcmp(a->first, b->first, (a->state_count + 1) * sizeof *a->first) &&
           !memcmp(a->letters, b->letters, a->transition_count * sizeof *a->letters) &&
           !memcmp(a->targets, b->targets, a->transition_count * sizeof *a->targets);
}

static bool covers(struct guide_parts *parts, xgdl_term whole, const xgdl_terms *pieces, uint32_t *states) {
    struct xgdl_pool *pool = guide_pool(parts->guide);
    xgdl_term all = xgdl_choice(pool, pieces->items, (uint32_t)pieces->count);
    struct xgdl_automaton *one = guide_minimal(pool, whole, parts->most_states);
    struct xgdl_automaton *other = one ? guide_minimal(pool, all, parts->most_states) : NULL;
    bool same = one && other && equal(one, other);
    if (same) *states = one->state_count;
    xgdl_automaton_free(one);
    xgdl_automaton_free(other);
    return same;
}

/* Leaves out what another piece includes; of equal ones, all but one. */
static uint32_t drop_included(struct guide_parts *parts, xgdl_terms *pieces) {
    struct xgdl_pool *pool = guide_pool(parts->guide);
    size_t count = pieces->count, kept = 0;
    if (count > MOST_COMPARED) return 0;
    size_t letters = guide_text(parts->guide)->alphabet.count;
    uint32_t *same = memory_new((letters + 1) * sizeof *same);
    for (size_t i = 0; i < letters; i++) same[i] = (uint32_t)i;
    struct xgdl_automaton **automata = memory_new((count + 1) * sizeof(struct xgdl_automaton *));
    bool *left_out = memory_new((count + 1) * sizeof *left_out);
    for (size_t i = 0; i < count; i++) automata[i] = guide_minimal(pool, pieces->items[i], parts->most_states);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count && !left_out[i]; k++) {
            xgdl_word word = {0};
            if (k == i || left_out[k] || !automata[i] || !automata[k]) continue;
            left_out[i] = !xgdl_separate(automata[i], automata[k], same, &word);
            vec_free(&word);
        }
    for (size_t i = 0; i < count; i++) {
        if (!left_out[i]) pieces->items[kept++] = pieces->items[i];
        xgdl_automaton_free(automata[i]);
    }
    pieces->count = kept;
    free(automata);
    free(left_out);
    free(same);
    return (uint32_t)(count - kept);
}

static bool is_known_rest(const struct guide_parts *parts, xgdl_term part) {
    for (size_t i = 0; i < parts->rests.count; i++)
        if (parts->rests.items[i] == part) return true;
    return false;
}

bool guide_parts_is_rest(const struct guide_parts *parts, xgdl_term part, xgdl_term *star, uint32_t *times) {
    return is_known_rest(parts, part) && xgdl_is_rest(guide_pool(parts->guide), part, star, times) && *times > 0;
}

/* A rest that was cut off from none on, or from another such rest. The cut is proved to cover, so the counts between
 * are among its pieces, or a piece includes them. */
static void note_rests(struct guide_parts *parts, xgdl_term whole, const xgdl_terms *pieces) {
    struct xgdl_pool *pool = guide_pool(parts->guide);
    xgdl_term star, other;
    uint32_t from, times;
    if (!xgdl_is_rest(pool, whole, &star, &from) || (from > 0 && !is_known_rest(parts, whole))) return;
    for (size_t i = 0; i < pieces->count; i++)
        if (xgdl_is_rest(pool, pieces->items[i], &other, &times) && other == star && times > from)
            vec_push(&parts->rests, pieces->items[i]);
}

/* The pieces of a part, without those that others include, and which part they were cut from in the end: where one
 * piece includes all others, it allows what the part does, and nothing is gained; but it is another term, which may be
 * cut in its turn. */
static bool find_pieces(struct guide_parts *parts, xgdl_term *part, xgdl_cutter *cutter, xgdl_terms *pieces,
                        struct guide_cut *cut) {
    for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
        vec_clear(pieces);
        if (!cutter(guide_pool(parts->guide), *part, pieces) || !covers(parts, cut->whole, pieces, &cut->states))
            return false;
        cut->parts = (uint32_t)pieces->count;
        note_rests(parts, *part, pieces);
        cut->included = drop_included(parts, pieces);
        if (pieces->count > 1) return true;
        *part = pieces->items[0];
        cutter = xgdl_split_positions;
    }
    return false;
}

/* Pieces that are proved to cover the part wait in its place. */
static bool cut_by(struct guide_parts *parts, xgdl_term part, xgdl_cutter *cutter) {
    xgdl_terms pieces = {0};
    struct guide_cut cut = {.whole = part};
    bool good = find_pieces(parts, &part, cutter, &pieces, &cut);
    if (good) {
        vec_push(&parts->cuts, cut);
        while (pieces.count) vec_push(&parts->waiting, vec_pop(&pieces));
    }
    vec_free(&pieces);
    return good;
}

bool guide_parts_cut(struct guide_parts *parts, xgdl_term part) {
    return cut_by(parts, part, xgdl_split) || cut_by(parts, part, xgdl_split_positions);
}

/* One round: every part is cut once. False: none could be. */
static bool refine_once(struct guide_parts *parts, uint64_t wanted, xgdl_cutter *cutter) {
    xgdl_terms before = parts->waiting;
    bool cut = false;
    parts->waiting = (xgdl_terms){0};
    for (size_t i = 0; i < before.count; i++) {
        bool enough = parts->waiting.count + (before.count - i) >= wanted;
        if (!enough && cut_by(parts, before.items[i], cutter))
            cut = true;
        else
            vec_push(&parts->waiting, before.items[i]);
    }
    vec_free(&before);
    return cut;
}

void guide_parts_refine(struct guide_parts *parts, uint64_t wanted) {
    while (parts->waiting.count < wanted &&
           (refine_once(parts, wanted, xgdl_split) || refine_once(parts, wanted, xgdl_split_positions))) {
    }
}
