/* Any bytes as a model: the parser must not crash, hang or leak; and what it accepts must come back from the printer as
 * text that it accepts again. */
#include "promela/parse.h"
#include "promela/print.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void must_parse_again(const struct model *model) {
    struct text printed = {0};
    print_model(model, &printed);
    struct diagnostics diagnostics = {0};
    struct parse_options options = {0};
    struct model *again = promela_parse_text(text_chars(&printed), printed.length, "printed", &options, &diagnostics);
    if (!again) {
        fprintf(stderr, "%s\n", text_chars(&printed));
        diag_print(&diagnostics, stderr);
        abort();
    }
    model_free(again);
    diag_free(&diagnostics);
    text_free(&printed);
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size) {
    struct diagnostics diagnostics = {0};
    struct parse_options options = {0};
    struct model *model = promela_parse_text((const char *)bytes, size, "fuzz", &options, &diagnostics);
    if (!model && !diagnostics.errors) abort(); /* refused without a word */
    if (model) {
        must_parse_again(model);
        model_free(model);
    }
    diag_free(&diagnostics);
    return 0;
}
