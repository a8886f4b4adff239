#include "xgdl/automaton.h"

#include "base/invariant.h"
#include "base/limits.h"

#include <string.h>

void xgdl_automaton_free(struct xgdl_automaton *automaton) {
    if (!automaton) return;
    free(automaton->first);
    free(automaton->letters);
    free(automaton->targets);
    free(automaton);
}

static int by_source(const void *a, const void *b) {
    const struct xgdl_arrow *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->letter > y->letter) - (x->letter < y->letter);
}

static void find_first(const struct xgdl_arrow *arrows, size_t count, uint32_t state_count, uint32_t *first) {
    size_t at = 0;
    for (uint32_t state = 0; state <= state_count; state++) {
        while (at < count && arrows[at].from < state) at++;
        first[state] = (uint32_t)at;
    }
}

/* New numbers of states: breadth first from the initial one. XGDL_NOWHERE: not reached. */
static uint32_t number(const struct xgdl_arrow *arrows, const uint32_t *first, uint32_t initial, uint32_t *numbers,
                       uint32_t *order) {
    uint32_t count = 0;
    numbers[initial] = count, order[count++] = initial;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t t = first[order[i]]; t < first[order[i] + 1]; t++)
            if (numbers[arrows[t].to] == XGDL_NOWHERE) numbers[arrows[t].to] = count, order[count++] = arrows[t].to;
    return count;
}

static uint32_t *new_numbers(size_t count) {
    uint32_t *numbers = memory_new((count + 1) * sizeof *numbers);
    return numbers;
}

static bool is_in_order(const struct xgdl_automaton *automaton) {
    uint32_t met = 1;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        for (uint32_t t = automaton->first[s]; t < automaton->first[s + 1]; t++) {
            if (t > automaton->first[s] && automaton->letters[t] <= automaton->letters[t - 1]) return false;
            if (automaton->targets[t] > met) return false;
            if (automaton->targets[t] == met) met++;
        }
    return met == automaton->state_count;
}

struct xgdl_automaton *xgdl_automaton_of(struct xgdl_arrow *arrows, size_t count, uint32_t state_count,
                                         uint32_t initial) {
    if (count) qsort(arrows, count, sizeof *arrows, by_source);
    uint32_t *first = new_numbers((size_t)state_count + 1), *order = new_numbers(state_count);
    uint32_t *numbers = new_numbers(state_count);
    memset(numbers, 0xff, (size_t)state_count * sizeof *numbers);
    find_first(arrows, count, state_count, first);
    struct xgdl_automaton *automaton = memory_new(sizeof *automaton);
    automaton->state_count = number(arrows, first, initial, numbers, order);
    automaton->first = new_numbers((size_t)automaton->state_count + 1);
    automaton->letters = new_numbers(count);
    automaton->targets = new_numbers(count);
    for (uint32_t i = 0; i < automaton->state_count; i++) {
        for (uint32_t t = first[order[i]]; t < first[order[i] + 1]; t++) {
            automaton->letters[automaton->transition_count] = arrows[t].letter;
            automaton->targets[automaton->transition_count++] = numbers[arrows[t].to];
        }
        automaton->first[i + 1] = automaton->transition_count;
    }
    free(first);
    free(order);
    free(numbers);
    invariant_dear(is_in_order(automaton));
    return automaton;
}

/* ---- from a term ---- */

/* States that were met are terms; their numbers are in the order of meeting. */
struct unfolding {
    struct xgdl_mover mover;
    VEC(xgdl_term) states;
    VEC(uint32_t) number_of; /* by term; XGDL_NOWHERE: not met */
    VEC(struct xgdl_arrow) arrows;
};

static uint32_t meet(struct unfolding *unfolding, xgdl_term term) {
    while (unfolding->number_of.count <= term) vec_push(&unfolding->number_of, XGDL_NOWHERE);
    if (unfolding->number_of.items[term] == XGDL_NOWHERE) {
        unfolding->number_of.items[term] = (uint32_t)unfolding->states.count;
        vec_push(&unfolding->states, term);
    }
    return unfolding->number_of.items[term];
}

struct xgdl_automaton *xgdl_automaton_new(struct xgdl_pool *pool, xgdl_term term, uint32_t most_states) {
    struct unfolding unfolding = {.mover = {.pool = pool}};
    meet(&unfolding, term);
    for (uint32_t i = 0; i < unfolding.states.count && unfolding.states.count <= most_states; i++) {
        const struct xgdl_moves *moves = xgdl_moves(&unfolding.mover, unfolding.states.items[i]);
        for (uint32_t k = 0; k < moves->count; k++)
            vec_push(&unfolding.arrows,
                     (struct xgdl_arrow){i, moves->list[k].letter, meet(&unfolding, moves->list[k].then)});
    }
    struct xgdl_automaton *automaton = NULL;
    if (unfolding.states.count <= most_states && unfolding.arrows.count < XGDL_NOWHERE)
        automaton =
            xgdl_automaton_of(unfolding.arrows.items, unfolding.arrows.count, (uint32_t)unfolding.states.count, 0);
    xgdl_mover_free(&unfolding.mover);
    vec_free(&unfolding.states);
    vec_free(&unfolding.number_of);
    vec_free(&unfolding.arrows);
    return automaton;
}

/* ---- questions ---- */

uint32_t xgdl_step(const struct xgdl_automaton *automaton, uint32_t state, uint32_t letter) {
    uint32_t low = automaton->first[state], high = automaton->first[state + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (automaton->letters[middle] == letter) return automaton->targets[middle];
        if (automaton->letters[middle] < letter)
            low = middle + 1;
        else
            high = middle;
    }
    return XGDL_NOWHERE;
}

/* States without a way in are taken away, again and again; what a cycle holds stays. */
bool xgdl_is_cyclic(const struct xgdl_automaton *automaton) {
    uint32_t *ways_in = new_numbers(automaton->state_count), *ready = new_numbers(automaton->state_count);
    for (uint32_t t = 0; t < automaton->transition_count; t++) ways_in[automaton->targets[t]]++;
    uint32_t count = 0;
    for (uint32_t s = 0; s < automaton->state_count; s++)
        if (!ways_in[s]) ready[count++] = s;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t t = automaton->first[ready[i]]; t < automaton->first[ready[i] + 1]; t++)
            if (--ways_in[automaton->targets[t]] == 0) ready[count++] = automaton->targets[t];
    free(ways_in);
    free(ready);
    return count < automaton->state_count;
}
