/* Any bytes as a conformance map between a small machine and a small design: loading it must not crash, hang or leak,
 * must not refuse without a word, and what is accepted can be searched. */
#include "target.h"

#include "conform/conform.h"

#include <stdlib.h>
#include <string.h>

static const char specification[] =
    "context c\nsets TASK STATE\nconstants off on most\naxioms\n"
    "  @states partition(STATE, {off}, {on})\n  @most most ∈ ℕ1\nend\n"
    "machine m sees c\nvariables state count\ninvariants\n"
    "  @state state ∈ TASK → STATE\n  @count count ∈ 0‥3\nevents\n"
    "  event INITIALISATION then\n    @state state ≔ TASK × {off}\n    @count count ≔ 0\n"
    "  end\n"
    "  event start any t where\n    @off state(t) = off\n    @most count < most\n  then\n"
    "    @state state(t) ≔ on\n    @count count ≔ count + 1\n  end\n"
    "  event stop any t where\n    @on state(t) = on\n  then\n"
    "    @state state(t) ≔ off\n    @count count ≔ count − 1\n  end\nend\n";

static const char design[] = "typedef Task { byte state; byte level };\nTask task[3];\nbyte count;\n"
                             "inline Set(t, l) { task[t].level = l }\n"
                             "inline Start(t) { if :: task[t].state == 0 -> task[t].state = 1; count++ fi }\n"
                             "inline Stop(t) { if :: atomic { task[t].state == 1 -> task[t].state = 0 }; count-- fi }\n"
                             "inline Any(x) { if :: count = x :: skip fi }\n";

FUZZ_TARGET(map) {
    char *machine = fuzz_file("m.eventb", specification, sizeof specification - 1);
    char *program = fuzz_file("d.pml", design, sizeof design - 1), *map = fuzz_file("m.map", bytes, size);
    struct diagnostics diagnostics = {0};
    const struct conform_options options = {
        .specification = machine, .map = map, .design = program, .max_setups = 2, .call_seconds = 1};
    struct conform *conform = conform_load(&options, &diagnostics);
    if (!conform != (diagnostics.errors > 0)) abort(); /* refused without a word, or accepted with one */
    if (conform) fuzz_search(conform_ts(conform));
    conform_free(conform);
    diag_free(&diagnostics);
    free(machine);
    free(program);
    free(map);
    return 0;
}
