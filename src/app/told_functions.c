#include "app/told_functions.h"

#include "app/parts.h"
#include "app/subject/half_sentence.h"
#include "base/text.h"
#include "cfront/ir/walk.h"

static void look_at(void *context, const struct c_expression *e) {
    bool *called = context;
    if (e->kind == C_REAL) called[e->function] = true;
}

static const char *approximated(const bool called[REAL_FUNCTIONS], struct arena *arena) {
    struct text names = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < REAL_FUNCTIONS; i++) {
        if (!called[i] || i == REAL_QUOTIENT || !real_differs((enum real_function)i)) continue;
        text_printf(&names, "%s`%s`", count++ ? ", " : "", real_name((enum real_function)i));
    }
    const char *said = count ? arena_printf(arena,
                                            "%s %s the number that is nearest to the true one, where libraries differ "
                                            "in the last digits",
                                            text_chars(&names), count > 1 ? "give" : "gives")
                             : NULL;
    text_free(&names);
    return said;
}

const char *told_functions(const struct app *app, struct arena *arena) {
    const struct c_program *program = app->subject.program;
    bool called[REAL_FUNCTIONS] = {false};
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (app->others_looked || app_reached(app, program->functions[f], i))
                walk_instruction(&program->functions[f]->code[i], look_at, called);
    const char *told = approximated(called, arena);
    if (called[REAL_QUOTIENT])
        told = half_sentence_join(arena, told,
                                  "`remquo` gives three bits of the quotient, of which libraries may give more");
    return told;
}
