#include "app/subject/routines.h"

#include "app/subject/beat.h"
#include "app/subject/callers.h"
#include "app/subject/deeds.h"
#include "app/subject/uncalled.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/vector_names.h"

#include <string.h>

/* ERIKA for some processors knows interrupt routines by their macro: the configuration does not name them. That of
 * AVR's own header has the same name. */
static const char *macro_name(const struct c_function *function, const struct osek_profile *profile) {
    if (!begins_with(function->name, HEADERS_ISR)) return NULL;
    const char *name = function->name + strlen(HEADERS_ISR);
    return profile->main_goes_on || ends_with(name, "_vect") || vector_names_has(name) ? name : NULL;
}

static bool has_own_name(const struct c_program *program, const struct c_function *function) {
    for (uint32_t f = 0; f < program->function_count; f++)
        if (program->functions[f] != function && !strcmp(program->functions[f]->name, function->name)) return false;
    return true;
}

/* A task's services are not for routines: who gets the address of a function that calls one may run it as a task. */
static bool may_come(const struct callers *callers, const struct c_function *function, const struct deeds *deeds) {
    const struct gift *gift = callers_registration(callers, function);
    bool is_surely_one = function->is_interrupt || callers_are_vectors(function) || (gift && gift->kind == GIFT_TABLE);
    return (is_surely_one || !deeds->is_a_tasks) && !deeds->starts && callers_need_no_arguments(function) &&
           has_own_name(callers->program, function);
}

static size_t given_count(const struct callers *callers) {
    return callers->program->given_count + callers->gifts.write_count;
}

/* To a function without a body, or to hardware. */
static const struct c_given *given_at(const struct callers *callers, size_t i) {
    uint32_t count = callers->program->given_count;
    return i < count ? &callers->program->given[i] : &callers->gifts.writes[i - count];
}

/* Code that does not run here, though it may well somewhere, gives its address away, too. */
static bool is_given_elsewhere(const struct callers *callers, const struct c_function *function) {
    for (size_t i = 0; i < given_count(callers); i++) {
        const struct c_given *given = given_at(callers, i);
        if (!callers->called[given->by->index] && gift_leads_to(callers->addresses, given->what, function)) return true;
    }
    return false;
}

/* Nobody else has its address, or knows it by its name, before code gives it away. */
static bool comes_when_registered(const struct callers *callers, const struct osek_profile *profile,
                                  const struct c_function *function) {
    bool is_given = false;
    if (macro_name(function, profile) || !strcmp(function->name, HEADERS_NXT_TIMER)) return false;
    if (vector_names_has(function->name) || function->is_interrupt || function->is_in_vectors) return false;
    if (is_given_elsewhere(callers, function) || gift_is_in_variable(callers->addresses, function)) return false;
    for (size_t i = 0; i < callers->gifts.count; i++) {
        const struct gift *gift = &callers->gifts.list[i];
        if (gift->what != function) continue;
        if (gift->kind != GIFT_ARGUMENT && gift->kind != GIFT_HARDWARE) return false;
        is_given = true;
    }
    return is_given;
}

/* Where all that it does is to count, the counter goes on by itself: from the start, though. */
static bool is_left_to_the_counter(const struct callers *callers, const struct osek_config *config,
                                   const struct c_function *function) {
    struct beat beat = beat_of(function, config);
    return beat.kind == BEAT_NOTHING || (beat.kind == BEAT_TICK && !callers->called[function->index] &&
                                         beat_is_of_nobody_else(function, beat.counter, callers->program, config) &&
                                         !comes_when_registered(callers, &config->profile, function));
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

/* A table of vectors has `rx` of `ISR2(rx) { ... }`. */
static bool has_code_by_macro(const struct c_program *program, const struct c_function *function) {
    for (uint32_t f = 0; f < program->function_count; f++) {
        const char *name = program->functions[f]->name;
        if (begins_with(name, HEADERS_ISR) && !strcmp(name + strlen(HEADERS_ISR), function->name)) return true;
    }
    return false;
}

/* Its object in OIL; NULL: it is none, or need not be one. `idle`: it would be one if it did more. */
static const char *routine_text(const struct callers *callers, const struct osek_config *config,
                                const struct app_options *options, const struct c_function *function, bool *idle) {
    *idle = false;
    if (callers_have_name(callers, function) || has_code_by_macro(callers->program, function)) return NULL;
    const char *macro = macro_name(function, &config->profile);
    bool is_vendors = (macro && config->profile.main_goes_on) || !strcmp(function->name, HEADERS_NXT_TIMER);
    bool is_known = macro || vector_names_has(function->name);
    bool is_shown = function->is_interrupt || callers_are_vectors(function) || callers_registration(callers, function);
    if (function->type->count || (!is_vendors && !is_known && !is_shown)) return NULL;
    struct deeds deeds = deeds_of(callers->program, function, callers->used, callers->arena);
    if (!is_vendors && !is_known && !may_come(callers, function, &deeds)) return NULL;
    bool is_wanted = is_named(options, macro ? macro : function->name);
    if (!is_wanted && !is_vendors && callers_only_trap(function, &deeds)) return NULL;
    *idle = !is_wanted && !is_looked_at(options) && is_left_to_the_counter(callers, config, function);
    if (*idle) return NULL;
    bool is_of_system = deeds.calls_services || deeds.counts || deeds.shuts_down || is_vendors;
    const char *code = macro ? "" : arena_printf(callers->arena, " HANDLER = \"%s\";", function->name);
    return arena_printf(callers->arena, " ISR %s { CATEGORY = %d;%s };", macro ? macro : function->name,
                        is_of_system ? 2 : 1, code);
}

typedef VEC(struct cfront_registration) registration_vec;

static struct place kept_place(struct place place, struct arena *arena) {
    if (place.file) place.file = arena_text(arena, place.file);
    return place;
}

/* Code that runs only since this one does may be another's registration, if it calls what has no body. */
static void add_registrations(const struct callers *callers, const struct c_function *function, const char *isr,
                              registration_vec *registrations) {
    for (size_t i = 0; i < given_count(callers); i++) {
        const struct c_given *given = given_at(callers, i);
        bool runs = callers->called[given->by->index], is_call = i < callers->program->given_count;
        if (runs ? !gift_leads_to(callers->addresses, given->what, function) : !is_call) continue;
        vec_push(registrations, ((struct cfront_registration){kept_place(given->place, callers->arena), isr}));
    }
}

struct routines routines_find(const struct c_program *program, const struct osek_config *config,
                              const struct app_options *options, struct arena *arena) {
    struct callers callers = callers_find(program, arena);
    registration_vec registrations = {0};
    const char *all = "", **idle = arena_new_array(arena, const char *, program->function_count + 1);
    size_t idle_count = 0;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        bool is_idle;
        const char *text = routine_text(&callers, config, options, function, &is_idle);
        if (is_idle) idle[idle_count++] = arena_text(arena, function->name);
        if (!text) continue;
        all = arena_printf(arena, "%s%s", all, text);
        if (comes_when_registered(&callers, &config->profile, function))
            add_registrations(&callers, function, arena_text(arena, function->name), &registrations);
    }
    struct cfront_registration *list = arena_new_array(arena, struct cfront_registration, registrations.count + 1);
    for (size_t i = 0; i < registrations.count; i++) list[i] = registrations.items[i];
    struct routines found = {*all ? arena_printf(arena, "CPU rtcheck {%s };", all) : NULL, list, registrations.count,
                             idle, idle_count};
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

const char *routine_reason(const struct subject *subject, const struct oil_isr *isr) {
    const struct c_function *code =
        subject->program->entries[osek_context(subject->config, OSEK_ISR, (uint32_t)isr->common.index)];
    struct gifts gifts = subject->uncalled->gifts;
    bool is_registered = subject->config->registered && subject->config->registered[isr->common.index];
    if (code && code->is_interrupt) return "which is declared as an interrupt routine, may come at any moment";
    if (code && callers_are_vectors(code)) return gift_reasons[GIFT_TABLE];
    for (size_t i = 0; i < gifts.count && !(code && vector_names_has(code->name)); i++)
        if (gifts.list[i].what == code)
            return is_registered ? registered_reasons[gifts.list[i].kind] : gift_reasons[gifts.list[i].kind];
    return isr->category == 1
               ? "which no configuration names and a table of vectors has by this name, may come at any moment, in "
                 "category 1"
               : "which no configuration names and a vendor's interrupt calls, may come at any moment, in category 2";
}
