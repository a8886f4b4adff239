#include "app/subject/callers.h"

#include "base/word.h"
#include "cfront/ir/walk.h"
#include "cfront/text/name_words.h"
#include "cfront/written/startup.h"

#include <string.h>

static const bool *callees_find(const struct c_program *program, struct arena *arena) {
    bool *callees = arena_new_array(arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CALL && code->callee && code->callee->index != f) callees[code->callee->index] = true;
        }
    return callees;
}

static void note_variable(bool *variables, const struct c_expression *e) {
    if (e->kind == C_OBJECT && e->object->storage <= C_STATIC_LOCAL) variables[e->object->index] = true;
}

static void note_use(void *context, const struct c_expression *e) { note_variable(context, e); }

static void note_address(void *context, const struct c_expression *e) {
    if (e->kind == C_ADDRESS) note_variable(context, c_root(e->left));
}

static bool *variables_find(const struct c_program *program, const bool *called, walk_visit note, struct arena *arena) {
    bool *variables = arena_new_array(arena, bool, program->global_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; called[f] && i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], note, variables);
    return variables;
}

static const bool *changed_find(const struct c_program *program, const bool *called, struct arena *arena) {
    bool *changed = variables_find(program, called, note_address, arena);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; called[f] && i < program->functions[f]->code_count; i++)
            if (program->functions[f]->code[i].target)
                note_variable(changed, c_root(program->functions[f]->code[i].target));
    return changed;
}

struct callers callers_find(const struct c_program *program, struct arena *arena) {
    const struct addresses *addresses = addresses_find(program, arena);
    const bool *called = addresses->runs;
    return (struct callers){program,
                            arena,
                            called,
                            callees_find(program, arena),
                            variables_find(program, called, note_use, arena),
                            changed_find(program, called, arena),
                            addresses,
                            gifts_find(addresses, arena)};
}

/* Where code calls by address, that may call whatever has one: but interrupts do not come by it. */
bool callers_have_name(const struct callers *callers, const struct c_function *function) {
    return function->role != C_ORDINARY || callers->callees[function->index];
}

/* ---- by who gets their addresses ---- */

bool callers_sound_like_interrupts(const char *name) {
    static const char *const words[] = {"isr", "irq", "interrupt", "handler", "callback", "vect", "intregister", NULL};
    return contains_one_of(name, words);
}

/* In tables of vectors there is also what begins, and what comes when all is lost. */
static bool sounds_like_an_end(const char *name) {
    static const char *const words[] = {"reset", "start", "fault", "default", "abort", "undef", "trap", NULL};
    return contains_one_of(name, words);
}

/* register_ISR(46, button): one of the two names says what it is for. Others may be called at once. */
const struct gift *callers_registration(const struct callers *callers, const struct c_function *function) {
    for (size_t i = 0; i < callers->gifts.count; i++) {
        const struct gift *gift = &callers->gifts.list[i];
        if (gift->what != function || (gift->kind == GIFT_TABLE && sounds_like_an_end(function->name))) continue;
        if (gift->is_indirect && callers->called[function->index]) continue; /* that may be what it is there for */
        if (gift->kind == GIFT_LINKED) continue;                             /* nobody may read it at all */
        if (gift->kind == GIFT_TABLE || callers_sound_like_interrupts(gift->to) ||
            callers_sound_like_interrupts(function->name))
            return gift;
    }
    return NULL;
}

bool callers_are_vectors(const struct c_function *function) {
    static const char *const kernels[] = {"svc", "pendsv", NULL};
    return function->is_in_vectors && !sounds_like_an_end(function->name) && !contains_one_of(function->name, kernels);
}

/* Code that begins has a name like this, and whoever runs that is no interrupt. */
bool callers_are_named(const struct c_function *function) {
    static const char *const kernels[] = {"svc", "pendsv", NULL};
    static const char *const words[] = {"init", "main", "boot", "setup", NULL};
    return function->named_by && !sounds_like_an_end(function->name) && !contains_one_of(function->name, kernels) &&
           !name_has_word_of(function->name, words) && !startup_has(function->name);
}

/* ---- as traps ---- */

/* What interrupts call has no parameters and gives nothing. */
bool callers_need_no_arguments(const struct c_function *function) {
    return !function->type->count && function->type->target->kind == C_VOID;
}

/* By name: what comes when an interrupt is lost, or none should have come. */
bool callers_sound_like_traps(const char *name) {
    static const char *const words[] = {"error",     "fail",     "dummy",  "unused", "unexpected",
                                        "unhandled", "spurious", "badisr", "panic",  NULL};
    return sounds_like_an_end(name) || contains_one_of(name, words);
}

/* Where others replace it, or nothing should ever come to it, all that it may do is to show that something did. */
bool callers_only_trap(const struct c_function *function, const struct deeds *deeds) {
    bool does_something = deeds->calls_services || deeds->counts || deeds->masks || deeds->writes || deeds->touches;
    return !does_something && (function->is_weak || callers_sound_like_traps(function->name));
}
