#include "oil/tables.h"

static void string(struct json *json, const char *key, const char *value) {
    json_key(json, key);
    json_string(json, value);
}

static void number(struct json *json, const char *key, uint64_t value) {
    json_key(json, key);
    json_number(json, value);
}

static void boolean(struct json *json, const char *key, bool value) {
    json_key(json, key);
    json_bool(json, value);
}

static void open_list(struct json *json, const char *key) {
    json_key(json, key);
    json_open(json, '[');
}

/* A list of names. */
#define NAMES(json, key, array, count)                                                                                 \
    do {                                                                                                               \
        open_list((json), (key));                                                                                      \
        for (size_t names_ = 0; names_ < (count); names_++) json_string((json), (array)[names_]->common.name);         \
        json_close((json), ']');                                                                                       \
    } while (0)

/* A list of objects: opens each with its name and place, and leaves the rest to `write`. */
#define OBJECTS(json, key, array, count, write)                                                                        \
    do {                                                                                                               \
        open_list((json), (key));                                                                                      \
        for (size_t objects_ = 0; objects_ < (count); objects_++) {                                                    \
            begin_object((json), &(array)[objects_].common);                                                           \
            write((json), &(array)[objects_]);                                                                         \
            json_close((json), '}');                                                                                   \
        }                                                                                                              \
        json_close((json), ']');                                                                                       \
    } while (0)

static void begin_object(struct json *json, const struct oil_common *common) {
    json_open(json, '{');
    string(json, "name", common->name);
    string(json, "description", common->description);
    json_key(json, "location");
    if (!common->place.file) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    string(json, "file", common->place.file);
    number(json, "line", common->place.line);
    number(json, "column", common->place.column);
    json_close(json, '}');
}

static void write_autostart(struct json *json, const struct oil_autostart *autostart) {
    boolean(json, "autostart", autostart->on);
    NAMES(json, "appmodes", autostart->modes, autostart->mode_count);
}

static void write_appmode(struct json *json, const struct oil_appmode *mode) {
    number(json, "index", mode->common.index);
}

static void write_task(struct json *json, const struct oil_task *task) {
    number(json, "priority", task->priority);
    boolean(json, "extended", task->extended);
    boolean(json, "preemptable", task->preemptable);
    number(json, "activation", task->activation);
    write_autostart(json, &task->autostart);
    NAMES(json, "resources", task->resources, task->resource_count);
    string(json, "internal_resource", task->internal ? task->internal->common.name : NULL);
    NAMES(json, "events", task->events, task->event_count);
    NAMES(json, "messages", task->messages, task->message_count);
    json_key(json, "stack");
    if (task->has_stack)
        json_number(json, task->stack);
    else
        json_null(json);
}

static void write_isr(struct json *json, const struct oil_isr *isr) {
    number(json, "category", isr->category);
    json_key(json, "priority");
    if (isr->has_priority)
        json_number(json, isr->priority);
    else
        json_null(json);
    number(json, "level", isr->level);
    NAMES(json, "resources", isr->resources, isr->resource_count);
    NAMES(json, "messages", isr->messages, isr->message_count);
}

static void write_resource(struct json *json, const struct oil_resource *resource) {
    string(json, "property", oil_resource_property_name(resource->property));
    string(json, "linked_to", resource->linked ? resource->linked->common.name : NULL);
    NAMES(json, "tasks", resource->tasks, resource->task_count);
    NAMES(json, "isrs", resource->isrs, resource->isr_count);
    json_key(json, "ceiling");
    if (!resource->has_ceiling) {
        json_null(json);
        return;
    }
    json_open(json, '{');
    string(json, "of", resource->ceiling_of_isr ? "isr" : "task");
    number(json, "priority", resource->ceiling);
    number(json, "level", resource->ceiling_level);
    json_close(json, '}');
}

static void write_event(struct json *json, const struct oil_event *event) {
    number(json, "mask", event->mask);
    boolean(json, "automatic", event->automatic);
    NAMES(json, "tasks", event->tasks, event->task_count);
}

static void write_counter(struct json *json, const struct oil_counter *counter) {
    number(json, "max_allowed_value", counter->max_allowed_value);
    number(json, "ticks_per_base", counter->ticks_per_base);
    number(json, "min_cycle", counter->min_cycle);
}

static void write_action(struct json *json, const char *key, const struct oil_action *action) {
    static const char *const kinds[] = {"none", "activate_task", "set_event", "callback", "increment_counter"};
    json_key(json, key);
    json_open(json, '{');
    string(json, "kind", kinds[action->kind]);
    if (action->task) string(json, "task", action->task->common.name);
    if (action->event) string(json, "event", action->event->common.name);
    if (action->callback) string(json, "callback", action->callback);
    if (action->counter) string(json, "counter", action->counter->common.name);
    json_close(json, '}');
}

static void write_alarm(struct json *json, const struct oil_alarm *alarm) {
    string(json, "counter", alarm->counter->common.name);
    write_action(json, "action", &alarm->action);
    write_autostart(json, &alarm->autostart);
    number(json, "alarm_time", alarm->alarm_time);
    number(json, "cycle_time", alarm->cycle_time);
}

static void write_message(struct json *json, const struct oil_message *message) {
    string(json, "property", message->property);
    string(json, "data_type", message->data_type);
    string(json, "sender", message->sender ? message->sender->common.name : NULL);
    number(json, "queue_size", message->queue_size);
    write_action(json, "notification", &message->notification);
}

static void write_os(struct json *json, const struct oil_os *os) {
    json_key(json, "os");
    json_open(json, '{');
    string(json, "name", os->name);
    string(json, "status", os->extended_status ? "extended" : "standard");
    boolean(json, "startup_hook", os->startup_hook);
    boolean(json, "error_hook", os->error_hook);
    boolean(json, "shutdown_hook", os->shutdown_hook);
    boolean(json, "pre_task_hook", os->pre_task_hook);
    boolean(json, "post_task_hook", os->post_task_hook);
    boolean(json, "get_service_id", os->get_service_id);
    boolean(json, "parameter_access", os->parameter_access);
    boolean(json, "res_scheduler", os->res_scheduler);
    json_close(json, '}');
}

void oil_config_json(const struct oil_config *config, struct json *json) {
    json_open(json, '{');
    string(json, "cpu", config->cpu);
    string(json, "oil_version", config->tree->version);
    string(json, "implementation", config->tree->implementation);
    string(json, "conformance_class", oil_class_name(config->conformance));
    string(json, "scheduling", oil_scheduling_name(config->scheduling));
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
