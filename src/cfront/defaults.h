/* `#ifndef LIMIT`, `#define LIMIT 8`: what a source takes where no header says otherwise. A header that is missing may:
 * that is told, and of switches both is asked. */
#ifndef CFRONT_DEFAULTS_H
#define CFRONT_DEFAULTS_H

#include "cfront/front.h"

/* Another file begins. */
void defaults_begin(struct front *front);
/* A line of one of the application's own. */
void defaults_read(struct front *front, const char *line, size_t length);
/* Those that nothing else defines. Switches (0, 1) the other way round join the names that may be defined, in
 * `undefined`, which has room. */
void defaults_tell(struct front *front, const char **undefined);
/* Those that the options of a build may replace. */
void defaults_add_open(struct front *front, name_list *names);

/* `BOARD_H`: of a header that is read once, by its name. */
bool defaults_is_guard(const char *name);

#endif
