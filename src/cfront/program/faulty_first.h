/* First values whose computation C does not define (C11 6.5.6p8, 6.5p5): a pointer that leads out of its object
 * (`int *p = &a[5];`), arithmetic with a null pointer, a number that its type has no room for.
 *
 * What a compiler makes of them happens to be something; here it is found where code would compute the same: it is
 * computed again, for nothing but that, before whatever code runs first. So is it noted there that a static assertion
 * fails with the numbers that missing headers are taken to have. */
#ifndef CFRONT_FAULTY_FIRST_H
#define CFRONT_FAULTY_FIRST_H

#include "cfront/program/build.h"

/* The value of an initializer of an object with an address. */
void faulty_first_note(struct front *front, expression value);
/* When all functions have their code, and all objects their sizes. */
void faulty_first_plant(struct front *front);

#endif
