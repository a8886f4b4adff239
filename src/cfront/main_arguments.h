/* main(int argc, char *argv[]): what it gets (5.1.2.2.1). */
#ifndef CFRONT_MAIN_ARGUMENTS_H
#define CFRONT_MAIN_ARGUMENTS_H

#include "cfront/lower.h"

/* In front of main()'s code, if that looks at its parameters: no arguments but the program's name, and an empty
 * environment. That is told with the verdict. */
void main_arguments_set(struct lower *lower, CXCursor body);

#endif
