/* Files of a folder that have what one that was taken has, too, where nothing says which of them the application is
 * made of: a copy of a task's code in another folder, a header for another board. What was taken is a guess then, and
 * the answer says so. */
#ifndef CLI_PROJECT_RIVALS_H
#define CLI_PROJECT_RIVALS_H

#include "base/arena.h"
#include "base/vec.h"
#include "cli/common/application.h"

struct rival {
    const char *what, *taken, *other; /* "TASK(t)"; paths */
};

typedef VEC(struct rival) rival_list;

struct rivals {
    rival_list sources, headers;
};

void rivals_add_source(struct rivals *rivals, const char *what, const char *taken, const char *other);
void rivals_add_header(struct rivals *rivals, const char *name, const char *taken, const char *other);
/* What is assumed of them, as half sentences. Sources that became a part of the application are no rivals; whether a
 * header is read, or the build names another one, the compiler knows. */
void rivals_assume(const struct rivals *rivals, struct command_app_options *command, struct arena *arena);
void rivals_free(struct rivals *rivals);

#endif
