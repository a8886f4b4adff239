/* Minimisation by refining two partitions in turn, of states and of transitions, until they fit: Valmari and
 * Lehtinen 2008. Every state accepts, so all states begin in one set. */
#include "xgdl/automaton.h"

#include <string.h>

/* A partition of 0 .. count-1. Set s is elements[first[s]] .. elements[end[s] - 1]; of these the first marked[s] are
 * marked, to be split off. */
struct partition {
    uint32_t set_count;
    uint32_t *elements, *place, *set_of, *first, *end, *marked;
    uint32_t *touched; /* sets with a mark */
    uint32_t touched_count;
};

static uint32_t *numbers(size_t count) { return memory_new((count + 1) * sizeof(uint32_t)); }

static void partition_begin(struct partition *p, uint32_t count) {
    *p = (struct partition){.set_count = count ? 1 : 0,
                            .elements = numbers(count),
                            .place = numbers(count),
                            .set_of = numbers(count),
                            .first = numbers(count),
                            .end = numbers(count),
                            .marked = numbers(count),
                            .touched = numbers(count)};
    for (uint32_t i = 0; i < count; i++) p->elements[i] = p->place[i] = i;
    if (count) p->end[0] = count;
}

static void partition_free(struct partition *p) {
    free(p->elements), free(p->place), free(p->set_of), free(p->first), free(p->end), free(p->marked), free(p->touched);
}

static void mark(struct partition *p, uint32_t element) {
    uint32_t set = p->set_of[element], from = p->place[element], to = p->first[set] + p->marked[set];
    if (from < to) return; /* it is marked */
    p->elements[from] = p->elements[to], p->place[p->elements[from]] = from;
    p->elements[to] = element, p->place[element] = to;
    if (!p->marked[set]++) p->touched[p->touched_count++] = set;
}

/* The smaller part of each set with a mark becomes a set of its own. */
static void split(struct partition *p) {
    while (p->touched_count) {
        uint32_t set = p->touched[--p->touched_count], border = p->first[set] + p->marked[set];
        if (border == p->end[set]) {
            p->marked[set] = 0;
            continue;
        }
        uint32_t added = p->set_count++;
        if (p->marked[set] <= p->end[set] - border) {
            p->first[added] = p->first[set], p->end[added] = p->first[set] = border;
        } else {
            p->end[added] = p->end[set], p->first[added] = p->end[set] = border;
        }
        for (uint32_t i = p->first[added]; i < p->end[added]; i++) p->set_of[p->elements[i]] = added;
        p->marked[set] = p->marked[added] = 0;
    }
}

struct minimiser {
    const struct xgdl_automaton *automaton;
    uint32_t *from;                  /* of transitions */
    uint32_t *into_first, *into;     /* the transitions into a state */
    struct partition states, arrows; /* sets of `arrows` agree on the letter and the set of the target */
};

static void find_ways_in(struct minimiser *m) {
    const struct xgdl_automaton *a = m->automaton;
    for (uint32_t s = 0; s < a->state_count; s++)
        for (uint32_t t = a->first[s]; t < a->first[s + 1]; t++) m->from[t] = s, m->into_first[a->targets[t] + 1]++;
    for (uint32_t s = 0; s < a->state_count; s++) m->into_first[s + 1] += m->into_first[s];
    uint32_t *next = numbers(a->state_count);
    memcpy(next, m->into_first, a->state_count * sizeof *next);
    for (uint32_t t = 0; t < a->transition_count; t++) m->into[next[a->targets[t]]++] = t;
    free(next);
}

struct lettered {
    uint32_t letter, arrow;
};

static int by_letter(const void *a, const void *b) {
    const struct lettered *x = a, *y = b;
    return (x->letter > y->letter) - (x->letter < y->letter);
}

static void split_by_letters(struct minimiser *m) {
    uint32_t count = m->automaton->transition_count;
    struct lettered *list = memory_new((count + 1) * sizeof *list);
    for (uint32_t t = 0; t < count; t++) list[t] = (struct lettered){m->automaton->letters[t], t};
    if (count) qsort(list, count, sizeof *list, by_letter);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && list[end].letter == list[i].letter; end++) mark(&m->arrows, list[end].arrow);
        split(&m->arrows);
    }
    free(list);
}

/* Each set of transitions splits the sets of states by who has one; each new set of states splits those of
 * transitions by where they lead. */
static void refine(struct minimiser *m) {
    uint32_t states_done = 1;
    for (uint32_t arrows_done = 0; arrows_done < m->arrows.set_count; arrows_done++) {
        for (uint32_t i = m->arrows.first[arrows_done]; i < m->arrows.end[arrows_done]; i++)
            mark(&m->states, m->from[m->arrows.elements[i]]);
        split(&m->states);
        for (; states_done < m->states.set_count; states_done++) {
            for (uint32_t i = m->states.first[states_done]; i < m->states.end[states_done]; i++) {
                uint32_t state = m->states.elements[i];
                for (uint32_t k = m->into_first[state]; k < m->into_first[state + 1]; k++) mark(&m->arrows, m->into[k]);
            }
            split(&m->arrows);
        }
    }
}

/* One state for each set, with the transitions of one of its states. */
static struct xgdl_automaton *merged(const struct minimiser *m) {
    const struct xgdl_automaton *a = m->automaton;
    VEC(struct xgdl_arrow) arrows = {0};
    for (uint32_t set = 0; set < m->states.set_count; set++) {
        uint32_t state = m->states.elements[m->states.first[set]];
        for (uint32_t t = a->first[state]; t < a->first[state + 1]; t++)
            vec_push(&arrows, (struct xgdl_arrow){set, a->letters[t], m->states.set_of[a->targets[t]]});
    }
    struct xgdl_automaton *minimal =
        xgdl_automaton_of(arrows.items, arrows.count, m->states.set_count, m->states.set_of[0]);
    vec_free(&arrows);
    return minimal;
}

struct xgdl_automaton *xgdl_minimal(const struct xgdl_automaton *automaton) {
    struct minimiser m = {.automaton = automaton,
                          .from = numbers(automaton->transition_count),
                          .into_first = numbers((size_t)automaton->state_count + 1),
                          .into = numbers(automaton->transition_count)};
    find_ways_in(&m);
    partition_begin(&m.states, automaton->state_count);
    partition_begin(&m.arrows, automaton->transition_count);
    split_by_letters(&m);
    refine(&m);
    struct xgdl_automaton *minimal = merged(&m);
    partition_free(&m.states);
    partition_free(&m.arrows);
    free(m.from), free(m.into_first), free(m.into);
    return minimal;
}
