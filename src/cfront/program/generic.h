/* Which of its expressions a `_Generic` stands for (6.5.1.1). libclang gives them all, without their types' names: the
 * type of the whole leaves out most, and names of types in the text decide between the rest. */
#ifndef CFRONT_PROGRAM_GENERIC_H
#define CFRONT_PROGRAM_GENERIC_H

#include "cfront/load/front.h"

/* The null cursor: it cannot be told. */
CXCursor generic_choice(struct front *front, CXCursor selection);

#endif
