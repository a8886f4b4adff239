/* What has to be assumed because of operands that compilers compute with in ways of their own. */
#ifndef APP_TOLD_OPERANDS_H
#define APP_TOLD_OPERANDS_H

#include "app/app.h"

const char *told_operands(const struct app *app, struct arena *arena); /* half a sentence; NULL: nothing */

#endif
