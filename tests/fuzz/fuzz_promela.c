/* The Promela front end on arbitrary bytes: it must not crash, hang or leak, and what it accepts must print as text
 * that it accepts again and prints the same way.
 */
#include "target.h"

#include "promela/parse.h"
#include "promela/print.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct model *parse(const char *text, size_t length, struct diagnostics *diagnostics) {
    return promela_parse_text(text, length, "fuzz.pml", NULL, diagnostics);
}

static void check_printed(const struct model *model) {
    struct text first = {0}, second = {0};
    struct diagnostics diagnostics = {0};
    print_model(model, &first);
    struct model *again = parse(text_chars(&first), first.length, &diagnostics);
    if (!again) {
        fprintf(stderr, "%s\n", text_chars(&first));
        diag_print(&diagnostics, stderr);
        abort();
    }
    print_model(again, &second);
    if (strcmp(text_chars(&first), text_chars(&second))) {
        fprintf(stderr, "%s\n----\n%s\n", text_chars(&first), text_chars(&second));
        abort();
    }
    model_free(again);
    diag_free(&diagnostics);
    text_free(&first);
    text_free(&second);
}

FUZZ_TARGET(promela) {
    char *text = malloc(size + 1);
    for (size_t i = 0; i < size; i++) text[i] = bytes[i] == '#' ? ' ' : (char)bytes[i]; /* no child processes */
    text[size] = '\0';
    struct diagnostics diagnostics = {0};
    struct model *model = parse(text, size, &diagnostics);
    if (model)
        check_printed(model);
    else if (!diagnostics.errors)
        abort();
    model_free(model);
    diag_free(&diagnostics);
    free(text);
    return 0;
}
