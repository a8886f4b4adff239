#include "results/schema.h"

#include <stdio.h>

static const char tables[] = "CREATE TABLE runs (\n"
                             "    id        INTEGER PRIMARY KEY,\n"
                             "    command   TEXT NOT NULL,\n"
                             "    signature TEXT NOT NULL UNIQUE,\n"
                             "    started   TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))\n"
                             ");\n"
                             "CREATE TABLE checks (\n"
                             "    id          INTEGER PRIMARY KEY,\n"
                             "    run         INTEGER NOT NULL REFERENCES runs (id),\n"
                             "    key         TEXT NOT NULL,\n"
                             "    verdict     TEXT NOT NULL CHECK (verdict IN ('holds', 'violated', 'unknown')),\n"
                             "    kind        TEXT,\n"
                             "    message     TEXT,\n"
                             "    states      INTEGER NOT NULL,\n"
                             "    transitions INTEGER NOT NULL,\n"
                             "    depth       INTEGER NOT NULL,\n"
                             "    seconds     REAL NOT NULL,\n"
                             "    UNIQUE (run, key)\n"
                             ");\n"
                             "CREATE TABLE parameters (\n"
                             "    check_id INTEGER NOT NULL REFERENCES checks (id),\n"
                             "    name     TEXT NOT NULL,\n"
                             "    value    TEXT NOT NULL,\n"
                             "    PRIMARY KEY (check_id, name)\n"
                             ") WITHOUT ROWID;\n"
                             "CREATE TABLE traces (\n"
                             "    check_id INTEGER PRIMARY KEY REFERENCES checks (id),\n"
                             "    text     TEXT NOT NULL\n"
                             ");\n";

/* The only row of a query of one number. */
static int query_number(sqlite3 *connection, const char *sql, int *number) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(connection, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        *number = sqlite3_column_int(statement, 0);
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code;
}

enum schema_owner schema_owner(sqlite3 *connection) {
    int tables_found = 0, application = 0, version = 0;
    int code = query_number(connection, "SELECT count(*) FROM sqlite_master", &tables_found);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) return SCHEMA_NO_DATA;
    if (code != SQLITE_OK) return SCHEMA_UNUSABLE;
    query_number(connection, "PRAGMA application_id", &application);
    query_number(connection, "PRAGMA user_version", &version);
    if (tables_found == 0 && application == 0 && version == 0) return SCHEMA_EMPTY;
    if (application != SCHEMA_APPLICATION_ID) return SCHEMA_FOREIGN;
    return version == SCHEMA_VERSION ? SCHEMA_OURS : SCHEMA_OTHER;
}

bool schema_create(sqlite3 *connection) {
    char marks[128];
    snprintf(marks, sizeof marks, "PRAGMA application_id = %d; PRAGMA user_version = %d;", SCHEMA_APPLICATION_ID,
             SCHEMA_VERSION);
    return sqlite3_exec(connection, tables, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_exec(connection, marks, NULL, NULL, NULL) == SQLITE_OK;
}
