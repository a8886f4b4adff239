/* Event masks (OIL 2.5, 3.2.8). Two events of one task must not share a bit; others may. */
#include "oil/configure.h"

#include <inttypes.h>

static void read_mask(struct oil_builder *builder, struct oil_event *event) {
    const struct oil_parameter *parameter = oil_find_parameter(event->common.object->parameters, "MASK");
    event->automatic = !parameter || parameter->value.kind == VALUE_AUTO;
    if (event->automatic) return;
    const struct oil_value *value = &parameter->value;
    if (value->kind != VALUE_INTEGER || value->too_large || (value->negative && value->magnitude)) {
        diag_error(builder->diagnostics, value->place, "MASK must be a number of at most 64 bits or AUTO");
        return;
    }
    event->mask = value->magnitude;
    if (event->mask == 0)
        diag_error(builder->diagnostics, value->place, "the MASK of EVENT '%s' is 0: it could never be set",
                   event->common.name);
    else if (event->mask & (event->mask - 1))
        diag_warning(builder->diagnostics, value->place,
                     "the MASK of EVENT '%s' has more than one bit; an event should have one", event->common.name);
}

/* All bits that events have which share a task with this one. */
static uint64_t bits_beside(const struct oil_event *event) {
    uint64_t bits = 0;
    for (size_t i = 0; i < event->task_count; i++)
        for (size_t j = 0; j < event->tasks[i]->event_count; j++)
            if (event->tasks[i]->events[j] != event) bits |= event->tasks[i]->events[j]->mask;
    return bits;
}

/* A bit of its own where there is one, so that masks can be told apart; else one that no event of its tasks has. */
static void choose_mask(struct oil_builder *builder, struct oil_event *event, uint64_t *used) {
    uint64_t beside = bits_beside(event), free = ~*used ? ~*used : ~beside;
    if (~beside == 0) {
        diag_error(builder->diagnostics, event->common.place,
                   "no bit is left for EVENT '%s': its tasks have too many events, or masks that are too wide",
                   event->common.name);
        return;
    }
    event->mask = free & (~free + 1);
    *used |= event->mask;
}

static void check_collisions(struct oil_builder *builder, const struct oil_task *task) {
    for (size_t i = 0; i < task->event_count; i++)
        for (size_t j = 0; j < i; j++) {
            const struct oil_event *a = task->events[j], *b = task->events[i];
            if (!(a->mask & b->mask)) continue;
            diag_error(builder->diagnostics, b->common.place,
                       "EVENT '%s' (mask 0x%" PRIx64 ") and EVENT '%s' (mask 0x%" PRIx64
                       ") share a bit, and TASK '%s' has both",
                       b->common.name, b->mask, a->common.name, a->mask, task->common.name);
        }
}

void oil_build_masks(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    uint64_t used = 0;
    for (size_t i = 0; i < config->event_count; i++) {
        read_mask(builder, &config->events[i]);
        used |= config->events[i].mask;
    }
    for (size_t i = 0; i < config->event_count; i++)
        if (config->events[i].automatic) choose_mask(builder, &config->events[i], &used);
    for (size_t i = 0; i < config->task_count; i++) {
        struct oil_task *task = &config->tasks[i];
        check_collisions(builder, task);
        for (size_t j = 0; j < task->event_count; j++) task->event_mask |= task->events[j]->mask;
    }
}
