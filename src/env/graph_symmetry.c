#include "env/graph_symmetry.h"

#include <string.h>

/* Objects of all classes have one numbering here: first_objects[class] + object. */
struct block {
    unsigned class_index;
    unsigned first, count; /* the objects are neighbours */
    unsigned part;         /* the first block of its part */
    bool within;           /* some association of the part joins objects that both move */
};

struct graph_symmetry {
    const struct graph_space *space;
    unsigned *first_objects;
    unsigned object_count;
    unsigned *block_of;       /* by object: 1 + block, 0: its attributes are its own */
    VEC(struct block) blocks; /* of two objects and more */
    VEC(unsigned *) patterns; /* block_of, as it was */
    uint32_t pattern;
    /* The search for a permutation to lesser links. */
    unsigned *image;      /* by object; object_count: not chosen yet */
    bool *taken;          /* by object: is an image */
    unsigned char *twins; /* [object * object_count + object]: exchanging the two changes no link */
    const bool *links;
    uint64_t steps;
};

struct graph_symmetry *graph_symmetry_new(const struct graph_space *space) {
    struct graph_symmetry *symmetry = memory_new(sizeof *symmetry);
    symmetry->space = space;
    symmetry->first_objects = memory_new((space->class_count + 1) * sizeof *symmetry->first_objects);
    for (unsigned c = 0; c < space->class_count; c++) {
        symmetry->first_objects[c] = symmetry->object_count;
        symmetry->object_count += space->sizes[c];
    }
    size_t count = symmetry->object_count + 1;
    symmetry->block_of = memory_new(count * sizeof *symmetry->block_of);
    symmetry->image = memory_new(count * sizeof *symmetry->image);
    symmetry->taken = memory_new(count * sizeof *symmetry->taken);
    symmetry->twins = memory_new(count * count);
    return symmetry;
}

void graph_symmetry_forget(struct graph_symmetry *symmetry) {
    for (size_t i = 0; i < symmetry->patterns.count; i++) free(symmetry->patterns.items[i]);
    vec_clear(&symmetry->patterns);
}

void graph_symmetry_free(struct graph_symmetry *symmetry) {
    if (!symmetry) return;
    graph_symmetry_forget(symmetry);
    vec_free(&symmetry->patterns);
    vec_free(&symmetry->blocks);
    free(symmetry->first_objects);
    free(symmetry->block_of);
    free(symmetry->image);
    free(symmetry->taken);
    free(symmetry->twins);
    free(symmetry);
}

static bool equal_attributes(const struct ocl_class *class, const int64_t *values, unsigned a, unsigned b) {
    for (size_t m = 0; m < class->members.count; m++)
        if (class->members.items[m].kind == OCL_ATTRIBUTE &&
            values[a * class->members.count + m] != values[b * class->members.count + m])
            return false;
    return true;
}

static void find_blocks(struct graph_symmetry *symmetry, unsigned class_index, const int64_t *values) {
    const struct graph_space *space = symmetry->space;
    const struct ocl_class *class = graph_class(space, class_index);
    unsigned size = space->sizes[class_index], base = symmetry->first_objects[class_index];
    for (unsigned first = 0, end; first < size; first = end) {
        for (end = first + 1; end < size && space->interchangeable[class_index]; end++)
            if (!equal_attributes(class, values, first, end)) break;
        if (end - first == 1) continue;
        unsigned number = (unsigned)symmetry->blocks.count;
        vec_push(&symmetry->blocks, (struct block){class_index, base + first, end - first, number, false});
        for (unsigned i = first; i < end; i++) symmetry->block_of[base + i] = number + 1;
    }
}

static unsigned link_source(const struct graph_symmetry *symmetry, const struct graph_link *link) {
    return symmetry->first_objects[link->class_index] + link->object;
}

static unsigned link_target(const struct graph_symmetry *symmetry, const struct graph_link *link) {
    return symmetry->first_objects[link->target_class] + link->target;
}

static unsigned part_of(const struct graph_symmetry *symmetry, unsigned block) {
    while (symmetry->blocks.items[block].part != block) block = symmetry->blocks.items[block].part;
    return block;
}

/* Blocks joined by an association belong to one part. */
static void join_blocks(struct graph_symmetry *symmetry) {
    struct block *blocks = symmetry->blocks.items;
    for (size_t i = 0; i < symmetry->space->links.count; i++) {
        const struct graph_link *link = &symmetry->space->links.items[i];
        unsigned source = symmetry->block_of[link_source(symmetry, link)];
        unsigned target = symmetry->block_of[link_target(symmetry, link)];
        if (!source || !target) continue;
        unsigned a = part_of(symmetry, source - 1), b = part_of(symmetry, target - 1);
        blocks[a].part = blocks[b].part = a < b ? a : b;
        blocks[a].within = blocks[b].within = true;
    }
    for (unsigned i = 0; i < symmetry->blocks.count; i++) blocks[i].part = part_of(symmetry, i);
}

void graph_symmetry_set(struct graph_symmetry *symmetry, const int64_t *const *values) {
    size_t bytes = symmetry->object_count * sizeof *symmetry->block_of;
    memset(symmetry->block_of, 0, bytes);
    vec_clear(&symmetry->blocks);
    for (unsigned c = 0; c < symmetry->space->class_count; c++) find_blocks(symmetry, c, values[c]);
    if (symmetry->blocks.count) join_blocks(symmetry);
    for (symmetry->pattern = 0; symmetry->pattern < symmetry->patterns.count; symmetry->pattern++)
        if (memcmp(symmetry->patterns.items[symmetry->pattern], symmetry->block_of, bytes) == 0) return;
    unsigned *copy = memory_new(bytes + 1);
    memcpy(copy, symmetry->block_of, bytes);
    vec_push(&symmetry->patterns, copy);
}

bool graph_symmetry_trivial(const struct graph_symmetry *symmetry) { return symmetry->blocks.count == 0; }

uint32_t graph_symmetry_pattern(const struct graph_symmetry *symmetry) { return symmetry->pattern; }

/* ---- conditions ---- */

static uint32_t permuted_link(const struct graph_symmetry *symmetry, uint32_t number, const unsigned *image) {
    const struct graph_link *link = &symmetry->space->links.items[number];
    unsigned source = image[link_source(symmetry, link)] - symmetry->first_objects[link->class_index];
    unsigned target = image[link_target(symmetry, link)] - symmetry->first_objects[link->target_class];
    return graph_link_number(symmetry->space, link->class_index, source, link->member, target);
}

/* The links are not greater than the permuted ones, as numbers whose first digit is the first link. */
static diagram not_greater(const struct graph_symmetry *symmetry, const unsigned *image, struct diagrams *diagrams) {
    diagram holds = DIAGRAM_TRUE;
    for (uint32_t i = (uint32_t)symmetry->space->links.count; i-- > 0;) {
        uint32_t other = permuted_link(symmetry, i, image);
        if (other == i) continue;
        diagram here = diagram_variable(diagrams, i), there = diagram_variable(diagrams, other);
        holds = diagram_choose(diagrams, diagram_xor(diagrams, here, there), there, holds);
    }
    return holds;
}

static void identity(const struct graph_symmetry *symmetry, unsigned *image) {
    for (unsigned i = 0; i < symmetry->object_count; i++) image[i] = i;
}

static void exchange(unsigned *image, unsigned a, unsigned b) {
    unsigned swap = image[a];
    image[a] = image[b];
    image[b] = swap;
}

/* Comparing any two objects of the part, or only neighbours. */
static diagram exchanges(const struct graph_symmetry *symmetry, unsigned part, bool neighbours, unsigned *image,
                         struct diagrams *diagrams) {
    diagram all = DIAGRAM_TRUE;
    for (size_t i = 0; i < symmetry->blocks.count; i++) {
        const struct block *block = &symmetry->blocks.items[i];
        if (block->part != part) continue;
        for (unsigned a = 0; a < block->count; a++)
            for (unsigned b = a + 1; b < block->count && (b == a + 1 || !neighbours); b++) {
                identity(symmetry, image);
                exchange(image, block->first + a, block->first + b);
                all = diagram_and(diagrams, all, not_greater(symmetry, image, diagrams));
            }
    }
    return all;
}

/* Comparing under every permutation of the part's blocks from `block` on, the earlier ones permuted as in `image`:
 * positions before `at` of this block are chosen. */
static diagram permutations(const struct graph_symmetry *symmetry, unsigned part, size_t block, unsigned at,
                            unsigned *image, struct diagrams *diagrams, diagram all) {
    while (block < symmetry->blocks.count && symmetry->blocks.items[block].part != part) block++;
    if (block == symmetry->blocks.count) return diagram_and(diagrams, all, not_greater(symmetry, image, diagrams));
    const struct block *own = &symmetry->blocks.items[block];
    if (at + 1 == own->count) return permutations(symmetry, part, block + 1, 0, image, diagrams, all);
    for (unsigned i = at; i < own->count && !diagrams_full(diagrams); i++) {
        exchange(image, own->first + at, own->first + i);
        all = permutations(symmetry, part, block, at + 1, image, diagrams, all);
        exchange(image, own->first + at, own->first + i);
    }
    return all;
}

/* How many permutations the part has, or max + 1 if they are more than that. */
static uint64_t part_order(const struct graph_symmetry *symmetry, unsigned part, uint64_t max) {
    uint64_t order = 1;
    for (size_t i = 0; i < symmetry->blocks.count; i++)
        for (unsigned k = 2; k <= symmetry->blocks.items[i].count && symmetry->blocks.items[i].part == part; k++) {
            order *= k;
            if (order > max) return max + 1;
        }
    return order;
}

bool graph_symmetry_conditions(const struct graph_symmetry *symmetry, enum graph_symmetry_effort effort,
                               uint64_t max_order, struct diagrams *diagrams, struct graph_conditions *conditions) {
    bool exact = true;
    unsigned *image = memory_new((symmetry->object_count + 1) * sizeof *image);
    for (unsigned part = 0; part < symmetry->blocks.count; part++) {
        if (symmetry->blocks.items[part].part != part) continue;
        bool within = symmetry->blocks.items[part].within;
        bool all = within && effort >= GRAPH_SYMMETRY_ALL && part_order(symmetry, part, max_order) <= max_order;
        bool neighbours = !within || effort < GRAPH_SYMMETRY_EXCHANGES;
        exact = exact && (all || (!within && effort > GRAPH_SYMMETRY_NONE));
        if (effort == GRAPH_SYMMETRY_NONE) continue;
        diagram condition = exchanges(symmetry, part, neighbours, image, diagrams);
        if (all) {
            identity(symmetry, image);
            condition = permutations(symmetry, part, 0, 0, image, diagrams, condition);
        }
        vec_push(&conditions->list, condition);
    }
    free(image);
    return exact;
}

/* ---- the exact test of one graph ---- */

static bool are_twins(const struct graph_symmetry *symmetry, unsigned *image, unsigned a, unsigned b) {
    bool same = true;
    exchange(image, a, b);
    for (uint32_t i = 0; i < symmetry->space->links.count && same; i++)
        same = symmetry->links[i] == symmetry->links[permuted_link(symmetry, i, image)];
    exchange(image, a, b);
    return same;
}

static void find_twins(struct graph_symmetry *symmetry) {
    unsigned count = symmetry->object_count;
    identity(symmetry, symmetry->image);
    memset(symmetry->twins, 0, (size_t)count * count);
    for (size_t i = 0; i < symmetry->blocks.count; i++) {
        unsigned first = symmetry->blocks.items[i].first, end = first + symmetry->blocks.items[i].count;
        for (unsigned a = first; a < end; a++)
            for (unsigned b = a + 1; b < end; b++)
                symmetry->twins[(size_t)a * count + b] = symmetry->twins[(size_t)b * count + a] =
                    are_twins(symmetry, symmetry->image, a, b);
    }
}

static bool search(struct graph_symmetry *symmetry, uint32_t link);

/* Tries every image of an object of a block; of free objects that are twins, the first does for all. */
static bool search_images(struct graph_symmetry *symmetry, unsigned object, uint32_t link) {
    const struct block *block = &symmetry->blocks.items[symmetry->block_of[object] - 1];
    unsigned count = symmetry->object_count, end = block->first + block->count;
    bool found = false;
    for (unsigned i = block->first; i < end && !found && !graph_gives_up(symmetry->space); i++) {
        bool tried = symmetry->taken[i];
        for (unsigned k = block->first; k < i && !tried; k++)
            tried = !symmetry->taken[k] && symmetry->twins[(size_t)k * count + i];
        if (tried) continue;
        symmetry->taken[i] = true;
        symmetry->image[object] = i;
        found = search(symmetry, link);
        symmetry->image[object] = count;
        symmetry->taken[i] = false;
    }
    return found;
}

/* Is there a permutation that makes the links lesser? Those before `link` are the same under the images so far. */
static bool search(struct graph_symmetry *symmetry, uint32_t link) {
    for (; link < symmetry->space->links.count; link++) {
        const struct graph_link *own = &symmetry->space->links.items[link];
        unsigned source = link_source(symmetry, own), target = link_target(symmetry, own);
        symmetry->steps++;
        if (symmetry->image[source] == symmetry->object_count) return search_images(symmetry, source, link);
        if (symmetry->image[target] == symmetry->object_count) return search_images(symmetry, target, link);
        bool here = symmetry->links[link], there = symmetry->links[permuted_link(symmetry, link, symmetry->image)];
        if (here != there) return here;
    }
    return false;
}

bool graph_symmetry_least(struct graph_symmetry *symmetry, const bool *links, uint64_t *steps) {
    if (symmetry->blocks.count == 0) return true;
    symmetry->links = links;
    symmetry->steps = 0;
    find_twins(symmetry);
    for (unsigned i = 0; i < symmetry->object_count; i++) {
        symmetry->image[i] = symmetry->block_of[i] ? symmetry->object_count : i;
        symmetry->taken[i] = false;
    }
    bool lesser = search(symmetry, 0);
    *steps += symmetry->steps;
    return !lesser;
}
