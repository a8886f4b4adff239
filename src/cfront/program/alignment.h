/* The alignment that a declaration demands: libclang tells that of types, not that of attributes. */
#ifndef CFRONT_PROGRAM_ALIGNMENT_H
#define CFRONT_PROGRAM_ALIGNMENT_H

#include "cfront/program/types.h"

/* Of the variable, whose type is `type`: what _Alignas and __attribute__((aligned)) say counts. One that cannot be told
 * is an error at its place. */
uint32_t alignment_of_variable(struct front *front, CXCursor variable, const struct c_type *type);

/* Of a place, if its type was written as one that is aligned less than usual; 0: as its type demands. */
uint32_t alignment_of_access(struct front *front, CXCursor place, const struct c_type *type);

#endif
