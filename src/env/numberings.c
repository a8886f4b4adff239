#include "env/numberings.h"

#include "base/invariant.h"
#include "search/hash.h"
#include "search/nodeset.h"

/* Invariant: `images` is the next way to number the objects, in lexicographic order; the last class runs fastest. */
struct env_numberings {
    const struct env_model *model;
    const struct env_graph *graph;
    const unsigned char *classes;
    unsigned **images; /* by class, by object: its number */
    struct env_graph *made;
    struct nodeset seen;
    VEC(int64_t) values; /* of the one that was made */
    bool ended;
};

struct env_numberings *env_numberings_new(const struct env_model *model, const struct env_graph *graph,
                                          const unsigned char *classes) {
    struct env_numberings *numberings = memory_new(sizeof *numberings);
    size_t count = model->classes.count;
    numberings->model = model;
    numberings->graph = graph;
    numberings->classes = classes;
    numberings->made = env_graph_new(model, graph->sizes);
    numberings->images = memory_new((count + 1) * sizeof *numberings->images);
    for (size_t c = 0; c < count; c++) {
        numberings->images[c] = memory_new((graph->sizes[c] + 1) * sizeof **numberings->images);
        for (unsigned i = 0; i < graph->sizes[c]; i++) numberings->images[c][i] = i;
    }
    return numberings;
}

void env_numberings_free(struct env_numberings *numberings) {
    if (!numberings) return;
    for (size_t c = 0; c < numberings->model->classes.count; c++) free(numberings->images[c]);
    free(numberings->images);
    env_graph_free(numberings->model, numberings->made);
    nodeset_free(&numberings->seen);
    vec_free(&numberings->values);
    free(numberings);
}

uint64_t env_numberings_ways(const struct env_model *model, const struct env_graph *graph, const unsigned char *classes,
                             uint64_t max) {
    uint64_t ways = 1;
    for (size_t c = 0; c < model->classes.count; c++)
        for (unsigned k = 2; classes[c] && k <= graph->sizes[c]; k++)
            if (__builtin_mul_overflow(ways, k, &ways) || ways > max) return max + 1;
    return ways;
}

/* ---- renumbering ---- */

static int64_t renumbered(const struct env_numberings *numberings, const struct ocl_member *member, int64_t value) {
    if (member->kind != OCL_ASSOCIATION) return value;
    const unsigned *image = numberings->images[member->type.class_index];
    if (member->type.kind == OCL_OBJECT) return value < 0 ? value : (int64_t)image[value];
    uint64_t set = 0;
    for (uint64_t left = (uint64_t)value; left; left &= left - 1) set |= UINT64_C(1) << image[__builtin_ctzll(left)];
    return (int64_t)set;
}

static bool is_permutation(const unsigned *image, unsigned count) {
    uint64_t met = 0;
    for (unsigned i = 0; i < count; i++) met |= UINT64_C(1) << image[i];
    return met == (count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX);
}

static void make(struct env_numberings *numberings) {
    const struct env_graph *graph = numberings->graph;
    for (size_t c = 0; c < numberings->model->classes.count; c++)
        invariant_dear(is_permutation(numberings->images[c], graph->sizes[c]));
    vec_clear(&numberings->values);
    for (size_t c = 0; c < numberings->model->classes.count; c++) {
        const struct ocl_class *class = &numberings->model->schema.classes.items[c];
        size_t members = class->members.count;
        for (size_t i = 0; i < graph->sizes[c] * members; i++)
            numberings->made->values[c][numberings->images[c][i / members] * members + i % members] =
                renumbered(numberings, &class->members.items[i % members], graph->values[c][i]);
        for (size_t i = 0; i < graph->sizes[c] * members; i++)
            vec_push(&numberings->values, numberings->made->values[c][i]);
    }
}

static void exchange(unsigned *image, unsigned a, unsigned b) {
    unsigned kept = image[a];
    image[a] = image[b];
    image[b] = kept;
}

/* False, and back to the first permutation, after the last one. */
static bool next_permutation(unsigned *image, unsigned count) {
    unsigned last = count;
    while (last > 1 && image[last - 2] > image[last - 1]) last--;
    for (unsigned a = last > 1 ? last - 1 : 0, b = count; a + 1 < b; a++) exchange(image, a, --b);
    if (last <= 1) return false;
    unsigned greater = last - 1;
    while (image[greater] < image[last - 2]) greater++;
    exchange(image, last - 2, greater);
    return true;
}

static void advance(struct env_numberings *numberings) {
    for (size_t c = numberings->model->classes.count; c-- > 0;)
        if (numberings->classes[c] && next_permutation(numberings->images[c], numberings->graph->sizes[c])) return;
    numberings->ended = true;
}

const struct env_graph *env_numberings_next(struct env_numberings *numberings) {
    while (!numberings->ended) {
        make(numberings);
        advance(numberings);
        uint32_t number, size = (uint32_t)(numberings->values.count * sizeof(int64_t));
        const void *bytes = size ? (const void *)numberings->values.items : "";
        if (nodeset_add(&numberings->seen, bytes, size, hash_bytes(bytes, size), &number)) return numberings->made;
    }
    return NULL;
}
