/* Leaving points out loses nothing: random applications end in the same ways, and go wrong in the same ways, with a
 * point at every access to memory as with points only where others could notice. Those that have a race have one in
 * either way, and none that is not there (what is behind a race, nobody sees: with fewer points one may hide another).
 */
#include "scenario.h"

/* ---- random applications ---- */

struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *dice, unsigned sides) {
    dice->state = dice->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(dice->state >> 33) % sides;
}

static void write_value(struct dice *dice, struct text *out) {
    static const char *const values[] = {"x", "y", "z",       "a[x & 1]",    "*p",  "1",
                                         "2", "l", "(x + y)", "(y * 2 - z)", "s.a", "s.c"};
    text_add(out, values[roll(dice, 12)]);
}

static void write_place(struct dice *dice, struct text *out) {
    static const char *const places[] = {"x", "y", "z", "a[y & 1]", "*p", "l", "x", "s.c"};
    text_add(out, places[roll(dice, 8)]);
}

static void write_statements(struct dice *dice, unsigned depth, bool task, struct text *out);

static void write_assignment(struct dice *dice, struct text *out) {
    write_place(dice, out);
    text_add(out, " = (");
    write_value(dice, out);
    text_add(out, " + ");
    write_value(dice, out);
    text_add(out, ") & 3;\n");
}

static void write_statement(struct dice *dice, unsigned depth, bool task, struct text *out) {
    switch (roll(dice, depth ? 12 : 6)) {
    case 0: text_add(out, roll(dice, 2) ? "(void)ActivateTask(u);\n" : "(void)ActivateTask(v);\n"); break;
    case 1: text_printf(out, "p = %s;\n", roll(dice, 2) ? "&x" : "&z"); break;
    case 2: text_add(out, roll(dice, 2) ? "s = k;\n" : "k = s;\n"); break;
    case 6:
        text_add(out, "if (");
        write_value(dice, out);
        text_add(out, " == ");
        write_value(dice, out);
        text_add(out, ") {\n");
        write_statements(dice, depth - 1, task, out);
        text_add(out, "}\n");
        break;
    case 7:
        text_add(out, "SuspendAllInterrupts();\n");
        write_assignment(dice, out);
        write_assignment(dice, out);
        text_add(out, "ResumeAllInterrupts();\n");
        break;
    case 8:
        if (!task) break;
        text_add(out, "GetResource(r);\n");
        write_assignment(dice, out);
        write_assignment(dice, out);
        text_add(out, "ReleaseResource(r);\n");
        break;
    case 9:
        text_add(out, "assert(");
        write_value(dice, out);
        text_add(out, " < 7);\n");
        break;
    default: write_assignment(dice, out);
    }
}

static void write_statements(struct dice *dice, unsigned depth, bool task, struct text *out) {
    for (unsigned i = roll(dice, 3) + 1; i; i--) write_statement(dice, depth, task, out);
}

static void write_body(struct dice *dice, const char *head, bool task, struct text *out) {
    text_printf(out, "%s {\nint l = 0;\n", head);
    write_statements(dice, 2, task, out);
    text_add(out, task ? "TerminateTask();\n}\n" : "}\n");
}

static void write_source(struct dice *dice, struct text *out) {
    text_add(out, HEAD "int x, y, z, a[2], *p = &x; struct { int a, b, c; } s, k = {1, 1, 1};\n");
    write_body(dice, "TASK(t)", true, out);
    write_body(dice, "TASK(u)", true, out);
    write_body(dice, "TASK(v)", true, out);
    write_body(dice, "ISR(i)", false, out);
    write_body(dice, "ISR(j)", false, out);
}

#define OIL                                                                                                            \
    EXTENDED "RESOURCE r { RESOURCEPROPERTY = STANDARD; };\n" TASK_("t", "2", AUTO " RESOURCE = r;")                   \
        TASK_("u", "3", LATER) TASK_("v", "1", LATER " RESOURCE = r;") ISR2("i") "ISR j { CATEGORY = 2; };\n" END

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
static bool explore(const char *source, bool no_reduction, bool races, struct text *out, size_t *states) {
    struct app_options options = app_options_default();
    struct app_budget budgets[] = {{"i", 1, false}, {"j", 1, false}};
    options.isrs = budgets;
    options.isr_count = 2;
    options.no_reduction = no_reduction;
    options.disabled[APP_CHECK_ACTIVATION] = true;
    options.disabled[APP_CHECK_RACE] = !races;
    struct scenario scenario = scenario_load(OIL, source, &options);
    if (!scenario.app) diag_print(&scenario.diagnostics, stderr);
    assert_non_null(scenario.app);
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

static bool has_all_lines(const char *text, const char *lines) {
    for (const char *end; (end = strchr(lines, '\n')); lines = end + 1) {
        char *line = strndup(lines, (size_t)(end + 1 - lines));
        bool found = strstr(text, line);
        free(line);
        if (!found) return false;
    }
    return true;
}

static bool are_alike(const char *reduced, const char *full, bool races) {
    return races ? has_all_lines(full, reduced) && !*reduced == !*full : !strcmp(reduced, full);
}

static void compare_applications(bool races) {
    const char *wanted = getenv("RTCHECK_APPLICATIONS");
    unsigned many = wanted ? (unsigned)atoi(wanted) : 25, compared = 0;
    size_t all_reduced = 0, all_full = 0;
    for (unsigned seed = 0; seed < many; seed++) {
        struct dice dice = {seed * 7919u + 17};
        struct text source = {0}, reduced = {0}, full = {0};
        size_t few, lots;
        write_source(&dice, &source);
        bool fits = explore(text_chars(&source), false, races, &reduced, &few);
        fits = fits && explore(text_chars(&source), true, races, &full, &lots);
        if (fits) {
            bool alike = are_alike(text_chars(&reduced), text_chars(&full), races);
            if (!alike)
                print_error("seed %u\n%s\nreduced:\n%s\nfull:\n%s\n", seed, text_chars(&source), text_chars(&reduced),
                            text_chars(&full));
            assert_true(alike);
            compared++;
            all_reduced += few;
            all_full += lots;
        }
        text_free(&source);
        text_free(&reduced);
        text_free(&full);
    }
    if (wanted) print_message("%u compared: %zu states instead of %zu\n", compared, all_reduced, all_full);
    assert_true(compared > many / 2);
    assert_true(all_reduced < all_full);
}

static void test_random_applications(void **state) {
    (void)state;
    compare_applications(false);
}

static void test_races_of_random_applications(void **state) {
    (void)state;
    compare_applications(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_applications),
                                       cmocka_unit_test(test_races_of_random_applications)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
