/* Shapes are looked at one after the other. For each, the sets of conditions that its choices of objects meet are
 * gathered per graph (struct meetings); a graph has a pattern iff one of its sets includes the pattern's conditions. */
#include "env/atoms.h"

#include <string.h>

enum {
    CHEAPEST = 150,  /* statements of a kind that are kept of a shape: so many of the cheapest ... */
    STRONGEST = 100, /* ... and so many of those that say most */
    REFINED = 40,    /* patterns of a shape that get a further condition */
};

/* ---- the meetings of a shape ---- */

struct meetings {
    const struct shape *shape;
    VEC(struct condition_set) sets;
    VEC(size_t) starts; /* of each graph, failing ones first; and the end */
    size_t graph_start;
    size_t failing, holding;
    /* Conditions that tell choices apart, one of each meaning, condition 0 first. */
    unsigned alive[PATTERN_CONDITIONS];
    unsigned alive_count;
};

static bool same_set(const struct condition_set *a, const struct condition_set *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void keep_set(void *context, const struct condition_set *met) {
    struct meetings *meetings = context;
    for (size_t i = meetings->graph_start; i < meetings->sets.count; i++)
        if (same_set(&meetings->sets.items[i], met)) return;
    vec_push(&meetings->sets, *met);
}

static void gather_graphs(struct meetings *meetings, const struct observations *observations,
                          struct observation *const *graphs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        meetings->graph_start = meetings->sets.count;
        vec_push(&meetings->starts, meetings->graph_start);
        shape_visit(meetings->shape, &observations->models[0]->schema, &graphs[i]->graph, keep_set, meetings);
    }
}

/* Conditions that are always or never met, or exactly where a cheaper one is, say nothing. */
static void find_alive(struct meetings *meetings) {
    uint64_t seen[PATTERN_CONDITIONS];
    const struct shape *shape = meetings->shape;
    meetings->alive[0] = 0;
    meetings->alive_count = 1;
    for (unsigned cost = 0; cost <= 3; cost++)
        for (unsigned c = 1; c < shape->conditions.count; c++) {
            if (shape->conditions.items[c].cost != cost) continue;
            uint64_t hash = 0;
            size_t met = 0;
            for (size_t i = 0; i < meetings->sets.count; i++) {
                bool is_met = condition_set_has(&meetings->sets.items[i], c);
                met += is_met;
                hash = (hash ^ (is_met ? i + 1 : 0)) * UINT64_C(0x9e3779b97f4a7c15);
                hash ^= hash >> 29;
            }
            bool useful = met > 0 && met < meetings->sets.count;
            for (unsigned i = 1; useful && i < meetings->alive_count; i++) useful = seen[i] != hash;
            if (!useful) continue;
            seen[meetings->alive_count] = hash;
            meetings->alive[meetings->alive_count++] = c;
        }
}

static void meetings_make(struct meetings *meetings, const struct observations *observations,
                          const struct shape *shape) {
    *meetings = (struct meetings){
        .shape = shape, .failing = observations->failing.count, .holding = observations->holding.count};
    gather_graphs(meetings, observations, observations->failing.items, observations->failing.count);
    gather_graphs(meetings, observations, observations->holding.items, observations->holding.count);
    vec_push(&meetings->starts, meetings->sets.count);
    find_alive(meetings);
}

static void meetings_free(struct meetings *meetings) {
    vec_free(&meetings->sets);
    vec_free(&meetings->starts);
}

static bool has_pattern(const struct meetings *meetings, size_t graph, const unsigned *conditions) {
    for (size_t i = meetings->starts.items[graph]; i < meetings->starts.items[graph + 1]; i++) {
        const struct condition_set *set = &meetings->sets.items[i];
        if (condition_set_has(set, conditions[0]) && condition_set_has(set, conditions[1]) &&
            condition_set_has(set, conditions[2]))
            return true;
    }
    return false;
}

/* ---- which lists a statement belongs to ---- */

static void set_bit(uint64_t *bits, size_t index) { bits[index / 64] |= UINT64_C(1) << index % 64; }

static void add_unless_known(struct atom *atom, size_t failing_words, size_t holding_words, struct atom_list *atoms) {
    for (size_t i = 0; i < atoms->list.count; i++) {
        struct atom *known = &atoms->list.items[i];
        if (memcmp(known->failing, atom->failing, failing_words * 8) != 0 ||
            memcmp(known->holding, atom->holding, holding_words * 8) != 0)
            continue;
        if (atom->cost < known->cost) {
            struct atom cheaper = *atom;
            *atom = *known;
            *known = cheaper;
        }
        free(atom->failing);
        free(atom->holding);
        return;
    }
    vec_push(&atoms->list, *atom);
}

static void copy_bits(struct atom *atom, size_t failing_words, size_t holding_words) {
    uint64_t *failing = memory_new(failing_words * 8 + 8), *holding = memory_new(holding_words * 8 + 8);
    memcpy(failing, atom->failing, failing_words * 8);
    memcpy(holding, atom->holding, holding_words * 8);
    atom->failing = failing;
    atom->holding = holding;
}

static void negate(struct atom *atom, size_t failing, size_t holding) {
    for (size_t i = 0; i < failing; i++) atom->failing[i / 64] ^= UINT64_C(1) << i % 64;
    for (size_t i = 0; i < holding; i++) atom->holding[i / 64] ^= UINT64_C(1) << i % 64;
    atom->failing_count = failing - atom->failing_count;
    atom->holding_count = holding - atom->holding_count;
    atom->negated = !atom->negated;
    atom->cost++;
}

/* Takes the atom's bits; puts it, and its opposite, where they belong. */
static void sort_in(struct atoms *atoms, struct atom atom, size_t failing, size_t holding) {
    size_t failing_words = atoms_words(failing), holding_words = atoms_words(holding);
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1) negate(&atom, failing, holding);
        if (atom.failing_count == failing && atom.holding_count < holding) {
            struct atom copy = atom;
            copy_bits(&copy, failing_words, holding_words);
            add_unless_known(&copy, failing_words, holding_words, &atoms->necessary);
        }
        if (atom.holding_count == 0 && atom.failing_count > 0) {
            struct atom copy = atom;
            copy_bits(&copy, failing_words, holding_words);
            add_unless_known(&copy, failing_words, holding_words, &atoms->sufficient);
        }
    }
    free(atom.failing);
    free(atom.holding);
}

/* ---- numbers of objects, and constants ---- */

static int64_t constant_of(const struct observations *observations, const struct observation *seen, unsigned index) {
    return observations->models[seen->model]->schema.constants.items[index].value;
}

static bool at_least(const struct observations *observations, const struct atom *atom, const struct observation *seen) {
    int64_t number = atom->kind == ATOM_OBJECTS ? (int64_t)seen->graph.sizes[atom->index]
                                                : constant_of(observations, seen, atom->index);
    return number >= atom->value;
}

static void add_number_atom(struct atoms *atoms, const struct observations *observations, struct atom atom) {
    size_t failing = observations->failing.count, holding = observations->holding.count;
    atom.failing = memory_new(atoms_words(failing) * 8 + 8);
    atom.holding = memory_new(atoms_words(holding) * 8 + 8);
    for (size_t i = 0; i < failing; i++)
        if (at_least(observations, &atom, observations->failing.items[i])) {
            set_bit(atom.failing, i);
            atom.failing_count++;
        }
    for (size_t i = 0; i < holding; i++)
        if (at_least(observations, &atom, observations->holding.items[i])) {
            set_bit(atom.holding, i);
            atom.holding_count++;
        }
    sort_in(atoms, atom, failing, holding);
}

static void add_number_atoms(struct atoms *atoms, const struct observations *observations) {
    const struct ocl_schema *schema = &observations->models[0]->schema;
    for (unsigned c = 0; c < schema->classes.count; c++)
        for (int64_t number = 1; number <= 64; number++) {
            bool possible = false;
            for (size_t i = 0; i < observations->model_count; i++)
                possible = possible || observations->models[i]->classes.items[c].high >= number;
            if (!possible) break;
            add_number_atom(atoms, observations,
                            (struct atom){.kind = ATOM_OBJECTS, .index = c, .value = number, .cost = 1});
        }
    for (unsigned c = 0; c < schema->constants.count; c++)
        for (size_t i = 0; i < observations->model_count; i++) {
            int64_t value = observations->models[i]->schema.constants.items[c].value;
            add_number_atom(atoms, observations,
                            (struct atom){.kind = ATOM_CONSTANT, .index = c, .value = value, .cost = 2});
        }
}

/* ---- patterns of a shape ---- */

struct candidate {
    unsigned conditions[PATTERN_SIZE];
    unsigned cost;
    uint32_t failing, holding;
};

struct candidates {
    VEC(struct candidate) list;
};

static int by_cost(const void *a, const void *b) {
    const struct candidate *one = a, *two = b;
    if (one->cost != two->cost) return one->cost < two->cost ? -1 : 1;
    uint32_t wrong_one = one->holding, wrong_two = two->holding;
    if (wrong_one != wrong_two) return wrong_one < wrong_two ? -1 : 1;
    if (one->failing != two->failing) return one->failing > two->failing ? -1 : 1;
    return memcmp(one->conditions, two->conditions, sizeof one->conditions);
}

/* How well it separates: failing ones that have it, and holding ones that have it not (or the other way round). */
static int64_t strength(const struct candidate *candidate) {
    int64_t difference = (int64_t)candidate->failing - (int64_t)candidate->holding;
    return difference < 0 ? -difference : difference;
}

static int by_strength(const void *a, const void *b) {
    int64_t one = strength(a), two = strength(b);
    return one != two ? (one > two ? -1 : 1) : by_cost(a, b);
}

static void add_atom(struct atoms *atoms, const struct meetings *meetings, unsigned shape,
                     const struct candidate *candidate) {
    struct atom atom = {.kind = ATOM_PATTERN, .index = shape, .cost = candidate->cost};
    memcpy(atom.conditions, candidate->conditions, sizeof atom.conditions);
    atom.failing = memory_new(atoms_words(meetings->failing) * 8 + 8);
    atom.holding = memory_new(atoms_words(meetings->holding) * 8 + 8);
    for (size_t i = 0; i < meetings->failing; i++)
        if (has_pattern(meetings, i, atom.conditions)) {
            set_bit(atom.failing, i);
            atom.failing_count++;
        }
    for (size_t i = 0; i < meetings->holding; i++)
        if (has_pattern(meetings, meetings->failing + i, atom.conditions)) {
            set_bit(atom.holding, i);
            atom.holding_count++;
        }
    sort_in(atoms, atom, meetings->failing, meetings->holding);
}

struct pair_counts {
    uint32_t failing, holding, last; /* last: the last graph that was counted, from 1 */
};

static void count_set(const struct meetings *meetings, const struct condition_set *set, struct pair_counts *counts,
                      uint32_t graph, bool fails) {
    unsigned met[PATTERN_CONDITIONS], met_count = 0;
    for (unsigned i = 0; i < meetings->alive_count; i++)
        if (condition_set_has(set, meetings->alive[i])) met[met_count++] = i;
    for (unsigned i = 0; i < met_count; i++)
        for (unsigned j = i + 1; j < met_count; j++) {
            struct pair_counts *pair = &counts[met[i] * meetings->alive_count + met[j]];
            if (pair->last == graph) continue;
            pair->last = graph;
            if (fails)
                pair->failing++;
            else
                pair->holding++;
        }
}

static bool is_worth_a_thought(const struct meetings *meetings, const struct candidate *candidate) {
    bool all = candidate->failing == meetings->failing && candidate->holding == meetings->holding;
    bool none = candidate->failing == 0 && candidate->holding == 0;
    if (all || none) return false;
    return candidate->failing == meetings->failing || candidate->failing == 0 || candidate->holding == 0 ||
           candidate->holding == meetings->holding;
}

/* There are such objects, whatever else they are: "some user u has another user v". */
static void add_bare_shape(const struct meetings *meetings, struct candidates *found) {
    struct candidate candidate = {.cost = meetings->shape->cost};
    if (meetings->shape->kind != SHAPE_LINK && meetings->shape->kind != SHAPE_TWO_LINKS) return;
    for (size_t graph = 0; graph + 1 < meetings->starts.count; graph++)
        if (meetings->starts.items[graph] < meetings->starts.items[graph + 1])
            ++*(graph < meetings->failing ? &candidate.failing : &candidate.holding);
    if (is_worth_a_thought(meetings, &candidate)) vec_push(&found->list, candidate);
}

static void count_pairs(const struct meetings *meetings, struct candidates *found) {
    unsigned alive = meetings->alive_count;
    struct pair_counts *counts = memory_new(sizeof *counts * alive * alive);
    for (size_t graph = 0; graph + 1 < meetings->starts.count; graph++)
        for (size_t i = meetings->starts.items[graph]; i < meetings->starts.items[graph + 1]; i++)
            count_set(meetings, &meetings->sets.items[i], counts, (uint32_t)graph + 1, graph < meetings->failing);
    add_bare_shape(meetings, found);
    for (unsigned i = 0; i < alive; i++)
        for (unsigned j = i + 1; j < alive; j++) {
            const struct pair_counts *pair = &counts[i * alive + j];
            const struct condition *first = &meetings->shape->conditions.items[meetings->alive[i]];
            const struct condition *second = &meetings->shape->conditions.items[meetings->alive[j]];
            struct candidate candidate = {.conditions = {meetings->alive[i], meetings->alive[j], 0},
                                          .cost = meetings->shape->cost + first->cost + second->cost,
                                          .failing = pair->failing,
                                          .holding = pair->holding};
            if (is_worth_a_thought(meetings, &candidate)) vec_push(&found->list, candidate);
        }
    free(counts);
}

static void add_best(struct atoms *atoms, const struct meetings *meetings, unsigned shape, struct candidates *found) {
    if (!found->list.count) return;
    qsort(found->list.items, found->list.count, sizeof *found->list.items, by_cost);
    for (size_t i = 0; i < found->list.count && i < CHEAPEST; i++)
        add_atom(atoms, meetings, shape, &found->list.items[i]);
    if (found->list.count <= CHEAPEST) return;
    qsort(found->list.items, found->list.count, sizeof *found->list.items, by_strength);
    for (size_t i = 0; i < found->list.count && i < STRONGEST; i++)
        add_atom(atoms, meetings, shape, &found->list.items[i]);
}

void atoms_find(struct atoms *atoms, const struct observations *observations, const struct shapes *shapes) {
    add_number_atoms(atoms, observations);
    for (unsigned s = 0; s < shapes->list.count; s++) {
        struct meetings meetings;
        struct candidates found = {0};
        meetings_make(&meetings, observations, &shapes->list.items[s]);
        count_pairs(&meetings, &found);
        add_best(atoms, &meetings, s, &found);
        vec_free(&found.list);
        meetings_free(&meetings);
    }
}

/* ---- a condition more ---- */

/* True if all failing graphs have the pattern; then also how many holding ones do. */
static bool count_necessary(const struct meetings *meetings, struct candidate *candidate) {
    for (size_t i = 0; i < meetings->failing; i++)
        if (!has_pattern(meetings, i, candidate->conditions)) return false;
    candidate->failing = (uint32_t)meetings->failing;
    candidate->holding = 0;
    for (size_t i = 0; i < meetings->holding; i++)
        candidate->holding += has_pattern(meetings, meetings->failing + i, candidate->conditions);
    return true;
}

static void refine_pattern(const struct meetings *meetings, const struct candidate *pattern, struct candidates *found) {
    for (unsigned i = 1; i < meetings->alive_count; i++) {
        struct candidate refined = *pattern;
        unsigned condition = meetings->alive[i];
        if (condition == pattern->conditions[0] || condition == pattern->conditions[1]) continue;
        refined.conditions[2] = condition;
        refined.cost += meetings->shape->conditions.items[condition].cost;
        if (count_necessary(meetings, &refined) && refined.holding < pattern->holding) vec_push(&found->list, refined);
    }
}

void atoms_refine(struct atoms *atoms, const struct observations *observations, const struct shapes *shapes) {
    for (unsigned s = 0; s < shapes->list.count; s++) {
        if (shapes->list.items[s].objects == 1) continue;
        struct meetings meetings;
        struct candidates pairs = {0}, found = {0};
        meetings_make(&meetings, observations, &shapes->list.items[s]);
        count_pairs(&meetings, &pairs);
        if (pairs.list.count) qsort(pairs.list.items, pairs.list.count, sizeof *pairs.list.items, by_strength);
        size_t refined = 0;
        for (size_t i = 0; i < pairs.list.count && refined < REFINED; i++) {
            const struct candidate *pair = &pairs.list.items[i];
            if (pair->failing != meetings.failing || pair->conditions[0] == 0) continue;
            refine_pattern(&meetings, pair, &found);
            refined++;
        }
        add_best(atoms, &meetings, s, &found);
        vec_free(&pairs.list);
        vec_free(&found.list);
        meetings_free(&meetings);
    }
}

static void atom_list_free(struct atom_list *atoms) {
    for (size_t i = 0; i < atoms->list.count; i++) {
        free(atoms->list.items[i].failing);
        free(atoms->list.items[i].holding);
    }
    vec_free(&atoms->list);
}

void atoms_free(struct atoms *atoms) {
    atom_list_free(&atoms->necessary);
    atom_list_free(&atoms->sufficient);
}

/* ---- one statement, one environment ---- */

struct looking {
    const struct atom *atom;
    bool found;
};

static void look(void *context, const struct condition_set *met) {
    struct looking *looking = context;
    bool all = true;
    for (unsigned i = 0; i < PATTERN_SIZE; i++) all = all && condition_set_has(met, looking->atom->conditions[i]);
    looking->found = looking->found || all;
}

bool atom_is_true(const struct atom *atom, const struct observations *observations, const struct shapes *shapes,
                  const struct observation *seen) {
    if (atom->kind != ATOM_PATTERN) return at_least(observations, atom, seen) != atom->negated;
    struct looking looking = {.atom = atom};
    shape_visit(&shapes->list.items[atom->index], &observations->models[0]->schema, &seen->graph, look, &looking);
    return looking.found != atom->negated;
}
