/* Any bytes (sparse) as a database of results: opening it, asking, adding and closing must not crash, hang or leak;
 * what was added is there, or there is an error. */
#include "target.h"

#include "base/memory.h"
#include "results/results.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void look(void *context, const struct results_check *check) {
    volatile size_t *sum = context;
    const char *texts[] = {check->key, check->verdict, check->kind, check->message, check->trace};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) *sum += texts[i] ? strlen(texts[i]) : 0;
    for (size_t i = 0; i < check->parameter_count; i++) *sum += strlen(check->parameter_names[i]);
}

FUZZ_TARGET(results) {
    static const char *const names[] = {"tasks"}, *const values[] = {"3"};
    const struct results_check check = {.key = "new",
                                        .verdict = "holds",
                                        .states = 7,
                                        .parameter_names = names,
                                        .parameter_values = values,
                                        .parameter_count = 1};
    char *path = fuzz_sparse_file("r.db", bytes, size), *log = fuzz_path("r.db-wal"), *index = fuzz_path("r.db-shm");
    unlink(log);
    unlink(index);
    struct diagnostics diagnostics = {0};
    struct results_database *database = results_open(path, "env", "signature", &diagnostics);
    if (!database != (diagnostics.errors > 0)) abort();
    if (database) {
        size_t sum = 0;
        results_find(database, "old", look, &sum);
        bool added = results_add(database, &check);
        bool found = results_find(database, "new", look, &sum);
        if (added && !found && !results_error(database)) abort();
        results_visit(database, look, &sum);
        if (!results_commit(database) && !results_error(database)) abort();
        results_close(database);
    }
    diag_free(&diagnostics);
    free(path);
    free(log);
    free(index);
    return 0;
}
