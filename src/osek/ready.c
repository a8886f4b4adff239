#include "osek/ready.h"

#include "osek/resource.h"

#include <assert.h>

static uint32_t place(const struct osek_kernel *k, uint32_t position) {
    return k->layout.queue + position * k->layout.id_size;
}
static uint32_t entry(const struct osek_kernel *k, uint32_t position) { return get_id(k, place(k, position)); }

static uint32_t length(const struct osek_kernel *k) {
    uint32_t count = 0;
    while (count < k->layout.queue_length && entry(k, count) != OSEK_NONE) count++;
    return count;
}

/* A preempted task keeps its current priority, with ceilings (4.5: "of its current priority"; 8.5). */
static uint32_t preempted_priority(const struct osek_kernel *k, uint32_t task) {
    return OSEK_RULE(PREEMPTED_KEEPS_CEILING, osek_current_priority(k, task), k->config->tasks[task].priority);
}

/* Of several requests for one task, the one under way stands first: its priority is not below the task's own. */
static uint32_t priority_at(const struct osek_kernel *k, uint32_t position) {
    uint32_t task = entry(k, position);
    if (stored_state(k, task) != STORED_READY || !(*task_byte(k, task) & TASK_STARTED))
        return k->config->tasks[task].priority;
    for (uint32_t i = 0; i < position; i++)
        if (entry(k, i) == task) return k->config->tasks[task].priority;
    return preempted_priority(k, task);
}

/* Without a scheduler nobody asks who came first: one order is as good as any other. */
static uint32_t by_number(const struct osek_kernel *k, uint32_t task) {
    uint32_t position = 0, end = length(k);
    while (position < end && entry(k, position) <= task) position++;
    return position;
}

static void insert(const struct osek_kernel *k, uint32_t position, uint32_t task) {
    uint32_t end = length(k);
    if (k->config->no_scheduler) position = by_number(k, task);
    assert(end < k->layout.queue_length);
    for (; end > position; end--) put_id(k, place(k, end), entry(k, end - 1));
    put_id(k, place(k, position), task);
}

/* Behind all of this priority and above. */
static uint32_t behind(const struct osek_kernel *k, uint32_t priority) {
    uint32_t position = 0, end = length(k);
    while (position < end && priority_at(k, position) >= priority) position++;
    return position;
}

/* Before all of this priority and below. */
static uint32_t before(const struct osek_kernel *k, uint32_t priority) {
    uint32_t position = 0, end = length(k);
    while (position < end && priority_at(k, position) > priority) position++;
    return position;
}

/* (Broken kernels only.) */
static uint32_t beside_its_like(const struct osek_kernel *k, uint32_t task, uint32_t otherwise) {
    for (uint32_t i = length(k); i > 0; i--)
        if (entry(k, i - 1) == task) return i;
    return otherwise;
}

static uint32_t first_position(const struct osek_kernel *k) {
    uint32_t position = 0, end = length(k);
    while (k->config->no_scheduler && position < end && osek_is_kept_out(k, entry(k, position))) position++;
    return position;
}

uint32_t osek_first_ready(const struct osek_kernel *k) {
    uint32_t position = first_position(k);
    return position < k->layout.queue_length ? entry(k, position) : OSEK_NONE;
}

uint32_t osek_first_priority(const struct osek_kernel *k) { return priority_at(k, 0); }

static void remove_at(const struct osek_kernel *k, uint32_t position) {
    uint32_t end = length(k);
    for (uint32_t i = position + 1; i < end; i++) put_id(k, place(k, i - 1), entry(k, i));
    put_id(k, place(k, end - 1), OSEK_NONE);
}

void osek_remove_first(const struct osek_kernel *k) { remove_at(k, first_position(k)); }

void osek_put_first(const struct osek_kernel *k, uint32_t task) {
    uint32_t position = 0;
    while (entry(k, position) != task) position++;
    for (; position > 0; position--) put_id(k, place(k, position), entry(k, position - 1));
    put_id(k, place(k, 0), task);
}

/* 4.3, 4.5: requests are queued per priority in the order of activation. */
void osek_add_request(const struct osek_kernel *k, uint32_t task) {
    uint32_t priority = k->config->tasks[task].priority, position = behind(k, priority);
    position = OSEK_RULE(QUEUE_IS_FIFO, position, before(k, priority));
    position = OSEK_RULE(QUEUE_BY_PRIORITY, position, length(k));
    position = OSEK_RULE(QUEUE_HOLDS_REQUESTS, position, beside_its_like(k, task, position));
    insert(k, position, task);
}

/* 4.7: also a task that chains to itself goes behind the others of its priority. */
void osek_add_successor(const struct osek_kernel *k, uint32_t task) {
    uint32_t priority = k->config->tasks[task].priority;
    insert(k, OSEK_RULE(CHAIN_GOES_LAST, behind(k, priority), before(k, priority)), task);
}

/* 4.5: a task released from waiting is the newest of its priority. */
void osek_add_released(const struct osek_kernel *k, uint32_t task) {
    uint32_t priority = osek_current_priority(k, task);
    insert(k, OSEK_RULE(RELEASED_IS_NEWEST, behind(k, priority), before(k, priority)), task);
}

/* 4.5: a preempted task is the oldest of its current priority. */
void osek_add_preempted(const struct osek_kernel *k, uint32_t task) {
    uint32_t priority = preempted_priority(k, task);
    insert(k, OSEK_RULE(PREEMPTED_IS_OLDEST, before(k, priority), behind(k, priority)), task);
}

uint32_t osek_requests_in_queue(const struct osek_kernel *k, uint32_t task) {
    uint32_t count = 0;
    for (uint32_t i = 0, end = length(k); i < end; i++) count += entry(k, i) == task;
    return count;
}
