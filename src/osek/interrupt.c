#include "osek/interrupt.h"

#include "osek/context.h"
#include "osek/hook.h"
#include "osek/resource.h"

/* 13.3.2: DisableAll and SuspendAll mask everything, SuspendOS category 2. */
static bool masked_by_application(const struct osek_kernel *k, unsigned category) {
    if (k->bytes[AT_DISABLED] & MASKED_BY_PROCESSOR) return true;
    if (k->bytes[AT_DISABLED] & OPENED_BY_PROCESSOR) return false;
    bool all = k->bytes[AT_DISABLED] || OSEK_RULE(SUSPEND_ALL_MASKS_CATEGORY_1, k->bytes[AT_SUSPEND_ALL] != 0,
                                                  category == 2 && k->bytes[AT_SUSPEND_ALL]);
    bool os = OSEK_RULE(SUSPEND_OS_SPARES_CATEGORY_1, category == 2, true) && k->bytes[AT_SUSPEND_OS];
    return all || os;
}

/* 11.1: category 2 does not interrupt hooks. 9.2: nor alarm callbacks. */
static bool masks_category_2(const struct osek_config *config, uint32_t context) {
    if (!osek_is_hook_or_callback(config, context)) return false;
    bool is_callback = osek_context_kind(config, context, NULL) == OSEK_ALARM_CALLBACK;
    return OSEK_RULE(CALLBACKS_MASK_CATEGORY_2, true, !is_callback) &&
           OSEK_RULE(HOOKS_MASK_CATEGORY_2, true, is_callback);
}

static bool masked_by_kernel_work(const struct osek_kernel *k) {
    if (k->config->unnested && osek_in_interrupt_of(k, 2)) return true;
    for (uint32_t i = 0, depth = osek_depth(k); i < depth; i++)
        if (masks_category_2(k->config, osek_stack_at(k, i))) return true;
    return false;
}

bool osek_masked(const struct osek_kernel *k, unsigned category) {
    if (phase(k) == PHASE_BOOT) return true;
    /* 11.3: all interrupts are disabled until the scheduler runs. */
    if (phase(k) == PHASE_STARTING) return OSEK_RULE(STARTUP_MASKS_ALL, true, category == 2);
    return masked_by_application(k, category) || (category == 2 && masked_by_kernel_work(k));
}

uint32_t osek_level(const struct osek_kernel *k) {
    uint32_t running = osek_running(k), level = 0;
    if (running != OSEK_NONE && running != IDLE_TASK) level = osek_current_priority(k, running);
    if (k->config->no_scheduler) level = osek_held_level(k, level); /* also by who was preempted */
    for (uint32_t i = 0, depth = osek_depth(k); i < depth; i++) {
        uint32_t here = osek_context_level(k, osek_stack_at(k, i));
        if (here > level) level = here;
    }
    return level;
}

/* Resources are the system's affair, and routines of category 1 are none of it (6, 8.6): only routines of their level
 * or above hold them back. */
static bool is_above_routines(const struct osek_kernel *k, uint32_t level) {
    for (uint32_t i = 0, depth = osek_depth(k); i < depth; i++)
        if (OSEK_RULE(INTERRUPT_LEVELS, level <= osek_own_level(k, osek_stack_at(k, i)),
                      level < osek_own_level(k, osek_stack_at(k, i))))
            return false;
    return true;
}

/* An interrupt comes above code of a lower level only: resources shared with interrupt routines hold back those at or
 * below their ceiling (8.6). */
static bool is_above(const struct osek_kernel *k, uint32_t isr) {
    if (k->config->isrs[isr].category == 1) return is_above_routines(k, k->config->isrs[isr].level);
    uint32_t level = osek_level(k), wanted = k->config->isrs[isr].level;
    bool in_interrupt = osek_in_interrupt(k);
    bool above = OSEK_RULE(INTERRUPT_LEVELS, wanted > level, in_interrupt ? wanted >= level : wanted > level);
    return OSEK_RULE(CEILING_BLOCKS_INTERRUPTS, above, in_interrupt ? above : wanted >= level);
}

static bool waits_for_registration(const struct osek_kernel *k, uint32_t isr) {
    return k->config->registered && k->config->registered[isr] && !get_bit(k, k->layout.registered, isr);
}

/* Once the system shuts down, no interrupt comes any more. */
bool osek_may_interrupt(const struct osek_kernel *k, uint32_t isr) {
    if (phase(k) >= PHASE_STOPPING || osek_masked(k, k->config->isrs[isr].category)) return false;
    if (k->config->masks_sources && get_bit(k, k->layout.masked, isr)) return false;
    if (waits_for_registration(k, isr)) return false;
    return is_above(k, isr) && !osek_on_stack(k, osek_context(k->config, OSEK_ISR, isr));
}

uint32_t osek_next_interrupt(const struct osek_kernel *k, unsigned category) {
    uint32_t next = OSEK_NONE;
    for (uint32_t i = 0; i < k->config->isr_count; i++) {
        if (!get_bit(k, k->layout.pending, i) || (category && k->config->isrs[i].category != category)) continue;
        if (!osek_may_interrupt(k, i)) continue;
        if (next == OSEK_NONE ||
            OSEK_RULE(PENDING_BY_LEVEL, k->config->isrs[i].level > k->config->isrs[next].level, false))
            next = i;
    }
    return next;
}

static bool has_hooks(const struct osek_kernel *k, uint32_t isr) {
    return k->config->profile.hooks_for_isr && k->config->isrs[isr].category == 2;
}

void osek_begin_interrupt(const struct osek_kernel *k, uint32_t isr) {
    put_bit(k, k->layout.pending, isr, false);
    if (!has_hooks(k, isr)) {
        osek_push(k, osek_context(k->config, OSEK_ISR, isr));
        return;
    }
    bool somebody_runs = osek_depth(k) > 0 || osek_running(k) != OSEK_NONE;
    osek_set_work(k, WORK_ENTER, isr);
    if (somebody_runs) osek_call_hook(k, OSEK_POST_TASK_HOOK);
}

void osek_end_interrupt(const struct osek_kernel *k) {
    uint32_t context = osek_top(k), isr;
    osek_context_kind(k->config, context, &isr);
    /* 8.2: a routine must not end with a resource. */
    if (osek_holds_resources(k, context)) osek_tell_misuse(k, OSEK_RESOURCE_AT_END);
    if (OSEK_RULE(RESOURCES_END_WITH_THEIR_HOLDER, true, false)) osek_release_all(k, context);
    osek_unmask_at_end(k);
    if (has_hooks(k, isr)) {
        osek_set_work(k, WORK_LEAVE, OSEK_NONE);
        osek_call_hook(k, OSEK_POST_TASK_HOOK);
    } else {
        osek_pop(k);
    }
}

/* ---- The application's masks ---- */

/* DisableAllInterrupts is in force. */
static unsigned disabled(const struct osek_kernel *k) { return k->bytes[AT_DISABLED] & ~BITS_OF_PROCESSOR; }

bool osek_application_masks(const struct osek_kernel *k) {
    return disabled(k) || k->bytes[AT_SUSPEND_ALL] || k->bytes[AT_SUSPEND_OS];
}

bool osek_is_misplaced_mask(const struct osek_kernel *k, enum osek_service service) {
    bool is_own = !osek_depth(k) || osek_top_began_unmasked(k);
    if (!is_own || !osek_application_masks(k)) return false;
    switch (service) {
    case OSEK_DisableAllInterrupts: return true;
    case OSEK_SuspendAllInterrupts:
    case OSEK_SuspendOSInterrupts: return disabled(k);
    default: return false;
    }
}

void osek_unmask_at_end(const struct osek_kernel *k) {
    if (!osek_application_masks(k)) return;
    if (osek_depth(k) && !osek_top_began_unmasked(k)) return;
    osek_tell_misuse(k, OSEK_INTERRUPTS_UNBALANCED);
    k->bytes[AT_DISABLED] = k->bytes[AT_SUSPEND_ALL] = k->bytes[AT_SUSPEND_OS] = 0;
}

void osek_unmask_processor(const struct osek_kernel *k) {
    k->bytes[AT_DISABLED] &= (unsigned char)~MASKED_BY_PROCESSOR;
}

void osek_do_ProcessorMasks(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    k->bytes[AT_DISABLED] |= MASKED_BY_PROCESSOR;
}
void osek_do_ProcessorForgets(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    osek_unmask_processor(k);
}
/* Kernels mask by the same bit, and do not look at it again until the outermost section ends. */
void osek_do_ProcessorUnmasks(const struct osek_kernel *k, const uint64_t *arguments) {
    osek_do_ProcessorForgets(k, arguments);
    if (osek_application_masks(k)) k->bytes[AT_DISABLED] |= OPENED_BY_PROCESSOR;
}

static void close_after_last_section(const struct osek_kernel *k) {
    if (!osek_application_masks(k)) k->bytes[AT_DISABLED] &= (unsigned char)~OPENED_BY_PROCESSOR;
}

void osek_do_SourceMasks(const struct osek_kernel *k, const uint64_t *arguments) {
    if (k->config->masks_sources && arguments[0] < k->config->isr_count)
        put_bit(k, k->layout.masked, (uint32_t)arguments[0], true);
}
void osek_do_SourceUnmasks(const struct osek_kernel *k, const uint64_t *arguments) {
    for (uint32_t i = 0; k->config->masks_sources && i < k->config->isr_count; i++)
        if (i == arguments[0] || arguments[0] == OSEK_NONE) put_bit(k, k->layout.masked, i, false);
}

void osek_do_SourceRegisters(const struct osek_kernel *k, const uint64_t *arguments) {
    for (uint32_t i = 0; k->config->registered && i < k->config->isr_count; i++)
        if (i == arguments[0] || arguments[0] == OSEK_NONE) put_bit(k, k->layout.registered, i, true);
}

/* 13.3.2.2: no nesting. */
void osek_do_DisableAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    unsigned bits = k->bytes[AT_DISABLED] & BITS_OF_PROCESSOR;
    k->bytes[AT_DISABLED] = (unsigned char)(bits | OSEK_RULE(DISABLE_NEVER_NESTS, 1, disabled(k) + 1));
}

void osek_do_EnableAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    if (!disabled(k)) {
        osek_tell_misuse(k, OSEK_INTERRUPTS_UNBALANCED);
        return;
    }
    k->bytes[AT_DISABLED]--;
    close_after_last_section(k);
}

/* More than 255 times is a loop that never resumes. */
static void suspend(const struct osek_kernel *k, unsigned at) {
    if (k->bytes[at] == UINT8_MAX)
        osek_tell_misuse(k, OSEK_INTERRUPTS_UNBALANCED);
    else
        k->bytes[at]++;
}

/* 13.3.2.3: the last Resume of nested pairs restores what was. */
static void resume(const struct osek_kernel *k, unsigned at) {
    if (!k->bytes[at])
        osek_tell_misuse(k, OSEK_INTERRUPTS_UNBALANCED);
    else
        k->bytes[at] = (unsigned char)OSEK_RULE(SUSPEND_NESTS, k->bytes[at] - 1, 0);
    close_after_last_section(k);
}

void osek_do_SuspendAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    suspend(k, AT_SUSPEND_ALL);
}
void osek_do_ResumeAllInterrupts(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    resume(k, AT_SUSPEND_ALL);
}
void osek_do_SuspendOSInterrupts(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    suspend(k, AT_SUSPEND_OS);
}
void osek_do_ResumeOSInterrupts(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    resume(k, AT_SUSPEND_OS);
}
