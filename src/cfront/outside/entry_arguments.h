/* What those get that no code of the application calls: main(int argc, char *argv[]) (5.1.2.2.1), and handlers of
 * interrupts with parameters of their own. */
#ifndef CFRONT_OUTSIDE_ENTRY_ARGUMENTS_H
#define CFRONT_OUTSIDE_ENTRY_ARGUMENTS_H

#include "cfront/outside/assign.h"

/* In front of main()'s code, if that looks at its parameters: no arguments but the program's name, and an empty
 * environment. That is told with the verdict. */
void main_arguments_set(struct lower *lower, CXCursor body);

/* In front of an interrupt routine's code: numbers that it looks at are any. Of what else it gets nobody knows what
 * that is: it is refused. */
void isr_arguments_set(struct lower *lower, CXCursor body);

#endif
