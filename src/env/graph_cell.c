#include "env/graph_cell.h"

#include "env/graph_symbolic.h"

#include <string.h>

enum {
    MAX_NODES = 1 << 21,  /* of one cell's diagrams: more make it GRAPH_CELL_COMPLEX        */
    KEEP_NODES = 1 << 18, /* from one cell to the next, for what they have in common        */
    MAX_ORDER = 1000,     /* larger groups are not put into diagrams: every graph is tested */
    MAX_PATTERNS = 256,   /* to remember                                                  */
    MAX_MARKS = 1 << 12
};

/* Links that depend on each other, and the condition on them. */
struct component {
    diagram root;
    uint32_t first, variable_count; /* in graph_cells.variables */
    uint64_t count;
};

/* The conditions of a pattern of graph_symmetry. */
struct pattern {
    bool made, exact;
    struct graph_conditions conditions;
};

struct graph_cells {
    const struct graph_space *space;
    struct diagrams *diagrams;
    struct graph_symmetry *symmetry;
    struct graph_conditions multiplicities; /* the same in every cell; empty: not made since diagrams_clear() */
    bool multiplicities_made;
    VEC(struct pattern) patterns;
    VEC(enum graph_symmetry_effort) efforts; /* by pattern: what fits into the diagrams; stays when they are cleared */

    /* Of the current cell. */
    struct graph_conditions conditions;
    VEC(struct component) components;
    VEC(uint32_t) variables;
    bool exact;          /* all graphs of the components are the least of their kind */
    uint64_t raw_count;  /* product of the components' counts                        */
    uint64_t raw, least; /* if not exact: so many were looked at, of them so many are the least */
    VEC(uint64_t) marks; /* marks[i]: `raw` when `least` was i * mark_stride; MAX_MARKS at most */
    uint64_t mark_stride;
    const struct ocl_expression *failed;
    bool uses_links; /* of the invariant looked at */

    bool *links, *values;
    uint32_t *part; /* by link: union-find */
};

static bool gives_up(const void *space) { return graph_gives_up(space); }

struct graph_cells *graph_cells_new(const struct graph_space *space) {
    struct graph_cells *cells = memory_new(sizeof *cells);
    cells->space = space;
    cells->diagrams = diagrams_new(MAX_NODES);
    diagrams_ask(cells->diagrams, gives_up, space);
    cells->symmetry = graph_symmetry_new(space);
    cells->links = memory_new(space->links.count + 1);
    cells->values = memory_new(space->links.count + 1);
    cells->part = memory_new((space->links.count + 1) * sizeof *cells->part);
    return cells;
}

/* Forgets all diagrams. */
static void clear(struct graph_cells *cells) {
    diagrams_clear(cells->diagrams);
    for (size_t i = 0; i < cells->patterns.count; i++) vec_free(&cells->patterns.items[i].conditions.list);
    vec_clear(&cells->patterns);
    vec_clear(&cells->multiplicities.list);
    cells->multiplicities_made = false;
}

void graph_cells_free(struct graph_cells *cells) {
    if (!cells) return;
    clear(cells);
    diagrams_free(cells->diagrams);
    graph_symmetry_free(cells->symmetry);
    vec_free(&cells->multiplicities.list);
    vec_free(&cells->patterns);
    vec_free(&cells->efforts);
    vec_free(&cells->marks);
    vec_free(&cells->conditions.list);
    vec_free(&cells->components);
    vec_free(&cells->variables);
    free(cells->links);
    free(cells->values);
    free(cells->part);
    free(cells);
}

/* ---- conditions ---- */

/* From `low` to `high` of `count` links from `first` on. */
static diagram between(struct diagrams *diagrams, uint32_t first, unsigned count, int64_t low, int64_t high) {
    if (low <= 0 && high >= count) return DIAGRAM_TRUE;
    /* so_far[k]: the links after the current one are in order if k are set up to it */
    diagram *in_order = memory_new((count + 2) * sizeof *in_order);
    for (unsigned k = 0; k <= count; k++) in_order[k] = k >= low && k <= high ? DIAGRAM_TRUE : DIAGRAM_FALSE;
    for (unsigned link = count; link-- > 0;)
        for (unsigned k = 0; k <= link; k++)
            in_order[k] =
                diagram_choose(diagrams, diagram_variable(diagrams, first + link), in_order[k + 1], in_order[k]);
    diagram all = in_order[0];
    free(in_order);
    return all;
}

static void make_multiplicities(struct graph_cells *cells) {
    const struct graph_space *space = cells->space;
    cells->multiplicities_made = true;
    for (unsigned c = 0; c < space->class_count; c++)
        for (unsigned object = 0; object < space->sizes[c]; object++)
            for (unsigned m = 0; m < graph_class(space, c)->members.count; m++) {
                const struct ocl_member *member = graph_member(space, c, m);
                if (member->kind != OCL_ASSOCIATION) continue;
                int64_t high = member->type.kind == OCL_OBJECT && member->high > 1 ? 1 : member->high;
                diagram condition = between(cells->diagrams, graph_link_number(space, c, object, m, 0),
                                            space->sizes[member->type.class_index], member->low, high);
                vec_push(&cells->multiplicities.list, condition);
            }
}

static const struct pattern *find_pattern(struct graph_cells *cells, const int64_t *const *values) {
    graph_symmetry_set(cells->symmetry, values);
    uint32_t number = graph_symmetry_pattern(cells->symmetry);
    while (cells->patterns.count <= number) vec_push(&cells->patterns, (struct pattern){0});
    struct pattern *pattern = &cells->patterns.items[number];
    while (cells->efforts.count <= number) vec_push(&cells->efforts, GRAPH_SYMMETRY_ALL);
    if (!pattern->made)
        pattern->exact = graph_symmetry_conditions(cells->symmetry, cells->efforts.items[number], MAX_ORDER,
                                                   cells->diagrams, &pattern->conditions);
    pattern->made = true;
    return pattern;
}

static void add_conditions(struct graph_cells *cells, const struct graph_conditions *conditions) {
    for (size_t i = 0; i < conditions->list.count; i++)
        if (conditions->list.items[i] != DIAGRAM_TRUE) vec_push(&cells->conditions.list, conditions->list.items[i]);
}

/* Where evaluation of an invariant fails. */
struct failure {
    const struct ocl_expression *expression;
    diagram where;
    size_t condition; /* the invariant's own, in cells->conditions */
};

struct failures {
    VEC(struct failure) list;
};

static void note_links(void *context, unsigned class_index, unsigned member) {
    struct graph_cells *cells = context;
    if (member != OCL_MEMBER_ID && graph_member(cells->space, class_index, member)->kind == OCL_ASSOCIATION)
        cells->uses_links = true;
}

/* If not, the invariant has one value in the whole cell. */
static bool depends_on_links(struct graph_cells *cells, const struct ocl_expression *invariant) {
    cells->uses_links = false;
    ocl_members_used(invariant, note_links, cells);
    return cells->uses_links;
}

static void evaluate_invariant(struct graph_cells *cells, const struct ocl_world *world, struct arena *arena,
                               const struct ocl_expression *invariant, unsigned object, diagram *yes, diagram *no) {
    struct ocl_value value;
    const char *error;
    *yes = *no = DIAGRAM_FALSE;
    if (depends_on_links(cells, invariant))
        graph_symbolic_evaluate(cells->space, world, cells->diagrams, arena, invariant, object, yes, no);
    else if (ocl_evaluate(invariant, world, object, NULL, &value, &error))
        *(value.number ? yes : no) = DIAGRAM_TRUE;
}

static void add_invariant(struct graph_cells *cells, const struct ocl_world *world, struct arena *arena,
                          const struct ocl_expression *invariant, unsigned object, struct failures *failures) {
    diagram yes, no;
    evaluate_invariant(cells, world, arena, invariant, object, &yes, &no);
    if (yes == DIAGRAM_TRUE) return;
    diagram fails = diagram_not(cells->diagrams, diagram_or(cells->diagrams, yes, no));
    if (fails != DIAGRAM_FALSE)
        vec_push(&failures->list, (struct failure){invariant, fails, cells->conditions.list.count});
    vec_push(&cells->conditions.list, yes);
}

/* A graph for which an invariant fails, and none is false, is neither in the set nor out of it: not to be passed over
 * in silence. */
static void find_failure(struct graph_cells *cells, const struct failures *failures) {
    struct diagrams *d = cells->diagrams;
    diagram none_false = failures->list.count ? DIAGRAM_TRUE : DIAGRAM_FALSE;
    size_t next = 0;
    for (size_t i = 0; i < cells->conditions.list.count && none_false != DIAGRAM_FALSE; i++) {
        diagram holds = cells->conditions.list.items[i];
        if (next < failures->list.count && failures->list.items[next].condition == i)
            holds = diagram_or(d, holds, failures->list.items[next++].where);
        none_false = diagram_and(d, none_false, holds);
    }
    for (size_t i = 0; i < failures->list.count && !cells->failed; i++)
        if (diagram_and(d, none_false, failures->list.items[i].where) != DIAGRAM_FALSE)
            cells->failed = failures->list.items[i].expression;
}

static void add_invariants(struct graph_cells *cells, const struct ocl_world *world) {
    struct failures failures = {0};
    struct arena *arena = arena_new();
    for (unsigned c = 0; c < cells->space->class_count; c++) {
        const struct env_class *class = &cells->space->model->classes.items[c];
        for (size_t i = 0; i < class->invariants.count; i++)
            for (unsigned object = 0; object < cells->space->sizes[c]; object++)
                add_invariant(cells, world, arena, class->invariants.items[i], object, &failures);
    }
    find_failure(cells, &failures);
    vec_free(&failures.list);
    arena_free(arena);
}

static void make_conditions(struct graph_cells *cells, const struct graph_attributes *walk) {
    const struct ocl_world *world = graph_attributes_world(walk);
    vec_clear(&cells->conditions.list);
    cells->failed = NULL;
    cells->exact = true;
    if (!cells->multiplicities_made) make_multiplicities(cells);
    add_conditions(cells, &cells->multiplicities);
    add_invariants(cells, world);
    if (cells->failed) return;
    const struct pattern *pattern = find_pattern(cells, world->values);
    add_conditions(cells, &pattern->conditions);
    cells->exact = pattern->exact;
}

/* ---- components ---- */

static uint32_t part_of(struct graph_cells *cells, uint32_t link) {
    while (cells->part[link] != link) link = cells->part[link] = cells->part[cells->part[link]];
    return link;
}

static const uint32_t UNUSED = UINT32_MAX;

/* Joins the links of each condition; those of none stay UNUSED. Returns each condition's first link in `firsts`. */
static void join_links(struct graph_cells *cells, uint32_t *firsts) {
    struct diagram_variables support = {0};
    for (uint32_t i = 0; i < cells->space->links.count; i++) cells->part[i] = UNUSED;
    for (size_t i = 0; i < cells->conditions.list.count; i++) {
        vec_clear(&support.list);
        diagram_support(cells->diagrams, cells->conditions.list.items[i], &support);
        for (size_t k = 0; k < support.list.count; k++) {
            uint32_t link = support.list.items[k];
            if (cells->part[link] == UNUSED) cells->part[link] = link;
            uint32_t a = part_of(cells, support.list.items[0]), b = part_of(cells, link);
            cells->part[a > b ? a : b] = a < b ? a : b;
        }
        firsts[i] = support.list.count ? support.list.items[0] : UNUSED;
    }
    vec_free(&support.list);
}

static void add_component(struct graph_cells *cells, uint32_t part, diagram root) {
    struct component component = {root, (uint32_t)cells->variables.count, 0, 0};
    for (uint32_t i = 0; i < cells->space->links.count; i++)
        if ((part == UNUSED && cells->part[i] == UNUSED) ||
            (part != UNUSED && cells->part[i] != UNUSED && part_of(cells, i) == part))
            vec_push(&cells->variables, i);
    component.variable_count = (uint32_t)cells->variables.count - component.first;
    if (component.variable_count) vec_push(&cells->components, component);
}

/* A condition without links is true or false: then there is no graph. */
static bool make_components(struct graph_cells *cells) {
    uint32_t *firsts = memory_new((cells->conditions.list.count + 1) * sizeof *firsts);
    bool possible = true;
    vec_clear(&cells->components);
    vec_clear(&cells->variables);
    join_links(cells, firsts);
    for (size_t i = 0; i < cells->conditions.list.count; i++)
        if (cells->conditions.list.items[i] == DIAGRAM_FALSE) possible = false;
    for (uint32_t link = 0; link < cells->space->links.count && possible; link++) {
        if (cells->part[link] != link) continue;
        diagram root = DIAGRAM_TRUE;
        for (size_t i = 0; i < cells->conditions.list.count; i++)
            if (firsts[i] != UNUSED && part_of(cells, firsts[i]) == link)
                root = diagram_and(cells->diagrams, root, cells->conditions.list.items[i]);
        if (root == DIAGRAM_FALSE) possible = false;
        add_component(cells, link, root);
    }
    if (possible) add_component(cells, UNUSED, DIAGRAM_TRUE);
    free(firsts);
    return possible;
}

static bool count_raw(struct graph_cells *cells) {
    bool fits = true;
    cells->raw_count = 1;
    diagrams_start_counting(cells->diagrams);
    for (size_t i = 0; i < cells->components.count; i++) {
        struct component *component = &cells->components.items[i];
        fits = diagram_count(cells->diagrams, component->root, &cells->variables.items[component->first],
                             component->variable_count, &component->count) &&
               fits;
        fits = !__builtin_mul_overflow(cells->raw_count, component->count, &cells->raw_count) && fits;
    }
    return fits;
}

/* ---- graphs ---- */

/* Of the product of components, the last one's number running fastest. */
static void raw_links(struct graph_cells *cells, uint64_t number) {
    for (size_t i = cells->components.count; i-- > 0;) {
        const struct component *component = &cells->components.items[i];
        const uint32_t *variables = &cells->variables.items[component->first];
        diagram_assignment(cells->diagrams, component->root, variables, component->variable_count,
                           number % component->count, cells->values);
        number /= component->count;
        for (uint32_t k = 0; k < component->variable_count; k++) cells->links[variables[k]] = cells->values[k];
    }
}

/* Goes on to the next graph that is the least of its kind. */
static bool next_least(struct graph_cells *cells, uint64_t *steps) {
    while (cells->raw < cells->raw_count) {
        raw_links(cells, cells->raw++);
        ++*steps;
        bool least = graph_symmetry_least(cells->symmetry, cells->links, steps);
        if (graph_gives_up(cells->space)) return false;
        if (least) return cells->least++, true;
    }
    return false;
}

static void thin_marks(struct graph_cells *cells) {
    for (size_t i = 0; 2 * i < cells->marks.count; i++) cells->marks.items[i] = cells->marks.items[2 * i];
    cells->marks.count = (cells->marks.count + 1) / 2;
    cells->mark_stride *= 2;
}

static enum graph_cell_outcome count_least(struct graph_cells *cells, uint64_t limit, uint64_t *steps) {
    cells->raw = cells->least = 0;
    cells->mark_stride = 1;
    vec_clear(&cells->marks);
    do {
        if (limit && *steps > limit) return GRAPH_CELL_LIMIT;
        if (cells->marks.count == MAX_MARKS) thin_marks(cells);
        if (cells->least == cells->marks.count * cells->mark_stride) vec_push(&cells->marks, cells->raw);
    } while (next_least(cells, steps));
    return graph_gives_up(cells->space) ? GRAPH_CELL_GIVEN_UP : GRAPH_CELL_DONE;
}

/* Makes graph `number` the next to be found. */
static void go_back(struct graph_cells *cells, uint64_t number) {
    uint64_t mark = number / cells->mark_stride;
    if (cells->least <= number && cells->least >= mark * cells->mark_stride) return;
    cells->raw = cells->marks.items[mark];
    cells->least = mark * cells->mark_stride;
}

static enum graph_cell_outcome make_cell(struct graph_cells *cells, const struct graph_attributes *walk, uint64_t limit,
                                         uint64_t *steps, uint64_t *count) {
    uint32_t nodes = diagrams_nodes(cells->diagrams);
    *count = cells->raw_count = 0;
    make_conditions(cells, walk);
    bool possible = make_components(cells);
    if (graph_gives_up(cells->space)) return GRAPH_CELL_GIVEN_UP;
    if (diagrams_full(cells->diagrams)) return GRAPH_CELL_COMPLEX;
    *steps += 1 + diagrams_nodes(cells->diagrams) - nodes;
    if (cells->failed) return GRAPH_CELL_FAILURE;
    if (!possible) return GRAPH_CELL_DONE;
    if (!count_raw(cells)) return GRAPH_CELL_OVERFLOW;
    *count = cells->raw_count;
    if (cells->exact) return GRAPH_CELL_DONE;
    enum graph_cell_outcome outcome = count_least(cells, limit, steps);
    *count = cells->least;
    return outcome;
}

enum graph_cell_outcome graph_cell_make(struct graph_cells *cells, const struct graph_attributes *walk, uint64_t limit,
                                        uint64_t *steps, uint64_t *count) {
    if (diagrams_nodes(cells->diagrams) > KEEP_NODES || cells->efforts.count >= MAX_PATTERNS) clear(cells);
    if (cells->efforts.count >= MAX_PATTERNS) {
        graph_symmetry_forget(cells->symmetry);
        vec_clear(&cells->efforts);
    }
    enum graph_cell_outcome outcome = make_cell(cells, walk, limit, steps, count);
    if (outcome != GRAPH_CELL_COMPLEX) return outcome;
    /* Without the nodes of earlier cells there may be room; if not, then with less of the symmetry. */
    clear(cells);
    while ((outcome = make_cell(cells, walk, limit, steps, count)) == GRAPH_CELL_COMPLEX) {
        clear(cells);
        enum graph_symmetry_effort *effort = &cells->efforts.items[graph_symmetry_pattern(cells->symmetry)];
        if (*effort == GRAPH_SYMMETRY_NONE || graph_symmetry_trivial(cells->symmetry)) break;
        --*effort;
    }
    return outcome;
}

const bool *graph_cell_links(struct graph_cells *cells, uint64_t number) {
    uint64_t steps = 0;
    if (cells->exact) {
        raw_links(cells, number);
    } else {
        go_back(cells, number);
        while (cells->least <= number && next_least(cells, &steps)) {
        }
    }
    return cells->links;
}

const struct ocl_expression *graph_cell_failed(const struct graph_cells *cells) { return cells->failed; }
