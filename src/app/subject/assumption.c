#include "app/subject/assumption.h"

#include "app/subject/beyond.h"
#include "app/subject/defaults.h"
#include "app/subject/half_sentence.h"
#include "app/subject/in_time.h"
#include "app/subject/messages.h"
#include "app/subject/routines.h"
#include "app/subject/start_screen.h"
#include "app/subject/uncalled.h"
#include "app/subject/vendor.h"

#include <string.h>

/* Then the priorities of routines decide nothing. */
static bool holds_back_all(const struct oil_config *oil) {
    for (size_t i = 0; i < oil->isr_count; i++)
        if (oil->isrs[i].category == 1) return false;
    return vendor_is_unnested(oil);
}

/* Whether interrupt routines can interrupt each other is up to the hardware: OIL itself does not say. */
static const char *about_routines(const struct subject *subject, const struct oil_config *oil) {
    const char *names = "";
    for (size_t i = 0; i < oil->isr_count; i++)
        if (!oil->isrs[i].has_priority) names = half_sentence_list(subject->arena, names, oil->isrs[i].common.name);
    if (!*names || oil->isr_count < 2 || holds_back_all(oil)) return NULL;
    return arena_printf(subject->arena, "interrupt routines without PRIORITY (%s) interrupt no other routine", names);
}

static bool has_routine_of_category_2(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->isr_count; i++)
        if (subject->config->isrs[i].category == 2 && subject->isr_sources[i].times) return true;
    return false;
}

static bool has_alarms(const struct osek_config *config, uint32_t counter) {
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].counter == counter) return true;
    return false;
}

static bool is_vendors(const struct oil_isr *isr) { return !strcmp(isr->common.place.file, OIL_MORE); }

/* Why it comes, and how often the options let it. */
static const char *about_coming(const struct subject *subject, const struct oil_isr *isr) {
    const char *reason = routine_reason(subject, isr);
    uint32_t times = subject->isr_sources[isr->common.index].times;
    if (times == APP_UNBOUNDED) return arena_printf(subject->arena, "%s (--isr NAME=0: never)", reason);
    if (!times) return arena_printf(subject->arena, "%s, but never does, as --isr says", reason);
    return arena_printf(subject->arena, "%s, but no more than %s, as --isr says", reason,
                        times == 1 ? "once" : arena_printf(subject->arena, "%u times", times));
}

/* Those that come for this one's reason, and as often, if none before it does. */
static const char *about_vendors_like(const struct subject *subject, const struct oil_config *oil, size_t first) {
    const char *coming = about_coming(subject, &oil->isrs[first]), *names = "";
    for (size_t i = 0; i < oil->isr_count; i++) {
        if (!is_vendors(&oil->isrs[i]) || strcmp(about_coming(subject, &oil->isrs[i]), coming) != 0) continue;
        if (i < first) return NULL;
        names =
            half_sentence_list(subject->arena, names, arena_printf(subject->arena, "`%s`", oil->isrs[i].common.name));
    }
    return arena_printf(subject->arena, "%s, %s", names, coming);
}

/* Those that only a vendor's code, or the hardware, knows stand in a text of our own (routines.h). */
static const char *about_vendors(const struct subject *subject, const struct oil_config *oil) {
    const char *all = NULL;
    for (size_t i = 0; i < oil->isr_count && subject->vendor_routines; i++)
        if (is_vendors(&oil->isrs[i]))
            all = half_sentence_join(subject->arena, all, about_vendors_like(subject, oil, i));
    return all;
}

/* The same goes for what drives a counter: it may be above routines or below them. */
static const char *about_counters(const struct subject *subject, const struct oil_config *oil) {
    const struct osek_config *config = subject->config;
    const char *names = "";
    if (!has_routine_of_category_2(subject) || holds_back_all(oil)) return NULL;
    for (uint32_t i = 0; i < config->counter_count; i++) {
        const struct source *source = &subject->counter_sources[i];
        bool matters = has_alarms(config, i) || !config->counters[i].unobserved;
        if (matters && source->times && !source->idle_only && !config->counters[i].level)
            names = half_sentence_list(subject->arena, names, config->counters[i].name);
    }
    if (!*names) return NULL;
    return arena_printf(subject->arena, "counters without PRIORITY (%s) do not tick while an interrupt routine runs",
                        names);
}

static bool is_software(const struct oil_config *oil, const char *name) {
    for (size_t i = 0; i < oil->counter_count; i++) {
        const struct oil_object *object = oil->counters[i].common.object;
        const struct oil_parameter *type = object ? oil_find_parameter(object->parameters, "TYPE") : NULL;
        if (!strcmp(oil->counters[i].common.name, name))
            return type && type->value.text && !strcmp(type->value.text, "SOFTWARE");
    }
    return false;
}

/* In AUTOSAR nothing but IncrementCounter advances them; other kernels have a timer for them. */
static const char *about_software(const struct subject *subject, const struct oil_config *oil) {
    const struct osek_config *config = subject->config;
    const char *names = "";
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (subject->counter_sources[i].times && has_alarms(config, i) && is_software(oil, config->counters[i].name))
            names = half_sentence_list(subject->arena, names, config->counters[i].name);
    if (!*names) return NULL;
    return arena_printf(subject->arena,
                        "counters of TYPE = SOFTWARE that no code increments (%s) go on by themselves (--ticks NAME=0: "
                        "never)",
                        names);
}

/* Pointers keep the part that they must not leave in bits that addresses do not need. */
static const char *about_parts(const struct subject *subject) {
    if (subject->whole_objects) return NULL;
    if (!subject->program->loses_parts)
        return subject->program->loses_views ? "no pointer to a member of a structure that lies in other memory leaves "
                                               "it (the target's addresses have too few bits to spare to follow that)"
                                             : NULL;
    return "no pointer leaves its member or row for another one of the same object (the target's addresses have too "
           "few "
           "bits to spare to follow all of them)";
}

static const char *about_inputs(const struct subject *subject) {
    if (!subject->program->most_input) return NULL;
    int most = (int)subject->program->most_input;
    return arena_printf(subject->arena, "inputs of which nobody says what they give are from %d to %d", -most, most);
}

/* Whether they are read too early is found where what has no value is looked for. */
static const char *about_heap(const struct subject *subject) {
    if (subject->enabled[APP_CHECK_UNINITIALISED]) return NULL;
    for (uint32_t i = 0; i < subject->program->global_count; i++)
        if (subject->program->globals[i]->taken) return "no block of `malloc` is read before it is written";
    return NULL;
}

/* The standard lets them come; many kernels mask them before they call the hook. */
static const char *about_shutdown(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->isr_count && subject->config->shutdown_hook; i++)
        if (subject->config->isrs[i].category == 1 && subject->isr_sources[i].times)
            return "no interrupt of category 1 comes while ShutdownHook runs";
    return NULL;
}

static const char *about_time(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->counter_count; i++)
        if (subject->counter_sources[i].timely && has_alarms(subject->config, i)) return in_time_words(subject);
    return NULL;
}

/* Where no main() of the application says in which of several modes the system starts. */
static const char *about_mode(const struct subject *subject) {
    const struct cfront_names *names = subject->names;
    bool is_chosen = subject->mode_given || (subject->config->runs_main && !subject->config->main_starts) ||
                     (subject->skipped_main && !start_screen_is(subject->skipped_main));
    if (is_chosen || !names || names->mode_count < 2) return NULL;
    return arena_printf(subject->arena, "the system starts in mode %s (--mode names another one)",
                        names->modes[subject->mode]);
}

/* ERIKA's smaller kernels run without it; others begin with it. */
static const char *about_start(const struct subject *subject) {
    bool needs_none = !subject->config->main_is_last || subject->config->counts_requests;
    return needs_none ? NULL : "the system is started before main(), as no source calls StartOS";
}

static const char *about_rounds(const struct subject *subject) {
    const struct c_function *main = subject->program->entries[osek_context(subject->config, OSEK_MAIN, 0)];
    return start_screen_assumption(subject->program, main);
}

const char *assumption_find(const struct subject *subject, const struct oil_config *oil, const char *const *more,
                            size_t count) {
    const char *times = half_sentence_join(subject->arena, about_routines(subject, oil), about_counters(subject, oil));
    times = half_sentence_join(subject->arena, times, about_vendors(subject, oil));
    times = half_sentence_join(subject->arena, times, about_software(subject, oil));
    times = half_sentence_join(subject->arena, times, about_mode(subject));
    times = half_sentence_join(subject->arena, times, about_start(subject));
    times = half_sentence_join(subject->arena, times, about_rounds(subject));
    times = half_sentence_join(subject->arena, times, about_shutdown(subject));
    const char *code = half_sentence_join(subject->arena, about_parts(subject), subject->program->assumption);
    code = half_sentence_join(subject->arena, code, about_heap(subject));
    code = half_sentence_join(subject->arena, code, about_inputs(subject));
    code = half_sentence_join(subject->arena, code, subject->uncalled->assumption);
    const char *scheduler = subject->config->no_scheduler
                                ? "there is no scheduler: every task is ready from the start, and runs at any moment"
                                : NULL;
    times =
        half_sentence_join(subject->arena, scheduler, half_sentence_join(subject->arena, times, about_time(subject)));
    const char *all = half_sentence_join(
        subject->arena, times, half_sentence_join(subject->arena, code, beyond_assumption(oil, subject->arena)));
    all = half_sentence_join(subject->arena, all, vendor_assumption(oil, subject->arena));
    all = half_sentence_join(subject->arena, all, defaults_assumption(subject, oil));
    all = half_sentence_join(subject->arena, all, messages_assumption(oil, subject->arena));
    for (size_t i = 0; i < count; i++) all = half_sentence_join(subject->arena, all, more[i]);
    return all;
}
