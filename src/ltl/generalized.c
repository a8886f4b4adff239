/* A state is a set of states of the alternating automaton that must all accept; its edges combine one choice of each.
 * Mark i is on an edge iff the state that waits with number i is not left waiting by it: it is not in the target, or
 * what it waits for could have come true by this very letter, with what the target asks for anyway.
 *
 * Invariant: an edge is dropped when another one of the same state reads more letters, leaves less to do and has at
 * least its marks. */
#include "ltl/generalized.h"

#include "base/invariant.h"

#include <string.h>

enum { MAX_WORK = 30 * 1000 * 1000 };

struct builder {
    const struct alternating *from;
    struct omega *automaton;
    struct arena *arena;
    VEC(const uint64_t *) sets; /* by state; state 0 is the initial one and has no set */
    unsigned *table;            /* states by set: open addressing, a power of two, 0 for none */
    size_t table_size;
    const choice_list **lists; /* of the members of the set that is being expanded */
    size_t list_count;
    size_t work;
    unsigned max_states;
    bool failed;
};

/* ---- states by their sets ---- */

static size_t find_slot(const struct builder *b, const uint64_t *set) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i < b->from->words; i++) {
        hash = (hash ^ set[i]) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    size_t slot = (size_t)hash & (b->table_size - 1);
    size_t bytes = b->from->words * sizeof *set;
    while (b->table[slot] && memcmp(b->sets.items[b->table[slot]], set, bytes) != 0)
        slot = (slot + 1) & (b->table_size - 1);
    return slot;
}

static void grow_table(struct builder *b) {
    free(b->table);
    b->table_size *= 2;
    b->table = memory_new(b->table_size * sizeof *b->table);
    for (unsigned state = 1; state < b->sets.count; state++) b->table[find_slot(b, b->sets.items[state])] = state;
}

static unsigned state_of(struct builder *b, const uint64_t *set) {
    size_t slot = find_slot(b, set);
    if (b->table[slot]) return b->table[slot];
    if (b->automaton->states.count >= b->max_states) {
        b->failed = true;
        return 0;
    }
    uint64_t *copy = arena_new_array(b->arena, uint64_t, b->from->words);
    memcpy(copy, set, b->from->words * sizeof *set);
    unsigned state = omega_add_state(b->automaton);
    vec_push(&b->sets, copy);
    b->table[slot] = state;
    if (b->sets.count * 2 > b->table_size) grow_table(b);
    return state;
}

/* ---- edges of one state ---- */

struct candidate {
    struct label label;
    uint64_t *next;
    uint64_t marks;
};

typedef VEC(struct candidate) candidate_list;

static bool could_be_fulfilled(const struct builder *b, unsigned state, const struct candidate *edge) {
    const choice_list *choices = &b->from->fulfilling[state];
    for (size_t i = 0; i < choices->count; i++) {
        const struct choice *choice = &choices->items[i];
        if (label_contains(choice->label, edge->label) && set_contains(edge->next, choice->next, b->from->words))
            return true;
    }
    return false;
}

static uint64_t marks_of(const struct builder *b, const struct candidate *edge) {
    uint64_t marks = 0;
    for (unsigned state = 0; state < b->from->count; state++) {
        int number = b->from->waiting[state];
        if (number >= 0 && (!set_has(edge->next, state) || could_be_fulfilled(b, state, edge)))
            marks |= (uint64_t)1 << number;
    }
    return marks;
}

static bool is_better(const struct builder *b, const struct candidate *better, const struct candidate *worse) {
    return (worse->marks & ~better->marks) == 0 && label_contains(better->label, worse->label) &&
           set_contains(worse->next, better->next, b->from->words);
}

static void add_candidate(struct builder *b, candidate_list *list, const struct candidate *edge) {
    for (size_t i = 0; i < list->count; i++)
        if (is_better(b, &list->items[i], edge)) return;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (is_better(b, edge, &list->items[i]))
            free(list->items[i].next);
        else
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
    struct candidate copy = *edge;
    size_t bytes = b->from->words * sizeof *copy.next;
    copy.next = memcpy(memory_new(bytes), edge->next, bytes);
    vec_push(list, copy);
}

/* Combines what was chosen so far with every choice of the lists from number `from` on. */
static void combine(struct builder *b, size_t from, const struct candidate *chosen, candidate_list *list) {
    b->work += 1 + list->count / 8;
    if (b->work > MAX_WORK) b->failed = true;
    if (b->failed) return;
    if (from == b->list_count) {
        struct candidate edge = *chosen;
        edge.marks = marks_of(b, &edge);
        add_candidate(b, list, &edge);
        return;
    }
    unsigned words = b->from->words;
    uint64_t *next = memory_new(words * sizeof *next);
    for (size_t i = 0; i < b->lists[from]->count; i++) {
        const struct choice *choice = &b->lists[from]->items[i];
        struct candidate more = {label_meet(chosen->label, choice->label), next, 0};
        if (label_is_empty(more.label)) continue;
        for (unsigned w = 0; w < words; w++) next[w] = chosen->next[w] | choice->next[w];
        combine(b, from + 1, &more, list);
    }
    free(next);
}

static bool none_is_better(const struct builder *b, const candidate_list *list) {
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = 0; j < list->count; j++)
            if (i != j && is_better(b, &list->items[i], &list->items[j])) return false;
    return true;
}

static void expand(struct builder *b, unsigned state) {
    b->list_count = 0;
    if (state == 0) b->lists[b->list_count++] = &b->from->initial;
    for (unsigned member = 0; state != 0 && member < b->from->count; member++)
        if (set_has(b->sets.items[state], member)) b->lists[b->list_count++] = &b->from->choices[member];
    candidate_list list = {0};
    struct candidate nothing = {.next = memory_new(b->from->words * sizeof(uint64_t))};
    combine(b, 0, &nothing, &list);
    free(nothing.next);
    invariant_dear(none_is_better(b, &list));
    for (size_t i = 0; i < list.count; i++) {
        unsigned target = state_of(b, list.items[i].next);
        struct omega_edge edge = {target, list.items[i].label, list.items[i].marks};
        vec_push(&b->automaton->states.items[state].edges, edge);
        free(list.items[i].next);
    }
    vec_free(&list);
}

struct omega *generalized_from_alternating(const struct alternating *alternating, unsigned max_states) {
    if (alternating->waiting_count > 64) return NULL;
    struct builder b = {.from = alternating, .arena = arena_new(), .table_size = 64, .max_states = max_states};
    b.automaton = omega_new(alternating->waiting_count, false);
    b.table = memory_new(b.table_size * sizeof *b.table);
    b.lists = memory_new((alternating->count + 1) * sizeof *b.lists);
    omega_add_state(b.automaton);
    vec_push(&b.sets, NULL);
    for (unsigned state = 0; state < b.automaton->states.count && !b.failed; state++) expand(&b, state);
    vec_free(&b.sets);
    free(b.table);
    free(b.lists);
    arena_free(b.arena);
    if (!b.failed) return b.automaton;
    omega_free(b.automaton);
    return NULL;
}
