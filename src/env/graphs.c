/* Invariant: graphs are numbered cell by cell, cells in the order of the attributes' walk; `start` is the number of the
 * current cell's first graph. Checkpoints remember where some cells start, so that a number is found without walking
 * from the beginning; there are never more than MAX_CHECKPOINTS, so memory does not grow with the number of graphs. */
#include "env/graphs.h"

#include "base/invariant.h"
#include "env/graph_cell.h"

#include <string.h>

enum { MAX_CHECKPOINTS = 1 << 14 };

struct env_graphs {
    struct graph_space *space;
    struct graph_attributes *walk;
    struct graph_cells *cells;
    struct env_graph *room; /* for visit */

    /* The current cell. */
    bool positioned;
    uint64_t cell; /* its number */
    uint64_t start, count;

    /* Checkpoint i is cell i * stride: its first graph's number and its attributes. */
    VEC(uint64_t) starts;
    VEC(int64_t) attributes;
    uint64_t stride;

    bool counted; /* the walk has reached the end once: */
    uint64_t total;
    const char *problem;
    struct place problem_place;
    struct graph_patience patience;
};

static void note_identity(void *context, unsigned class_index, unsigned member) {
    struct graph_space *space = context;
    if (member == OCL_MEMBER_ID) space->interchangeable[class_index] = false;
}

struct env_graphs *env_graphs_new(const struct env_model *model, const unsigned *sizes,
                                  struct diagnostics *diagnostics) {
    for (size_t c = 0; c < model->classes.count; c++)
        if (sizes[c] > 64) {
            diag_error(diagnostics, model->schema.classes.items[c].place, "more than 64 objects of class %s",
                       model->schema.classes.items[c].name);
            return NULL;
        }
    struct env_graphs *graphs = memory_new(sizeof *graphs);
    graphs->space = graph_space_new(model, sizes);
    graphs->space->patience = &graphs->patience;
    for (size_t c = 0; c < model->classes.count; c++)
        for (size_t i = 0; i < model->classes.items[c].invariants.count; i++)
            ocl_members_used(model->classes.items[c].invariants.items[i], note_identity, graphs->space);
    graphs->walk = graph_attributes_new(graphs->space);
    graphs->cells = graph_cells_new(graphs->space);
    graphs->room = env_graph_new(model, sizes);
    graphs->stride = 1;
    return graphs;
}

void env_graphs_free(struct env_graphs *graphs) {
    if (!graphs) return;
    env_graph_free(graphs->space->model, graphs->room);
    graph_cells_free(graphs->cells);
    graph_attributes_free(graphs->walk);
    graph_space_free(graphs->space);
    vec_free(&graphs->starts);
    vec_free(&graphs->attributes);
    free(graphs);
}

const char *env_graphs_problem(const struct env_graphs *graphs) { return graphs->problem; }

enum limits_reason env_graphs_limit(const struct env_graphs *graphs) { return graphs->patience.reached; }

struct place env_graphs_problem_place(const struct env_graphs *graphs) {
    return graphs->problem_place;
}

/* ---- checkpoints ---- */

/* Half as many, twice as far from each other. */
static void thin_checkpoints(struct env_graphs *graphs) {
    size_t width = graph_attributes_count(graphs->walk);
    for (size_t i = 0; 2 * i < graphs->starts.count; i++) {
        graphs->starts.items[i] = graphs->starts.items[2 * i];
        if (width)
            memmove(&graphs->attributes.items[i * width], &graphs->attributes.items[2 * i * width],
                    width * sizeof(int64_t));
    }
    graphs->starts.count = (graphs->starts.count + 1) / 2;
    graphs->stride *= 2;
}

static void add_checkpoint(struct env_graphs *graphs) {
    if (graphs->starts.count == MAX_CHECKPOINTS) thin_checkpoints(graphs);
    if (graphs->cell != graphs->starts.count * graphs->stride) return;
    size_t width = graph_attributes_count(graphs->walk);
    invariant(graphs->starts.count < MAX_CHECKPOINTS);
    invariant(!graphs->starts.count || vec_last(&graphs->starts) <= graphs->start);
    vec_push(&graphs->starts, graphs->start);
    vec_reserve(&graphs->attributes, graphs->starts.count * width);
    if (width) graph_attributes_get(graphs->walk, &graphs->attributes.items[(graphs->starts.count - 1) * width]);
}

/* The last checkpoint that is not beyond the number; starts.count if there is none at all. */
static size_t find_checkpoint(const struct env_graphs *graphs, uint64_t number) {
    size_t low = 0, high = graphs->starts.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (graphs->starts.items[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- the current cell ---- */

static bool make_cell(struct env_graphs *graphs, uint64_t limit, uint64_t *steps) {
    enum graph_cell_outcome outcome = graph_cell_make(graphs->cells, graphs->walk, limit, steps, &graphs->count);
    graphs->problem = NULL;
    graphs->problem_place = (struct place){0};
    switch (outcome) {
    case GRAPH_CELL_DONE:
        if (graphs->count <= UINT64_MAX - graphs->start) return true;
        /* fall through */
    case GRAPH_CELL_OVERFLOW: graphs->problem = "there are more than 2^64 object graphs"; break;
    case GRAPH_CELL_LIMIT: graphs->problem = "counting the object graphs takes too long"; break;
    case GRAPH_CELL_GIVEN_UP: graphs->problem = limits_name(graphs->patience.reached); break;
    case GRAPH_CELL_COMPLEX: graphs->problem = "the invariants are too complex to count the object graphs"; break;
    case GRAPH_CELL_FAILURE:
        graphs->problem = "this invariant has no value for some object graphs (a division by zero, a member of null, "
                          "any(), min() or max() of nothing)";
        graphs->problem_place = ocl_place_of(graph_cell_failed(graphs->cells));
        break;
    }
    graphs->positioned = false;
    return false;
}

static bool first_cell(struct env_graphs *graphs) {
    graph_attributes_restart(graphs->walk);
    graphs->cell = graphs->start = 0;
    return graph_attributes_next(graphs->walk);
}

/* Goes to the checkpoint's cell, unless the current one is between it and the number. */
static bool approach(struct env_graphs *graphs, uint64_t number, uint64_t limit, uint64_t *steps) {
    size_t checkpoint = find_checkpoint(graphs, number);
    if (checkpoint == graphs->starts.count) {
        if (!first_cell(graphs)) return false;
    } else {
        if (graphs->positioned && graphs->start <= number && graphs->cell >= checkpoint * graphs->stride) return true;
        graphs->cell = checkpoint * graphs->stride;
        graphs->start = graphs->starts.items[checkpoint];
        size_t count = graph_attributes_count(graphs->walk);
        graph_attributes_set(graphs->walk, count ? graphs->attributes.items + checkpoint * count : NULL);
    }
    graphs->positioned = true;
    if (!make_cell(graphs, limit, steps)) return false;
    add_checkpoint(graphs);
    return true;
}

/* Makes the cell of that number the current one. False if there is none: then, without a problem, `total` is known. */
static bool seek(struct env_graphs *graphs, uint64_t number, uint64_t limit) {
    uint64_t steps = 0;
    graphs->problem = NULL;
    if (graphs->counted && number >= graphs->total) return false;
    bool any = approach(graphs, number, limit, &steps);
    while (any && number - graphs->start >= graphs->count) {
        uint64_t before = graph_attributes_steps(graphs->walk);
        graphs->start += graphs->count;
        graphs->count = 0;
        graphs->cell++;
        any = graph_attributes_next(graphs->walk);
        steps += graph_attributes_steps(graphs->walk) - before;
        if (!any) break;
        if (limit && steps > limit) {
            graphs->problem = "counting the object graphs takes too long";
            any = graphs->positioned = false;
        } else if ((any = make_cell(graphs, limit, &steps))) {
            add_checkpoint(graphs);
        }
    }
    if (any || graphs->problem) return any;
    graphs->positioned = false;
    graphs->counted = !graph_gives_up(graphs->space);
    graphs->total = graphs->start;
    return false;
}

bool env_graphs_count(struct env_graphs *graphs, uint64_t limit, uint64_t *count) {
    /* No number is that large: all fit 64 bits, counted from 0. */
    graphs->patience = (struct graph_patience){.heeds_limits = true};
    if (!graphs->counted) seek(graphs, UINT64_MAX, limit);
    graphs->patience.heeds_limits = false;
    *count = graphs->counted ? graphs->total : graphs->start + graphs->count;
    return graphs->counted;
}

/* ---- graphs ---- */

static void write_graph(struct env_graphs *graphs, uint64_t number, struct env_graph *graph) {
    const struct graph_space *space = graphs->space;
    const struct ocl_world *world = graph_attributes_world(graphs->walk);
    const bool *links = graph_cell_links(graphs->cells, number - graphs->start);
    for (unsigned c = 0; c < space->class_count; c++) {
        size_t members = graph_class(space, c)->members.count;
        for (size_t i = 0; i < space->sizes[c] * members; i++) {
            const struct ocl_member *member = graph_member(space, c, (unsigned)(i % members));
            graph->values[c][i] = member->kind == OCL_ATTRIBUTE ? world->values[c][i] : 0;
            if (member->kind == OCL_ASSOCIATION && member->type.kind == OCL_OBJECT) graph->values[c][i] = -1;
        }
    }
    for (uint32_t i = 0; i < space->links.count; i++) {
        if (!links[i]) continue;
        const struct graph_link *link = &space->links.items[i];
        size_t at = link->object * graph_class(space, link->class_index)->members.count + link->member;
        int64_t *value = &graph->values[link->class_index][at];
        bool single = graph_member(space, link->class_index, link->member)->type.kind == OCL_OBJECT;
        *value = single ? (int64_t)link->target : (int64_t)((uint64_t)*value | 1ull << link->target);
    }
}

bool env_graphs_at(struct env_graphs *graphs, uint64_t number, struct env_graph *graph) {
    if (!seek(graphs, number, 0)) return false;
    write_graph(graphs, number, graph);
    return true;
}

void env_graphs_visit(struct env_graphs *graphs, uint64_t first,
                      bool (*visit)(void *context, uint64_t number, const struct env_graph *graph), void *context) {
    for (uint64_t number = first; env_graphs_at(graphs, number, graphs->room); number++)
        if (!visit(context, number, graphs->room)) return;
}

bool env_graphs_sample(struct env_graphs *graphs, uint64_t (*random)(void *context), void *context,
                       struct env_graph *graph, uint64_t *number) {
    uint64_t count, bits;
    if (!env_graphs_count(graphs, 0, &count) || count == 0) return false;
    /* The last, incomplete run of `count` numbers would favour small ones. */
    uint64_t rest = (UINT64_MAX % count + 1) % count;
    do bits = random(context);
    while (bits > UINT64_MAX - rest);
    *number = bits % count;
    return env_graphs_at(graphs, *number, graph);
}
