/* The tables of a results file (docs/results.md), and whose file it is.
 *
 * A results file carries rtcheck's application id and the version of its tables, so that no other SQLite file is ever
 * taken for one and written into. */
#ifndef RESULTS_SCHEMA_H
#define RESULTS_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>

enum { SCHEMA_APPLICATION_ID = 0x52544348 /* "RTCH" */, SCHEMA_VERSION = 1 };

enum schema_owner {
    SCHEMA_EMPTY,    /* a new file: no tables yet                        */
    SCHEMA_OURS,     /* a results file of this version                   */
    SCHEMA_OTHER,    /* a results file of another version of the tables  */
    SCHEMA_FOREIGN,  /* a database of something else                     */
    SCHEMA_NO_DATA,  /* no database at all                               */
    SCHEMA_UNUSABLE, /* it cannot be read now: see sqlite3_errmsg()      */
};

enum schema_owner schema_owner(sqlite3 *connection);
bool schema_create(sqlite3 *connection);

#endif
