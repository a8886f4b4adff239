/* Names of the configuration's objects where services take them: to the compiler all of them are numbers. */
#ifndef CFRONT_IDENTIFIERS_H
#define CFRONT_IDENTIFIERS_H

#include "cfront/front.h"

/* Warns if the argument is the name of an object of another kind than the parameter's type says: GetAlarm(counter). */
void identifiers_check(struct front *front, CXCursor argument, CXType parameter);

/* A function without a body gets this argument: with an object in it, it may well call a service, which leaves no
 * `holds`, nor `violated` in a run that comes by. False: there is none in it. */
bool identifiers_doubt(struct front *front, CXCursor argument, const char *function, struct place place);

/* What the object is whose name the function's name has in it, as one of its words; NULL: there is none. */
const char *identifiers_in_name(struct front *front, const char *name);

#endif
