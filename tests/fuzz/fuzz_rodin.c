/* Any bytes as a file of Rodin's: reading, typing and a few hundred steps within small bounds must not crash, hang or
 * leak, and nothing is refused without a word. */
#include "target.h"

#include "eventb/load.h"
#include "eventb/machine.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(rodin) {
    struct text text = {0};
    text_add_n(&text, (const char *)bytes, size);
    struct diagnostics diagnostics = {0};
    struct eb_development *development = eb_load_bytes("/nowhere/m.bum", &text, NULL, &diagnostics);
    if (!development != (diagnostics.errors > 0)) abort();
    fuzz_begin();
    const struct eb_bounds bounds = {.max_setups = 2, .goes_on = fuzz_goes_on};
    struct eb_machine *machine = development ? eb_machine_new(development, &bounds, &diagnostics) : NULL;
    if (machine) fuzz_search(eb_machine_ts(machine));
    eb_machine_free(machine);
    eb_development_free(development);
    diag_free(&diagnostics);
    text_free(&text);
    return 0;
}
