/* Fields, their places and widths. */
#include "timing/build.h"
#include "timing/curve.h"
#include "timing/guided.h"
#include "timing/state.h"

#include <string.h>

static unsigned add(struct tm_system *system, int64_t largest) {
    unsigned width = largest <= UINT8_MAX ? 1 : largest <= UINT16_MAX ? 2 : largest <= (int64_t)UINT32_MAX ? 4 : 8;
    vec_push(&system->fields, (struct tm_field){system->state_size, width});
    system->state_size += width;
    return (unsigned)system->fields.count - 1;
}

static unsigned add_many(struct tm_system *system, int64_t largest, unsigned count) {
    unsigned first = (unsigned)system->fields.count;
    for (unsigned i = 0; i < count; i++) add(system, largest);
    return first;
}

static void lay_out_task(struct tm_system *system, struct tm_task *task, unsigned instances) {
    int64_t longest = 0;
    for (size_t i = 0; i < task->ops.count; i++)
        if (task->ops.items[i].kind == TM_RUN && task->ops.items[i].most > longest) longest = task->ops.items[i].most;
    task->status = add(system, TM_WAITING);
    task->count = add(system, task->most);
    task->pc = add(system, (int64_t)task->ops.count);
    task->is_timing = add(system, 1);
    task->begun = add(system, 1);
    task->held = add(system, 1);
    task->left_least = add(system, longest);
    task->left_most = add(system, longest);
    task->slice_used = add(system, task->slice);
    task->flags = add(system, (int64_t)tm_awaited(task));
    task->locks = add(system, 255);
    task->ages = add_many(system, task->age_cap, task->most);
    task->orders = add_many(
        system, task->is_alone && !task->is_ranked ? 0 : (int64_t)(instances + system->groups.count + 1), task->most);
    task->owed = add(system, 1);
    task->asked = add(system, task->is_in_line ? (int64_t)system->tasks.count : 0);
    task->holds = add_many(system, 255, (unsigned)system->semaphores.count);
}

static void lay_out_stimulus(struct tm_system *system, struct tm_stimulus *stimulus) {
    stimulus->close = add(system, system->never);
    stimulus->shift = add(system, stimulus->width > stimulus->first_width ? stimulus->width : stimulus->first_width);
    stimulus->blocked = add(system, stimulus->burst ? 0 : stimulus->apart);
    stimulus->firing = add(system, 1);
    for (unsigned i = 0; i < stimulus->gaps; i++) {
        unsigned field = add(system, tm_curve_cap(stimulus, i) + 1);
        if (i == 0) stimulus->since = field;
    }
    stimulus->counter = add(system, stimulus->prescaler + stimulus->counter_offset + stimulus->burst);
}

void tm_lay_out(struct tm_system *system) {
    unsigned instances = 0;
    tm_find_queues(system);
    tm_find_ranked(system);
    for (size_t i = 0; i < system->tasks.count; i++) instances += system->tasks.items[i].most;
    for (size_t i = 0; i < system->tasks.count; i++) lay_out_task(system, &system->tasks.items[i], instances);
    for (size_t i = 0; i < system->stimuli.count; i++) {
        const struct tm_stimulus *stimulus = &system->stimuli.items[i];
        int64_t longest = stimulus->first_least + stimulus->period + stimulus->again;
        longest +=
            (stimulus->width > 0 ? stimulus->width : 0) + (stimulus->first_width > 0 ? stimulus->first_width : 0);
        if (longest >= system->never) system->never = longest + 1;
    }
    for (size_t i = 0; i < system->stimuli.count; i++) lay_out_stimulus(system, &system->stimuli.items[i]);
    for (size_t i = 0; i < system->groups.count; i++) {
        system->groups.items[i].order = add(system, instances + system->groups.count + 1);
        system->groups.items[i].slice_used = add(system, system->groups.items[i].slice);
        system->groups.items[i].budget = add(system, system->groups.items[i].budget_most);
        system->groups.items[i].refill = add(system, system->groups.items[i].refill_most);
    }
    for (size_t i = 0; i < system->cores.count; i++)
        system->cores.items[i].running = add(system, (int64_t)system->tasks.count);
    for (size_t i = 0; i < system->semaphores.count; i++) {
        system->semaphores.items[i].users = add(system, system->semaphores.items[i].semaphore->most);
        system->semaphores.items[i].exclusive = add(system, 1);
    }
    for (size_t i = 0; i < system->labels.count; i++) system->labels.items[i].value = add(system, INT64_MAX);
    tm_lay_out_observer(system, add);
    if (system->guide) system->place = add(system, system->guide->automaton->state_count);
    system->beyond = add(system, 1);
    system->done = add(system, 1);
    system->state_size = (system->state_size + 3) & ~3u;
    system->seen = arena_new_array(system->arena, struct tm_seen, system->tasks.count);
}

void tm_pack(const struct tm_system *system, const int64_t *values, unsigned char *bytes) {
    memset(bytes + (system->state_size - 4), 0, 4);
    for (size_t i = 0; i < system->fields.count; i++) {
        const struct tm_field *field = &system->fields.items[i];
        uint64_t value = (uint64_t)values[i];
        memcpy(bytes + field->offset, &value, field->width); /* little-endian, as all targets are (search/hash.h) */
    }
}

void tm_unpack(const struct tm_system *system, const unsigned char *bytes, int64_t *values) {
    for (size_t i = 0; i < system->fields.count; i++) {
        const struct tm_field *field = &system->fields.items[i];
        uint64_t value = 0;
        memcpy(&value, bytes + field->offset, field->width);
        values[i] = (int64_t)value;
    }
}
