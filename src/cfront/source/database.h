/* compile_commands.json: how the build compiles each source. */
#ifndef CFRONT_SOURCE_DATABASE_H
#define CFRONT_SOURCE_DATABASE_H

#include "cfront/source/compiler_call.h"

struct database;

/* The one that the options name. NULL: they name none, or it is none, which is an error then. */
struct database *database_open(struct front *front);
void database_close(struct front *front, struct database *database); /* NULL: nothing happens */
/* What it says about this source, which is a whole path. What it leaves open is assumed, and told. */
void database_add_options(struct front *front, struct database *database, const char *source, compiler_arguments *list);

#endif
