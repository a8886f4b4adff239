/* What has to be assumed because functions of <math.h> were called in which libraries differ. */
#ifndef APP_TOLD_FUNCTIONS_H
#define APP_TOLD_FUNCTIONS_H

#include "app/app.h"

const char *told_functions(const struct app *app, struct arena *arena); /* half a sentence; NULL: nothing */

#endif
