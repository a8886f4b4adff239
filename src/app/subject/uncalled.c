#include "app/subject/uncalled.h"

#include "app/subject/deeds.h"
#include "app/subject/half_sentence.h"
#include "cfront/called.h"
#include "cfront/headers.h"

#include <string.h>

/* By function: another one calls it. */
static bool *callees_find(const struct c_program *program, struct arena *arena) {
    bool *callees = arena_new_array(arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CALL && code->callee && code->callee->index != f) callees[code->callee->index] = true;
        }
    return callees;
}

/* Which functions nothing here calls, by number: the bits of both tables are clear. */
struct calls {
    bool *called, *callees;
};

static struct calls calls_find(const struct c_program *program, struct arena *arena) {
    return (struct calls){called_find(program, arena), callees_find(program, arena)};
}

static bool is_uncalled(const struct calls *calls, uint32_t function) {
    return !calls->called[function] && !calls->callees[function];
}

/* ---- what a vendor's code calls ---- */

/* nxtOSEK's timer calls it every millisecond, in an interrupt of category 2. Where all it does is to count, the counter
 * goes on by itself. */
static const char nxt_timer[] = "user_1ms_isr_type2";

/* ERIKA for some processors knows interrupt routines by their macro: the configuration does not name them. */
static const char *routine_name(const struct c_function *function, const struct osek_profile *profile) {
    size_t length = strlen(HEADERS_ISR);
    if (!strcmp(function->name, nxt_timer)) return nxt_timer;
    return profile->main_goes_on && !strncmp(function->name, HEADERS_ISR, length) ? function->name + length : NULL;
}

const char *uncalled_interrupts(const struct c_program *program, const struct osek_profile *profile,
                                struct arena *arena) {
    struct calls calls = calls_find(program, arena);
    const char *text = "";
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        const char *name = is_uncalled(&calls, f) ? routine_name(function, profile) : NULL;
        if (!name || function->type->count) continue;
        struct deeds deeds = deeds_of(program, function, arena);
        if (!deeds.calls_services && !deeds.writes) continue;
        text = arena_printf(arena, "%s ISR %s { CATEGORY = 2; };", text, name);
    }
    return *text ? arena_printf(arena, "CPU rtcheck {%s };", text) : NULL;
}

/* ---- what never runs ---- */

/* What only computes is code that is not in use. */
static bool may_be_a_routine(const struct subject *subject, const struct c_function *function) {
    struct deeds deeds = deeds_of(subject->program, function, subject->arena);
    bool comes_from_outside = deeds.counts || !strcmp(function->name, "ecrobot_device_terminate");
    return deeds.calls_services || (comes_from_outside && deeds.writes);
}

const char *uncalled_assumption(const struct subject *subject) {
    const struct c_program *program = subject->program;
    struct calls calls = calls_find(program, subject->arena);
    const char *names = "", *first = NULL;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!is_uncalled(&calls, f) || !may_be_a_routine(subject, function)) continue;
        names = half_sentence_list(subject->arena, names, arena_printf(subject->arena, "`%s`", function->name));
        if (!first) first = function->name;
    }
    if (!first) return NULL;
    return arena_printf(subject->arena,
                        "%s, which nothing here calls, never runs and has no effect that matters (one that a vendor's "
                        "interrupt calls is told in a further .oil file: `ISR %s { CATEGORY = 2; };`)",
                        names, first);
}
