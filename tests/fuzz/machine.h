/* What targets do with a development that was read: a few hundred steps of its machine within small bounds. */
#ifndef FUZZ_MACHINE_H
#define FUZZ_MACHINE_H

#include "target.h"

#include "eventb/load.h"
#include "eventb/machine.h"

#include <stdlib.h>

/* Releases both. Nothing is refused without a word. */
static void fuzz_development(struct eb_development *development, struct diagnostics *diagnostics) {
    if (!development != (diagnostics->errors > 0)) abort();
    fuzz_begin();
    const struct eb_bounds bounds = {.max_setups = 2, .goes_on = fuzz_goes_on};
    struct eb_machine *machine = development ? eb_machine_new(development, &bounds, diagnostics) : NULL;
    if (machine) fuzz_search(eb_machine_ts(machine));
    eb_machine_free(machine);
    eb_development_free(development);
    diag_free(diagnostics);
}

#endif
