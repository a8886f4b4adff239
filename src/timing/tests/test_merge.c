/* Windows that are merged up to the next stimulus (timing/merge.c) lose nothing and add nothing: on random variations
 * of an example, every moment in a merged window is one that a search unit by unit comes to, and the same activations
 * are lost. */
#include "timing/build.h"
#include "timing/state.h"
#include "timing/timing_examples.h"
#include "timing/ts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 40000, VARIATIONS = 60 };

/* States, and whether a stimulus came in a step that led there. */
struct set {
    unsigned char *bytes;
    bool *is_arrival;
    size_t count, size;
    bool is_full;
    const struct tm_system *system;
    size_t next; /* to be expanded */
};

static size_t find(const struct set *set, const void *state) {
    size_t i = 0;
    while (i < set->count && memcmp(set->bytes + i * set->size, state, set->size) != 0) i++;
    return i;
}

/* A stimulus that waits longer than before has come. */
static bool comes(const struct set *set, const void *state) {
    const struct tm_system *system = set->system;
    int64_t before[system->fields.count], after[system->fields.count];
    tm_unpack(system, set->bytes + set->next * set->size, before);
    tm_unpack(system, state, after);
    for (size_t i = 0; i < system->stimuli.count; i++)
        if (after[system->stimuli.items[i].close] > before[system->stimuli.items[i].close]) return true;
    return false;
}

static void keep(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct set *set = context;
    (void)step;
    assert_int_equal(size, set->size);
    size_t place = find(set, state);
    if (place == set->count && !set->is_full) memcpy(set->bytes + set->count++ * set->size, state, size);
    set->is_full = set->count == MOST;
    if (place < MOST) set->is_arrival[place] |= step->action != TS_NO_ACTION && comes(set, state);
}

static void explore(struct tm_system *system, bool merges, struct set *set) {
    struct ts ts;
    system->merges = merges;
    *set = (struct set){.size = system->state_size, .system = system};
    set->bytes = memory_new(MOST * set->size);
    set->is_arrival = memory_new(MOST * sizeof *set->is_arrival);
    tm_ts(system, &ts);
    ts.initial(&ts, keep, set);
    for (; set->next < set->count && !set->is_full; set->next++)
        ts.next(&ts, set->bytes + set->next * set->size, system->state_size, TS_EVERYBODY, keep, set);
}

struct windows {
    int64_t least[2], most[2]; /* by task */
};

/* The windows are taken out of the state; who runs: -1: nobody. */
static int take_windows(const struct tm_system *system, int64_t *values, struct windows *windows) {
    for (int i = 0; i < 2; i++) {
        const struct tm_task *task = &system->tasks.items[i];
        windows->least[i] = values[task->left_least];
        windows->most[i] = values[task->left_most];
        values[task->left_least] = values[task->left_most] = 0;
    }
    return (int)values[system->cores.items[0].running] - 1;
}

/* Is there a state with this moment in the window of who runs, and the other window no wider? */
static bool is_reached(const struct set *set, const int64_t *rest, const struct windows *wanted, int64_t moment) {
    const struct tm_system *system = set->system;
    int64_t values[system->fields.count];
    struct windows found;
    for (size_t i = 0; i < set->count; i++) {
        tm_unpack(system, set->bytes + i * set->size, values);
        int runs = take_windows(system, values, &found);
        if (runs < 0 || memcmp(values, rest, sizeof values) != 0) continue;
        int other = 1 - runs;
        if (moment >= found.least[runs] && moment <= found.most[runs] && found.least[other] >= wanted->least[other] &&
            found.most[other] <= wanted->most[other])
            return true;
    }
    return false;
}

/* Does a merged state stand for this one, too? */
static bool is_covered(const struct set *set, const int64_t *rest, const struct windows *wanted) {
    const struct tm_system *system = set->system;
    int64_t values[system->fields.count];
    struct windows found;
    for (size_t i = 0; i < set->count; i++) {
        tm_unpack(system, set->bytes + i * set->size, values);
        take_windows(system, values, &found);
        bool is_wider = true;
        for (int t = 0; t < 2; t++) is_wider &= found.least[t] <= wanted->least[t] && found.most[t] >= wanted->most[t];
        if (is_wider && memcmp(values, rest, sizeof values) == 0) return true;
    }
    return false;
}

static void compare(struct tm_system *system, unsigned *compared) {
    struct set merged, plain;
    int64_t values[system->fields.count];
    struct windows windows;
    assert_true(system->merges);
    explore(system, true, &merged);
    int64_t lost[2] = {system->seen[0].lost, system->seen[1].lost};
    explore(system, false, &plain);
    if (!plain.is_full) {
        ++*compared;
        assert_false(merged.is_full);
        assert_true(merged.count <= plain.count);
        for (int i = 0; i < 2; i++) assert_int_equal(lost[i], system->seen[i].lost);
        for (size_t i = 0; i < merged.count; i++) {
            tm_unpack(system, merged.bytes + i * merged.size, values);
            int runs = take_windows(system, values, &windows);
            for (int64_t moment = windows.least[runs < 0 ? 0 : runs]; runs >= 0 && moment <= windows.most[runs];
                 moment++)
                assert_true(is_reached(&plain, values, &windows, moment));
        }
    }
    for (size_t i = 0; !plain.is_full && i < plain.count; i++) {
        tm_unpack(system, plain.bytes + i * plain.size, values);
        take_windows(system, values, &windows);
        assert_true(!plain.is_arrival[i] || is_covered(&merged, values, &windows));
    }
    free(merged.bytes);
    free(plain.bytes);
    free(merged.is_arrival);
    free(plain.is_arrival);
}

static unsigned draw(unsigned *seed, unsigned below) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

static void vary(unsigned *seed, unsigned *compared) {
    char settings[6][80];
    const char *list[6];
    unsigned first = draw(seed, 30) + 1, second = draw(seed, 30) + 1;
    snprintf(settings[0], sizeof settings[0], "task.Monitor.time=%u00us..%u00us", first, first + draw(seed, 8));
    snprintf(settings[1], sizeof settings[1], "task.Controller.time=%u00us..%u00us", second, second + draw(seed, 8));
    snprintf(settings[2], sizeof settings[2], "task.Monitor.priority=%u", draw(seed, 3));
    snprintf(settings[3], sizeof settings[3], "task.Controller.priority=%u", draw(seed, 3));
    snprintf(settings[4], sizeof settings[4], "task.Monitor.limit=%u", draw(seed, 3) + 1);
    snprintf(settings[5], sizeof settings[5], "stimulus.Every_5ms.recurrence=%ums", draw(seed, 2) ? 5 : 2);
    for (int i = 0; i < 6; i++) list[i] = settings[i];
    const char *paths[] = {TIMING_EXAMPLES "/modes.amxmi"};
    struct diagnostics diagnostics = {0};
    struct am_model *model = am_load(paths, 1, false, &diagnostics);
    struct tm_options options = {.settings = list,
                                 .setting_count = 6,
                                 .step = {0, 1},
                                 .oldest = {-1, 1},
                                 .queues_tasks = draw(seed, 2),
                                 .backlog = 2};
    assert_non_null(model);
    struct tm_parts *parts = tm_build(model, &options, &diagnostics);
    assert_non_null(parts);
    struct tm_system *system = tm_build_dense(model, &options, parts, 0, rational_integer(0), draw(seed, 2) ? 5 : 10);
    assert_non_null(system);
    compare(system, compared);
    tm_parts_free(parts);
    am_model_free(model);
    diag_free(&diagnostics);
}

static void merged_windows_are_exact(void **state) {
    unsigned seed = 17, compared = 0;
    (void)state;
    for (int i = 0; i < VARIATIONS; i++) vary(&seed, &compared);
    assert_true(compared > VARIATIONS / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(merged_windows_are_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
