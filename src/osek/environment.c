/* What comes from outside: interrupts and the ticks of counters. */
#include "osek/alarm.h"
#include "osek/context.h"
#include "osek/interrupt.h"
#include "osek/resource.h"
#include "osek/schedule.h"

#include <string.h>

bool osek_interrupt_allowed(const struct osek_config *config, const void *state, uint32_t isr) {
    struct osek_kernel k = osek_view(config, state);
    return osek_may_interrupt(&k, isr);
}

bool osek_interrupt_is_requested(const struct osek_config *config, const void *state, uint32_t isr) {
    struct osek_kernel k = osek_view(config, state);
    return get_bit(&k, k.layout.pending, isr);
}

void osek_request_interrupt(const struct osek_config *config, void *state, uint32_t isr) {
    struct osek_kernel k = osek_view(config, state);
    struct osek_result unused = {0};
    k.result = &unused;
    if (phase(&k) >= PHASE_STOPPING) return; /* it would never come */
    if (OSEK_RULE(LATCHED, true, osek_may_interrupt(&k, isr))) put_bit(&k, k.layout.pending, isr, true);
    osek_settle(&k);
}

void osek_interrupt(const struct osek_config *config, void *state, uint32_t isr) {
    osek_request_interrupt(config, state, isr);
}

bool osek_switch_allowed(const struct osek_config *config, const void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t running = osek_running(&k);
    if (!config->no_scheduler || phase(&k) != PHASE_UP || osek_depth(&k) || work(&k) != WORK_NONE) return false;
    if (running == OSEK_NONE || running == IDLE_TASK || running == task || osek_masked(&k, 2)) return false;
    return stored_state(&k, task) == STORED_READY && !osek_is_kept_out(&k, task);
}

void osek_switch(const struct osek_config *config, void *state, uint32_t task) {
    struct osek_kernel k = osek_view(config, state);
    struct osek_result unused = {0};
    k.result = &unused;
    if (!osek_switch_allowed(config, state, task)) return;
    osek_leave(&k, WORK_PREEMPT, task);
    osek_settle(&k);
}

/* A counter with a level comes above routines and ceilings of category 2 that are below it; others only above tasks. */
bool osek_tick_allowed(const struct osek_config *config, const void *state, uint32_t counter) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t level = config->counters[counter].level;
    if (phase(&k) != PHASE_UP || osek_masked(&k, 2)) return false;
    if (!level) return !osek_in_interrupt(&k) && osek_level(&k) <= config->highest_priority;
    return !osek_in_interrupt_of(&k, 1) && osek_level(&k) < level;
}

unsigned osek_tick(const struct osek_config *config, void *state, uint32_t counter, unsigned choice,
                   struct osek_result *result) {
    struct osek_kernel k = osek_view(config, state);
    memset(result, 0, sizeof *result);
    if (!osek_tick_allowed(config, state, counter)) return 1;
    k.choice = choice;
    k.result = result;
    osek_advance(&k, counter);
    osek_settle(&k);
    return k.choices;
}

void osek_pass_ticks(const struct osek_config *config, void *state, uint32_t counter, uint32_t ticks) {
    struct osek_kernel k = osek_view(config, state);
    osek_skip(&k, counter, ticks);
}

uint32_t osek_ticks_to_expiry(const struct osek_config *config, const void *state, uint32_t counter) {
    struct osek_kernel k = osek_view(config, state);
    uint64_t nearest = 0;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        uint64_t remaining = osek_remaining(&k, i);
        if (config->alarms[i].counter != counter || !remaining) continue;
        if (!nearest || remaining < nearest) nearest = remaining;
    }
    return nearest > UINT32_MAX ? UINT32_MAX : (uint32_t)nearest;
}
