/* C text to a shared object on disk, by the system's `cc`. Nothing is loaded. */
#ifndef CONFORM_DESIGN_COMPILE_H
#define CONFORM_DESIGN_COMPILE_H

#include "base/diag.h"

struct compiled_design {
    char *library;   /* path of the shared object */
    char *directory; /* that was made for it; NULL: none */
};

/* A .so is taken as it is. False with an error that has the compiler's messages. */
bool design_compile(const char *path, struct compiled_design *compiled, struct diagnostics *diagnostics);
void design_compiled_free(struct compiled_design *compiled); /* removes what was made */

#endif
