/* Small applications as strings: written to a directory of their own, loaded, and searched. */
#ifndef APP_TESTS_SCENARIO_H
#define APP_TESTS_SCENARIO_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/app.h"
#include "base/file.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OS(status, hooks)                                                                                              \
    "CPU c { OS o { STATUS = " status "; STARTUPHOOK = FALSE; SHUTDOWNHOOK = FALSE; " hooks                            \
    " USEGETSERVICEID = FALSE; USEPARAMETERACCESS = FALSE; USERESSCHEDULER = FALSE; }; APPMODE std {};\n"
#define NO_HOOKS          "ERRORHOOK = FALSE; PRETASKHOOK = FALSE; POSTTASKHOOK = FALSE;"
#define STANDARD          OS("STANDARD", NO_HOOKS)
#define EXTENDED          OS("EXTENDED", NO_HOOKS)
#define END               "};\n"
#define AUTO              "AUTOSTART = TRUE { APPMODE = std; };"
#define LATER             "AUTOSTART = FALSE;"
#define TASK_(n, p, more) "TASK " n " { PRIORITY = " p "; ACTIVATION = 1; SCHEDULE = FULL; " more " };\n"
#define ISR2(n)           "ISR " n " { CATEGORY = 2; };\n"
#define HEAD              "#include \"os.h\"\n#include <assert.h>\n"

struct scenario {
    char directory[64];
    char oil[96], source[96];
    struct diagnostics diagnostics;
    struct app *app;
    struct search_result *result;
    const char *kind; /* of the first violation, or "" */
    const char *message;
};

static inline struct scenario scenario_load(const char *oil, const char *source, const struct app_options *options) {
    struct scenario scenario = {0};
    struct app_options defaults = app_options_default();
    snprintf(scenario.directory, sizeof scenario.directory, "/tmp/rtcheck_app_XXXXXX");
    assert_non_null(mkdtemp(scenario.directory));
    snprintf(scenario.oil, sizeof scenario.oil, "%s/a.oil", scenario.directory);
    snprintf(scenario.source, sizeof scenario.source, "%s/a.c", scenario.directory);
    assert_true(file_write(scenario.oil, oil, strlen(oil)));
    assert_true(file_write(scenario.source, source, strlen(source)));
    const char *oils[] = {scenario.oil}, *sources[] = {scenario.source};
    scenario.app = app_load(oils, 1, sources, 1, options ? options : &defaults, &scenario.diagnostics);
    unlink(scenario.oil);
    unlink(scenario.source);
    rmdir(scenario.directory);
    scenario.kind = scenario.message = "";
    return scenario;
}

static inline void scenario_search_ts(struct scenario *scenario, const struct ts *ts, enum search_goal goal) {
    struct search_options options = {.violations = 1, .threads = 1, .goal = goal};
    if (goal == SEARCH_ACCEPTANCE) options.order = SEARCH_DFS;
    if (scenario->result) search_result_free(scenario->result);
    scenario->result = search_run(ts, &options);
    scenario->kind = scenario->message = "";
    if (scenario->result->violations.count) {
        scenario->kind = scenario->result->violations.items[0].kind;
        scenario->message = scenario->result->violations.items[0].message;
        assert_true(ts_trace_replays(ts, scenario->result->violations.items[0].trace));
    }
}

static inline struct scenario scenario_run(const char *oil, const char *source, const struct app_options *options) {
    struct scenario scenario = scenario_load(oil, source, options);
    if (!scenario.app) diag_print(&scenario.diagnostics, stderr);
    assert_non_null(scenario.app);
    scenario_search_ts(&scenario, app_ts(scenario.app), SEARCH_SAFETY);
    return scenario;
}

static inline void scenario_free(struct scenario *scenario) {
    if (scenario->result) search_result_free(scenario->result);
    app_free(scenario->app);
    diag_free(&scenario->diagnostics);
}

/* The kind of what goes wrong is `kind`, or nothing does (""). Returns the number of states. */
static inline uint64_t expect_with(const char *oil, const char *source, const struct app_options *options,
                                   const char *kind) {
    struct scenario scenario = scenario_run(oil, source, options);
    uint64_t states = scenario.result->statistics.states;
    if (strcmp(scenario.kind, kind))
        print_error("'%s' instead of '%s': %s\n", scenario.kind, kind, scenario.message ? scenario.message : "");
    assert_string_equal(scenario.kind, kind);
    if (!*kind) assert_true(scenario.result->complete);
    scenario_free(&scenario);
    return states;
}

static inline uint64_t expect(const char *oil, const char *source, const char *kind) {
    return expect_with(oil, source, NULL, kind);
}

#endif
