/* Leaving points out loses nothing: random applications end in the same ways, and go wrong in the same ways, with a
 * point at every access to memory as with points only where others could notice. */
#include "random_app.h"

#include "base/tests/rounds.h"

static struct scenario load(const struct application *application, bool no_reduction, bool races, const char *formula) {
    struct app_options options = app_options_default();
    struct app_budget isrs[] = {{.name = "i", .times = 1}, {.name = "j", .times = 1}};
    struct app_property property = {NULL, formula, {0}};
    options.isrs = isrs;
    options.isr_count = 2;
    options.other_counters.times = 1;
    options.no_reduction = no_reduction;
    options.properties = &property;
    options.property_count = formula != NULL;
    options.disabled[APP_CHECK_ACTIVATION] = true;
    options.disabled[APP_CHECK_RACE] = !races;
    if (formula) options.disabled[APP_CHECK_ASSERTION] = true;
    struct scenario scenario = scenario_load(text_chars(&application->oil), text_chars(&application->source), &options);
    if (!scenario.app) diag_print(&scenario.diagnostics, stderr);
    assert_non_null(scenario.app);
    return scenario;
}

/* ---- all outcomes ---- */

struct outcomes {
    VEC(char *) ends; /* idle states and faults, as text, sorted at the end */
    VEC(unsigned char *) states;
    VEC(uint32_t) sizes;
    const struct app *app;
    size_t *table; /* index + 1 of a state, by hash */
    size_t table_size;
};

enum { MOST_STATES = 60000, TABLE = 1 << 18 };

static size_t *slot_of(struct outcomes *outcomes, const void *state, uint32_t size) {
    uint64_t hash = 1469598103934665603u;
    for (uint32_t i = 0; i < size; i++) hash = (hash ^ ((const unsigned char *)state)[i]) * 1099511628211u;
    size_t at = hash % TABLE;
    while (outcomes->table[at]) {
        size_t index = outcomes->table[at] - 1;
        if (outcomes->sizes.items[index] == size && !memcmp(outcomes->states.items[index], state, size)) break;
        at = (at + 1) % TABLE;
    }
    return &outcomes->table[at];
}

static void add_end(struct outcomes *outcomes, char *text) {
    for (size_t i = 0; i < outcomes->ends.count; i++)
        if (!strcmp(outcomes->ends.items[i], text)) {
            free(text);
            return;
        }
    vec_push(&outcomes->ends, text);
}

static void show(void *context, const char *name, const char *value) {
    if (!strchr(name, ':')) text_printf(context, "%s=%s ", name, value);
}

static void meet(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct outcomes *outcomes = context;
    const struct ts *ts = app_ts(outcomes->app);
    struct text end = {0};
    if (step->fault) {
        const struct ts_fault *fault = ts->fault(ts, step->fault);
        text_printf(&end, "%s at %u: %s", fault->kind, fault->place.line, fault->message);
        add_end(outcomes, text_take(&end));
        return;
    }
    size_t *slot = slot_of(outcomes, state, size);
    if (*slot || outcomes->states.count == MOST_STATES) return;
    unsigned char *copy = memory_new(size);
    memcpy(copy, state, size);
    vec_push(&outcomes->states, copy);
    vec_push(&outcomes->sizes, size);
    *slot = outcomes->states.count;
    if (osek_current(app_kernel_config(outcomes->app), app_kernel_state(outcomes->app, state)) != OSEK_NONE) return;
    ts->variables(ts, state, size, show, &end);
    add_end(outcomes, text_take(&end));
}

static int compare(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

/* How it ends, races aside, or which races it has. */
static bool is_told(const char *end, bool races) { return races == !strncmp(end, "race ", 5); }

/* False if there are too many states. */
static bool explore(const struct application *application, bool no_reduction, bool races, struct text *out,
                    size_t *states) {
    struct scenario scenario = load(application, no_reduction, races, NULL);
    struct outcomes outcomes = {.app = scenario.app, .table = memory_new(TABLE * sizeof(size_t))};
    const struct ts *ts = app_ts(scenario.app);
    ts->initial(ts, meet, &outcomes);
    for (size_t i = 0; i < outcomes.states.count; i++)
        ts->next(ts, outcomes.states.items[i], outcomes.sizes.items[i], TS_EVERYBODY, meet, &outcomes);
    *states = outcomes.states.count;
    qsort(outcomes.ends.items, outcomes.ends.count, sizeof(char *), compare);
    for (size_t i = 0; i < outcomes.ends.count; i++)
        if (is_told(outcomes.ends.items[i], races)) text_printf(out, "%s\n", outcomes.ends.items[i]);
    for (size_t i = 0; i < outcomes.ends.count; i++) free(outcomes.ends.items[i]);
    for (size_t i = 0; i < outcomes.states.count; i++) free(outcomes.states.items[i]);
    vec_free(&outcomes.ends);
    vec_free(&outcomes.states);
    vec_free(&outcomes.sizes);
    free(outcomes.table);
    scenario_free(&scenario);
    return *states < MOST_STATES;
}

static void complain(unsigned seed, const struct application *application, const char *reduced, const char *full) {
    print_error("seed %u\n%s%s\nreduced:\n%s\nfull:\n%s\n", seed, text_chars(&application->oil),
                text_chars(&application->source), reduced, full);
}

static unsigned how_many(unsigned usually) {
    const char *wanted = getenv("RTCHECK_APPLICATIONS");
    return wanted ? (unsigned)atoi(wanted) : usually;
}

static bool has_all_lines(const char *text, const char *lines) {
    for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
        char *line = strndup(lines, (size_t)(end + 1 - lines));
        bool found = strstr(text, line);
        free(line);
        if (!found) return false;
    }
    return true;
}

/* What is behind a race, nobody sees: with fewer points, one race may hide another. */
static bool are_alike(const char *reduced, const char *full, bool races) {
    return races ? has_all_lines(full, reduced) && !*reduced == !*full : !strcmp(reduced, full);
}

static void compare_outcomes(bool races) {
    unsigned many = how_many(ROUNDS(25)), compared = 0;
    size_t all_reduced = 0, all_full = 0;
    for (unsigned seed = 0; seed < many; seed++) {
        struct application application = write_application(seed);
        struct text reduced = {0}, full = {0};
        size_t few, lots;
        bool fits = explore(&application, false, races, &reduced, &few);
        fits = fits && explore(&application, true, races, &full, &lots);
        if (fits) {
            bool same = are_alike(text_chars(&reduced), text_chars(&full), races);
            if (!same) complain(seed, &application, text_chars(&reduced), text_chars(&full));
            assert_true(same);
            compared++;
            all_reduced += few;
            all_full += lots;
        }
        application_free(&application);
        text_free(&reduced);
        text_free(&full);
    }
    print_message("%u compared: %zu states instead of %zu\n", compared, all_reduced, all_full);
    assert_true(compared > many / 2);
    assert_true(all_reduced < all_full);
}

static void test_outcomes(void **state) {
    (void)state;
    compare_outcomes(false);
}

static void test_races(void **state) {
    (void)state;
    compare_outcomes(true);
}

static enum verdict verdict_of(const struct application *application, bool no_reduction, const char *formula) {
    struct scenario scenario = load(application, no_reduction, false, formula);
    struct ts *product = ts_product_new(app_ts(scenario.app), app_property_observer(scenario.app, 0));
    struct search_options options = {
        .violations = 1, .threads = 1, .goal = SEARCH_ACCEPTANCE, .order = SEARCH_DFS, .ignore_faults = true};
    struct search_result *result = search_run(product, &options);
    enum verdict verdict = result->verdict;
    search_result_free(result);
    ts_product_free(product);
    scenario_free(&scenario);
    return verdict;
}

static void test_properties(void **state) {
    (void)state;
    static const char *const formulas[] = {"[] (x == 1 -> <> y == 2)",
                                           "[] !(x == 2 && z == 1)",
                                           "<> (idle && y == 1)",
                                           "[] (call(ActivateTask, v) -> <> running(v))",
                                           "x < 2 U s.c == 1",
                                           "[] (holds(t, r) -> !active(i))",
                                           "[] (s.a == 1 -> s.c == 1)",
                                           "<> [] (x == z)",
                                           "[] (call(ActivateTask) -> (call(ActivateTask) U x == 1))",
                                           "<> (call(GetResource) && <> call(ReleaseResource))",
                                           "[] (call(ActivateTask, v) == (x == 1) -> <> idle)",
                                           "[] <> (call(TerminateTask) || idle)"};
    unsigned many = how_many(ROUNDS(36)), violated = 0;
    for (unsigned seed = 0; seed < many; seed++) {
        struct application application = write_application(seed);
        const char *formula = formulas[seed % (sizeof formulas / sizeof *formulas)];
        enum verdict reduced = verdict_of(&application, false, formula), full = verdict_of(&application, true, formula);
        if (reduced != full)
            complain(seed, &application, formula, reduced == VERDICT_HOLDS ? "the reduced one holds" : "does not");
        assert_int_equal(reduced, full);
        violated += full == VERDICT_VIOLATED;
        application_free(&application);
    }
    print_message("%u of %u properties are violated\n", violated, many);
    assert_true(violated > 0 && violated < many);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_outcomes), cmocka_unit_test(test_races),
                                       cmocka_unit_test(test_properties)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
