/* Any bytes as a formula given on the command line, over a small model. */
#include "target.h"

#include "promela/parse.h"

#include <string.h>

FUZZ_TARGET(formula) {
    static const char model_text[] = "byte x, a[3]; bool p, q; mtype = { red, green }; mtype light = red;\n"
                                     "chan c = [2] of { byte };\n"
                                     "active proctype P() { byte y; go: do :: x++; c!x :: c?y od }\n";
    char *formula = memory_new(size + 1);
    memcpy(formula, bytes, size);
    struct diagnostics diagnostics = {0};
    struct parse_options options = {.extra_ltl = formula};
    struct model *model = promela_parse_text(model_text, strlen(model_text), "fuzz", &options, &diagnostics);
    if (!model && !diagnostics.errors) abort(); /* refused without a word */
    if (model) model_free(model);
    diag_free(&diagnostics);
    free(formula);
    return 0;
}
