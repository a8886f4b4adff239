/* Invariant: whoever touches the connection holds `mutex`. Results gather in one open transaction (`pending` of them);
 * the flusher thread commits it at most half a second after its first result, so that a killed program loses no more
 * than that, and SQLite's write-ahead log makes a commit all or nothing. */
#include "results/results.h"

#include "base/invariant.h"
#include "base/memory.h"
#include "results/schema.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { BATCH = 4096 /* results in one transaction, at most */, FLUSH_MILLISECONDS = 500, BUSY_MILLISECONDS = 10000 };

struct results_database {
    sqlite3 *connection;
    sqlite3_stmt *find, *add_check, *add_parameter, *add_trace;
    sqlite3_int64 run;
    char *path;
    char *error; /* the first one */
    uint64_t pending;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* the first pending result, or the end */
    pthread_t flusher;
    bool ending, flusher_runs;
};

/* ---- statements; all with the mutex held ---- */

static void keep_error(struct results_database *database) {
    if (database->error) return;
    struct text message = {0};
    text_printf(&message, "%s: %s", database->path ? database->path : "results in memory",
                sqlite3_errmsg(database->connection));
    database->error = text_take(&message);
}

static bool execute(struct results_database *database, const char *sql) {
    if (sqlite3_exec(database->connection, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    keep_error(database);
    return false;
}

static bool prepare(struct results_database *database, const char *sql, sqlite3_stmt **statement) {
    if (sqlite3_prepare_v3(database->connection, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) == SQLITE_OK)
        return true;
    keep_error(database);
    return false;
}

/* Runs a statement that returns no rows, and makes it ready for the next time. */
static bool finish(struct results_database *database, sqlite3_stmt *statement) {
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good) keep_error(database);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return good;
}

static void bind_text(sqlite3_stmt *statement, int column, const char *text) {
    if (text)
        sqlite3_bind_text(statement, column, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, column);
}

static bool is_held(pthread_mutex_t *mutex) { return pthread_mutex_trylock(mutex) == EBUSY; }

static bool commit(struct results_database *database) {
    invariant_dear(is_held(&database->mutex));
    if (database->pending == 0) return true;
    database->pending = 0;
    if (execute(database, "COMMIT")) return true;
    sqlite3_exec(database->connection, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

/* ---- the flusher ---- */

static struct timespec soon(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_nsec += FLUSH_MILLISECONDS * 1000000L;
    time.tv_sec += time.tv_nsec / 1000000000L;
    time.tv_nsec %= 1000000000L;
    return time;
}

static void *flush_now_and_then(void *argument) {
    struct results_database *database = argument;
    pthread_mutex_lock(&database->mutex);
    while (!database->ending) {
        if (database->pending == 0) {
            pthread_cond_wait(&database->changed, &database->mutex);
            continue;
        }
        struct timespec until = soon();
        while (!database->ending && pthread_cond_timedwait(&database->changed, &database->mutex, &until) != ETIMEDOUT)
            ;
        commit(database);
    }
    pthread_mutex_unlock(&database->mutex);
    return NULL;
}

static void start_flusher(struct results_database *database) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&database->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&database->mutex, NULL);
    database->flusher_runs = pthread_create(&database->flusher, NULL, flush_now_and_then, database) == 0;
}

/* ---- opening ---- */

static bool refuse(struct results_database *database, struct diagnostics *diagnostics, const char *reason) {
    diag_error(diagnostics, (struct place){.file = database->path}, "%s", reason);
    return false;
}

static bool refuse_with_error(struct results_database *database, struct diagnostics *diagnostics) {
    return refuse(database, diagnostics, sqlite3_errmsg(database->connection));
}

/* The signature in the file, which must be ours, or becomes ours in a new one. */
static bool claim(struct results_database *database, const char *command, const char *signature,
                  struct diagnostics *diagnostics) {
    sqlite3_stmt *statement = NULL;
    bool good = prepare(database, "SELECT id, signature FROM runs ORDER BY id LIMIT 1", &statement);
    if (!good) return refuse_with_error(database, diagnostics);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        const unsigned char *found = sqlite3_column_text(statement, 1);
        database->run = sqlite3_column_int64(statement, 0);
        good = found && strcmp((const char *)found, signature) == 0;
        sqlite3_finalize(statement);
        return good || refuse(database, diagnostics,
                              "these results belong to other checks: the models or the options have changed; give "
                              "another file to --results, or remove this one");
    }
    sqlite3_finalize(statement);
    if (code != SQLITE_DONE) return refuse_with_error(database, diagnostics);
    if (!prepare(database, "INSERT INTO runs (command, signature) VALUES (?, ?)", &statement))
        return refuse_with_error(database, diagnostics);
    bind_text(statement, 1, command);
    bind_text(statement, 2, signature);
    good = finish(database, statement);
    sqlite3_finalize(statement);
    database->run = sqlite3_last_insert_rowid(database->connection);
    return good || refuse_with_error(database, diagnostics);
}

static bool accept_file(struct results_database *database, struct diagnostics *diagnostics, bool *is_new) {
    *is_new = false;
    switch (schema_owner(database->connection)) {
    case SCHEMA_OURS: return true;
    case SCHEMA_EMPTY: *is_new = true; return true;
    case SCHEMA_OTHER: return refuse(database, diagnostics, "these results were written by another version of rtcheck");
    case SCHEMA_FOREIGN: return refuse(database, diagnostics, "this is a database, but not one of rtcheck's results");
    case SCHEMA_NO_DATA: return refuse(database, diagnostics, "this file is not a results database");
    default: return refuse_with_error(database, diagnostics);
    }
}

static bool prepare_statements(struct results_database *database) {
    return prepare(database,
                   "SELECT verdict, kind, message, states, transitions, depth, seconds, text FROM checks "
                   "LEFT JOIN traces ON check_id = id WHERE run = ?1 AND key = ?2",
                   &database->find) &&
           prepare(database,
                   "INSERT OR IGNORE INTO checks (run, key, verdict, kind, message, states, transitions, depth, "
                   "seconds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   &database->add_check) &&
           prepare(database, "INSERT OR IGNORE INTO parameters VALUES (?, ?, ?)", &database->add_parameter) &&
           prepare(database, "INSERT INTO traces VALUES (?, ?)", &database->add_trace);
}

/* Nothing is written before the file is known to be ours. */
static bool open_file(struct results_database *database, const char *command, const char *signature,
                      struct diagnostics *diagnostics) {
    struct stat status;
    bool existed = database->path && stat(database->path, &status) == 0;
    if (existed && !S_ISREG(status.st_mode)) return refuse(database, diagnostics, "this is not a regular file");
    /* An empty name is a private file that SQLite keeps in memory while it is small, and on disk when it grows. */
    if (sqlite3_open(database->path ? database->path : "", &database->connection) != SQLITE_OK)
        return refuse_with_error(database, diagnostics);
    sqlite3_busy_timeout(database->connection, BUSY_MILLISECONDS);
    bool is_new;
    if (!accept_file(database, diagnostics, &is_new)) return false;
    bool good = execute(database, database->path ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"
                                                 : "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF") &&
                execute(database, "BEGIN IMMEDIATE");
    if (!good) return refuse_with_error(database, diagnostics);
    /* Somebody may have been faster. */
    if (is_new && schema_owner(database->connection) == SCHEMA_EMPTY && !schema_create(database->connection))
        return refuse_with_error(database, diagnostics);
    if (!claim(database, command, signature, diagnostics)) return false;
    return (execute(database, "COMMIT") && prepare_statements(database)) || refuse_with_error(database, diagnostics);
}

struct results_database *results_open(const char *path, const char *command, const char *signature,
                                      struct diagnostics *diagnostics) {
    struct results_database *database = memory_new(sizeof *database);
    if (path) database->path = memory_copy_text(path);
    start_flusher(database);
    if (open_file(database, command, signature, diagnostics)) return database;
    results_close(database);
    return NULL;
}

bool results_commit(struct results_database *database) {
    pthread_mutex_lock(&database->mutex);
    commit(database);
    bool good = !database->error;
    pthread_mutex_unlock(&database->mutex);
    return good;
}

void results_close(struct results_database *database) {
    if (!database) return;
    results_commit(database);
    pthread_mutex_lock(&database->mutex);
    database->ending = true;
    pthread_cond_signal(&database->changed);
    pthread_mutex_unlock(&database->mutex);
    if (database->flusher_runs) pthread_join(database->flusher, NULL);
    sqlite3_finalize(database->find);
    sqlite3_finalize(database->add_check);
    sqlite3_finalize(database->add_parameter);
    sqlite3_finalize(database->add_trace);
    sqlite3_close(database->connection);
    pthread_cond_destroy(&database->changed);
    pthread_mutex_destroy(&database->mutex);
    free(database->path);
    free(database->error);
    free(database);
}

const char *results_error(struct results_database *database) {
    pthread_mutex_lock(&database->mutex);
    const char *error = database->error;
    pthread_mutex_unlock(&database->mutex);
    return error;
}

/* ---- reading ---- */

static const char *column_text(sqlite3_stmt *statement, int column) {
    return (const char *)sqlite3_column_text(statement, column);
}

/* Columns from `first` on: verdict, kind, message, states, transitions, depth, seconds, trace. */
static struct results_check row_check(sqlite3_stmt *statement, int first, const char *key) {
    return (struct results_check){.key = key,
                                  .verdict = column_text(statement, first),
                                  .kind = column_text(statement, first + 1),
                                  .message = column_text(statement, first + 2),
                                  .states = (uint64_t)sqlite3_column_int64(statement, first + 3),
                                  .transitions = (uint64_t)sqlite3_column_int64(statement, first + 4),
                                  .depth = (uint64_t)sqlite3_column_int64(statement, first + 5),
                                  .seconds = sqlite3_column_double(statement, first + 6),
                                  .trace = column_text(statement, first + 7)};
}

bool results_find(struct results_database *database, const char *key,
                  void (*visit)(void *context, const struct results_check *check), void *context) {
    pthread_mutex_lock(&database->mutex);
    sqlite3_stmt *find = database->find;
    sqlite3_bind_int64(find, 1, database->run);
    bind_text(find, 2, key);
    int code = sqlite3_step(find);
    if (code != SQLITE_ROW && code != SQLITE_DONE) keep_error(database);
    if (code == SQLITE_ROW && visit) {
        struct results_check check = row_check(find, 0, key);
        visit(context, &check);
    }
    sqlite3_reset(find);
    sqlite3_clear_bindings(find);
    pthread_mutex_unlock(&database->mutex);
    return code == SQLITE_ROW;
}

struct parameters {
    VEC(const char *) names;
    VEC(const char *) values;
};

static void parameters_clear(struct parameters *parameters) {
    for (size_t i = 0; i < parameters->names.count; i++) {
        free((char *)parameters->names.items[i]);
        free((char *)parameters->values.items[i]);
    }
    vec_clear(&parameters->names);
    vec_clear(&parameters->values);
}

static void read_parameters(sqlite3_stmt *statement, sqlite3_int64 check, struct parameters *parameters) {
    parameters_clear(parameters);
    sqlite3_bind_int64(statement, 1, check);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        vec_push(&parameters->names, memory_copy_text(column_text(statement, 0)));
        vec_push(&parameters->values, memory_copy_text(column_text(statement, 1)));
    }
    sqlite3_reset(statement);
}

void results_visit(struct results_database *database, void (*visit)(void *context, const struct results_check *check),
                   void *context) {
    sqlite3_stmt *rows = NULL, *details = NULL;
    struct parameters parameters = {0};
    pthread_mutex_lock(&database->mutex);
    if (prepare(database,
                "SELECT id, key, verdict, kind, message, states, transitions, depth, seconds, text FROM checks "
                "LEFT JOIN traces ON check_id = id WHERE run = ? ORDER BY id",
                &rows) &&
        prepare(database, "SELECT name, value FROM parameters WHERE check_id = ? ORDER BY name", &details)) {
        sqlite3_bind_int64(rows, 1, database->run);
        while (sqlite3_step(rows) == SQLITE_ROW) {
            struct results_check check = row_check(rows, 2, column_text(rows, 1));
            read_parameters(details, sqlite3_column_int64(rows, 0), &parameters);
            check.parameter_names = parameters.names.items;
            check.parameter_values = parameters.values.items;
            check.parameter_count = parameters.names.count;
            visit(context, &check);
        }
    }
    sqlite3_finalize(rows);
    sqlite3_finalize(details);
    pthread_mutex_unlock(&database->mutex);
    parameters_clear(&parameters);
    vec_free(&parameters.names);
    vec_free(&parameters.values);
}

/* ---- writing ---- */

static bool add_details(struct results_database *database, const struct results_check *check) {
    sqlite3_int64 id = sqlite3_last_insert_rowid(database->connection);
    bool good = true;
    for (size_t i = 0; good && i < check->parameter_count; i++) {
        sqlite3_bind_int64(database->add_parameter, 1, id);
        bind_text(database->add_parameter, 2, check->parameter_names[i]);
        bind_text(database->add_parameter, 3, check->parameter_values[i]);
        good = finish(database, database->add_parameter);
    }
    if (good && check->trace) {
        sqlite3_bind_int64(database->add_trace, 1, id);
        bind_text(database->add_trace, 2, check->trace);
        good = finish(database, database->add_trace);
    }
    return good;
}

/* In a damaged file an index may have a key that the table has not, and SQLite leaves out what is to be added. */
static bool is_there(struct results_database *database, const char *key) {
    sqlite3_stmt *find = database->find;
    sqlite3_bind_int64(find, 1, database->run);
    bind_text(find, 2, key);
    bool found = sqlite3_step(find) == SQLITE_ROW;
    sqlite3_reset(find);
    sqlite3_clear_bindings(find);
    if (!found && !database->error) {
        struct text message = {0};
        text_printf(&message, "%s: a result was stored and is not there: the file is damaged",
                    database->path ? database->path : "results in memory");
        database->error = text_take(&message);
    }
    return found;
}

static bool add_row(struct results_database *database, const struct results_check *check) {
    invariant_dear(is_held(&database->mutex));
    sqlite3_stmt *add = database->add_check;
    sqlite3_bind_int64(add, 1, database->run);
    bind_text(add, 2, check->key);
    bind_text(add, 3, check->verdict);
    bind_text(add, 4, check->kind);
    bind_text(add, 5, check->message);
    sqlite3_bind_int64(add, 6, (sqlite3_int64)check->states);
    sqlite3_bind_int64(add, 7, (sqlite3_int64)check->transitions);
    sqlite3_bind_int64(add, 8, (sqlite3_int64)check->depth);
    sqlite3_bind_double(add, 9, check->seconds);
    if (!finish(database, add)) return false;
    bool is_new = sqlite3_changes(database->connection) != 0;
    return is_new ? add_details(database, check) : is_there(database, check->key);
}

bool results_add(struct results_database *database, const struct results_check *check) {
    pthread_mutex_lock(&database->mutex);
    bool good = database->pending > 0 || execute(database, "BEGIN IMMEDIATE");
    if (good) {
        if (database->pending++ == 0) pthread_cond_signal(&database->changed);
        good = execute(database, "SAVEPOINT result");
    }
    if (good) {
        good = add_row(database, check);
        if (!good) execute(database, "ROLLBACK TO result");
        good = execute(database, "RELEASE result") && good;
    }
    /* Without a flusher every result is committed at once. */
    if (database->pending >= BATCH || !database->flusher_runs) good = commit(database) && good;
    pthread_mutex_unlock(&database->mutex);
    return good;
}
