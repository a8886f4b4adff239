#include "app/subject/clockwork.h"

#include "app/subject/beat.h"

#include <string.h>

/* Somebody wants to see the routine, or has said when it, or the counter, comes. */
static bool is_asked_for(const struct app_options *options, const char *isr, const char *counter) {
    for (size_t i = 0; i < options->isr_count; i++)
        if (!strcmp(options->isrs[i].name, isr)) return true;
    for (size_t i = 0; i < options->counter_count; i++)
        if (!strcmp(options->counters[i].name, counter)) return true;
    return false;
}

static bool is_unbounded(const struct app_budget *budget) {
    return budget->times == APP_UNBOUNDED && !budget->idle_only && !budget->nested;
}

static bool options_allow(const struct app_options *options) {
    bool sees_routines = options->property_count || options->mutex_count || options->runs_idle;
    return !sees_routines && !options->no_reduction && !options->no_scheduler && is_unbounded(&options->other_isrs) &&
           is_unbounded(&options->other_counters);
}

/* A tick of its level comes whenever the routine would: it is never masked alone, and no other routine makes a
 * difference between the two (osek_tick_allowed, osek_interrupt_allowed). */
static bool comes_as_ticks_do(const struct osek_config *config, uint32_t isr) {
    const struct osek_isr *routine = &config->isrs[isr];
    if (routine->category != 2 || config->masks_sources || config->profile.hooks_for_isr) return false;
    if (config->registered && config->registered[isr]) return false;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (config->isrs[i].category == 1 && config->isrs[i].level < routine->level) return false;
    return true;
}

/* The counter that it advances, which is all that it does; OSEK_NONE: it does something else, or has to be seen. */
static uint32_t counter_of(const struct osek_config *config, uint32_t isr, const struct c_program *program,
                           const struct app_options *options) {
    const struct c_function *entry = program->entries[osek_context(config, OSEK_ISR, isr)];
    struct beat beat = {.kind = BEAT_MORE};
    if (entry && comes_as_ticks_do(config, isr)) beat = beat_of(entry, config);
    if (beat.kind != BEAT_TICK || !beat_is_of_nobody_else(entry, beat.counter, program, config)) return OSEK_NONE;
    bool is_asked = is_asked_for(options, config->isrs[isr].name, config->counters[beat.counter].name);
    return is_asked ? OSEK_NONE : beat.counter;
}

void clockwork_prepare(struct subject *subject, struct osek_config *config, struct osek_counter *counters,
                       const struct c_program *program, const struct app_options *options) {
    uint32_t *counter = arena_new_array(subject->arena, uint32_t, config->isr_count + 1);
    bool any_runs = false;
    subject->driven_by = arena_new_array(subject->arena, uint32_t, config->counter_count + 1);
    for (uint32_t i = 0; i < config->counter_count; i++) subject->driven_by[i] = OSEK_NONE;
    if (!options_allow(options)) return;
    for (uint32_t i = 0; i < config->isr_count; i++) {
        counter[i] = counter_of(config, i, program, options);
        any_runs |= counter[i] == OSEK_NONE;
    }
    if (any_runs && config->unnested) return; /* routines hold each other back, whatever their levels */
    for (uint32_t i = 0; i < config->isr_count; i++) {
        if (counter[i] == OSEK_NONE) continue;
        subject->driven_by[counter[i]] = i;
        counters[counter[i]].level = config->isrs[i].level;
    }
}

bool clockwork_is(const struct subject *subject, uint32_t isr) {
    for (uint32_t i = 0; subject->driven_by && i < subject->config->counter_count; i++)
        if (subject->driven_by[i] == isr) return true;
    return false;
}

bool clockwork_drives(const struct subject *subject, uint32_t counter) {
    return subject->driven_by && subject->driven_by[counter] != OSEK_NONE;
}
