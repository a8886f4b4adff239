#include "xgdl/words.h"

#include "base/limits.h"
#include "search/hash.h"

#include <string.h>

static uint64_t add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

void xgdl_count_words(const struct xgdl_automaton *automaton, uint32_t longest, uint64_t *counts) {
    size_t size = (size_t)automaton->state_count * sizeof(uint64_t);
    uint64_t *now = memory_new(size), *then = memory_new(size);
    now[0] = 1;
    for (uint32_t length = 0;; length++) {
        limits_check();
        counts[length] = 0;
        for (uint32_t s = 0; s < automaton->state_count; s++) counts[length] = add(counts[length], now[s]);
        if (length == longest) break;
        memset(then, 0, size);
        for (uint32_t s = 0; s < automaton->state_count; s++)
            for (uint32_t t = automaton->first[s]; now[s] && t < automaton->first[s + 1]; t++)
                then[automaton->targets[t]] = add(then[automaton->targets[t]], now[s]);
        uint64_t *spare = now;
        now = then, then = spare;
    }
    free(now);
    free(then);
}

size_t xgdl_allowed(struct xgdl_guide *guide, const uint32_t *word, size_t length) {
    struct xgdl_mover mover = {.pool = &guide->pool};
    xgdl_term term = guide->term, none = xgdl_none(&guide->pool);
    size_t allowed = 0;
    for (; allowed < length; allowed++) {
        term = xgdl_after(&mover, term, word[allowed]);
        if (term == none) break;
    }
    xgdl_mover_free(&mover);
    return allowed;
}

/* ---- two automata ---- */

/* Pairs of states that one word leads to, in the order of a breadth-first walk. */
struct pairing {
    struct nodeset pairs;
    VEC(uint32_t) parents; /* by number of the pair */
    VEC(uint32_t) letters;
};

static void meet(struct pairing *pairing, uint32_t one, uint32_t other, uint32_t parent, uint32_t letter) {
    uint32_t pair[] = {one, other};
    if (!nodeset_add(&pairing->pairs, pair, sizeof pair, hash_bytes(pair, sizeof pair), NULL)) return;
    vec_push(&pairing->parents, parent);
    vec_push(&pairing->letters, letter);
}

static void tell(const struct pairing *pairing, uint32_t pair, uint32_t last, xgdl_word *word) {
    vec_clear(word);
    vec_push(word, last);
    for (; pair; pair = pairing->parents.items[pair]) vec_push(word, pairing->letters.items[pair]);
    for (size_t i = 0, j = word->count - 1; i < j; i++, j--) {
        uint32_t letter = word->items[i];
        word->items[i] = word->items[j], word->items[j] = letter;
    }
}

/* From this pair: does the one allow a letter that the other does not? Meets the pairs after it. */
static bool differs(struct pairing *pairing, uint32_t number, const struct xgdl_automaton *one,
                    const struct xgdl_automaton *other, const uint32_t *translate, uint32_t *letter) {
    uint32_t size, pair[2];
    memcpy(pair, nodeset_get(&pairing->pairs, number, &size), sizeof pair);
    for (uint32_t t = one->first[pair[0]]; t < one->first[pair[0] + 1]; t++) {
        uint32_t theirs = translate[one->letters[t]];
        uint32_t target = theirs == XGDL_NOWHERE ? XGDL_NOWHERE : xgdl_step(other, pair[1], theirs);
        *letter = one->letters[t];
        if (target == XGDL_NOWHERE) return true;
        meet(pairing, one->targets[t], target, number, one->letters[t]);
    }
    return false;
}

bool xgdl_separate(const struct xgdl_automaton *one, const struct xgdl_automaton *other, const uint32_t *translate,
                   xgdl_word *word) {
    struct pairing pairing = {0};
    bool found = false;
    meet(&pairing, 0, 0, 0, 0);
    for (uint32_t i = 0; !found && i < pairing.parents.count; i++) {
        limits_check();
        uint32_t letter;
        found = differs(&pairing, i, one, other, translate, &letter);
        if (found) tell(&pairing, i, letter, word);
    }
    nodeset_free(&pairing.pairs);
    vec_free(&pairing.parents);
    vec_free(&pairing.letters);
    return found;
}
