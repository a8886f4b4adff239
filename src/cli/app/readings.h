/* What nobody has said about an application may be read otherwise than it was: inputs may be small, constants, names,
 * types and functions of missing headers something else. Is the answer the same? */
#ifndef CLI_APP_READINGS_H
#define CLI_APP_READINGS_H

#include "cli/app/again.h"

/* `inquiry` has the application, and what was said of it at first. */
void readings_ask(struct inquiry *inquiry);
/* Once the answer was told. */
void readings_free(struct inquiry *inquiry);

#endif
