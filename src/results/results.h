/* Campaigns: many checks, their results in one SQLite file. The schema is in docs/results.md; every command that runs
 * many checks shares it, and a run that was cut short goes on where it stopped. */
#ifndef RESULTS_RESULTS_H
#define RESULTS_RESULTS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

struct results_database;

/* One check and its result. `key` names it within the run, for ever (parameters and number, say). */
struct results_check {
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
struct results_database *results_open(const char *path, const char *command, const char *signature,
                                      struct diagnostics *diagnostics);
/* Makes all results durable. False if any was not stored: results_error() says why. */
bool results_commit(struct results_database *database);
void results_close(struct results_database *database);

/* Safe from several threads. A result is durable within a second after results_add(), even if nothing follows; a key
 * that is there already keeps its first result. False, and results_error() says why, if the file cannot be written. */
/* The finished check of that key, handed to visit() while it is valid; false if there is none. Without parameters. */
bool results_find(struct results_database *database, const char *key,
                  void (*visit)(void *context, const struct results_check *check), void *context);
bool results_add(struct results_database *database, const struct results_check *check);
void results_visit(struct results_database *database, void (*visit)(void *context, const struct results_check *check),
                   void *context);
/* What went wrong first, or NULL. Valid until results_close(). */
const char *results_error(struct results_database *database);

#endif
