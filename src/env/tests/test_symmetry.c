/* Which uses of objects' numbers tell objects apart, in the model and in the design; and all numberings of a graph. */
#include "env/check_numberings.h"
#include "env/numberings.h"
#include "env/tests/environments.h"

#define MODEL(argument, guard, action, claim)                                                                          \
    "target Lock {\n"                                                                                                  \
    "  fun Take(u: " argument "); fun Free(u: 1..3); ref Owner() = owner; ref Seat(u: 0..3) = seat[u];\n"              \
    "  configure SetRank(u.id, u.rank) for u in User;\n"                                                               \
    "}\n"                                                                                                              \
    "class User[3] {\n"                                                                                                \
    "  attr rank: 1..3; assoc friends: User; var last: Integer = 0; var count: 0..9 = 0; var heir: User;\n"            \
    "  assert " claim ";\n"                                                                                            \
    "  states Idle, Has;\n"                                                                                            \
    "  Idle -> Has : Take(u) [u = id and (" guard ")] { " action " };\n"                                               \
    "  Has -> Idle : Free(u) [u = id];\n"                                                                              \
    "}\n"
#define PLAIN_MODEL MODEL("1..3", "true", "last = u;", "Owner() = id or Owner() <> id")

#define DATA                                                                                                           \
    "typedef Slot { byte id; byte level; byte sub[4] };\n"                                                             \
    "byte owner, n, members, rank[4], seat[4], queue[4], before = 255; byte start[4] = {0, 1, 1, 1};\n"                \
    "byte uneven[4] = {0, 1, 2, 1}; bit small; short few[3]; Slot slot[4]; chan box = [2] of { byte, byte };\n"
#define DESIGN_WITH(set, take)                                                                                         \
    DATA "inline SetRank(u, r) { " set " }\n"                                                                          \
         "inline Take(u) { " take " }\n"                                                                               \
         "inline Free(u) { owner = 0 }\n"
#define DESIGN(take) DESIGN_WITH("rank[u] = r", take)

/* NULL, or why objects of the first class are told apart. */
static const char *told_apart(const char *model_text, const char *design_text) {
    char path[64];
    struct env_model *model = model_of(model_text);
    design_write(path, design_text);
    struct env_design *design = design_load(model, path);
    struct env_symmetry *symmetry = env_symmetry_find(model, design);
    const char *why = symmetry->classes[0].why;
    env_symmetry_free(symmetry);
    env_design_free(design);
    unlink(path);
    env_model_free(model);
    return why;
}

static void assert_alike(const char *model_text, const char *design_text) {
    const char *why = told_apart(model_text, design_text);
    if (why) fail_msg("told apart (%s): %s", why, design_text);
}

static void assert_apart(const char *model_text, const char *design_text) {
    if (!told_apart(model_text, design_text)) fail_msg("not told apart: %s%s", model_text, design_text);
}

static void test_designs_that_treat_numbers_alike(void **state) {
    (void)state;
    static const char *const designs[] = {
        DESIGN("owner = u"),
        DESIGN("owner == 0; owner = u; seat[u] = owner; rank[seat[u]]++"),
        DESIGN("if :: owner > 0 && rank[owner] >= rank[u] -> n++ :: else -> owner = u fi"),
        DESIGN("members = members | (1 << (u - 1)); assert(((members >> (u - 1)) & 1) == 1); assert(members != 0)"),
        DESIGN("members = members & ~(1 << u); n = (members >> u) % 2"),
        DESIGN("slot[u].sub[u] = 3; slot[u - 0].level = rank[u]; queue[n] = u; n = (n + 1) % 4"),
        DESIGN("box!u,1; box?[eval(u),1]; box?owner,n; n = 0"),
        DESIGN("before = u - 1; assert(before != 255)"),
        DESIGN("seat[u] = (owner == u -> u : 0); printf(\"%d\\n\", u)"),
        DESIGN("n = start[u]; owner = (u == owner -> 0 : u)"),
        DESIGN("int i; i = u; owner = i; if :: rank[i] > 2 -> owner = 0 :: else fi"),
        DESIGN_WITH("rank[u] = r; members = members | (1 << (u - 1))", "skip"),
        DESIGN_WITH("rank[u] = r; n = (rank[u] > n -> rank[u] : n)", "skip"),
        DESIGN_WITH("rank[u] = r; n = n + r", "skip"),
        DESIGN_WITH("rank[u] = r; n = 1; slot[u].level = r; assert(slot[u].level == r)", "skip"),
    };
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) assert_alike(PLAIN_MODEL, designs[i]);
}

/* A sum is looked at once, not twice for each of its terms. */
static void test_long_sum(void **state) {
    (void)state;
#define SUM_OF_10 "rank + rank + rank + rank + rank + rank + rank + rank + rank + rank"
#define SUM_OF_50 SUM_OF_10 " + " SUM_OF_10 " + " SUM_OF_10 " + " SUM_OF_10 " + " SUM_OF_10
    assert_alike(MODEL("1..3", "true", "last = u;", SUM_OF_50 " > 0"), DESIGN("owner = u"));
}

static void test_designs_that_tell_objects_apart(void **state) {
    (void)state;
    static const char *const designs[] = {
        DESIGN("if :: owner < u -> owner = u :: else fi"),
        DESIGN("if :: queue[0] > queue[1] -> n = 1 :: else fi; queue[0] = u; queue[1] = owner; owner = u"),
        DESIGN("for (n : 1 .. 3) { if :: rank[n] == 2 -> break :: else fi }; seat[u] = 0; rank[u] = 0; n = 0"),
        DESIGN("n = 1; do :: n <= 3 && rank[n] == 1 -> n++ :: else -> break od; owner = u"),
        DESIGN("owner = (u > owner -> u : owner)"),
        DESIGN("owner = u + 1; seat[u] = owner"),
        DESIGN("owner = u * 1"),
        DESIGN("if :: u == 1 -> n = 1 :: else fi"),
        DESIGN("if :: u >= 2 -> n = 1 :: else fi"),
        DESIGN("owner = u; owner = 2"),
        DESIGN("seat[1] = 0; seat[u] = 1"),
        DESIGN("n = uneven[u]"),
        DESIGN("small = u; n = small"),
        DESIGN("few[u - 1] = 1; few[u] = 2"),
        DESIGN("few[u] = 1"),
        DESIGN("members = members | (1 << (u - 1)); assert(members != 2)"),
        DESIGN("members = (1 << (u - 1)); n = members + 1"),
        DESIGN("members = (1 << (u - 1)); if :: members > 2 -> n = 1 :: else fi"),
        DESIGN("members = (1 << u); n = (members >> (u - 1)) & 1"),
        DESIGN("n = (1 << (n)); members = (1 << u); assert(members != n)"),
        DESIGN("members = (1 << (u + 6))"),
        DESIGN("n = -u"),
        DESIGN("n = u & 1"),
        DESIGN("n = !(u - 1)"),
        DESIGN("n = (u - 2 -> 1 : 0)"),
        DESIGN("owner = rank[u]; owner = u"),
        DESIGN("box!!u,1; box?_,_"),
        DESIGN("box!u,u; box?owner,rank[0]; assert(rank[0] != rank[u])"),
        DESIGN("before = u - 1; n = before; seat[before] = 1; seat[u] = 1"),
        DESIGN("owner = 257; owner = u"),
        DESIGN("select(n : 1 .. 3); owner = n; seat[u] = owner; assert(seat[owner] == seat[owner]); n = 0"),
        DESIGN_WITH("rank[u] = r; owner = u", "skip"),
        DESIGN_WITH("rank[u] = r; queue[n] = u; n++", "skip"),
        DESIGN_WITH("rank[u] = r; if :: r > n -> n = r; owner = u :: else fi", "skip"),
        DESIGN_WITH("rank[u] = r + n; n = n + r", "skip"),
        DESIGN_WITH("if :: n == 0 -> rank[u] = r; n = 1 :: else -> rank[u] = 0 fi", "skip"),
        DESIGN_WITH("rank[u] = r; n = n - r; n = n | r", "skip"),
        DESIGN_WITH("rank[u] = r; small = (r > small -> r : small)", "skip"),
        DESIGN_WITH("rank[u] = r; n = r", "skip"),
        DESIGN_WITH("rank[u] = r; box!u,r", "skip"),
        "chan one = [2] of { byte }; chan same = one; byte from;\n" DESIGN("one!u; same?from; assert(from != 1)"),
    };
    for (size_t i = 0; i < sizeof designs / sizeof *designs; i++) assert_apart(PLAIN_MODEL, designs[i]);
}

static void test_models_that_treat_numbers_alike(void **state) {
    (void)state;
    static const char *const models[] = {
        MODEL("0..3", "last = 0", "last = u;", "Owner() = last or Owner() = 0 or Owner() <> last"),
        MODEL("1..3", "User->forAll(v | v.last <> id)", "last = id;", "Seat(id) >= 0"),
        MODEL("1..3", "User->exists(v | v.id = last) or last = 0", "heir = self; last = u;",
              "User->isUnique(v | v.id) and User->collect(v | v.id)->size() = 3"),
        MODEL("1..3", "User->collect(v | v.last)->count(id) = 0", "last = (if rank = 1 then id else 0 endif);",
              "let x = Owner() in x = id or x <> id"),
        MODEL("1..3", "id >= 1 and id < 4", "count = count.max(rank);",
              "User->select(v | v.id = Owner())->size() <= 1"),
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) assert_alike(models[i], DESIGN("owner = u"));
}

static void test_models_that_tell_objects_apart(void **state) {
    (void)state;
    static const char *const models[] = {
        MODEL("1..2", "true", "last = u;", "true"),
        MODEL("1..3", "id > 1", "last = u;", "true"),
        MODEL("1..3", "User->forAll(v | v@Has implies v.id < id)", "last = u;", "true"),
        MODEL("1..3", "id <> rank", "last = u;", "true"),
        MODEL("1..3", "true", "last = u + 1; last = u;", "true"),
        MODEL("1..3", "true", "last = 2 * u;", "true"),
        MODEL("1..3", "true", "last = rank; last = id;", "true"),
        MODEL("1..3", "true", "last = id.max(1);", "true"),
        MODEL("1..3", "true", "last = u;", "Owner() < 3"),
        MODEL("1..3", "true", "last = u;", "Seat(2) >= 0 and Seat(id) >= 0"),
        MODEL("1..3", "true", "last = u;", "Owner() = 2 or true"),
        MODEL("1..3", "User->collect(v | v.id)->sum() = 6", "last = u;", "true"),
        MODEL("1..3", "User->collect(v | v.id)->max() > id", "last = u;", "true"),
        MODEL("1..3", "id mod 2 = 1", "last = u;", "true"),
        MODEL("1..3", "true", "last = u;", "User->forAll(v | v.id = Owner() implies v.last <> 1)"),
        MODEL("1..3", "let x = id in x.abs() = 1", "last = u;", "true"),
        MODEL("1..3", "true", "count = u; last = count + 1; last = u;", "true"),
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) assert_apart(models[i], DESIGN("owner = u"));
}

/* ---- numberings ---- */

static void test_numberings_come_once(void **state) {
    (void)state;
    struct env_model *model =
        model_of("target X { } class A[3] { attr x: 1..3; assoc to: A; } class B[2] { assoc of: A; }");
    struct env_graph *graph = plain_graph(model);
    static const unsigned char none[] = {0, 0}, first[] = {1, 0}, both[] = {1, 1};
    static const unsigned char *const classes[] = {none, first, both};
    static const uint64_t ways[] = {1, 6, 12};
    static const unsigned counts[] = {1, 3, 6}; /* two objects of A are alike; B1 and B2 differ */
    graph->values[0][0] = 2;                    /* A1.x */
    graph->values[0][1] = 0x6;                  /* A1.to = {A2, A3} */
    graph->values[1][0] = 0x1;                  /* B1.of = {A1} */
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(env_numberings_ways(model, graph, classes[i], 1000), ways[i]);
        struct env_numberings *numberings = env_numberings_new(model, graph, classes[i]);
        unsigned count = 0;
        const struct env_graph *next;
        for (; (next = env_numberings_next(numberings)); count++)
            for (unsigned object = 0; object < 3; object++) /* whoever has x = 2 has links to the others */
                assert_true((next->values[0][2 * object] == 2) ==
                            (next->values[0][2 * object + 1] == (0x7 & ~(1 << object))));
        assert_int_equal(count, counts[i]);
        env_numberings_free(numberings);
    }
    assert_int_equal(env_numberings_ways(model, graph, both, 11), 12);
    env_graph_free(model, graph);
    env_model_free(model);
}

/* A user of greater rank must not follow one of smaller number: wrong in one numbering of two. */
static void test_numberings_are_checked(void **state) {
    (void)state;
    static const char by_number[] = DESIGN("assert(owner == 0 || owner < u || rank[owner] >= rank[u]); owner = u");
    char path[64];
    struct env_model *model = model_of(MODEL("1..3", "true", "last = 0;", "true"));
    struct env_graph *graph = plain_graph(model);
    size_t members = model->schema.classes.items[0].members.count;
    for (unsigned i = 0; i < 3; i++) graph->values[0][i * members] = i + 1;
    design_write(path, by_number);
    struct env_design *design = design_load(model, path);
    struct env_symmetry *symmetry = env_symmetry_find(model, design);
    struct env_outcome *one = env_check(model, graph, design, 100000, NULL);
    assert_int_equal(one->verdict, VERDICT_HOLDS);
    env_outcome_free(one);
    struct env_numbering_options options = {.symmetry = symmetry, .max_states = 100000};
    struct env_outcome *all = env_check_numberings(model, graph, design, &options);
    assert_int_equal(all->verdict, VERDICT_VIOLATED);
    assert_non_null(strstr(all->story, "numbered so that"));
    assert_true(all->numberings > 1);
    env_outcome_free(all);
    env_symmetry_free(symmetry);
    env_design_free(design);
    unlink(path);
    env_graph_free(model, graph);
    env_model_free(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_designs_that_treat_numbers_alike),
        cmocka_unit_test(test_designs_that_tell_objects_apart),
        cmocka_unit_test(test_long_sum),
        cmocka_unit_test(test_models_that_treat_numbers_alike),
        cmocka_unit_test(test_models_that_tell_objects_apart),
        cmocka_unit_test(test_numberings_come_once),
        cmocka_unit_test(test_numberings_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
