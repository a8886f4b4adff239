/* The machine that a configuration is for: the name of its CPU, a vendor's attribute (`CPU_DATA = CORTEX_MX`), or the
 * compiler and its options say so. Names of other objects, descriptions and notes do not. */
#ifndef CLI_PROJECT_OIL_MACHINE_H
#define CLI_PROJECT_OIL_MACHINE_H

#include "base/arena.h"

#include <stdbool.h>

struct oil_machine {
    const char *name, *target; /* its own name; as clang names it, or one whose numbers are like its */
    const char *options[2];    /* that its compiler has by default, or that the vendor's build gives; NULL: none */
    bool is_stand_in;
    bool has_old_layout; /* its compiler is arm-elf-gcc, or may be */
};

/* False: the text names none that is known. */
bool oil_machine_find(struct arena *arena, const char *text, struct oil_machine *machine);
/* By the name of its compiler, "arm-none-eabi-gcc". False: that says nothing. */
bool oil_machine_of_compiler(struct arena *arena, const char *name, struct oil_machine *machine);
/* What is assumed where that machine stands for another one; NULL: nothing. */
const char *oil_machine_assumption(struct arena *arena, const struct oil_machine *machine);

#endif
