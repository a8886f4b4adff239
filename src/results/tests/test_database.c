#include "results/results.h"

#include "base/file.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <pthread.h>
#include <sqlite3.h>

static char directory[64];

static int enter(void **state) {
    (void)state;
    strcpy(directory, "/tmp/test-run-XXXXXX");
    return mkdtemp(directory) && chdir(directory) == 0 ? 0 : -1;
}

static int leave(void **state) {
    (void)state;
    static const char *const known[] = {"run.db", "run.db-wal", "run.db-shm", "other"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) unlink(known[i]);
    int left = rmdir(directory);
    return chdir("/") || left;
}

static struct results_database *open_good(const char *path, const char *signature) {
    struct diagnostics diagnostics = {0};
    struct results_database *database = results_open(path, "env", signature, &diagnostics);
    diag_print(&diagnostics, stderr);
    assert_non_null(database);
    assert_int_equal(diagnostics.errors, 0);
    diag_free(&diagnostics);
    return database;
}

static void refused(const char *path, const char *signature, const char *reason) {
    struct diagnostics diagnostics = {0};
    assert_null(results_open(path, "env", signature, &diagnostics));
    assert_int_equal(diagnostics.errors, 1);
    assert_non_null(strstr(diagnostics.list.items[0].message, reason));
    diag_free(&diagnostics);
}

static void add(struct results_database *database, const char *key, const char *verdict) {
    const char *names[] = {"Task", "Resource"}, *values[] = {"2", "1"};
    bool bad = strcmp(verdict, "violated") == 0;
    struct results_check check = {.key = key,
                                  .verdict = verdict,
                                  .kind = bad ? "assertion" : NULL,
                                  .message = bad ? "GetTurn() = id" : NULL,
                                  .trace = bad ? "ActivateTask(0,1)\n" : NULL,
                                  .states = 12,
                                  .transitions = 34,
                                  .depth = 5,
                                  .seconds = 0.25,
                                  .parameter_names = names,
                                  .parameter_values = values,
                                  .parameter_count = 2};
    assert_true(results_add(database, &check));
}

static bool has(struct results_database *database, const char *key) { return results_find(database, key, NULL, NULL); }

static void count_verdict(void *context, const struct results_check *check) {
    uint64_t *found = context;
    found[0] += strcmp(check->verdict, "holds") == 0;
    found[1] += strcmp(check->verdict, "violated") == 0;
    found[2] += strcmp(check->verdict, "unknown") == 0;
}

static void expect_totals(struct results_database *database, uint64_t holds, uint64_t violated, uint64_t unknown) {
    uint64_t found[3] = {0};
    results_visit(database, count_verdict, found);
    assert_int_equal(found[0], holds);
    assert_int_equal(found[1], violated);
    assert_int_equal(found[2], unknown);
}

static void check_row(void *context, const struct results_check *check) {
    ++*(int *)context;
    bool bad = strcmp(check->verdict, "violated") == 0;
    assert_int_equal(check->states, 12);
    assert_int_equal(check->transitions, 34);
    assert_int_equal(check->depth, 5);
    assert_true(check->seconds == 0.25);
    if (bad) {
        assert_string_equal(check->kind, "assertion");
        assert_string_equal(check->message, "GetTurn() = id");
        assert_string_equal(check->trace, "ActivateTask(0,1)\n");
    } else {
        assert_null(check->kind);
        assert_null(check->trace);
    }
}

static void check_whole_row(void *context, const struct results_check *check) {
    check_row(context, check);
    assert_int_equal(check->parameter_count, 2);
    assert_string_equal(check->parameter_names[0], "Resource");
    assert_string_equal(check->parameter_values[0], "1");
    assert_string_equal(check->parameter_names[1], "Task");
    assert_string_equal(check->parameter_values[1], "2");
}

static void keeps_and_finds(void **state) {
    (void)state;
    for (int in_file = 0; in_file < 2; in_file++) {
        struct results_database *database = open_good(in_file ? "run.db" : NULL, "one");
        assert_false(has(database, "a"));
        add(database, "a", "holds");
        add(database, "b", "violated");
        add(database, "c", "unknown");
        assert_true(has(database, "a"));
        assert_false(has(database, "d"));
        int visited = 0;
        assert_true(results_find(database, "b", check_row, &visited));
        assert_false(results_find(database, "d", check_row, &visited));
        assert_int_equal(visited, 1);
        results_visit(database, check_whole_row, &visited);
        assert_int_equal(visited, 4);
        expect_totals(database, 1, 1, 1);
        assert_null(results_error(database));
        results_close(database);
    }
}

static void first_result_stays(void **state) {
    (void)state;
    struct results_database *database = open_good("run.db", "one");
    add(database, "a", "holds");
    add(database, "a", "violated");
    expect_totals(database, 1, 0, 0);
    results_close(database);
}

static void goes_on_after_closing(void **state) {
    (void)state;
    struct results_database *database = open_good("run.db", "one");
    add(database, "a", "holds");
    results_close(database);
    database = open_good("run.db", "one");
    assert_true(has(database, "a"));
    add(database, "b", "holds");
    results_close(database);
    database = open_good("run.db", "one");
    expect_totals(database, 2, 0, 0);
    results_close(database);
}

static void refuses_what_is_not_its_own(void **state) {
    (void)state;
    results_close(open_good("run.db", "one"));
    refused("run.db", "two", "belong to other checks");
    refused("none/run.db", "one", "unable to open");
    refused(directory, "one", "not a regular file");

    static const char text[] = "this is a text, and long enough to be taken for a header of one hundred bytes: "
                               "but it is none, whatever SQLite may think";
    assert_true(file_write("other", text, sizeof text));
    refused("other", "one", "not a results database");
    struct text after = {0};
    assert_true(file_read("other", &after));
    assert_memory_equal(after.chars, text, sizeof text);
    text_free(&after);
    unlink("other");

    sqlite3 *foreign;
    assert_int_equal(sqlite3_open("other", &foreign), SQLITE_OK);
    assert_int_equal(sqlite3_exec(foreign, "CREATE TABLE checks (x)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(foreign);
    refused("other", "one", "not one of rtcheck's results");
}

static void refuses_other_versions(void **state) {
    (void)state;
    results_close(open_good("run.db", "one"));
    sqlite3 *connection;
    assert_int_equal(sqlite3_open("run.db", &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(connection);
    refused("run.db", "one", "another version");
}

static int is_other_number(void *wanted, int count, char **values, char **names) {
    (void)names;
    return count < 1 || !values[0] || strcmp(values[0], wanted) != 0;
}

/* As others see the file, while somebody writes it. */
static bool has_stored(const char *path, char *count) {
    sqlite3 *connection;
    int status = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(connection, "SELECT count(*) FROM checks", is_other_number, count, NULL);
    sqlite3_close(connection);
    return status == SQLITE_OK;
}

/* What was added is stored after a second, on a quiet machine, without anybody asking for it. */
static void survives_a_kill(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        struct results_database *database = open_good("run.db", "one");
        add(database, "a", "holds");
        add(database, "b", "violated");
        pause();
        _exit(0);
    }
    for (int i = 0; i < 3000 && !has_stored("run.db", (char[]){"2"}); i++) usleep(20000);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    struct results_database *database = open_good("run.db", "one");
    assert_true(has(database, "a"));
    assert_true(has(database, "b"));
    add(database, "c", "holds");
    expect_totals(database, 2, 1, 0);
    results_close(database);
}

enum { THREADS = 4, EACH = 500 };

struct adder {
    struct results_database *database;
    int number;
};

static void *add_many(void *argument) {
    struct adder *adder = argument;
    for (int i = 0; i < EACH; i++) {
        char key[32];
        snprintf(key, sizeof key, "%d/%d", adder->number, i);
        add(adder->database, key, i % 2 ? "holds" : "violated");
        assert_true(has(adder->database, key));
    }
    return NULL;
}

static void many_threads(void **state) {
    (void)state;
    struct results_database *database = open_good("run.db", "one");
    pthread_t threads[THREADS];
    struct adder adders[THREADS];
    for (int i = 0; i < THREADS; i++) {
        adders[i] = (struct adder){database, i};
        assert_int_equal(pthread_create(&threads[i], NULL, add_many, &adders[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    expect_totals(database, THREADS * EACH / 2, THREADS * EACH / 2, 0);
    results_close(database);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keeps_and_finds, enter, leave),
        cmocka_unit_test_setup_teardown(first_result_stays, enter, leave),
        cmocka_unit_test_setup_teardown(goes_on_after_closing, enter, leave),
        cmocka_unit_test_setup_teardown(refuses_what_is_not_its_own, enter, leave),
        cmocka_unit_test_setup_teardown(refuses_other_versions, enter, leave),
        cmocka_unit_test_setup_teardown(survives_a_kill, enter, leave),
        cmocka_unit_test_setup_teardown(many_threads, enter, leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
