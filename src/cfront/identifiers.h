/* Names of the configuration's objects where services take them: to the compiler all of them are numbers. */
#ifndef CFRONT_IDENTIFIERS_H
#define CFRONT_IDENTIFIERS_H

#include "cfront/front.h"

/* Warns if the argument is the name of an object of another kind than the parameter's type says: GetAlarm(counter). */
void identifiers_check(struct front *front, CXCursor argument, CXType parameter);

#endif
