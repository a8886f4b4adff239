/* Contexts and their numbers: tasks, interrupt routines, the five hooks, the callbacks of alarms, main(). */
#include "osek/context.h"

enum { HOOKS = 5 };

uint32_t osek_context_count(const struct osek_config *config) {
    return config->task_count + config->isr_count + HOOKS + config->alarm_count + 1;
}

uint32_t osek_context(const struct osek_config *config, enum osek_context_kind kind, uint32_t index) {
    switch (kind) {
    case OSEK_TASK: return index;
    case OSEK_ISR: return config->task_count + index;
    case OSEK_ALARM_CALLBACK: return config->task_count + config->isr_count + HOOKS + index;
    case OSEK_MAIN: return osek_context_count(config) - 1;
    default: return config->task_count + config->isr_count + (kind - OSEK_STARTUP_HOOK);
    }
}

enum osek_context_kind osek_context_kind(const struct osek_config *config, uint32_t context, uint32_t *index) {
    uint32_t number = context, unused;
    if (!index) index = &unused;
    *index = number;
    if (number < config->task_count) return OSEK_TASK;
    *index = number -= config->task_count;
    if (number < config->isr_count) return OSEK_ISR;
    number -= config->isr_count;
    *index = 0;
    if (number < HOOKS) return (enum osek_context_kind)(OSEK_STARTUP_HOOK + number);
    if (number == HOOKS + config->alarm_count) return OSEK_MAIN;
    *index = number - HOOKS;
    return OSEK_ALARM_CALLBACK;
}

uint32_t osek_now(const struct osek_kernel *k) {
    uint32_t top = osek_top(k), running = osek_running(k);
    if (phase(k) == PHASE_DOWN) return OSEK_NONE;
    if (phase(k) == PHASE_BOOT) return osek_context(k->config, OSEK_MAIN, 0);
    if (top != OSEK_NONE) return top;
    if (running != OSEK_NONE && running != IDLE_TASK) return running;
    return phase(k) == PHASE_UP && main_is_alive(k) ? osek_context(k->config, OSEK_MAIN, 0) : OSEK_NONE;
}

bool osek_is_hook_or_callback(const struct osek_config *config, uint32_t context) {
    return context != OSEK_NONE && context >= config->task_count + config->isr_count;
}

bool osek_in_hook_or_callback(const struct osek_kernel *k) {
    for (uint32_t i = 0, depth = osek_depth(k); i < depth; i++)
        if (osek_is_hook_or_callback(k->config, osek_stack_at(k, i))) return true;
    return false;
}

bool osek_in_interrupt(const struct osek_kernel *k) {
    for (uint32_t i = 0, depth = osek_depth(k); i < depth; i++)
        if (!osek_is_hook_or_callback(k->config, osek_stack_at(k, i))) return true;
    return false;
}

bool osek_in_interrupt_of(const struct osek_kernel *k, unsigned category) {
    for (uint32_t i = 0, depth = osek_depth(k); i < depth; i++) {
        uint32_t isr;
        if (osek_context_kind(k->config, osek_stack_at(k, i), &isr) != OSEK_ISR) continue;
        if (k->config->isrs[isr].category == category) return true;
    }
    return false;
}
