/* Invariant: of the failing and of the holding environments those of smallest rank are kept, at most KEPT of each, in
 * heaps whose first element has the largest rank. */
#include "env/analysis.h"

#include "base/invariant.h"
#include "env/words.h"

#include <string.h>

enum { KEPT = 4096, COMBINED = 120 /* statements that combinations of three are made of */ };

struct env_analysis {
    struct observations observations;
    const struct env_model **models;
    uint64_t failing, holding; /* all of them */
};

/* ---- gathering ---- */

struct env_analysis *env_analysis_new(const struct env_model *const *models, size_t count) {
    struct env_analysis *analysis = memory_new(sizeof *analysis);
    analysis->models = memory_new(sizeof *models * count);
    memcpy(analysis->models, models, sizeof *models * count);
    analysis->observations.models = analysis->models;
    analysis->observations.model_count = count;
    return analysis;
}

static void observation_free(struct observation *observation) {
    free(observation->graph.values);
    free(observation->graph.sizes);
    free(observation);
}

static struct observation *observation_new(const struct ocl_schema *schema, const struct env_graph *graph) {
    struct observation *observation = memory_new(sizeof *observation);
    size_t classes = schema->classes.count, values = 0;
    for (size_t c = 0; c < classes; c++) values += graph->sizes[c] * schema->classes.items[c].members.count;
    size_t head = (sizeof(unsigned) * classes + 7) / 8 * 8;
    observation->graph.sizes = memory_new(head + values * sizeof(int64_t) + 8);
    observation->graph.values = memory_new(sizeof(int64_t *) * (classes + 1));
    memcpy(observation->graph.sizes, graph->sizes, sizeof(unsigned) * classes);
    int64_t *next = (int64_t *)((char *)observation->graph.sizes + head);
    for (size_t c = 0; c < classes; c++) {
        size_t count = graph->sizes[c] * schema->classes.items[c].members.count;
        observation->graph.values[c] = next;
        if (count) memcpy(next, graph->values[c], count * sizeof *next);
        next += count;
    }
    return observation;
}

/* Neighbouring numbers get far ranks: what is kept of many is spread over all of them. */
static uint64_t rank_of(uint64_t number) {
    number += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

static void sift_down(struct observation **heap, size_t count) {
    for (size_t at = 0;;) {
        size_t largest = at;
        for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < count; child++)
            if (heap[child]->rank > heap[largest]->rank) largest = child;
        if (largest == at) return;
        struct observation *moved = heap[at];
        heap[at] = heap[largest];
        heap[largest] = moved;
        at = largest;
    }
}

static void sift_up(struct observation **heap, size_t at) {
    while (at > 0 && heap[at]->rank > heap[(at - 1) / 2]->rank) {
        struct observation *moved = heap[at];
        heap[at] = heap[(at - 1) / 2];
        heap[(at - 1) / 2] = moved;
        at = (at - 1) / 2;
    }
}

static bool is_heap(struct observation *const *heap, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (heap[i]->rank > heap[(i - 1) / 2]->rank) return false;
    return count <= KEPT;
}

void env_analysis_add(struct env_analysis *analysis, size_t model, uint64_t number, const struct env_graph *graph,
                      bool fails) {
    const struct ocl_schema *schema = &analysis->models[0]->schema;
    uint64_t rank = rank_of(number);
    bool is_full;
    ++*(fails ? &analysis->failing : &analysis->holding);
    struct observations *all = &analysis->observations;
    is_full = (fails ? all->failing.count : all->holding.count) >= KEPT;
    if (is_full && rank >= (fails ? all->failing.items[0] : all->holding.items[0])->rank) return;
    struct observation *seen = observation_new(schema, graph);
    seen->rank = rank;
    seen->model = model;
    if (is_full) {
        struct observation **heap = fails ? all->failing.items : all->holding.items;
        observation_free(heap[0]);
        heap[0] = seen;
        sift_down(heap, KEPT);
    } else if (fails) {
        vec_push(&all->failing, seen);
        sift_up(all->failing.items, all->failing.count - 1);
    } else {
        vec_push(&all->holding, seen);
        sift_up(all->holding.items, all->holding.count - 1);
    }
    invariant_dear(is_heap(all->failing.items, all->failing.count));
    invariant_dear(is_heap(all->holding.items, all->holding.count));
}

void env_analysis_free(struct env_analysis *analysis) {
    if (!analysis) return;
    struct observations *all = &analysis->observations;
    for (size_t i = 0; i < all->failing.count; i++) observation_free(all->failing.items[i]);
    for (size_t i = 0; i < all->holding.count; i++) observation_free(all->holding.items[i]);
    vec_free(&all->failing);
    vec_free(&all->holding);
    free(analysis->models);
    free(analysis);
}

/* ---- combining statements ---- */

struct combination {
    const struct atom *atoms[3];
    unsigned count; /* 0: none was found */
    unsigned cost;
};

struct search {
    const struct atom *atoms;
    size_t count;
    bool conjunction; /* of necessary statements, else a disjunction of sufficient ones */
    size_t words;     /* of the bits that matter */
    struct combination best;
};

/* Conjunctions: holding environments that still have it. Disjunctions: failing ones that have it. */
static const uint64_t *bits_of(const struct search *search, const struct atom *atom) {
    return search->conjunction ? atom->holding : atom->failing;
}

static bool is_exact(const struct search *search, const struct atom *const *atoms, unsigned count, uint64_t last) {
    for (size_t word = 0; word < search->words; word++) {
        uint64_t bits = bits_of(search, atoms[0])[word];
        for (unsigned i = 1; i < count; i++)
            bits =
                search->conjunction ? bits & bits_of(search, atoms[i])[word] : bits | bits_of(search, atoms[i])[word];
        uint64_t wanted = search->conjunction ? 0 : word + 1 == search->words ? last : UINT64_MAX;
        if (bits != wanted) return false;
    }
    return true;
}

static void consider(struct search *search, const struct atom *const *atoms, unsigned count, uint64_t last) {
    unsigned cost = count - 1;
    for (unsigned i = 0; i < count; i++) cost += atoms[i]->cost;
    if (search->best.count && search->best.cost <= cost) return;
    if (!is_exact(search, atoms, count, last)) return;
    search->best.count = count;
    search->best.cost = cost;
    memcpy(search->best.atoms, atoms, sizeof *atoms * count);
}

static void combine(struct search *search, unsigned size, uint64_t last) {
    size_t limit = size == 3 && search->count > COMBINED ? COMBINED : search->count;
    for (size_t i = 0; i < limit; i++) {
        const struct atom *chosen[3] = {&search->atoms[i]};
        if (size == 1) consider(search, chosen, 1, last);
        for (size_t j = i + 1; size > 1 && j < limit; j++) {
            chosen[1] = &search->atoms[j];
            if (size == 2) consider(search, chosen, 2, last);
            for (size_t k = j + 1; size > 2 && k < limit; k++) {
                chosen[2] = &search->atoms[k];
                consider(search, chosen, 3, last);
            }
        }
    }
}

static struct combination find_exact(const struct atoms *atoms, const struct observations *all, unsigned size) {
    struct search conjunctions = {.atoms = atoms->necessary.list.items,
                                  .count = atoms->necessary.list.count,
                                  .conjunction = true,
                                  .words = atoms_words(all->holding.count)};
    struct search disjunctions = {.atoms = atoms->sufficient.list.items,
                                  .count = atoms->sufficient.list.count,
                                  .words = atoms_words(all->failing.count)};
    size_t rest = all->failing.count % 64;
    combine(&conjunctions, size, 0);
    if (size > 1) combine(&disjunctions, size, rest ? (UINT64_C(1) << rest) - 1 : UINT64_MAX);
    bool second =
        disjunctions.best.count && (!conjunctions.best.count || disjunctions.best.cost < conjunctions.best.cost);
    return second ? disjunctions.best : conjunctions.best;
}

/* ---- the answer ---- */

static int necessary_first(const void *a, const void *b) {
    const struct atom *one = a, *two = b;
    if (one->holding_count != two->holding_count) return one->holding_count < two->holding_count ? -1 : 1;
    return one->cost != two->cost ? (one->cost < two->cost ? -1 : 1) : 0;
}

static int sufficient_first(const void *a, const void *b) {
    const struct atom *one = a, *two = b;
    if (one->failing_count != two->failing_count) return one->failing_count > two->failing_count ? -1 : 1;
    return one->cost != two->cost ? (one->cost < two->cost ? -1 : 1) : 0;
}

/* Few exceptions are good, but not at any price: one point of cost weighs as much as two of a hundred environments. */
static double badness(uint64_t exceptions, uint64_t of, unsigned cost) {
    return (double)exceptions / (double)of * 100 + 2.0 * cost;
}

static const struct atom *best_necessary(const struct atoms *atoms, uint64_t holding) {
    const struct atom *best = NULL;
    for (size_t i = 0; i < atoms->necessary.list.count; i++) {
        const struct atom *atom = &atoms->necessary.list.items[i];
        if (!best ||
            badness(atom->holding_count, holding, atom->cost) < badness(best->holding_count, holding, best->cost))
            best = atom;
    }
    return best;
}

static const struct atom *best_sufficient(const struct atoms *atoms, uint64_t failing) {
    const struct atom *best = NULL;
    for (size_t i = 0; i < atoms->sufficient.list.count; i++) {
        const struct atom *atom = &atoms->sufficient.list.items[i];
        if (!best || badness(failing - atom->failing_count, failing, atom->cost) <
                         badness(failing - best->failing_count, failing, best->cost))
            best = atom;
    }
    return best;
}

/* What there is comes before what there is not, the simpler first. */
static int telling_order(const void *a, const void *b) {
    const struct atom *one = *(const struct atom *const *)a, *two = *(const struct atom *const *)b;
    if (one->negated != two->negated) return one->negated ? 1 : -1;
    if (one->cost != two->cost) return one->cost < two->cost ? -1 : 1;
    return one->kind != two->kind ? (one->kind < two->kind ? -1 : 1) : 0;
}

static void describe(const struct env_analysis *analysis, const struct shapes *shapes, struct combination found,
                     bool conjunction, struct text *out) {
    qsort(found.atoms, found.count, sizeof *found.atoms, telling_order);
    for (unsigned i = 0; i < found.count; i++) {
        if (i) text_add(out, conjunction ? ", and " : ", or ");
        words_atom(out, &analysis->models[0]->schema, shapes, found.atoms[i]);
    }
}

/* ---- before anything is said ---- */

static bool is_true(const struct combination *found, bool conjunction, const struct observations *all,
                    const struct shapes *shapes, const struct observation *seen) {
    for (unsigned i = 0; i < found->count; i++)
        if (atom_is_true(found->atoms[i], all, shapes, seen) != conjunction) return !conjunction;
    return conjunction;
}

/* Of how many failing, and of how many holding environments is it true? */
static void count_true(const struct combination *found, bool conjunction, const struct observations *all,
                       const struct shapes *shapes, uint64_t *failing, uint64_t *holding) {
    *failing = *holding = 0;
    for (size_t i = 0; i < all->failing.count; i++)
        *failing += is_true(found, conjunction, all, shapes, all->failing.items[i]);
    for (size_t i = 0; i < all->holding.count; i++)
        *holding += is_true(found, conjunction, all, shapes, all->holding.items[i]);
}

static struct combination alone(const struct atom *atom) {
    return (struct combination){.atoms = {atom}, .count = 1, .cost = atom->cost};
}

/* "only fails when", "always fails when": each is said only if it is so in every environment. */
static void tell_partly(const struct env_analysis *analysis, const struct atoms *atoms, const struct shapes *shapes,
                        struct env_analysis_result *result) {
    const struct observations *all = &analysis->observations;
    const struct atom *necessary = best_necessary(atoms, all->holding.count);
    const struct atom *sufficient = best_sufficient(atoms, all->failing.count);
    struct text words = {0};
    uint64_t failing, holding;
    result->kind = ENV_ANALYSIS_PARTIAL;
    if (necessary) {
        struct combination found = alone(necessary);
        count_true(&found, true, all, shapes, &failing, &holding);
        result->necessary_holding = holding;
        if (failing == all->failing.count) words_atom(&words, &analysis->models[0]->schema, shapes, necessary);
        if (words.length) result->necessary = text_take(&words);
    }
    if (sufficient) {
        struct combination found = alone(sufficient);
        count_true(&found, true, all, shapes, &failing, &holding);
        result->sufficient_failing = failing;
        if (holding == 0) words_atom(&words, &analysis->models[0]->schema, shapes, sufficient);
        if (words.length) result->sufficient = text_take(&words);
    }
}

static void separate(const struct env_analysis *analysis, struct env_analysis_result *result) {
    const struct observations *all = &analysis->observations;
    struct shapes shapes = {0};
    struct atoms atoms = {0};
    shapes_make(&shapes, all->models, all->model_count);
    atoms_find(&atoms, all, &shapes);
    struct combination found = find_exact(&atoms, all, 1);
    if (!found.count) {
        atoms_refine(&atoms, all, &shapes);
        if (atoms.necessary.list.count)
            qsort(atoms.necessary.list.items, atoms.necessary.list.count, sizeof *atoms.necessary.list.items,
                  necessary_first);
        if (atoms.sufficient.list.count)
            qsort(atoms.sufficient.list.items, atoms.sufficient.list.count, sizeof *atoms.sufficient.list.items,
                  sufficient_first);
        found = find_exact(&atoms, all, 1);
        struct combination two = find_exact(&atoms, all, 2);
        if (two.count && (!found.count || two.cost < found.cost)) found = two;
        if (!found.count) found = find_exact(&atoms, all, 3);
    }
    bool conjunction = found.count && found.atoms[0]->failing_count == all->failing.count;
    uint64_t failing = 0, holding = 0;
    if (found.count) count_true(&found, conjunction, all, &shapes, &failing, &holding);
    if (found.count && failing == all->failing.count && holding == 0) {
        struct text words = {0};
        result->kind = ENV_ANALYSIS_EXACT;
        describe(analysis, &shapes, found, conjunction, &words);
        result->condition = text_take(&words);
    } else {
        tell_partly(analysis, &atoms, &shapes, result);
    }
    atoms_free(&atoms);
    shapes_free(&shapes);
}

static int by_rank(const void *a, const void *b) {
    uint64_t one = (*(struct observation *const *)a)->rank, two = (*(struct observation *const *)b)->rank;
    return one != two ? (one > two ? -1 : 1) : 0;
}

struct env_analysis_result *env_analysis_find(const struct env_analysis *analysis) {
    struct env_analysis_result *result = memory_new(sizeof *result);
    const struct observations *all = &analysis->observations;
    result->failing = all->failing.count;
    result->holding = all->holding.count;
    result->sampled = analysis->failing > result->failing || analysis->holding > result->holding;
    if (analysis->failing == 0) {
        result->kind = ENV_ANALYSIS_NONE;
    } else if (analysis->holding == 0) {
        result->kind = ENV_ANALYSIS_ALL;
    } else {
        /* Heaps of the same elements may differ; sorted, largest first, they are heaps still, and the same. */
        qsort(all->failing.items, all->failing.count, sizeof *all->failing.items, by_rank);
        qsort(all->holding.items, all->holding.count, sizeof *all->holding.items, by_rank);
        separate(analysis, result);
    }
    return result;
}

void env_analysis_result_free(struct env_analysis_result *result) {
    if (!result) return;
    free(result->condition);
    free(result->necessary);
    free(result->sufficient);
    free(result);
}
