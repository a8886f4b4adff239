#include "osek/start.h"

#include "osek/alarm.h"
#include "osek/hook.h"
#include "osek/schedule.h"
#include "osek/task.h"

#include <assert.h>
#include <string.h>

enum { MOST_ORDERS = 1000000 };

/* 5.1: what starts depends on the application mode. */
static bool starts(uint64_t autostart, uint32_t mode) {
    return OSEK_RULE(AUTOSTART_BY_MODE, mode < 64 && (autostart >> mode & 1), autostart != 0);
}

static bool task_starts(const struct osek_config *config, uint32_t task, uint32_t mode) {
    if (config->no_scheduler) return true;
    return OSEK_RULE(AUTOSTART_TASKS, starts(config->tasks[task].autostart, mode), false);
}

/* The position of a task among those of its priority that start: from 0; and how many there are. */
static uint32_t peers(const struct osek_config *config, uint32_t task, uint32_t mode, uint32_t *before) {
    uint32_t count = 0;
    *before = 0;
    for (uint32_t i = 0; i < config->task_count; i++) {
        if (!task_starts(config, i, mode) || config->tasks[i].priority != config->tasks[task].priority) continue;
        *before += i < task;
        count++;
    }
    return count;
}

uint32_t osek_autostart_orders(const struct osek_config *config, uint32_t mode) {
    uint64_t orders = 1;
    if (config->no_scheduler || config->profile.fixed_autostart_order || OSEK_RULE(AUTOSTART_ORDER_OPEN, false, true))
        return 1;
    for (uint32_t i = 0; i < config->task_count; i++) {
        uint32_t before;
        if (!task_starts(config, i, mode)) continue;
        peers(config, i, mode, &before);
        orders *= before + 1;
        if (orders > MOST_ORDERS) return UINT32_MAX;
    }
    return (uint32_t)orders;
}

/* The task of this priority that starts as number `wanted` of those not started yet. */
static uint32_t pick(const struct osek_kernel *k, uint32_t priority, uint32_t wanted) {
    for (uint32_t i = 0; i < k->config->task_count; i++) {
        if (!task_starts(k->config, i, k->bytes[AT_MODE]) || k->config->tasks[i].priority != priority) continue;
        if (stored_state(k, i) == STORED_SUSPENDED && wanted-- == 0) return i;
    }
    return OSEK_NONE;
}

/* 11.3: in which order tasks of equal priority start is undefined: one choice for each. The choice's number has a digit
 * for each of them: which of those that are left comes next. */
static void start_tasks(const struct osek_kernel *k, uint32_t choice) {
    uint32_t mode = k->bytes[AT_MODE];
    for (uint32_t i = 0; i < k->config->task_count; i++) {
        uint32_t before;
        if (!task_starts(k->config, i, mode)) continue;
        uint32_t left = peers(k->config, i, mode, &before);
        left -= before;
        assert(left > 0);
        uint32_t task = pick(k, k->config->tasks[i].priority, choice % left);
        choice /= left;
        osek_activate(k, task);
    }
}

/* 11.3: tasks first, then alarms. */
static void autostart(struct osek_kernel *k) {
    k->choices = osek_autostart_orders(k->config, k->bytes[AT_MODE]);
    start_tasks(k, k->choices > 1 ? k->choice % k->choices : 0);
    for (uint32_t i = 0; i < k->config->alarm_count; i++)
        if (OSEK_RULE(AUTOSTART_ALARMS, starts(k->config->alarms[i].autostart, k->bytes[AT_MODE]), false))
            osek_autostart_alarm(k, i);
}

static bool autostarts_before_hook(const struct osek_config *config) {
    return OSEK_RULE(STARTUP_HOOK_FIRST, config->profile.autostart_before_startup_hook, true);
}

void osek_start_up(struct osek_kernel *k) {
    if (!autostarts_before_hook(k->config)) autostart(k);
    k->bytes[AT_PHASE] = PHASE_UP;
}

static void begin(struct osek_kernel *k, uint32_t mode) {
    k->bytes[AT_PHASE] = PHASE_STARTING;
    k->bytes[AT_MODE] = (unsigned char)mode;
    if (k->config->runs_main && k->config->profile.main_goes_on) k->bytes[k->layout.main] = 1;
    if (autostarts_before_hook(k->config)) autostart(k);
    osek_call_hook(k, OSEK_STARTUP_HOOK);
}

unsigned osek_start(const struct osek_config *config, void *state, uint32_t mode, unsigned choice) {
    struct osek_kernel k = osek_view(config, state);
    struct osek_result unused = {0};
    memset(state, 0, k.layout.size);
    k.choice = choice;
    k.result = &unused;
    if (config->runs_main && !config->main_is_last) return 1; /* PHASE_BOOT */
    begin(&k, mode);
    osek_settle(&k);
    return k.choices;
}

void osek_boot(struct osek_kernel *k, uint32_t mode) {
    k->result->caller_ended = !k->config->profile.main_goes_on;
    begin(k, mode);
}

void osek_end_main(struct osek_kernel *k) {
    if (phase(k) == PHASE_BOOT && k->config->main_starts)
        begin(k, k->config->main_mode);
    else if (phase(k) == PHASE_BOOT)
        k->bytes[AT_PHASE] = PHASE_DOWN;
    else
        k->bytes[k->layout.main] = 0;
}

/* ---- The end ---- */

static void clear(const struct osek_kernel *last, uint32_t at, uint32_t end) { memset(last->bytes + at, 0, end - at); }

/* Nobody can ask when alarms would have expired, or what would have come next. */
static void remember(const struct osek_kernel *k) {
    const struct osek_layout *layout = &k->layout;
    if (!layout->last || phase(k) >= PHASE_STOPPING) return;
    struct osek_kernel last = *k;
    last.bytes += layout->last;
    memcpy(last.bytes, k->bytes, layout->last);
    clear(&last, layout->pending, layout->events);
    clear(&last, layout->counters, layout->main);
    clear(&last, AT_DISABLED, AT_WORK);
    osek_forget_times(&last);
}

/* Nothing of what was matters any more: only the mode is left. */
static void forget(const struct osek_kernel *k, unsigned char next_phase) {
    unsigned char mode = k->bytes[AT_MODE];
    remember(k);
    memset(k->bytes, 0, k->layout.last ? k->layout.last : k->layout.size);
    k->bytes[AT_MODE] = mode;
    k->bytes[AT_PHASE] = next_phase;
    k->result->caller_ended = true;
}

void osek_do_ShutdownOS(const struct osek_kernel *k, const uint64_t *arguments) {
    forget(k, PHASE_STOPPING);
    if (k->config->shutdown_hook) k->bytes[k->layout.stop] = (unsigned char)arguments[0];
    osek_call_hook(k, OSEK_SHUTDOWN_HOOK);
}

void osek_do_ProgramEnds(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    forget(k, PHASE_DOWN);
}

void osek_go_down(const struct osek_kernel *k) { forget(k, PHASE_DOWN); }

void osek_do_GetActiveApplicationMode(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    k->result->values[0] = k->bytes[AT_MODE];
    k->result->value_count = 1;
}
