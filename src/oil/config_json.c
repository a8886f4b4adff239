#include "oil/tables.h"

/* A list of names. */
#define NAMES(json, key, array, count)                                                                                 \
    do {                                                                                                               \
        json_member_open((json), (key), '[');                                                                          \
        for (size_t names_ = 0; names_ < (count); names_++) json_string((json), (array)[names_]->common.name);         \
        json_close((json), ']');                                                                                       \
    } while (0)

/* A list of objects: opens each with its name and place, and leaves the rest to `write`. */
#define OBJECTS(json, key, array, count, write)                                                                        \
    do {                                                                                                               \
        json_member_open((json), (key), '[');                                                                          \
        for (size_t objects_ = 0; objects_ < (count); objects_++) {                                                    \
            begin_object((json), &(array)[objects_].common);                                                           \
            write((json), &(array)[objects_]);                                                                         \
            json_close((json), '}');                                                                                   \
        }                                                                                                              \
        json_close((json), ']');                                                                                       \
    } while (0)

static void begin_object(struct json *json, const struct oil_common *common) {
    json_open(json, '{');
    json_member_string(json, "name", common->name);
    json_member_string(json, "description", common->description);
    json_member_place(json, "location", common->place);
}

static void write_autostart(struct json *json, const struct oil_autostart *autostart) {
    json_member_bool(json, "autostart", autostart->on);
    NAMES(json, "appmodes", autostart->modes, autostart->mode_count);
}

static void write_appmode(struct json *json, const struct oil_appmode *mode) {
    json_member_number(json, "index", mode->common.index);
}

static void write_task(struct json *json, const struct oil_task *task) {
    json_member_number(json, "priority", task->priority);
    json_member_bool(json, "extended", task->extended);
    json_member_bool(json, "preemptable", task->preemptable);
    json_member_number(json, "activation", task->activation);
    write_autostart(json, &task->autostart);
    NAMES(json, "resources", task->resources, task->resource_count);
    json_member_string(json, "internal_resource", task->internal ? task->internal->common.name : NULL);
    NAMES(json, "events", task->events, task->event_count);
    NAMES(json, "messages", task->messages, task->message_count);
    json_key(json, "stack");
    if (task->has_stack)
        json_number(json, task->stack);
    else
        json_null(json);
}

static void write_isr(struct json *json, const struct oil_isr *isr) {
    json_member_number(json, "category", isr->category);
    json_key(json, "priority");
    if (isr->has_priority)
        json_number(json, isr->priority);
    else
        json_null(json);
    json_member_number(json, "level", isr->level);
    NAMES(json, "resources", isr->resources, isr->resource_count);
    NAMES(json, "messages", isr->messages, isr->message_count);
}

static void write_resource(struct json *json, const struct oil_resource *resource) {
    json_member_string(json, "property", oil_resource_property_name(resource->property));
    json_member_string(json, "linked_to", resource->linked ? resource->linked->common.name : NULL);
    NAMES(json, "tasks", resource->tasks, resource->task_count);
    NAMES(json, "isrs", resource->isrs, resource->isr_count);
    json_key(json, "ceiling");
    if (!resource->has_ceiling) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    json_member_string(json, "of", resource->ceiling_of_isr ? "isr" : "task");
    json_member_number(json, "priority", resource->ceiling);
    json_member_number(json, "level", resource->ceiling_level);
    json_close(json, '}');
}

static void write_event(struct json *json, const struct oil_event *event) {
    json_member_number(json, "mask", event->mask);
    json_member_bool(json, "automatic", event->automatic);
    NAMES(json, "tasks", event->tasks, event->task_count);
}

static void write_counter(struct json *json, const struct oil_counter *counter) {
    json_member_number(json, "max_allowed_value", counter->max_allowed_value);
    json_member_number(json, "ticks_per_base", counter->ticks_per_base);
    json_member_number(json, "min_cycle", counter->min_cycle);
    json_key(json, "priority");
    if (counter->has_priority)
        json_number(json, counter->priority);
    else
        json_null(json);
}

static void write_action(struct json *json, const char *key, const struct oil_action *action) {
    static const char *const kinds[] = {"none", "activate_task", "set_event", "callback", "increment_counter"};
    json_member_open(json, key, '{');
    json_member_string(json, "kind", kinds[action->kind]);
    if (action->task) json_member_string(json, "task", action->task->common.name);
    if (action->event) json_member_string(json, "event", action->event->common.name);
    if (action->callback) json_member_string(json, "callback", action->callback);
    if (action->counter) json_member_string(json, "counter", action->counter->common.name);
    json_close(json, '}');
}

static void write_alarm(struct json *json, const struct oil_alarm *alarm) {
    json_member_string(json, "counter", alarm->counter->common.name);
    write_action(json, "action", &alarm->action);
    write_autostart(json, &alarm->autostart);
    json_member_number(json, "alarm_time", alarm->alarm_time);
    json_member_number(json, "cycle_time", alarm->cycle_time);
}

static void write_message(struct json *json, const struct oil_message *message) {
    json_member_string(json, "property", message->property);
    json_member_string(json, "data_type", message->data_type);
    json_member_string(json, "sender", message->sender ? message->sender->common.name : NULL);
    json_member_number(json, "queue_size", message->queue_size);
    write_action(json, "notification", &message->notification);
}

static void write_os(struct json *json, const struct oil_os *os) {
    json_member_open(json, "os", '{');
    json_member_string(json, "name", os->name);
    json_member_string(json, "status", os->extended_status ? "extended" : "standard");
    json_member_bool(json, "startup_hook", os->startup_hook);
    json_member_bool(json, "error_hook", os->error_hook);
    json_member_bool(json, "shutdown_hook", os->shutdown_hook);
    json_member_bool(json, "pre_task_hook", os->pre_task_hook);
    json_member_bool(json, "post_task_hook", os->post_task_hook);
    json_member_bool(json, "get_service_id", os->get_service_id);
    json_member_bool(json, "parameter_access", os->parameter_access);
    json_member_bool(json, "res_scheduler", os->res_scheduler);
    json_close(json, '}');
}

void oil_config_json(const struct oil_config *config, struct json *json) {
    json_open(json, '{');
    json_member_string(json, "cpu", config->cpu);
    json_member_string(json, "oil_version", config->tree->version);
    json_member_string(json, "implementation", config->tree->implementation);
    json_member_string(json, "conformance_class", oil_class_name(config->conformance));
    json_member_string(json, "scheduling", oil_scheduling_name(config->scheduling));
    write_os(json, &config->os);
    OBJECTS(json, "appmodes", config->appmodes, config->appmode_count, write_appmode);
    OBJECTS(json, "tasks", config->tasks, config->task_count, write_task);
    OBJECTS(json, "isrs", config->isrs, config->isr_count, write_isr);
    OBJECTS(json, "resources", config->resources, config->resource_count, write_resource);
    OBJECTS(json, "events", config->events, config->event_count, write_event);
    OBJECTS(json, "counters", config->counters, config->counter_count, write_counter);
    OBJECTS(json, "alarms", config->alarms, config->alarm_count, write_alarm);
    OBJECTS(json, "messages", config->messages, config->message_count, write_message);
    json_close(json, '}');
}
