#include "oil/config.h"

#include <string.h>

const char *oil_class_name(enum oil_class conformance) {
    static const char *const names[] = {"BCC1", "BCC2", "ECC1", "ECC2"};
    return names[conformance];
}

const char *oil_scheduling_name(enum oil_scheduling scheduling) {
    static const char *const names[] = {"non-preemptive", "full preemptive", "mixed preemptive"};
    return names[scheduling];
}

const char *oil_resource_property_name(enum oil_resource_property property) {
    static const char *const names[] = {"standard", "linked", "internal", "scheduler"};
    return names[property];
}

/* Typed objects all begin with their `common`. */
#define FIND(config, array, array_count, wanted)                                                                       \
    do {                                                                                                               \
        for (size_t i = 0; i < (config)->array_count; i++)                                                             \
            if (!strcmp((config)->array[i].common.name, (wanted))) return &(config)->array[i];                         \
        return NULL;                                                                                                   \
    } while (0)

const struct oil_task *oil_find_task(const struct oil_config *config, const char *name) {
    FIND(config, tasks, task_count, name);
}
const struct oil_isr *oil_find_isr(const struct oil_config *config, const char *name) {
    FIND(config, isrs, isr_count, name);
}
const struct oil_resource *oil_find_resource(const struct oil_config *config, const char *name) {
    FIND(config, resources, resource_count, name);
}
const struct oil_event *oil_find_event(const struct oil_config *config, const char *name) {
    FIND(config, events, event_count, name);
}
const struct oil_counter *oil_find_counter(const struct oil_config *config, const char *name) {
    FIND(config, counters, counter_count, name);
}
const struct oil_alarm *oil_find_alarm(const struct oil_config *config, const char *name) {
    FIND(config, alarms, alarm_count, name);
}
const struct oil_appmode *oil_find_appmode(const struct oil_config *config, const char *name) {
    FIND(config, appmodes, appmode_count, name);
}
const struct oil_message *oil_find_message(const struct oil_config *config, const char *name) {
    FIND(config, messages, message_count, name);
}
