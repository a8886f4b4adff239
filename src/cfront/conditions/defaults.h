/* `#ifndef LIMIT`, `#define LIMIT 8`: what a source takes where no header says otherwise. A header that is missing may:
 * that is told, and of switches both is asked. */
#ifndef CFRONT_CONDITIONS_DEFAULTS_H
#define CFRONT_CONDITIONS_DEFAULTS_H

#include "cfront/load/front.h"

/* Another file begins. */
void defaults_begin(struct front *front);
/* A line of one of the user's. Own ones are sources, and headers beside them. */
void defaults_read(struct front *front, const char *line, size_t length, bool is_own);
/* Those that nothing else defines are told. */
void defaults_tell(struct front *front);
/* Switches (0, 1) of them, the other way round, join the names that may be defined, in `undefined`, which has room. */
void defaults_add_switches(struct front *front, bool are_own, const char **undefined);
/* Those that the options of a build may replace. */
void defaults_add_open(struct front *front, name_list *names);

#endif
