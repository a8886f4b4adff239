/* Names that C compilers, the headers of a sequential program, or the program itself have for something else. A
 * variable of the application that is called so needs another name. */
#ifndef APP_SEQUENTIAL_LIBRARY_H
#define APP_SEQUENTIAL_LIBRARY_H

#include <stdbool.h>

bool library_has(const char *name);

#endif
