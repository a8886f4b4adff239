#include "app/subject/uncalled.h"

#include "app/subject/deeds.h"
#include "app/subject/half_sentence.h"
#include "cfront/called.h"
#include "cfront/headers.h"
#include "cfront/walk.h"

#include <string.h>
#include <strings.h>

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
    return (struct calls){called_here(program, arena), callees_find(program, arena)};
}

static bool is_uncalled(const struct calls *calls, uint32_t function) {
    return !calls->called[function] && !calls->callees[function];
}

/* By the number of a variable: whether code that runs looks at it, or changes it. */
static void note_variable(void *context, const struct c_expression *e) {
    bool *used = context;
    if (e->kind == C_OBJECT && e->object->storage <= C_STATIC_LOCAL) used[e->object->index] = true;
}

static bool *find_used(const struct c_program *program, const struct calls *calls, struct arena *arena) {
    bool *used = arena_new_array(arena, bool, program->global_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; calls->called[f] && i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], note_variable, used);
    return used;
}

/* ---- what a vendor's code calls ---- */

/* nxtOSEK's timer calls it every millisecond, in an interrupt of category 2. Where all it does is to count, the counter
 * goes on by itself. */
static const char nxt_timer[] = "user_1ms_isr_type2";

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), wanted = strlen(end);
    return length > wanted && !strcmp(name + length - wanted, end);
}

/* In the vectors of ARM's smaller processors, by their names. */
static bool is_in_vectors(const char *name) {
    return !strcmp(name, "SysTick_Handler") || ends_with(name, "_IRQHandler");
}

/* ERIKA for some processors knows interrupt routines by their macro: the configuration does not name them. */
static const char *routine_name(const struct c_function *function, const struct osek_profile *profile) {
    size_t length = strlen(HEADERS_ISR);
    if (!strcmp(function->name, nxt_timer) || is_in_vectors(function->name)) return function->name;
    return profile->main_goes_on && !strncmp(function->name, HEADERS_ISR, length) ? function->name + length : NULL;
}

/* What interrupts call has no parameters and gives nothing. */
static bool may_come_by_itself(const struct c_function *function) {
    return !function->type->count && function->type->target->kind == C_VOID;
}

bool uncalled_is_given(const struct c_program *program, const char *name) {
    for (uint32_t i = 0; i < program->given_count; i++)
        if (!strcmp(program->given[i].what->name, name)) return true;
    return false;
}

/* Code that runs here gives its address to a function without a body. */
static bool is_given(const struct c_program *program, const struct calls *calls, const struct c_function *function) {
    for (uint32_t i = 0; i < program->given_count; i++)
        if (program->given[i].what == function && calls->called[program->given[i].by->index]) return true;
    return false;
}

static bool has_own_name(const struct c_program *program, const struct c_function *function) {
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f] != function && !strcmp(program->functions[f]->name, function->name)) return false;
    return true;
}

static bool sounds_like_interrupt(const char *name) {
    static const char *const words[] = {"isr", "irq", "interrupt", "handler", "callback", "vector", "intregister"};
    for (; *name; name++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (!strncasecmp(name, words[i], strlen(words[i]))) return true;
    return false;
}

/* register_ISR(46, button): one of the two names says what it is for. Others may be called at once. */
static bool is_registered(const struct c_program *program, const struct calls *calls,
                          const struct c_function *function) {
    for (uint32_t i = 0; i < program->given_count; i++) {
        const struct c_given *given = &program->given[i];
        if (given->what == function && calls->called[given->by->index] &&
            (sounds_like_interrupt(given->to) || sounds_like_interrupt(function->name)))
            return true;
    }
    return false;
}

/* It can be an interrupt routine: a task's services are not for those. */
static bool may_come_as_given(const struct c_program *program, const struct calls *calls,
                              const struct c_function *function, const struct deeds *deeds) {
    return !deeds->is_a_tasks && may_come_by_itself(function) && is_registered(program, calls, function) &&
           has_own_name(program, function);
}

const char *uncalled_interrupts(const struct c_program *program, const struct osek_profile *profile,
                                struct arena *arena) {
    struct calls calls = calls_find(program, arena);
    const bool *used = find_used(program, &calls, arena);
    const char *text = "";
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        const char *name = is_uncalled(&calls, f) ? routine_name(function, profile) : NULL;
        struct deeds deeds = deeds_of(program, function, arena);
        bool given = !name && is_uncalled(&calls, f) && may_come_as_given(program, &calls, function, &deeds);
        bool looks = (given || is_in_vectors(function->name)) && deeds_touch(program, function, used, arena);
        bool matters = deeds.calls_services || deeds.writes || looks;
        if (given) name = function->name;
        if (!name || function->type->count || !matters) continue;
        bool is_of_system = deeds.calls_services || deeds.counts || !(given || is_in_vectors(function->name));
        text = arena_printf(arena, "%s ISR %s { CATEGORY = %d; };", text, name, is_of_system ? 2 : 1);
    }
    return *text ? arena_printf(arena, "CPU rtcheck {%s };", text) : NULL;
}

/* ---- what never runs ---- */

/* What only computes is code that is not in use. */
static bool may_be_a_routine(const struct subject *subject, const struct calls *calls,
                             const struct c_function *function, const bool *used) {
    const struct c_program *program = subject->program;
    struct deeds deeds = deeds_of(program, function, subject->arena);
    bool comes_from_outside = deeds.counts || !strcmp(function->name, "ecrobot_device_terminate");
    bool given = is_given(program, calls, function);
    return deeds.calls_services || ((comes_from_outside || given) && deeds.writes) ||
           (given && deeds_touch(program, function, used, subject->arena)) ||
           (may_come_by_itself(function) && deeds_change(program, function, used, subject->arena));
}

const char *uncalled_assumption(const struct subject *subject) {
    const struct c_program *program = subject->program;
    struct calls calls = calls_find(program, subject->arena);
    const bool *used = find_used(program, &calls, subject->arena);
    const char *names = "", *first = NULL;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!is_uncalled(&calls, f) || !may_be_a_routine(subject, &calls, function, used)) continue;
        names = half_sentence_list(subject->arena, names, arena_printf(subject->arena, "`%s`", function->name));
        if (!first) first = function->name;
    }
    if (!first) return NULL;
    return arena_printf(subject->arena,
                        "%s, which nothing here calls, never runs and has no effect that matters (one that a vendor's "
                        "interrupt calls is told in a further .oil file: `ISR %s { CATEGORY = 2; };`)",
                        names, first);
}

const struct c_function *uncalled_given(const struct subject *subject) {
    const struct c_program *program = subject->program;
    struct calls calls = calls_find(program, subject->arena);
    const bool *used = find_used(program, &calls, subject->arena);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (is_uncalled(&calls, f) && is_given(program, &calls, function) &&
            may_be_a_routine(subject, &calls, function, used))
            return function;
    }
    return NULL;
}
