/* A structure that is found by way of its member: `(struct s *)((char *)p - offsetof(struct s, m))`, which is known as
 * container_of. A pointer to a member must not leave it; here it is meant to, and the types say where to. */
#ifndef CFRONT_PROGRAM_CONTAINER_H
#define CFRONT_PROGRAM_CONTAINER_H

#include "cfront/program/build.h"

/* The value that is converted to `to`, free to move over all of its object where it is such an expression: the record
 * has a member of the type that `p` points to at that offset. Otherwise the value as it is. */
expression container_of(struct front *front, expression value, const struct c_type *to);

#endif
