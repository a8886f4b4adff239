/* Random small models against the definition (Yatake 2010, appendix A.2): count through all values of all members, keep
 * what satisfies the invariants, and of graphs that a permutation of objects makes equal keep one. */
#include "env/tests/graph_models.h"

enum { MAX_VALUES = 64, MAX_GRAPHS = 1 << 17 };

static const char *const INVARIANTS_OF_A[] = {
    "",
    "inv b->size() <= v;",
    "inv A->forAll(a | a <> self implies a.v <> v);",
    "inv a->excludes(self);",
    "inv A->forAll(x | x.a->includes(self) = a->includes(x));",
    "inv b->forAll(x | x.w >= v);",
    "inv A->exists(x | x.v = 1);",
    "inv a->isEmpty() or b->notEmpty();",
    "inv b->isUnique(x | x.w);",
    "inv A->select(x | x.a->includes(self))->size() <= 1;",
    "inv b->collect(x | x.w)->sum() <= 2 + v;",
    "inv a->one(x | x.v = v) xor b->size() = 1;",
    "inv if a->size() > 1 then b->isEmpty() else true endif;",
    "inv let s = a->collectSet(x | x.b) in s = b or s->includesAll(b);",
    "inv a->notEmpty() implies a->collect(x | x.v)->max() >= v;",
    "inv a->reject(x | x.v = v)->union(a->select(x | x = self))->size() <> 1;",
    "inv b->exists(x | x.w = v) implies b->collect(x | x.w)->includes(1);",
    "inv a->intersection(A->select(x | x.a->includes(self)))->size() * 2 <> 2;",
    "inv 2 * id > 1;",
    "inv A->any(x | x.v = A->collect(y | y.v)->max()).b->size() < 3;",
    "inv 6 div (v + b->size() - 1) >= 1;",
    "inv a->collect(x | x.v)->min() >= 1;",
    "inv a->collect(x | x.v) = a->collect(x | x.b->size());",
    "inv a->including(self)->excluding(self)->size() mod 2 = 0;",
};
static const char *const INVARIANTS_OF_B[] = {
    "",
    "inv A->exists(a | a.b->includes(self));",
    "inv B->forAll(b | b <> self implies b.w <> w);",
    "inv A->select(a | a.b->includes(self))->size() <= 1;",
    "inv w = 1 or A->forAll(a | a.b->excludes(self) or a.v < w + 1);",
    "inv A->forAll(a | a.b->size() <> 1 or a.b->any(b | true).w = w);",
    "inv id < 3;",
};

/* All values of a graph, one after the other: classes, objects, members. */
struct naive {
    const struct env_model *model;
    unsigned sizes[2];
    size_t members[2];
    struct env_graph *graph;
    bool told_apart[2];
    int64_t *found; /* canonical graphs */
    size_t found_count, width;
    bool fails;
};

static void note_id(void *context, unsigned class_index, unsigned member) {
    struct naive *naive = context;
    if (member == OCL_MEMBER_ID) naive->told_apart[class_index] = true;
}

static int64_t permuted_set(uint64_t set, const unsigned *to) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 8; i++)
        if (set >> i & 1) result |= 1ull << to[i];
    return (int64_t)result;
}

static void permuted(const struct naive *naive, const struct env_graph *graph, unsigned to[2][8], int64_t *values) {
    size_t base = 0;
    for (unsigned c = 0; c < 2; c++) {
        for (unsigned object = 0; object < naive->sizes[c]; object++)
            for (size_t m = 0; m < naive->members[c]; m++) {
                const struct ocl_member *member = &naive->model->schema.classes.items[c].members.items[m];
                int64_t value = graph->values[c][object * naive->members[c] + m];
                if (member->kind == OCL_ASSOCIATION)
                    value = permuted_set((uint64_t)value, to[member->type.class_index]);
                values[base + to[c][object] * naive->members[c] + m] = value;
            }
        base += naive->sizes[c] * naive->members[c];
    }
}

static bool next_permutation(unsigned *to, unsigned count) {
    if (count < 2) return false;
    unsigned i = count - 1, j = count - 1;
    while (i > 0 && to[i - 1] > to[i]) i--;
    if (i == 0) return false;
    while (to[j] < to[i - 1]) j--;
    unsigned swap = to[j];
    to[j] = to[i - 1], to[i - 1] = swap;
    for (unsigned a = i, b = count - 1; a < b; a++, b--) swap = to[a], to[a] = to[b], to[b] = swap;
    return true;
}

static int compare_values(const int64_t *a, const int64_t *b, size_t width) {
    for (size_t i = 0; i < width; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The least of all permutations. */
static void canonical(const struct naive *naive, const struct env_graph *graph, int64_t *least) {
    unsigned to[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}};
    int64_t values[MAX_VALUES];
    bool first = true;
    do {
        for (unsigned i = 0; i < 8; i++) to[1][i] = i;
        do {
            permuted(naive, graph, to, values);
            if (first || compare_values(values, least, naive->width) < 0)
                memcpy(least, values, naive->width * sizeof *least);
            first = false;
        } while (!naive->told_apart[1] && next_permutation(to[1], naive->sizes[1]));
    } while (!naive->told_apart[0] && next_permutation(to[0], naive->sizes[0]));
}

static size_t sorting_width;
static int compare_graphs(const void *a, const void *b) { return compare_values(a, b, sorting_width); }

/* Sorts, and drops what is there twice. */
static size_t sort_graphs(int64_t *graphs, size_t count, size_t width) {
    size_t kept = 0;
    if (count == 0) return 0;
    sorting_width = width;
    qsort(graphs, count, width * sizeof *graphs, compare_graphs);
    for (size_t i = 1; i < count; i++)
        if (compare_values(&graphs[kept * width], &graphs[i * width], width) != 0)
            memcpy(&graphs[++kept * width], &graphs[i * width], width * sizeof *graphs);
    return kept + 1;
}

/* 1: all invariants are true, 0: one is false, -1: none is false, but some fail. */
static int judge(const struct naive *naive) {
    int verdict = 1;
    struct ocl_world world = {
        .schema = &naive->model->schema, .sizes = naive->sizes, .values = (const int64_t *const *)naive->graph->values};
    for (unsigned c = 0; c < 2; c++)
        for (size_t i = 0; i < naive->model->classes.items[c].invariants.count; i++)
            for (unsigned object = 0; object < naive->sizes[c]; object++) {
                struct ocl_value value;
                const char *error;
                if (!ocl_evaluate(naive->model->classes.items[c].invariants.items[i], &world, object, NULL, &value,
                                  &error))
                    verdict = -1;
                else if (!value.number)
                    return 0;
            }
    return verdict;
}

static void count_through(struct naive *naive, size_t slot) {
    if (slot == naive->width) {
        int verdict = judge(naive);
        if (verdict < 0) naive->fails = true;
        if (verdict <= 0) return;
        assert_true(naive->found_count < MAX_GRAPHS);
        canonical(naive, naive->graph, &naive->found[naive->found_count++ * naive->width]);
        return;
    }
    size_t of_first = naive->sizes[0] * naive->members[0], at = slot < of_first ? slot : slot - of_first;
    unsigned c = slot >= of_first;
    const struct ocl_member *member = &naive->model->schema.classes.items[c].members.items[at % naive->members[c]];
    int64_t low = member->low, high = member->high;
    if (member->kind == OCL_ASSOCIATION) low = 0, high = (1 << naive->sizes[member->type.class_index]) - 1;
    for (int64_t value = low; value <= high; value++) {
        int links = __builtin_popcountll((uint64_t)value);
        if (member->kind == OCL_ASSOCIATION && (links < member->low || links > member->high)) continue;
        naive->graph->values[c][at] = value;
        count_through(naive, slot + 1);
    }
}

struct ours {
    struct naive *naive;
    int64_t *found;
    size_t count;
};

static bool collect(void *context, uint64_t number, const struct env_graph *graph) {
    struct ours *ours = context;
    assert_true(number == ours->count);
    canonical(ours->naive, graph, &ours->found[ours->count++ * ours->naive->width]);
    return true;
}

/* True if the model was worth it: it had graphs. */
static bool compare(const char *text) {
    struct env_model *model = model_of(text, NULL, 0);
    struct naive naive = {.model = model};
    for (unsigned c = 0; c < 2; c++) {
        naive.sizes[c] = (unsigned)model->classes.items[c].high;
        naive.members[c] = model->schema.classes.items[c].members.count;
        naive.width += naive.sizes[c] * naive.members[c];
        for (size_t i = 0; i < model->classes.items[c].invariants.count; i++)
            ocl_members_used(model->classes.items[c].invariants.items[i], note_id, &naive);
    }
    assert_true(naive.width <= MAX_VALUES);
    naive.graph = env_graph_new(model, naive.sizes);
    naive.found = memory_new(MAX_GRAPHS * (naive.width + 1) * sizeof(int64_t));
    count_through(&naive, 0);
    size_t expected = sort_graphs(naive.found, naive.found_count, naive.width);

    struct env_graphs *graphs = graphs_of(model);
    struct ours ours = {&naive, memory_new((expected + 1) * (naive.width + 1) * sizeof(int64_t)), 0};
    uint64_t count;
    bool counted = env_graphs_count(graphs, 0, &count);
    if (counted == naive.fails || (counted && count != expected))
        fprintf(stderr, "%s\nexpected %zu%s, got %d %lu\n", text, expected, naive.fails ? " and a failure" : "",
                counted, (unsigned long)count);
    assert_true(counted != naive.fails);
    if (counted) {
        assert_int_equal(count, expected);
        env_graphs_visit(graphs, 0, collect, &ours);
        assert_int_equal(ours.count, expected);
        assert_int_equal(sort_graphs(ours.found, ours.count, naive.width), expected);
        assert_memory_equal(ours.found, naive.found, expected * naive.width * sizeof(int64_t));
    }
    free(ours.found);
    free(naive.found);
    env_graph_free(model, naive.graph);
    env_graphs_free(graphs);
    env_model_free(model);
    return counted && expected > 1;
}

static const char *pick(uint64_t *seed, const char *const *list, size_t count) {
    return list[test_random(seed) % count];
}

static void random_models(void **state) {
    (void)state;
    uint64_t seed = 42;
    unsigned worth = 0;
    for (int round = 0; round < 400; round++) {
        struct text text = {0};
        unsigned as = 1 + (unsigned)(test_random(&seed) % 3), bs = (unsigned)(test_random(&seed) % (as == 3 ? 2 : 3));
        unsigned low = (unsigned)(test_random(&seed) % 2), high = low + (unsigned)(test_random(&seed) % 3);
        unsigned self_high = as == 3 ? 1 + (unsigned)(test_random(&seed) % 2) : 3;
        unsigned attribute = as == 3 ? 2 : 3;
        if (low > bs) low = bs;
        text_printf(&text, "class A[%u] { attr v: 1..%u; assoc a: A[0..%u]; assoc b: B[%u..%u];", as, attribute,
                    self_high, low, high < low ? low : high);
        for (int i = 0; i < 2; i++)
            text_add(&text, pick(&seed, INVARIANTS_OF_A, sizeof INVARIANTS_OF_A / sizeof *INVARIANTS_OF_A));
        text_printf(&text, " } class B[%u] { attr w: 1..2;", bs);
        text_add(&text, pick(&seed, INVARIANTS_OF_B, sizeof INVARIANTS_OF_B / sizeof *INVARIANTS_OF_B));
        text_add(&text, " }");
        worth += compare(text_chars(&text));
        text_free(&text);
    }
    assert_true(worth > 150);
}

/* Every invariant alone, where it can be both true and false. */
static void each_invariant(void **state) {
    (void)state;
    char text[400];
    for (size_t i = 0; i < sizeof INVARIANTS_OF_A / sizeof *INVARIANTS_OF_A; i++) {
        snprintf(text, sizeof text,
                 "class A[2] { attr v: 1..2; assoc a: A[0..2]; assoc b: B[0..2]; %s }"
                 " class B[2] { attr w: 1..2; }",
                 INVARIANTS_OF_A[i]);
        compare(text);
    }
    for (size_t i = 0; i < sizeof INVARIANTS_OF_B / sizeof *INVARIANTS_OF_B; i++) {
        snprintf(text, sizeof text,
                 "class A[2] { attr v: 1..2; assoc a: A[0..0]; assoc b: B[0..2]; }"
                 " class B[3] { attr w: 1..2; %s }",
                 INVARIANTS_OF_B[i]);
        compare(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_invariant), cmocka_unit_test(random_models)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
