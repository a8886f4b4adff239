/* Names of the configuration's objects where services take them: to the compiler all of them are numbers. */
#ifndef CFRONT_PROGRAM_IDENTIFIERS_H
#define CFRONT_PROGRAM_IDENTIFIERS_H

#include "cfront/program/build.h"

/* Warns if the argument is the name of an object of another kind than the parameter's type says: GetAlarm(counter). */
void identifiers_check(struct front *front, CXCursor argument, CXType parameter);

/* The constant, which is what the compiler made of `of`: marked where the number of an object is in it. */
expression identifiers_mark(struct front *front, CXCursor of, expression constant);

/* A function without a body gets the number of this object, or of what this names: it may well call a service with it,
 * which leaves no `holds`, nor `violated` in a run that comes by. */
void identifiers_doubt(struct front *front, const char *name, const char *function, struct place place);
/* ... gets a variable that may hold one, by its type. False: it is none. */
bool identifiers_doubt_variable(struct front *front, CXCursor argument, const char *function, struct place place);

/* What the object is whose name the function's name has in it, as one of its words; NULL: there is none. */
const char *identifiers_in_name(struct front *front, const char *name);

#endif
