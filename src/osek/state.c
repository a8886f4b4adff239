#include "osek/state.h"

#include <assert.h>
#include <string.h>

/* Bytes for numbers from 0 to `largest`. */
static uint32_t bytes_for(uint64_t largest) {
    uint32_t bytes = 1;
    while (bytes < 8 && largest >> (8 * bytes)) bytes++;
    return bytes;
}

static uint32_t event_bytes(const struct osek_config *config) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < config->task_count; i++) all |= config->tasks[i].events;
    for (uint32_t i = 0; i < config->alarm_count; i++) all |= config->alarms[i].event;
    return bytes_for(all);
}

/* An alarm can be a whole turn away: one more than the counter's maximum. */
static uint32_t tick_bytes(const struct osek_config *config) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (config->counters[i].max > largest) largest = config->counters[i].max;
    return bytes_for(largest + 1);
}

/* All interrupt routines can be nested; above them runs at most one hook or callback, and ErrorHook. */
static uint32_t deepest(const struct osek_config *config) {
    bool code = config->startup_hook || config->shutdown_hook || config->pre_task_hook || config->post_task_hook;
    for (uint32_t i = 0; i < config->alarm_count; i++) code = code || config->alarms[i].action == OSEK_CALLBACK;
    return config->isr_count + config->error_hook + code + OSEK_SLACK;
}

static uint32_t all_requests(const struct osek_config *config) {
    uint32_t requests = OSEK_SLACK;
    for (uint32_t i = 0; i < config->task_count; i++) requests += config->tasks[i].activation;
    return requests;
}

static uint32_t extended_before(const struct osek_config *config, uint32_t task) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < task; i++) count += config->tasks[i].extended;
    return count;
}

static uint32_t observed_counters(const struct osek_config *config) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < config->counter_count; i++) count += !config->counters[i].unobserved;
    return count;
}

void osek_work_layout_out(const struct osek_config *config, struct osek_layout *layout) {
    uint32_t at = AT_RUNNING;
    /* The highest bit of a place on the stack says how the context began. */
    layout->id_size = osek_context_count(config) + 2 < 0x80 ? 1 : 2;
    layout->event_size = event_bytes(config);
    layout->tick_size = tick_bytes(config);
    layout->parameter_size = 4;
    if (layout->event_size > 4) layout->parameter_size = layout->event_size;
    layout->depth = deepest(config);
    layout->queue_length = all_requests(config);
    at += 2 * layout->id_size;
    layout->stack = at, at += layout->depth * layout->id_size;
    layout->tasks = at, at += config->task_count;
    layout->resources = at, at += config->resource_count * (layout->id_size + 1);
    layout->pending = at, at += (config->isr_count + 7) / 8;
    layout->masked = at, at += config->masks_sources ? (config->isr_count + 7) / 8 : 0;
    layout->registered = at, at += config->registered ? (config->isr_count + 7) / 8 : 0;
    layout->due = at, at += (config->alarm_count + 7) / 8;
    layout->queue = at, at += layout->queue_length * layout->id_size;
    layout->events = at, at += extended_before(config, config->task_count) * 2 * layout->event_size;
    layout->alarms = at, at += config->alarm_count * 2 * layout->tick_size;
    layout->counters = at, at += observed_counters(config) * layout->tick_size;
    layout->error = at, at += config->error_hook ? 2 + 3 * layout->parameter_size : 0;
    layout->stop = at, at += config->shutdown_hook;
    layout->main = at, at += config->runs_main && config->profile.main_goes_on;
    layout->last = config->remembers ? at : 0, at += config->remembers ? at : 0;
    layout->size = at;
}

void osek_prepare(struct osek_config *config) { osek_work_layout_out(config, &config->layout); }

uint32_t osek_state_size(const struct osek_config *config) { return osek_view(config, NULL).layout.size; }

struct osek_kernel osek_view(const struct osek_config *config, const void *state) {
    struct osek_kernel k = {.config = config, .layout = config->layout, .bytes = (unsigned char *)state, .choices = 1};
    if (k.layout.size == 0) osek_work_layout_out(config, &k.layout);
    return k;
}

void osek_set_work(const struct osek_kernel *k, enum work work, uint32_t object) {
    k->bytes[AT_WORK] = (unsigned char)work;
    put_id(k, AT_RUNNING + k->layout.id_size, object);
}

/* The idle task is kept as the number after the last task. */
uint32_t osek_running(const struct osek_kernel *k) {
    uint32_t task = get_id(k, AT_RUNNING);
    return task == k->config->task_count ? IDLE_TASK : task;
}

void osek_set_running(const struct osek_kernel *k, uint32_t task) {
    put_id(k, AT_RUNNING, task == IDLE_TASK ? k->config->task_count : task);
}

void osek_set_stored_state(const struct osek_kernel *k, uint32_t task, enum stored_state state) {
    unsigned char *byte = task_byte(k, task);
    *byte = (unsigned char)((*byte & ~TASK_STATE) | state);
}

static uint32_t events_at(const struct osek_kernel *k, uint32_t task) {
    return k->layout.events + extended_before(k->config, task) * 2 * k->layout.event_size;
}

uint64_t osek_get_events(const struct osek_kernel *k, uint32_t task) {
    return k->config->tasks[task].extended ? get_number(k, events_at(k, task), k->layout.event_size) : 0;
}

uint64_t osek_get_awaited(const struct osek_kernel *k, uint32_t task) {
    uint32_t size = k->layout.event_size;
    return k->config->tasks[task].extended ? get_number(k, events_at(k, task) + size, size) : 0;
}

void osek_put_events(const struct osek_kernel *k, uint32_t task, uint64_t events) {
    if (k->config->tasks[task].extended) put_number(k, events_at(k, task), k->layout.event_size, events);
}

void osek_put_awaited(const struct osek_kernel *k, uint32_t task, uint64_t events) {
    uint32_t size = k->layout.event_size;
    if (k->config->tasks[task].extended) put_number(k, events_at(k, task) + size, size, events);
}

/* A place on the stack: the context + 1, and in the highest bit whether it began with interrupts masked by the
 * application. */
static uint32_t place(const struct osek_kernel *k, uint32_t depth) {
    return k->layout.stack + depth * k->layout.id_size;
}
static uint64_t masked_bit(const struct osek_kernel *k) { return (uint64_t)1 << (8 * k->layout.id_size - 1); }

uint32_t osek_stack_at(const struct osek_kernel *k, uint32_t depth) {
    return (uint32_t)((get_number(k, place(k, depth), k->layout.id_size) & ~masked_bit(k)) - 1);
}

uint32_t osek_depth(const struct osek_kernel *k) {
    uint32_t depth = 0;
    while (depth < k->layout.depth && osek_stack_at(k, depth) != OSEK_NONE) depth++;
    return depth;
}

uint32_t osek_top(const struct osek_kernel *k) {
    uint32_t depth = osek_depth(k);
    return depth ? osek_stack_at(k, depth - 1) : OSEK_NONE;
}

void osek_push(const struct osek_kernel *k, uint32_t context) {
    uint32_t depth = osek_depth(k);
    bool masked = k->bytes[AT_DISABLED] || k->bytes[AT_SUSPEND_ALL] || k->bytes[AT_SUSPEND_OS];
    assert(depth < k->layout.depth);
    put_number(k, place(k, depth), k->layout.id_size, ((uint64_t)context + 1) | (masked ? masked_bit(k) : 0));
}

void osek_pop(const struct osek_kernel *k) {
    uint32_t depth = osek_depth(k);
    assert(depth > 0);
    put_number(k, place(k, depth - 1), k->layout.id_size, 0);
}

bool osek_on_stack(const struct osek_kernel *k, uint32_t context) {
    for (uint32_t i = 0; i < k->layout.depth; i++)
        if (osek_stack_at(k, i) == context && context != OSEK_NONE) return true;
    return false;
}

bool osek_top_began_unmasked(const struct osek_kernel *k) {
    uint32_t depth = osek_depth(k);
    return depth && !(get_number(k, place(k, depth - 1), k->layout.id_size) & masked_bit(k));
}

static bool is_same_misuse(const struct osek_misused *a, const struct osek_misused *b) {
    return a->misuse == b->misuse && a->service == b->service && a->reported == b->reported && a->alarm == b->alarm;
}

void osek_tell_misuse(const struct osek_kernel *k, enum osek_misuse misuse) {
    osek_report_misuse(k, (struct osek_misused){.misuse = misuse});
}

void osek_report_misuse(const struct osek_kernel *k, struct osek_misused told) {
    struct osek_result *result = k->result;
    if (!told.misuse || !result) return;
    if (!result->misused.misuse) result->misused = told;
    bool is_known = is_same_misuse(&told, &result->misused);
    for (unsigned i = 0; i < result->further_count; i++) is_known |= is_same_misuse(&told, &result->further[i]);
    if (!is_known && result->further_count < OSEK_MOST_FURTHER) result->further[result->further_count++] = told;
}
