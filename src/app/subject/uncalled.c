#include "app/subject/uncalled.h"

#include "app/subject/deeds.h"
#include "app/subject/half_sentence.h"
#include "base/word.h"
#include "cfront/called.h"
#include "cfront/headers.h"
#include "cfront/vector_names.h"
#include "cfront/walk.h"

#include <string.h>

/* What is known of all functions together. */
struct picture {
    const struct c_program *program;
    struct arena *arena;
    const bool *called;  /* by function: it runs */
    const bool *callees; /* ... another one calls it by name */
    const bool *used;    /* by variable: code that runs looks at it, or changes it */
    struct gifts gifts;
};

static const bool *callees_find(const struct c_program *program, struct arena *arena) {
    bool *callees = arena_new_array(arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CALL && code->callee && code->callee->index != f) callees[code->callee->index] = true;
        }
    return callees;
}

static void note_variable(void *context, const struct c_expression *e) {
    bool *used = context;
    if (e->kind == C_OBJECT && e->object->storage <= C_STATIC_LOCAL) used[e->object->index] = true;
}

static const bool *used_find(const struct c_program *program, const bool *called, struct arena *arena) {
    bool *used = arena_new_array(arena, bool, program->global_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; called[f] && i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], note_variable, used);
    return used;
}

static struct picture picture_of(const struct c_program *program, struct arena *arena) {
    const bool *called = called_here(program, arena);
    return (struct picture){program,
                            arena,
                            called,
                            callees_find(program, arena),
                            used_find(program, called, arena),
                            gifts_find(program, called, arena)};
}

static bool is_uncalled(const struct picture *picture, const struct c_function *function) {
    return !picture->called[function->index] && !picture->callees[function->index];
}

/* Where code calls by address, that may call whatever has one: but interrupts do not come by it. */
static bool is_called_by_name(const struct picture *picture, const struct c_function *function) {
    return function->role != C_ORDINARY || picture->callees[function->index];
}

/* ---- by their names ---- */

/* ERIKA for some processors knows interrupt routines by their macro: the configuration does not name them. That of
 * AVR's own header has the same name. */
static const char *macro_name(const struct c_function *function, const struct osek_profile *profile) {
    if (!begins_with(function->name, HEADERS_ISR)) return NULL;
    bool is_it = profile->main_goes_on || ends_with(function->name, "_vect");
    return is_it ? function->name + strlen(HEADERS_ISR) : NULL;
}

/* ---- by who gets their addresses ---- */

static bool sounds_like_interrupt(const char *name) {
    static const char *const words[] = {"isr", "irq", "interrupt", "handler", "callback", "vect", "intregister", NULL};
    return contains_one_of(name, words);
}

/* In tables of vectors there is also what begins, and what comes when all is lost. */
static bool sounds_like_an_end(const char *name) {
    static const char *const words[] = {"reset", "start", "fault", "default", "abort", "undef", "trap", NULL};
    return contains_one_of(name, words);
}

static const struct gift *gift_of(const struct picture *picture, const struct c_function *function) {
    for (size_t i = 0; i < picture->gifts.count; i++)
        if (picture->gifts.list[i].what == function) return &picture->gifts.list[i];
    return NULL;
}

/* register_ISR(46, button): one of the two names says what it is for. Others may be called at once. */
static const struct gift *registration_of(const struct picture *picture, const struct c_function *function) {
    for (size_t i = 0; i < picture->gifts.count; i++) {
        const struct gift *gift = &picture->gifts.list[i];
        if (gift->what != function || (gift->kind == GIFT_TABLE && sounds_like_an_end(function->name))) continue;
        if (gift->kind == GIFT_TABLE || sounds_like_interrupt(gift->to) || sounds_like_interrupt(function->name))
            return gift;
    }
    return NULL;
}

/* ---- those that run ---- */

/* What interrupts call has no parameters and gives nothing. */
static bool may_come_by_itself(const struct c_function *function) {
    return !function->type->count && function->type->target->kind == C_VOID;
}

static bool has_own_name(const struct c_program *program, const struct c_function *function) {
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f] != function && !strcmp(program->functions[f]->name, function->name)) return false;
    return true;
}

/* A task's services are not for routines. */
static bool may_come(const struct c_program *program, const struct c_function *function, const struct deeds *deeds) {
    return !deeds->is_a_tasks && !deeds->starts && may_come_by_itself(function) && has_own_name(program, function);
}

/* Its object in OIL; NULL: it is none, or does nothing that matters. */
static const char *routine_text(const struct picture *picture, const struct osek_profile *profile,
                                const struct c_function *function) {
    if (is_called_by_name(picture, function)) return NULL;
    const char *macro = macro_name(function, profile);
    /* where all that nxtOSEK's does is to count, the counter goes on by itself */
    bool is_vendors = (macro && profile->main_goes_on) || !strcmp(function->name, HEADERS_NXT_TIMER);
    bool is_known = macro || vector_names_has(function->name);
    bool is_shown = function->is_interrupt || registration_of(picture, function);
    if (!is_vendors && !is_known && !is_shown) return NULL;
    struct deeds deeds = deeds_of(picture->program, function, picture->used, picture->arena);
    if (function->type->count || !(deeds.calls_services || deeds.writes || (deeds.touches && !is_vendors))) return NULL;
    if (!is_vendors && !is_known && !may_come(picture->program, function, &deeds)) return NULL;
    bool is_of_system = deeds.calls_services || deeds.counts || is_vendors;
    const char *code = macro ? "" : arena_printf(picture->arena, " HANDLER = \"%s\";", function->name);
    return arena_printf(picture->arena, " ISR %s { CATEGORY = %d;%s };", macro ? macro : function->name,
                        is_of_system ? 2 : 1, code);
}

const char *uncalled_interrupts(const struct c_program *program, const struct osek_profile *profile,
                                struct arena *arena) {
    struct picture picture = picture_of(program, arena);
    const char *all = "";
    for (uint32_t f = 0; f < program->function_count; f++) {
        const char *text = routine_text(&picture, profile, program->functions[f]);
        if (text) all = arena_printf(arena, "%s%s", all, text);
    }
    return *all ? arena_printf(arena, "CPU rtcheck {%s };", all) : NULL;
}

static const char *const gift_reasons[] = {
    "whose address a function without a body gets, may come at any moment, as an interrupt routine does",
    "whose address is written into hardware, may come at any moment, as an interrupt routine does",
    "which a table of vectors has, may come at any moment, as an interrupt routine does"};

const char *uncalled_reason(const struct subject *subject, const struct oil_isr *isr) {
    const struct c_function *code =
        subject->program->entries[osek_context(subject->config, OSEK_ISR, (uint32_t)isr->common.index)];
    struct gifts gifts = subject->uncalled->gifts;
    if (code && code->is_interrupt) return "which is declared as an interrupt routine, may come at any moment";
    for (size_t i = 0; i < gifts.count && !(code && vector_names_has(code->name)); i++)
        if (gifts.list[i].what == code) return gift_reasons[gifts.list[i].kind];
    return isr->category == 1
               ? "which no configuration names and a table of vectors has by this name, may come at any moment, in "
                 "category 1"
               : "which no configuration names and a vendor's interrupt calls, may come at any moment, in category 2";
}

/* ---- those that do not ---- */

/* What only computes is code that is not in use. */
static bool may_be_a_routine(const struct c_function *function, const struct deeds *deeds, bool is_doubtful) {
    bool comes_from_outside = deeds->counts || !strcmp(function->name, "ecrobot_device_terminate");
    return deeds->calls_services || ((comes_from_outside || is_doubtful) && deeds->writes) ||
           (is_doubtful && deeds->touches) || (may_come_by_itself(function) && deeds->changes);
}

/* Why it may well run: half a sentence; NULL: nothing says so. */
static const char *doubt_about(const struct picture *picture, const struct c_function *function) {
    const struct gift *gift = gift_of(picture, function);
    if (function->is_interrupt) return "though it is declared as an interrupt routine";
    if (!gift || gift->kind == GIFT_TABLE) return NULL;
    return gift->kind == GIFT_HARDWARE ? "and its address is written into hardware"
                                       : "and a function without a body gets its address";
}

/* TASK(x) and its kin that the configuration lacks are told when the sources are read. */
static bool is_told(const struct c_function *function) {
    static const char *const prefixes[] = {HEADERS_TASK, HEADERS_ISR, NULL};
    return begins_with_one_of(function->name, prefixes);
}

const struct uncalled *uncalled_find(const struct subject *subject) {
    struct picture picture = picture_of(subject->program, subject->arena);
    struct uncalled *uncalled = arena_new_object(subject->arena, struct uncalled);
    uncalled->gifts = picture.gifts;
    const char *names = "", *first = NULL;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        bool is_left = function->is_interrupt && !is_called_by_name(&picture, function);
        if (!is_uncalled(&picture, function) && !is_left) continue;
        const char *doubt = doubt_about(&picture, function);
        struct deeds deeds = deeds_of(subject->program, function, picture.used, subject->arena);
        if (!may_be_a_routine(function, &deeds, doubt != NULL) || is_told(function)) continue;
        names = half_sentence_list(subject->arena, names, arena_printf(subject->arena, "`%s`", function->name));
        if (!first) first = function->name;
        if (doubt && !uncalled->doubt)
            uncalled->doubt = arena_printf(subject->arena, "%s does not run here, %s", function->name, doubt);
    }
    if (first)
        uncalled->assumption =
            arena_printf(subject->arena,
                         "%s, which nothing here calls, never runs and has no effect that matters (one that a vendor's "
                         "interrupt calls is told in a further .oil file: `ISR %s { CATEGORY = 2; };`)",
                         names, first);
    return uncalled;
}
