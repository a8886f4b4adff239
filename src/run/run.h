/* Campaigns: many checks, their results in one SQLite file. The schema is in docs/results.md; every command that runs
 * many checks shares it, and a run that was cut short goes on where it stopped. */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

struct run_database;

/* One check and its result. `key` names it within the run, for ever (parameters and number, say). */
struct run_check {
    const char *key;
    const char *verdict; /* "holds", "violated", "unknown" */
    const char *kind;    /* of violation, or NULL            */
    const char *message; /* or NULL                          */
    const char *trace;   /* or NULL                          */
    uint64_t states, transitions, depth;
    double seconds;
    const char *const *parameter_names; /* structure: "tasks", "resources", ... */
    const char *const *parameter_values;
    size_t parameter_count;
};

/* Opens or creates the file; `signature` is a text that two runs share iff their checks mean the same (command, models'
 * hashes, options). NULL for `path`: in memory. NULL result with an error if the file is not ours or cannot be written.
 */
struct run_database *run_open(const char *path, const char *command, const char *signature,
                              struct diagnostics *diagnostics);
void run_close(struct run_database *database);

/* Safe from several threads. A result is durable within a second after run_add(), even if nothing follows; a key that
 * is there already keeps its first result. False, and run_error() says why, if the file cannot be written. */
bool run_has(struct run_database *database, const char *key);
/* The finished check of that key, handed to visit() while it is valid; false if there is none. Without parameters. */
bool run_find(struct run_database *database, const char *key,
              void (*visit)(void *context, const struct run_check *check), void *context);
bool run_add(struct run_database *database, const struct run_check *check);
void run_visit(struct run_database *database, void (*visit)(void *context, const struct run_check *check),
               void *context);
void run_totals(struct run_database *database, uint64_t *holds, uint64_t *violated, uint64_t *unknown);
/* What went wrong first, or NULL. Valid until run_close(). */
const char *run_error(struct run_database *database);

#endif
