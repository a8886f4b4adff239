#include "app/subject/uncalled.h"

#include "app/subject/callers.h"
#include "app/subject/deeds.h"
#include "app/subject/half_sentence.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/vector_names.h"
#include "cfront/text/name_words.h"
#include "cfront/written/startup.h"

#include <ctype.h>
#include <string.h>

/* What they are told with the verdict as. */
struct telling {
    const struct callers *callers;
    const bool *reached; /* by function: one that nobody calls calls it */
    struct half_sentence_names never, also;
    const char *help; /* what can be done about it */
};

static void reach(const struct c_function *function, bool *reached) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_function *callee = function->code[i].kind == C_CALL ? function->code[i].callee : NULL;
        if (!callee || reached[callee->index]) continue;
        reached[callee->index] = true;
        reach(callee, reached);
    }
}

/* Of functions that call each other, and that nobody else calls, every one is the first. */
static const bool *reached_find(const struct callers *callers) {
    const struct c_program *program = callers->program;
    bool *reached = arena_new_array(callers->arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (!callers->called[f] && !callers->callees[f]) reach(program->functions[f], reached);
    return reached;
}

static bool fails_by_itself(const struct callers *callers, const struct c_function *function) {
    return !headers_hold(function->place) && deeds_may_fail(callers->program, function, callers->arena);
}

/* Where headers are missing, so may be who calls it by its name: a table of vectors, a vendor's drivers. */
static bool may_be_a_routine(const struct callers *callers, const struct c_function *function) {
    static const char renesas[] = "INT_Excep";
    bool is_named = callers_sound_like_interrupts(function->name) || begins_with(function->name, renesas);
    bool is_empty = function->code_count && function->code[0].kind == C_RETURN;
    return callers->program->misses_headers && is_named && !is_empty && !headers_hold(function->place);
}

/* One of the standard's, which the configuration would switch on. */
static bool is_hook(const struct c_function *function) {
    static const char *const hooks[] = {"StartupHook", "ShutdownHook", "ErrorHook",
                                        "PreTaskHook", "PostTaskHook", NULL};
    return is_one_of(function->name, hooks);
}

/* Somebody who is not here knows it by its name, perhaps. */
static bool may_be_known(const struct c_function *function) {
    bool is_named = callers_need_no_arguments(function) && callers_sound_like_interrupts(function->name);
    return is_hook(function) || (is_named && !callers_sound_like_traps(function->name));
}

/* It does something that code that runs may notice. What only computes is code that is not in use. */
static bool matters(const struct callers *callers, const struct c_function *function, bool is_doubtful) {
    struct deeds deeds = deeds_of(callers->program, function, callers->used, callers->arena);
    bool is_last = !strcmp(function->name, HEADERS_NXT_END);
    bool is_routine =
        vector_names_has(function->name) || callers_are_vectors(function) || callers_registration(callers, function);
    bool is_left = is_last || (is_routine && callers_only_trap(function, &deeds));
    if ((is_doubtful || is_left || may_be_known(function)) && fails_by_itself(callers, function)) return true;
    if (may_be_a_routine(callers, function)) return true;
    bool comes_from_outside = deeds.counts || is_doubtful || is_last;
    if (deeds.calls_services || deeds.masks || deeds.changes || (comes_from_outside && deeds.writes)) return true;
    if (callers_sound_like_interrupts(function->name) && deeds.writes_far) return true; /* its parameters lead there */
    return deeds.touches &&
           (is_doubtful || deeds_of(callers->program, function, callers->changed, callers->arena).touches);
}

static bool prints(const struct callers *callers) {
    for (uint32_t f = 0; f < callers->program->function_count; f++)
        for (uint32_t i = 0; callers->called[f] && i < callers->program->functions[f]->code_count; i++)
            if (callers->program->functions[f]->code[i].kind == C_TRACE) return true;
    return false;
}

static bool allocates(const struct callers *callers) {
    static const char *const names[] = {"malloc", "calloc", "realloc", NULL};
    for (uint32_t f = 0; f < callers->program->function_count; f++)
        if (callers->called[f] && is_one_of(callers->program->functions[f]->name, names)) return true;
    return false;
}

/* The C library of a board calls functions of the application by their names: newlib's, Keil's, IAR's. Half a sentence;
 * NULL: not this one. */
static const char *library_calls(const struct callers *callers, const struct c_function *function) {
    static const char *const outputs[] = {
        "_write",       "_write_r",    "write",    "__write",  "fputc",          "putc",
        "putchar",      "__putchar",   "putch",    "_ttywrch", "outbyte",        "fwrite",
        "__io_putchar", "__sys_write", "sendchar", "fflush",   "stdout_putchar", NULL};
    static const char *const rooms[] = {"_sbrk",         "_sbrk_r",         "sbrk", "__sbrk", "__user_heap_extend",
                                        "__malloc_lock", "__malloc_unlock", NULL};
    if (is_one_of(function->name, outputs) && prints(callers)) return "though `printf` and its kin may call it";
    if (is_one_of(function->name, rooms) && allocates(callers)) return "though `malloc` and its kin may call it";
    return NULL;
}

/* `void HANDLER(void)`: a macro of a missing header that gives it a name by which it is called. */
static bool may_have_another_name(const struct callers *callers, const struct c_function *function) {
    return callers->program->misses_headers && !callers->called[function->index] && !function->parameter_count &&
           function->type->target->kind == C_VOID && !has_small_letters(function->name, strlen(function->name));
}

/* Nothing comes of it if it runs. */
static bool only_traps(const struct callers *callers, const struct c_function *function) {
    struct deeds deeds = deeds_of(callers->program, function, callers->used, callers->arena);
    return callers_need_no_arguments(function) && callers_only_trap(function, &deeds);
}

/* Why it may well run: half a sentence; NULL: nothing says so. */
static const char *doubt_about(const struct callers *callers, const struct c_function *function) {
    static const char *const reasons[] = {"and a function without a body gets its address",
                                          "and its address is written into hardware", NULL,
                                          "and its address is in a variable that no source defines",
                                          "and its address is in a variable that only other files read"};
    if (function->is_interrupt) return "though it is declared as an interrupt routine";
    bool runs_by_itself = !function->type->count && !callers->callees[function->index];
    if (!runs_by_itself && vector_names_has(function->name)) return "though a table of vectors has it by this name";
    if (callers_are_vectors(function) && !only_traps(callers, function)) return "though a table of vectors names it";
    if (!runs_by_itself && !strcmp(function->name, HEADERS_NXT_TIMER))
        return "though a vendor's interrupt calls it by this name";
    if (function->is_startup) return "though a pragma has it run by itself, before main() or at the end";
    if (may_have_another_name(callers, function))
        return "though a missing header may give it another name, of a routine";
    for (size_t i = 0; i < callers->gifts.count; i++)
        if (callers->gifts.list[i].what == function && reasons[callers->gifts.list[i].kind])
            return reasons[callers->gifts.list[i].kind];
    return NULL;
}

/* What builds make of code: linkers put a function in the place of another one, compilers call it wherever code begins
 * (-finstrument-functions, -pg). NULL: it is no such function. */
static const char *build_doubt(const struct callers *callers, const struct c_function *function) {
    static const char *const inserted[] = {"__cyg_profile_func_enter",
                                           "__cyg_profile_func_exit",
                                           "mcount",
                                           "_mcount",
                                           "__mcount",
                                           "__gnu_mcount_nc",
                                           "__fentry__",
                                           "__sanitizer_cov_trace_pc",
                                           "__sanitizer_cov_trace_pc_guard",
                                           NULL};
    const char *other = startup_replaces(function->name);
    if (is_one_of(function->name, inserted)) return "though a compiler may call it where functions begin or end";
    return other ? arena_printf(callers->arena, "though a linker may put it in the place of `%s`", other) : NULL;
}

/* What runs calls the function in whose place a linker may put this one: whatever it does, its result is another. */
static bool takes_a_place(const struct callers *callers, const struct c_function *function) {
    const char *other = startup_replaces(function->name);
    for (uint32_t f = 0; other && f < callers->program->function_count; f++)
        if (callers->called[f] && !strcmp(callers->program->functions[f]->name, other)) return true;
    return false;
}

/* Its name says that no interrupt calls it. */
static bool is_of_no_interrupt(const char *name) {
    static const char *const words[] = {"init",      "initialize", "setup",      "startup", "start",    "stop",
                                        "terminate", "deinit",     "exit",       "idle",    "shutdown", "main",
                                        "boot",      "reset",      "background", NULL};
    return startup_has(name) || name_has_word_of(name, words);
}

static const char *help_for(const struct callers *callers, const struct c_function *function) {
    if (!is_hook(function))
        return arena_printf(callers->arena,
                            " (one that a vendor's interrupt calls is told in a further .oil file: `ISR %s { "
                            "CATEGORY = 2; };`)",
                            function->name);
    char *attribute = arena_text(callers->arena, function->name);
    for (char *c = attribute; *c; c++) *c = (char)toupper((unsigned char)*c);
    return arena_printf(callers->arena, " (`%s = TRUE` in the configuration switches it on)", attribute);
}

/* The doubt that it leaves; NULL: none. */
static const char *tell_of(struct telling *telling, const struct c_function *function, bool doubtful) {
    const struct callers *callers = telling->callers;
    bool runs = callers->called[function->index];
    bool is_left = function->is_interrupt && !callers_have_name(callers, function);
    bool is_first = !runs && !telling->reached[function->index];
    const char *given = doubt_about(callers, function);
    if (!given) given = build_doubt(callers, function);
    const char *doubt = given ? given : library_calls(callers, function);
    if (function->has_no_body) return NULL;
    if (function->role != C_ORDINARY) doubt = NULL;
    if (!doubt && !function->is_linked && !function->is_taken) return NULL; /* nobody can */
    if (doubtful != (doubt != NULL) || (!doubt && !is_first) || (function->is_interrupt && runs && !is_left))
        return NULL;
    if (!matters(callers, function, (doubt && given) || startup_has(function->name)) &&
        !takes_a_place(callers, function))
        return NULL;
    half_sentence_name(runs && !is_left ? &telling->also : &telling->never, callers->arena, function->name);
    bool may_be_helped =
        is_hook(function) || (callers_need_no_arguments(function) && (doubt || !is_of_no_interrupt(function->name)));
    if (!*telling->help && !runs && may_be_helped) telling->help = help_for(callers, function);
    return runs && !is_left ? NULL : doubt;
}

/* A driver may call it by its name. */
static bool is_named_for_drivers(const struct callers *callers, const struct c_function *function) {
    return function->is_linked && !callers->called[function->index] && !callers->callees[function->index] &&
           !is_hook(function) && callers_sound_like_interrupts(function->name);
}

/* Why somebody else may call it, so that it ends what lasts for ever; NULL: nothing says so, or it ends nothing. It
 * does not matter that code here calls it, too. */
static const char *waker_of(const struct callers *callers, const struct c_function *function) {
    const char *reason = doubt_about(callers, function);
    if (!reason && is_named_for_drivers(callers, function)) reason = "though a driver may call it by its name";
    if (!reason || function->has_no_body || function->role != C_ORDINARY) return NULL;
    struct deeds deeds = deeds_of(callers->program, function, callers->used, callers->arena);
    if (!deeds.calls_services && !deeds.changes && !deeds.writes_far) return NULL;
    const char *here = callers->called[function->index] ? "runs only where code here calls it" : "does not run here";
    return arena_printf(callers->arena, "%s %s, %s", function->name, here, reason);
}

static const char *assumption_of(const struct telling *telling) {
    struct arena *arena = telling->callers->arena;
    const struct half_sentence_names *never = &telling->never, *also = &telling->also;
    const char *all = NULL;
    if (never->count)
        all = arena_printf(arena, "%s, which nothing here calls, %s no effect that matters%s",
                           half_sentence_names_text(never, arena),
                           never->count > 1 ? "never run and have" : "never runs and has", telling->help);
    if (also->count)
        all = half_sentence_join(arena, all,
                                 arena_printf(arena, "%s, which others may call, too, %s only where code here calls %s",
                                              half_sentence_names_text(also, arena), also->count > 1 ? "run" : "runs",
                                              also->count > 1 ? "them" : "it"));
    return all;
}

/* TASK(x) and its kin that the configuration lacks are told when the sources are read. */
static bool is_told(const struct c_function *function) {
    static const char *const prefixes[] = {HEADERS_TASK, HEADERS_ISR, HEADERS_CALLBACK, NULL};
    return begins_with_one_of(function->name, prefixes);
}

/* What is constant stays as it is, and what others have may change anyhow. */
static bool may_change(const struct c_object *object) {
    return object->name && object->storage != C_STRING && !object->is_const && !object->is_others && !object->is_input;
}

/* Of those that may change; NULL: none may. */
static const char *names_of(const struct callers *callers, const struct c_object *const *objects, size_t count,
                            bool are_used) {
    struct half_sentence_names names = {0};
    for (size_t i = 0; i < count; i++) {
        bool counts = !are_used || !c_has_address(objects[i]) || callers->used[objects[i]->index];
        if (counts && may_change(objects[i])) half_sentence_name(&names, callers->arena, objects[i]->name);
    }
    return names.count ? half_sentence_names_text(&names, callers->arena) : NULL;
}

static const char *about_variables(const struct callers *callers) {
    const char *names = names_of(callers, callers->gifts.variables, callers->gifts.variable_count, false);
    if (!names) return NULL;
    return arena_printf(callers->arena,
                        "nobody else changes %s, whose address is written into hardware or into a variable that no "
                        "source defines",
                        names);
}

/* `dma((uint32_t)buffer)`, `receive(&message)` with a pointer to the buffer in it. */
static const char *about_beyond(const struct callers *callers) {
    const char *names = names_of(callers, callers->gifts.beyond, callers->gifts.beyond_count, true);
    if (!names) return NULL;
    return arena_printf(callers->arena,
                        "nobody else changes %s, whose address a function without a body gets as a number, or by way "
                        "of what it gets",
                        names);
}

bool uncalled_is_idle(const struct subject *subject, const struct c_function *function) {
    for (size_t i = 0; i < subject->idle_count; i++)
        if (function->role == C_ORDINARY && !strcmp(function->name, subject->idle[i])) return true;
    return false;
}

const struct uncalled *uncalled_find(const struct subject *subject) {
    struct callers callers = callers_find(subject->program, subject->arena);
    struct uncalled *uncalled = arena_new_object(subject->arena, struct uncalled);
    struct telling telling = {.callers = &callers, .reached = reached_find(&callers), .help = ""};
    struct half_sentence_names others = {0};
    uncalled->gifts = callers.gifts;
    for (uint32_t i = 0; i < 2 * subject->program->function_count; i++) { /* of many, those in doubt are named */
        bool doubtful = i < subject->program->function_count;
        const struct c_function *function = subject->program->functions[i % subject->program->function_count];
        if (uncalled_is_idle(subject, function)) continue;
        const char *doubt = is_told(function) ? NULL : tell_of(&telling, function, doubtful);
        if (doubt && uncalled->doubt) half_sentence_name(&others, subject->arena, function->name);
        if (doubt && !uncalled->doubt)
            uncalled->doubt = arena_printf(subject->arena, "%s does not run here, %s", function->name, doubt);
        if (!uncalled->waker && !is_told(function)) uncalled->waker = waker_of(&callers, function);
    }
    if (others.count)
        uncalled->doubt =
            arena_printf(subject->arena, "%s; nor %s %s", uncalled->doubt, others.count > 1 ? "do" : "does",
                         half_sentence_names_text(&others, subject->arena));
    uncalled->assumption = half_sentence_join(subject->arena, assumption_of(&telling), about_variables(&callers));
    uncalled->assumption = half_sentence_join(subject->arena, uncalled->assumption, about_beyond(&callers));
    return uncalled;
}
