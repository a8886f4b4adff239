#include "app/subject/uncalled.h"

#include "app/subject/beat.h"
#include "app/subject/deeds.h"
#include "app/subject/half_sentence.h"
#include "base/word.h"
#include "cfront/headers.h"
#include "cfront/ir/walk.h"
#include "cfront/startup.h"
#include "cfront/vector_names.h"

#include <ctype.h>
#include <string.h>

/* What is known of all functions together. */
struct picture {
    const struct c_program *program;
    struct arena *arena;
    const bool *called;  /* by function: it runs */
    const bool *callees; /* ... another one calls it by name */
    const bool *used;    /* by variable: code that runs looks at it, or changes it */
    const bool *changed; /* ... changes it, or takes its address */
    const struct addresses *addresses;
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

static struct picture picture_of(const struct c_program *program, struct arena *arena) {
    const struct addresses *addresses = addresses_find(program, arena);
    const bool *called = addresses->runs;
    return (struct picture){program,
                            arena,
                            called,
                            callees_find(program, arena),
                            variables_find(program, called, note_use, arena),
                            changed_find(program, called, arena),
                            addresses,
                            gifts_find(addresses, arena)};
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
    const char *name = function->name + strlen(HEADERS_ISR);
    return profile->main_goes_on || ends_with(name, "_vect") || vector_names_has(name) ? name : NULL;
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

/* register_ISR(46, button): one of the two names says what it is for. Others may be called at once. */
static const struct gift *registration_of(const struct picture *picture, const struct c_function *function) {
    for (size_t i = 0; i < picture->gifts.count; i++) {
        const struct gift *gift = &picture->gifts.list[i];
        if (gift->what != function || (gift->kind == GIFT_TABLE && sounds_like_an_end(function->name))) continue;
        if (gift->is_indirect && picture->called[function->index]) continue; /* that may be what it is there for */
        if (gift->kind == GIFT_LINKED) continue;                             /* nobody may read it at all */
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

/* A task's services are not for routines: who gets the address of a function that calls one may run it as a task. */
static bool may_come(const struct picture *picture, const struct c_function *function, const struct deeds *deeds) {
    const struct gift *gift = registration_of(picture, function);
    bool is_surely_one = function->is_interrupt || (gift && gift->kind == GIFT_TABLE);
    return (is_surely_one || !deeds->is_a_tasks) && !deeds->starts && may_come_by_itself(function) &&
           has_own_name(picture->program, function);
}

static size_t given_count(const struct picture *picture) {
    return picture->program->given_count + picture->gifts.write_count;
}

/* To a function without a body, or to hardware. */
static const struct c_given *given_at(const struct picture *picture, size_t i) {
    uint32_t count = picture->program->given_count;
    return i < count ? &picture->program->given[i] : &picture->gifts.writes[i - count];
}

/* Code that does not run here, though it may well somewhere, gives its address away, too. */
static bool is_given_elsewhere(const struct picture *picture, const struct c_function *function) {
    for (size_t i = 0; i < given_count(picture); i++) {
        const struct c_given *given = given_at(picture, i);
        if (!picture->called[given->by->index] && gift_leads_to(picture->addresses, given->what, function)) return true;
    }
    return false;
}

/* Nobody else has its address, or knows it by its name, before code gives it away. */
static bool comes_when_registered(const struct picture *picture, const struct osek_profile *profile,
                                  const struct c_function *function) {
    bool is_given = false;
    if (macro_name(function, profile) || !strcmp(function->name, HEADERS_NXT_TIMER)) return false;
    if (vector_names_has(function->name) || function->is_interrupt) return false;
    if (is_given_elsewhere(picture, function) || gift_is_in_variable(picture->addresses, function)) return false;
    for (size_t i = 0; i < picture->gifts.count; i++) {
        const struct gift *gift = &picture->gifts.list[i];
        if (gift->what != function) continue;
        if (gift->kind != GIFT_ARGUMENT && gift->kind != GIFT_HARDWARE) return false;
        is_given = true;
    }
    return is_given;
}

/* By name: what comes when an interrupt is lost, or none should have come. */
static bool sounds_like_a_trap(const char *name) {
    static const char *const words[] = {"error",     "fail",     "dummy",  "unused", "unexpected",
                                        "unhandled", "spurious", "badisr", "panic",  NULL};
    return sounds_like_an_end(name) || contains_one_of(name, words);
}

/* Where others replace it, or nothing should ever come to it, all that it may do is to show that something did. */
static bool is_trap(const struct c_function *function, const struct deeds *deeds) {
    bool does_something = deeds->calls_services || deeds->counts || deeds->masks || deeds->writes || deeds->touches;
    return !does_something && (function->is_weak || sounds_like_a_trap(function->name));
}

/* Where all that it does is to count, the counter goes on by itself: from the start, though. */
static bool is_left_to_the_counter(const struct picture *picture, const struct osek_config *config,
                                   const struct c_function *function) {
    struct beat beat = beat_of(function, config);
    return beat.kind == BEAT_NOTHING || (beat.kind == BEAT_TICK && !picture->called[function->index] &&
                                         beat_is_of_nobody_else(function, beat.counter, picture->program, config) &&
                                         !comes_when_registered(picture, &config->profile, function));
}

static bool is_named(const struct app_options *options, const char *name) {
    for (size_t i = 0; i < options->isr_count; i++)
        if (!strcmp(options->isrs[i].name, name)) return true;
    return false;
}

/* Formulas, and regions that exclude each other, may be about whatever it does, and tests want to reach it. */
static bool is_looked_at(const struct app_options *options) {
    return options->property_count || options->mutex_count || options->runs_idle;
}

/* Its object in OIL; NULL: it is none, or need not be one. `idle`: it would be one if it did more. */
static const char *routine_text(const struct picture *picture, const struct osek_config *config,
                                const struct app_options *options, const struct c_function *function, bool *idle) {
    *idle = false;
    if (is_called_by_name(picture, function)) return NULL;
    const char *macro = macro_name(function, &config->profile);
    bool is_vendors = (macro && config->profile.main_goes_on) || !strcmp(function->name, HEADERS_NXT_TIMER);
    bool is_known = macro || vector_names_has(function->name);
    bool is_shown = function->is_interrupt || registration_of(picture, function);
    if (function->type->count || (!is_vendors && !is_known && !is_shown)) return NULL;
    struct deeds deeds = deeds_of(picture->program, function, picture->used, picture->arena);
    if (!is_vendors && !is_known && !may_come(picture, function, &deeds)) return NULL;
    bool is_wanted = is_named(options, macro ? macro : function->name);
    if (!is_wanted && !is_vendors && is_trap(function, &deeds)) return NULL;
    *idle = !is_wanted && !is_looked_at(options) && is_left_to_the_counter(picture, config, function);
    if (*idle) return NULL;
    bool is_of_system = deeds.calls_services || deeds.counts || deeds.shuts_down || is_vendors;
    const char *code = macro ? "" : arena_printf(picture->arena, " HANDLER = \"%s\";", function->name);
    return arena_printf(picture->arena, " ISR %s { CATEGORY = %d;%s };", macro ? macro : function->name,
                        is_of_system ? 2 : 1, code);
}

typedef VEC(struct cfront_registration) registration_vec;

static struct place kept_place(struct place place, struct arena *arena) {
    if (place.file) place.file = arena_text(arena, place.file);
    return place;
}

/* Code that runs only since this one does may be another's registration, if it calls what has no body. */
static void add_registrations(const struct picture *picture, const struct c_function *function, const char *isr,
                              registration_vec *registrations) {
    for (size_t i = 0; i < given_count(picture); i++) {
        const struct c_given *given = given_at(picture, i);
        bool runs = picture->called[given->by->index], is_call = i < picture->program->given_count;
        if (runs ? !gift_leads_to(picture->addresses, given->what, function) : !is_call) continue;
        vec_push(registrations, ((struct cfront_registration){kept_place(given->place, picture->arena), isr}));
    }
}

struct uncalled_interrupts uncalled_interrupts(const struct c_program *program, const struct osek_config *config,
                                               const struct app_options *options, struct arena *arena) {
    struct picture picture = picture_of(program, arena);
    registration_vec registrations = {0};
    const char *all = "", **idle = arena_new_array(arena, const char *, program->function_count + 1);
    size_t idle_count = 0;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        bool is_idle;
        const char *text = routine_text(&picture, config, options, function, &is_idle);
        if (is_idle) idle[idle_count++] = arena_text(arena, function->name);
        if (!text) continue;
        all = arena_printf(arena, "%s%s", all, text);
        if (comes_when_registered(&picture, &config->profile, function))
            add_registrations(&picture, function, arena_text(arena, function->name), &registrations);
    }
    struct cfront_registration *list = arena_new_array(arena, struct cfront_registration, registrations.count + 1);
    for (size_t i = 0; i < registrations.count; i++) list[i] = registrations.items[i];
    struct uncalled_interrupts found = {*all ? arena_printf(arena, "CPU rtcheck {%s };", all) : NULL, list,
                                        registrations.count, idle, idle_count};
    vec_free(&registrations);
    return found;
}

static const char *const gift_reasons[] = {
    "whose address a function without a body gets, may come at any moment, as an interrupt routine does",
    "whose address is written into hardware, may come at any moment, as an interrupt routine does",
    "which a table of vectors has, may come at any moment, as an interrupt routine does",
    "whose address is in a variable that no source defines, may come at any moment, as an interrupt routine does"};

static const char *const registered_reasons[] = {
    "whose address a function without a body gets, may come at any moment from then on, as an interrupt routine does",
    "whose address is written into hardware, may come at any moment from then on, as an interrupt routine does"};

const char *uncalled_reason(const struct subject *subject, const struct oil_isr *isr) {
    const struct c_function *code =
        subject->program->entries[osek_context(subject->config, OSEK_ISR, (uint32_t)isr->common.index)];
    struct gifts gifts = subject->uncalled->gifts;
    bool is_registered = subject->config->registered && subject->config->registered[isr->common.index];
    if (code && code->is_interrupt) return "which is declared as an interrupt routine, may come at any moment";
    for (size_t i = 0; i < gifts.count && !(code && vector_names_has(code->name)); i++)
        if (gifts.list[i].what == code)
            return is_registered ? registered_reasons[gifts.list[i].kind] : gift_reasons[gifts.list[i].kind];
    return isr->category == 1
               ? "which no configuration names and a table of vectors has by this name, may come at any moment, in "
                 "category 1"
               : "which no configuration names and a vendor's interrupt calls, may come at any moment, in category 2";
}

/* ---- those that do not ---- */

/* What they are told with the verdict as. */
struct telling {
    const struct picture *picture;
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
static const bool *reached_find(const struct picture *picture) {
    const struct c_program *program = picture->program;
    bool *reached = arena_new_array(picture->arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (!picture->called[f] && !picture->callees[f]) reach(program->functions[f], reached);
    return reached;
}

static bool fails_by_itself(const struct picture *picture, const struct c_function *function) {
    return !headers_hold(function->place) && deeds_may_fail(picture->program, function, picture->arena);
}

/* Where headers are missing, so may be who calls it by its name: a table of vectors, a vendor's drivers. */
static bool may_be_a_routine(const struct picture *picture, const struct c_function *function) {
    static const char renesas[] = "INT_Excep";
    bool is_named = sounds_like_interrupt(function->name) || begins_with(function->name, renesas);
    bool is_empty = function->code_count && function->code[0].kind == C_RETURN;
    return picture->program->misses_headers && is_named && !is_empty && !headers_hold(function->place);
}

/* One of the standard's, which the configuration would switch on. */
static bool is_hook(const struct c_function *function) {
    static const char *const hooks[] = {"StartupHook", "ShutdownHook", "ErrorHook",
                                        "PreTaskHook", "PostTaskHook", NULL};
    return is_one_of(function->name, hooks);
}

/* Somebody who is not here knows it by its name, perhaps. */
static bool may_be_known(const struct c_function *function) {
    bool is_named = may_come_by_itself(function) && sounds_like_interrupt(function->name);
    return is_hook(function) || (is_named && !sounds_like_a_trap(function->name));
}

/* It does something that code that runs may notice. What only computes is code that is not in use. */
static bool matters(const struct picture *picture, const struct c_function *function, bool is_doubtful) {
    struct deeds deeds = deeds_of(picture->program, function, picture->used, picture->arena);
    bool is_last = !strcmp(function->name, HEADERS_NXT_END);
    bool is_routine = vector_names_has(function->name) || registration_of(picture, function);
    bool is_left = is_last || (is_routine && is_trap(function, &deeds));
    if ((is_doubtful || is_left || may_be_known(function)) && fails_by_itself(picture, function)) return true;
    if (may_be_a_routine(picture, function)) return true;
    bool comes_from_outside = deeds.counts || is_doubtful || is_last;
    if (deeds.calls_services || deeds.masks || deeds.changes || (comes_from_outside && deeds.writes)) return true;
    if (sounds_like_interrupt(function->name) && deeds.writes_far) return true; /* its parameters lead there */
    return deeds.touches &&
           (is_doubtful || deeds_of(picture->program, function, picture->changed, picture->arena).touches);
}

static bool prints(const struct picture *picture) {
    for (uint32_t f = 0; f < picture->program->function_count; f++)
        for (uint32_t i = 0; picture->called[f] && i < picture->program->functions[f]->code_count; i++)
            if (picture->program->functions[f]->code[i].kind == C_TRACE) return true;
    return false;
}

static bool allocates(const struct picture *picture) {
    static const char *const names[] = {"malloc", "calloc", "realloc", NULL};
    for (uint32_t f = 0; f < picture->program->function_count; f++)
        if (picture->called[f] && is_one_of(picture->program->functions[f]->name, names)) return true;
    return false;
}

/* The C library of a board calls functions of the application by their names: newlib's, Keil's, IAR's. Half a sentence;
 * NULL: not this one. */
static const char *library_calls(const struct picture *picture, const struct c_function *function) {
    static const char *const outputs[] = {
        "_write",       "_write_r",    "write",    "__write",  "fputc",          "putc",
        "putchar",      "__putchar",   "putch",    "_ttywrch", "outbyte",        "fwrite",
        "__io_putchar", "__sys_write", "sendchar", "fflush",   "stdout_putchar", NULL};
    static const char *const rooms[] = {"_sbrk",         "_sbrk_r",         "sbrk", "__sbrk", "__user_heap_extend",
                                        "__malloc_lock", "__malloc_unlock", NULL};
    if (is_one_of(function->name, outputs) && prints(picture)) return "though `printf` and its kin may call it";
    if (is_one_of(function->name, rooms) && allocates(picture)) return "though `malloc` and its kin may call it";
    return NULL;
}

/* `void HANDLER(void)`: a macro of a missing header that gives it a name by which it is called. */
static bool may_have_another_name(const struct picture *picture, const struct c_function *function) {
    return picture->program->misses_headers && !picture->called[function->index] && !function->parameter_count &&
           function->type->target->kind == C_VOID && !has_small_letters(function->name, strlen(function->name));
}

/* Why it may well run: half a sentence; NULL: nothing says so. */
static const char *doubt_about(const struct picture *picture, const struct c_function *function) {
    static const char *const reasons[] = {"and a function without a body gets its address",
                                          "and its address is written into hardware", NULL,
                                          "and its address is in a variable that no source defines",
                                          "and its address is in a variable that only other files read"};
    if (function->is_interrupt) return "though it is declared as an interrupt routine";
    bool runs_by_itself = !function->type->count && !picture->callees[function->index];
    if (!runs_by_itself && vector_names_has(function->name)) return "though a table of vectors has it by this name";
    if (!runs_by_itself && !strcmp(function->name, HEADERS_NXT_TIMER))
        return "though a vendor's interrupt calls it by this name";
    if (function->is_startup) return "though a pragma has it run by itself, before main() or at the end";
    if (may_have_another_name(picture, function))
        return "though a missing header may give it another name, of a routine";
    for (size_t i = 0; i < picture->gifts.count; i++)
        if (picture->gifts.list[i].what == function && reasons[picture->gifts.list[i].kind])
            return reasons[picture->gifts.list[i].kind];
    return NULL;
}

/* What builds make of code: linkers put a function in the place of another one, compilers call it wherever code begins
 * (-finstrument-functions, -pg). NULL: it is no such function. */
static const char *build_doubt(const struct picture *picture, const struct c_function *function) {
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
    return other ? arena_printf(picture->arena, "though a linker may put it in the place of `%s`", other) : NULL;
}

/* What runs calls the function in whose place a linker may put this one: whatever it does, its result is another. */
static bool takes_a_place(const struct picture *picture, const struct c_function *function) {
    const char *other = startup_replaces(function->name);
    for (uint32_t f = 0; other && f < picture->program->function_count; f++)
        if (picture->called[f] && !strcmp(picture->program->functions[f]->name, other)) return true;
    return false;
}

static const char *help_for(const struct picture *picture, const struct c_function *function) {
    if (!is_hook(function))
        return arena_printf(picture->arena,
                            " (one that a vendor's interrupt calls is told in a further .oil file: `ISR %s { "
                            "CATEGORY = 2; };`)",
                            function->name);
    char *attribute = arena_text(picture->arena, function->name);
    for (char *c = attribute; *c; c++) *c = (char)toupper((unsigned char)*c);
    return arena_printf(picture->arena, " (`%s = TRUE` in the configuration switches it on)", attribute);
}

/* The doubt that it leaves; NULL: none. */
static const char *tell_of(struct telling *telling, const struct c_function *function, bool doubtful) {
    const struct picture *picture = telling->picture;
    bool runs = picture->called[function->index];
    bool is_left = function->is_interrupt && !is_called_by_name(picture, function);
    bool is_first = !runs && !telling->reached[function->index];
    const char *given = doubt_about(picture, function);
    if (!given) given = build_doubt(picture, function);
    const char *doubt = given ? given : library_calls(picture, function);
    if (function->has_no_body) return NULL;
    if (function->role != C_ORDINARY) doubt = NULL;
    if (!doubt && !function->is_linked && !function->is_taken) return NULL; /* nobody can */
    if (doubtful != (doubt != NULL) || (!doubt && !is_first) || (function->is_interrupt && runs && !is_left))
        return NULL;
    if (!matters(picture, function, (doubt && given) || startup_has(function->name)) &&
        !takes_a_place(picture, function))
        return NULL;
    half_sentence_name(runs && !is_left ? &telling->also : &telling->never, picture->arena, function->name);
    if (!*telling->help && !runs && (is_hook(function) || may_come_by_itself(function)))
        telling->help = help_for(picture, function);
    return runs && !is_left ? NULL : doubt;
}

/* A driver may call it by its name. */
static bool is_named_for_drivers(const struct picture *picture, const struct c_function *function) {
    return function->is_linked && !picture->called[function->index] && !picture->callees[function->index] &&
           !is_hook(function) && sounds_like_interrupt(function->name);
}

/* Why somebody else may call it, so that it ends what lasts for ever; NULL: nothing says so, or it ends nothing. It
 * does not matter that code here calls it, too. */
static const char *waker_of(const struct picture *picture, const struct c_function *function) {
    const char *reason = doubt_about(picture, function);
    if (!reason && is_named_for_drivers(picture, function)) reason = "though a driver may call it by its name";
    if (!reason || function->has_no_body || function->role != C_ORDINARY) return NULL;
    struct deeds deeds = deeds_of(picture->program, function, picture->used, picture->arena);
    if (!deeds.calls_services && !deeds.changes && !deeds.writes_far) return NULL;
    const char *here = picture->called[function->index] ? "runs only where code here calls it" : "does not run here";
    return arena_printf(picture->arena, "%s %s, %s", function->name, here, reason);
}

static const char *assumption_of(const struct telling *telling) {
    struct arena *arena = telling->picture->arena;
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

static const char *about_variables(const struct gifts *gifts, struct arena *arena) {
    struct half_sentence_names names = {0};
    for (size_t i = 0; i < gifts->variable_count; i++)
        if (may_change(gifts->variables[i])) half_sentence_name(&names, arena, gifts->variables[i]->name);
    if (!names.count) return NULL;
    return arena_printf(arena,
                        "nobody else changes %s, whose address is written into hardware or into a variable that no "
                        "source defines",
                        half_sentence_names_text(&names, arena));
}

bool uncalled_is_idle(const struct subject *subject, const struct c_function *function) {
    for (size_t i = 0; i < subject->idle_count; i++)
        if (function->role == C_ORDINARY && !strcmp(function->name, subject->idle[i])) return true;
    return false;
}

const struct uncalled *uncalled_find(const struct subject *subject) {
    struct picture picture = picture_of(subject->program, subject->arena);
    struct uncalled *uncalled = arena_new_object(subject->arena, struct uncalled);
    struct telling telling = {.picture = &picture, .reached = reached_find(&picture), .help = ""};
    struct half_sentence_names others = {0};
    uncalled->gifts = picture.gifts;
    for (uint32_t i = 0; i < 2 * subject->program->function_count; i++) { /* of many, those in doubt are named */
        bool doubtful = i < subject->program->function_count;
        const struct c_function *function = subject->program->functions[i % subject->program->function_count];
        if (uncalled_is_idle(subject, function)) continue;
        const char *doubt = is_told(function) ? NULL : tell_of(&telling, function, doubtful);
        if (doubt && uncalled->doubt) half_sentence_name(&others, subject->arena, function->name);
        if (doubt && !uncalled->doubt)
            uncalled->doubt = arena_printf(subject->arena, "%s does not run here, %s", function->name, doubt);
        if (!uncalled->waker && !is_told(function)) uncalled->waker = waker_of(&picture, function);
    }
    if (others.count)
        uncalled->doubt =
            arena_printf(subject->arena, "%s; nor %s %s", uncalled->doubt, others.count > 1 ? "do" : "does",
                         half_sentence_names_text(&others, subject->arena));
    uncalled->assumption =
        half_sentence_join(subject->arena, assumption_of(&telling), about_variables(&picture.gifts, subject->arena));
    return uncalled;
}
