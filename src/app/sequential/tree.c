#include "app/sequential/tree.h"

#include "app/sequential/unfold.h"
#include "search/hash.h"

enum { MOST_PLACES = 1 << 20, ASK_EVERY = 1024 };

/* What lies behind a place: known once it is counted. */
struct behind {
    double paths, states;
    bool is_open; /* being counted */
};

/* One that is being counted: its children are the last of the list. */
struct counting {
    uint32_t place;
    size_t first_child, next_child;
};

struct walk {
    const struct sequential_graph *graph;
    struct sequential_tree tree;
    uint32_t bound;
    bool joined;
    struct nodeset places; /* number n's is behind[n] */
    VEC(struct behind) behind;
    VEC(struct counting) stack;
    VEC(uint32_t) children;
    uint32_t asked;
};

/* ---- places by number ---- */

static uint32_t add_place(struct nodeset *places, const struct unfold_place *place, bool *is_new) {
    uint32_t few[64], number;
    size_t count = 1 + place->rounds.count * 4;
    uint32_t *key = count <= 64 ? few : memory_new(count * sizeof *key);
    key[0] = place->point;
    for (size_t i = 0; i < place->rounds.count; i++) {
        const struct unfold_round *round = &place->rounds.items[i];
        uint32_t *at = key + 1 + 4 * i;
        at[0] = round->context, at[1] = round->depth, at[2] = round->head, at[3] = round->count;
    }
    uint32_t size = (uint32_t)(count * sizeof *key);
    *is_new = nodeset_add(places, key, size, hash_bytes(key, size), &number);
    if (key != few) free(key);
    return number;
}

static void get_place(const struct nodeset *places, uint32_t number, struct unfold_place *place) {
    uint32_t size;
    const uint32_t *key = nodeset_get(places, number, &size);
    place->point = key[0];
    vec_clear(&place->rounds);
    for (uint32_t i = 1; i < size / sizeof *key; i += 4)
        vec_push(&place->rounds, (struct unfold_round){key[i], key[i + 1], key[i + 2], key[i + 3]});
}

/* ---- what is at a place ---- */

static bool is_statement(const struct sequential_point *point) {
    const struct c_instruction *instruction = point->instruction; /* NULL also where the graph was given up */
    return point->deed == SEQUENTIAL_CODE && instruction && instruction->kind != C_CLEAR &&
           instruction->kind != C_TRACE;
}

static bool is_in_tree(const struct sequential_point *point) {
    return is_statement(point) && point->instruction->kind != C_JUMP;
}

/* Is the kernel asked there, or may something come? */
static bool asks_kernel(const struct sequential_graph *graph, const struct sequential_point *point) {
    for (uint32_t i = 0; i < point->edge_count; i++)
        if (graph->edges.items[point->first_edge + i].kind != SEQUENTIAL_FLOW) return true;
    return false;
}

/* Where a way of the tree ends, or begins a subtree. */
static void add_child(struct walk *walk, const struct unfold_place *place) {
    bool is_new;
    uint32_t number = add_place(&walk->places, place, &is_new);
    if (is_new) vec_push(&walk->behind, (struct behind){0});
    vec_push(&walk->children, number);
}

/* Every edge of this place: `take` gets what it leads to. Ways that end here count as one path. */
static void each_edge(struct walk *walk, const struct unfold_place *from, struct behind *own,
                      void (*take)(struct walk *walk, const struct unfold_place *to, void *context), void *context) {
    const struct sequential_graph *graph = walk->graph;
    const struct sequential_point *point = &graph->points.items[from->point];
    struct unfold_place to = {0};
    uint32_t taken = 0;
    for (uint32_t i = 0; i < point->edge_count; i++) {
        bool wrong = graph->edges.items[point->first_edge + i].to == SEQUENTIAL_NOWHERE;
        if (!wrong && !unfold_edge(graph, walk->bound, from, i, &to)) continue;
        taken++;
        own->states += is_in_tree(point);
        if (wrong)
            own->paths++;
        else
            take(walk, &to, context);
    }
    if (!taken) own->paths++;
    vec_free(&to.rounds);
}

static void take_child(struct walk *walk, const struct unfold_place *to, void *context) {
    (void)context;
    add_child(walk, to);
}

/* ---- joined ---- */

static void take_region(struct walk *walk, const struct unfold_place *to, void *context) {
    bool is_new;
    (void)walk;
    add_place(context, to, &is_new);
}

/* All that can be executed from here without the kernel, once; what it answers then are the children. */
static void expand_region(struct walk *walk, const struct unfold_place *from, struct behind *own) {
    struct nodeset region = {0};
    struct unfold_place place = {0};
    struct behind inside = {0};
    bool is_new;
    add_place(&region, from, &is_new);
    for (uint32_t i = 0; i < region.nodes.count && i < MOST_PLACES; i++) {
        get_place(&region, i, &place);
        if (asks_kernel(walk->graph, &walk->graph->points.items[place.point]))
            each_edge(walk, &place, own, take_child, NULL);
        else
            each_edge(walk, &place, &inside, take_region, &region);
    }
    if (region.nodes.count >= MOST_PLACES) walk->tree.complete = false;
    own->states += inside.states;
    own->paths += inside.paths > 0; /* all that end without asking the kernel again are one */
    vec_free(&place.rounds);
    nodeset_free(&region);
}

/* ---- counting ---- */

static void begin_counting(struct walk *walk, uint32_t number) {
    struct unfold_place place = {0};
    struct behind own = {.is_open = true};
    vec_push(&walk->stack, (struct counting){number, walk->children.count, walk->children.count});
    get_place(&walk->places, number, &place);
    if (walk->joined)
        expand_region(walk, &place, &own);
    else
        each_edge(walk, &place, &own, take_child, NULL);
    walk->behind.items[number] = own;
    vec_free(&place.rounds);
}

static bool goes_on(struct walk *walk) {
    const struct executor *executor = walk->graph->executor;
    if (walk->places.nodes.count > MOST_PLACES) walk->tree.complete = false;
    if (++walk->asked % ASK_EVERY == 0 && executor->goes_on && !executor->goes_on(executor->goes_on_context))
        walk->tree.complete = false;
    return walk->tree.complete;
}

/* Paths are counted once for each place, whatever led there. Every place has at least one: none is not known yet. */
static void count_from(struct walk *walk, uint32_t start) {
    begin_counting(walk, start);
    while (walk->stack.count && goes_on(walk)) {
        struct counting *top = &vec_last(&walk->stack);
        struct behind *own = &walk->behind.items[top->place];
        if (top->next_child == walk->children.count) {
            own->is_open = false;
            walk->children.count = top->first_child;
            walk->stack.count--;
            continue;
        }
        uint32_t child = walk->children.items[top->next_child];
        const struct behind *behind = &walk->behind.items[child];
        if (behind->is_open) {
            walk->tree.endless = true;
            own->paths++;
            top->next_child++;
        } else if (behind->paths > 0) {
            own->paths += behind->paths;
            own->states += behind->states;
            top->next_child++;
        } else {
            begin_counting(walk, child);
        }
    }
}

struct sequential_tree sequential_tree_count(const struct sequential_graph *graph, uint32_t bound, bool joined) {
    struct walk walk = {.graph = graph, .tree = {.complete = true}, .bound = bound, .joined = joined};
    for (uint32_t i = 0; i < graph->start_count; i++) {
        add_child(&walk, &(struct unfold_place){.point = i});
        uint32_t start = vec_pop(&walk.children);
        count_from(&walk, start);
        walk.tree.paths += walk.behind.items[start].paths;
        walk.tree.states += walk.behind.items[start].states;
    }
    nodeset_free(&walk.places);
    vec_free(&walk.behind);
    vec_free(&walk.stack);
    vec_free(&walk.children);
    return walk.tree;
}

uint32_t sequential_computed(const struct sequential_graph *graph) {
    uint32_t count = 0;
    for (size_t i = 0; i < graph->points.count; i++) {
        const struct sequential_point *point = &graph->points.items[i];
        count += is_statement(point) || point->deed == SEQUENTIAL_IDLE || point->deed == SEQUENTIAL_OVER;
    }
    return count;
}
