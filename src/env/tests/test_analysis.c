/* The environments of Yatake 2010, table 1, with made-up failures whose cause is known. */
#include "base/tests/rounds.h"
#include "env/analysis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { TASK, RESOURCE, CLASSES, PR = 0, RES = 1, MOST = 4, MODELS = MOST * (MOST + 1) };

/* ---- the models, one for each number of tasks and resources ---- */

static struct env_model models[MODELS];
static const struct env_model *all_models[MODELS];

static void add_class(struct env_model *model, const char *name, int64_t size) {
    struct ocl_class class = {.name = name};
    struct ocl_member pr = {.name = "pr", .kind = OCL_ATTRIBUTE, .type = {.kind = OCL_INTEGER}, .low = 1, .high = MOST};
    struct ocl_member res = {
        .name = "res", .kind = OCL_ASSOCIATION, .type = {.kind = OCL_SET, .class_index = RESOURCE}, .high = MOST};
    vec_push(&class.members, pr);
    if (strcmp(name, "Task") == 0) vec_push(&class.members, res);
    vec_push(&model->schema.classes, class);
    vec_push(&model->classes, (struct env_class){.low = size, .high = size});
}

static int make_models(void **state) {
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        models[i] = (struct env_model){0};
        int tasks = i / (MOST + 1) + 1, resources = i % (MOST + 1);
        add_class(&models[i], "Task", tasks);
        add_class(&models[i], "Resource", resources);
        vec_push(&models[i].schema.constants, (struct ocl_constant){"T", tasks});
        vec_push(&models[i].schema.constants, (struct ocl_constant){"R", resources});
        all_models[i] = &models[i];
    }
    return 0;
}

static int free_models(void **state) {
    (void)state;
    for (int i = 0; i < MODELS; i++) {
        for (size_t c = 0; c < CLASSES; c++) vec_free(&models[i].schema.classes.items[c].members);
        vec_free(&models[i].schema.classes);
        vec_free(&models[i].schema.constants);
        vec_free(&models[i].classes);
    }
    return 0;
}

/* ---- their graphs ---- */

struct world {
    unsigned sizes[CLASSES];
    int64_t tasks[2 * MOST], resources[MOST];
};

static int64_t task_pr(const struct world *world, unsigned task) { return world->tasks[2 * task + PR]; }
static unsigned links(const struct world *world, unsigned task) {
    return (unsigned)__builtin_popcountll((uint64_t)world->tasks[2 * task + RES]);
}
static bool linked(const struct world *world, unsigned task, unsigned resource) {
    return world->tasks[2 * task + RES] >> resource & 1;
}

typedef bool cause(const struct world *world);

struct walk {
    struct env_analysis *analysis;
    cause *fails;
    size_t model;
    uint64_t number, failing;
};

static bool is_valid(const struct world *world) {
    for (unsigned r = 0; r < world->sizes[RESOURCE]; r++) {
        bool used = false;
        for (unsigned t = 0; t < world->sizes[TASK]; t++) {
            if (linked(world, t, r) && world->resources[r] < task_pr(world, t)) return false;
            used = used || linked(world, t, r);
        }
        if (!used) return false;
    }
    return true;
}

static void walk_links(struct walk *walk, struct world *world, unsigned task) {
    if (task < world->sizes[TASK]) {
        for (int64_t set = 0; set < 1 << world->sizes[RESOURCE]; set++) {
            world->tasks[2 * task + RES] = set;
            walk_links(walk, world, task + 1);
        }
        return;
    }
    if (!is_valid(world)) return;
    int64_t *values[] = {world->tasks, world->resources};
    struct env_graph graph = {.sizes = world->sizes, .values = values};
    bool fails = walk->fails(world);
    walk->failing += fails;
    env_analysis_add(walk->analysis, walk->model, walk->number++, &graph, fails);
}

static void walk_all(struct walk *walk) {
    for (walk->model = 0; walk->model < MODELS; walk->model++) {
        struct world world = {{(unsigned)walk->model / (MOST + 1) + 1, (unsigned)walk->model % (MOST + 1)}, {0}, {0}};
        for (unsigned task_set = 0; task_set < 16; task_set++)
            for (unsigned resource_set = 0; resource_set < 16; resource_set++) {
                if ((unsigned)__builtin_popcount(task_set) != world.sizes[TASK] ||
                    (unsigned)__builtin_popcount(resource_set) != world.sizes[RESOURCE])
                    continue;
                for (int pr = 1, t = 0, r = 0; pr <= MOST; pr++) {
                    if (task_set >> (pr - 1) & 1) world.tasks[2 * t++ + PR] = pr;
                    if (resource_set >> (pr - 1) & 1) world.resources[r++] = pr;
                }
                walk_links(walk, &world, 0);
            }
    }
}

static struct env_analysis_result *analyse(cause *fails) {
    struct walk walk = {.analysis = env_analysis_new(all_models, MODELS), .fails = fails};
    walk_all(&walk);
    assert_int_equal(walk.number, 2294);
    struct env_analysis_result *result = env_analysis_find(walk.analysis);
    if (walk.failing < 4096 && walk.number - walk.failing < 4096) assert_false(result->sampled);
    env_analysis_free(walk.analysis);
    return result;
}

static void expect(cause *fails, const char *condition) {
    struct env_analysis_result *result = analyse(fails);
    assert_int_equal(result->kind, ENV_ANALYSIS_EXACT);
    assert_string_equal(result->condition, condition);
    env_analysis_result_free(result);
}

/* ---- causes ---- */

static bool task_with_two(const struct world *world) {
    for (unsigned t = 0; t < world->sizes[TASK]; t++)
        if (links(world, t) >= 2) return true;
    return false;
}

static bool two_tasks(const struct world *world) { return world->sizes[TASK] >= 2; }
static bool at_most_one_resource(const struct world *world) { return world->sizes[RESOURCE] <= 1; }

static bool shared(const struct world *world) {
    for (unsigned r = 0; r < world->sizes[RESOURCE]; r++) {
        unsigned users = 0;
        for (unsigned t = 0; t < world->sizes[TASK]; t++) users += linked(world, t, r);
        if (users >= 2) return true;
    }
    return false;
}

static bool same_priority(const struct world *world) {
    for (unsigned t = 0; t < world->sizes[TASK]; t++)
        for (unsigned r = 0; r < world->sizes[RESOURCE]; r++)
            if (linked(world, t, r) && task_pr(world, t) == world->resources[r]) return true;
    return false;
}

static bool task_between(const struct world *world) {
    for (unsigned t = 0; t < world->sizes[TASK]; t++)
        for (unsigned r = 0; r < world->sizes[RESOURCE]; r++)
            for (unsigned u = 0; u < world->sizes[TASK]; u++)
                if (linked(world, t, r) && task_pr(world, t) < task_pr(world, u) &&
                    task_pr(world, u) <= world->resources[r])
                    return true;
    return false;
}

static bool three_tasks_or_a_greedy_one(const struct world *world) {
    for (unsigned t = 0; t < world->sizes[TASK]; t++)
        if (links(world, t) >= 3) return true;
    return world->sizes[TASK] >= 3;
}

static bool greedy_and_idle(const struct world *world) {
    bool idle = false;
    for (unsigned t = 0; t < world->sizes[TASK]; t++) idle = idle || links(world, t) == 0;
    return idle && task_with_two(world);
}

static bool few_resources(const struct world *world) { return two_tasks(world) && at_most_one_resource(world); }

static bool scattered(const struct world *world) {
    uint64_t hash = world->sizes[TASK] * 31 + world->sizes[RESOURCE];
    for (unsigned i = 0; i < 2 * world->sizes[TASK]; i++) hash = (hash ^ (uint64_t)world->tasks[i]) * 0x100000001b3;
    for (unsigned i = 0; i < world->sizes[RESOURCE]; i++) hash = (hash ^ (uint64_t)world->resources[i]) * 0x100000001b3;
    return (hash >> 20) % 3 == 0 && two_tasks(world);
}

static bool nothing(const struct world *world) { return world->sizes[TASK] > MOST; }
static bool everything(const struct world *world) { return world->sizes[TASK] > 0; }

/* ---- tests ---- */

static void one_object(void **state) {
    (void)state;
    expect(task_with_two, "some task has two or more resources");
    expect(shared, "some resource belongs to two or more tasks");
}

static void numbers_of_objects(void **state) {
    (void)state;
    expect(two_tasks, "there are two or more tasks");
    expect(at_most_one_resource, "there is at most one resource");
}

static void linked_objects(void **state) {
    (void)state;
    expect(same_priority, "some task t has a resource r such that t.pr = r.pr");
    expect(task_between, "some task t has a resource r, and there is another task u, such that t.pr < u.pr <= r.pr");
}

static void combinations(void **state) {
    (void)state;
    expect(three_tasks_or_a_greedy_one, "there are three or more tasks, or some task has three or more resources");
    expect(few_resources, "there are two or more tasks, and there is at most one resource");
    expect(greedy_and_idle, "there are two tasks t and u such that t has two or more resources and u has no resource");
}

static void nothing_separates(void **state) {
    (void)state;
    struct env_analysis_result *result = analyse(scattered);
    assert_int_equal(result->kind, ENV_ANALYSIS_PARTIAL);
    assert_null(result->condition);
    assert_string_equal(result->necessary, "there are two or more tasks");
    /* 2294 less the 30 graphs of one task, less the failing ones */
    assert_int_equal(result->necessary_holding, 2264 - result->failing);
    env_analysis_result_free(result);
}

static void all_or_none(void **state) {
    (void)state;
    struct env_analysis_result *result = analyse(nothing);
    assert_int_equal(result->kind, ENV_ANALYSIS_NONE);
    env_analysis_result_free(result);
    result = analyse(everything);
    assert_int_equal(result->kind, ENV_ANALYSIS_ALL);
    env_analysis_result_free(result);
}

/* Ten times as many as are kept, forwards and backwards: the same answer from the same sample. */
static void many_in_any_order(void **state) {
    (void)state;
    enum { MANY = WHOLE ? 80000 : 10000 }; /* more than are kept */
    for (int backwards = 0; backwards < 2; backwards++) {
        struct env_analysis *analysis = env_analysis_new(all_models, MODELS);
        for (uint64_t i = 0; i < MANY; i++) {
            uint64_t number = backwards ? MANY - 1 - i : i;
            int64_t tasks[] = {(int64_t)(number % 4) + 1, 0}, *values[] = {tasks, NULL};
            unsigned sizes[] = {1, 0};
            struct env_graph graph = {.sizes = sizes, .values = values};
            env_analysis_add(analysis, 0, number, &graph, tasks[PR] >= 3);
        }
        struct env_analysis_result *result = env_analysis_find(analysis);
        assert_int_equal(result->kind, ENV_ANALYSIS_EXACT);
        assert_string_equal(result->condition, "some task has pr 3 or more");
        assert_true(result->sampled);
        assert_int_equal(result->failing, 4096);
        assert_int_equal(result->holding, 4096);
        env_analysis_result_free(result);
        env_analysis_free(analysis);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_object),        cmocka_unit_test(numbers_of_objects), cmocka_unit_test(linked_objects),
        cmocka_unit_test(combinations),      cmocka_unit_test(nothing_separates),  cmocka_unit_test(all_or_none),
        cmocka_unit_test(many_in_any_order),
    };
    return cmocka_run_group_tests(tests, make_models, free_models);
}
