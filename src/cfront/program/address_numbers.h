/* Code that takes addresses for numbers: where objects and functions lie is the linker's choice. */
#ifndef CFRONT_PROGRAM_ADDRESS_NUMBERS_H
#define CFRONT_PROGRAM_ADDRESS_NUMBERS_H

#include "cfront/load/front.h"

/* That they lie where rtcheck puts them is told with the verdict, if code might see it. */
void address_numbers_tell(struct front *front);
/* A constant that became another one by a conversion. */
const struct c_expression *address_numbers_convert(struct front *front, const struct c_expression *from,
                                                   const struct c_expression *to);

#endif
