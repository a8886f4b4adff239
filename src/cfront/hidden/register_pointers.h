/* Variables that are pointers to registers, `p = &EIMSK`: what is written there by `*p = 0`. Invariant: a variable that
 * gets several addresses may lead to any of them. */
#ifndef CFRONT_HIDDEN_REGISTER_POINTERS_H
#define CFRONT_HIDDEN_REGISTER_POINTERS_H

#include "cfront/load/front.h"

typedef struct register_binding {
    CXCursor pointer; /* its declaration */
    CXCursor value;   /* what it gets */
} register_binding;

typedef VEC(register_binding) register_pointers;

/* All code was read. */
void register_pointers_find(struct front *front, register_pointers *pointers);
/* What `*p`, `p->x`, `p[i]` goes by: the declaration of p; a null cursor: it is no such place. */
CXCursor register_pointers_base(struct front *front, CXCursor target);

#endif
