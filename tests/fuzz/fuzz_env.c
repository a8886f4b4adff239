/* Any bytes as an environment model: the parser must not crash, hang or leak; what it accepts must print as text that
 * it accepts again and prints the same way; and invariants must come out of partial and of total evaluation alike.
 */
#include "target.h"

#include "env/model.h"

#include <string.h>

/* The printed text has more brackets and steps than the original: it may go beyond the limit of nesting. */
static bool only_too_deep(const struct diagnostics *diagnostics) {
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        if (!strstr(diagnostics->list.items[i].message, "nested too deeply")) return false;
    }
    return true;
}

static void must_parse_again(const struct env_model *model) {
    struct text first = {0}, second = {0};
    struct diagnostics diagnostics = {0};
    env_model_print(model, &first);
    struct env_model *again = env_parse_text(text_chars(&first), first.length, "printed", NULL, 0, &diagnostics);
    if (again) env_model_print(again, &second);
    if (again ? strcmp(text_chars(&first), text_chars(&second)) : !only_too_deep(&diagnostics)) {
        fprintf(stderr, "%s\n----\n%s\n", text_chars(&first), text_chars(&second));
        diag_print(&diagnostics, stderr);
        abort();
    }
    env_model_free(again);
    diag_free(&diagnostics);
    text_free(&first);
    text_free(&second);
}

/* All attributes lowest, all links there, everything known. */
static void evaluate_invariants(const struct env_model *model) {
    enum { MOST = 8 };
    const struct ocl_schema *schema = &model->schema;
    if (schema->classes.count > MOST) return;
    static unsigned char ones[64 * 64];
    memset(ones, 1, sizeof ones);
    static int64_t values[MOST][64 * 64];
    unsigned sizes[MOST];
    const int64_t *rows[MOST];
    const unsigned char *known[MOST];
    for (size_t c = 0; c < schema->classes.count; c++) {
        const struct ocl_class *class = &schema->classes.items[c];
        if (class->members.count > 64) return;
        sizes[c] = model->classes.items[c].high > 5 ? 5 : (unsigned)model->classes.items[c].high;
        rows[c] = values[c];
        known[c] = ones;
    }
    for (size_t c = 0; c < schema->classes.count; c++) {
        const struct ocl_class *class = &schema->classes.items[c];
        for (size_t i = 0; i < sizes[c] * class->members.count; i++) {
            const struct ocl_member *member = &class->members.items[i % class->members.count];
            values[c][i] = member->type.kind == OCL_SET ? (1 << sizes[member->type.class_index]) - 1 : member->low;
        }
    }
    struct ocl_world world = {.schema = schema, .sizes = sizes, .values = rows};
    for (size_t c = 0; c < schema->classes.count; c++) {
        if (!sizes[c]) continue;
        for (size_t i = 0; i < model->classes.items[c].invariants.count; i++) {
            struct ocl_value value;
            const char *error;
            const struct ocl_expression *invariant = model->classes.items[c].invariants.items[i];
            bool good = ocl_evaluate(invariant, &world, 0, NULL, &value, &error);
            if (ocl_evaluate_partly(invariant, &world, known, 0, NULL) != (good ? (int)value.number : -1)) abort();
        }
    }
}

FUZZ_TARGET(env) {
    struct diagnostics diagnostics = {0};
    struct env_model *model = env_parse_text((const char *)bytes, size, "fuzz", NULL, 0, &diagnostics);
    if (!model && !diagnostics.errors) abort(); /* refused without a word */
    if (model) {
        must_parse_again(model);
        if (size < 600) evaluate_invariants(model);
        env_model_free(model);
    }
    diag_free(&diagnostics);
    return 0;
}
