/* Which objects may have no value when they are read: found out before anything runs, so that all others cost nothing.
 *
 * A local is in doubt if nobody could prove that it is assigned first (assigned.h). Whatever a structure or bytes may
 * be copied to from there, other locals, parameters, results and globals, is in doubt with it. */
#ifndef APP_DOUBT_H
#define APP_DOUBT_H

#include "app/model.h"

/* Makes room beside them: app->unset_... */
void doubt_find(struct app *app);
/* ... and in the image; to be called when all else in it has its place. */
void doubt_lay_out_globals(struct app *app);

#endif
