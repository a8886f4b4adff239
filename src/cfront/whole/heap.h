/* The heap of our library (library.c): which objects it is made of, and where its blocks are freed. */
#ifndef CFRONT_WHOLE_HEAP_H
#define CFRONT_WHOLE_HEAP_H

#include "cfront/load/front.h"

/* After everything was lowered. */
void heap_find(struct front *front);

#endif
