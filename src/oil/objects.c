/* Typed objects from written ones. All arrays exist before any reference is resolved, so that pointers stay valid. */
#include "oil/configure.h"
#include "oil/read.h"
#include "oil/standard.h"

#include <string.h>

/* ---- arrays ---- */

static size_t count_kind(const struct oil_builder *builder, const char *kind) {
    size_t count = 0;
    for (const struct oil_object *object = builder->tree->objects; object; object = object->next)
        count += !strcmp(object->kind, kind);
    return count;
}

static const struct oil_object *next_of_kind(const struct oil_object *object, const char *kind) {
    while (object && strcmp(object->kind, kind) != 0) object = object->next;
    return object;
}

/* Every typed object begins with its `common`; `size` is that of the whole. */
static void *make_array(struct oil_builder *builder, const char *kind, size_t size, size_t *count) {
    *count = count_kind(builder, kind);
    char *array = arena_alloc(builder->arena, (*count + 1) * size);
    const struct oil_object *object = builder->tree->objects;
    for (size_t i = 0; i < *count; i++, object = object->next) {
        object = next_of_kind(object, kind);
        struct oil_common *common = (struct oil_common *)(void *)(array + i * size);
        *common = (struct oil_common){object->name, object->description, i, object->place, object};
    }
    return array;
}

#define MAKE(field, count, kind)                                                                                       \
    (builder->config->field = make_array(builder, kind, sizeof *builder->config->field, &builder->config->count))

/* ---- references ---- */

#define RESOLVE_ONE(builder, list, attribute, find)                                                                    \
    (oil_find_parameter((list), (attribute)) ? find((builder)->config, oil_read_word((list), (attribute))) : NULL)

/* All values of a list attribute, each once. `find` gets a name. */
#define RESOLVE_ALL(builder, object, attribute, find, type, array, array_count)                                        \
    do {                                                                                                               \
        size_t resolve_most_ = count_attribute((object), (attribute));                                                 \
        (array) = arena_new_array((builder)->arena, const type *, resolve_most_ + 1);                                  \
        for (const struct oil_parameter *p_ = (object); p_; p_ = p_->next) {                                           \
            const type *found_ = strcmp(p_->name, (attribute)) != 0 ? NULL : find((builder)->config, p_->value.text);  \
            bool again_ = false;                                                                                       \
            for (size_t i_ = 0; i_ < (array_count); i_++) again_ = again_ || (array)[i_] == found_;                    \
            if (found_ && again_)                                                                                      \
                diag_warning((builder)->diagnostics, p_->value.place, "'%s' is listed twice", p_->value.text);         \
            else if (found_)                                                                                           \
                (array)[(array_count)++] = found_;                                                                     \
        }                                                                                                              \
    } while (0)

static size_t count_attribute(const struct oil_parameter *list, const char *name) {
    size_t count = 0;
    for (; list; list = list->next) count += !strcmp(list->name, name);
    return count;
}

/* ---- each kind ---- */

static void build_os(struct oil_builder *builder) {
    const struct oil_object *object = next_of_kind(builder->tree->objects, "OS");
    struct oil_os *os = &builder->config->os;
    const struct oil_parameter *list = object ? object->parameters : NULL;
    os->name = object ? object->name : "";
    if (object) os->place = object->place;
    os->extended_status = !strcmp(oil_read_word(list, "STATUS"), "EXTENDED");
    os->startup_hook = oil_read_flag(builder, list, "STARTUPHOOK");
    os->error_hook = oil_read_flag(builder, list, "ERRORHOOK");
    os->shutdown_hook = oil_read_flag(builder, list, "SHUTDOWNHOOK");
    os->pre_task_hook = oil_read_flag(builder, list, "PRETASKHOOK");
    os->post_task_hook = oil_read_flag(builder, list, "POSTTASKHOOK");
    os->get_service_id = oil_read_flag(builder, list, "USEGETSERVICEID");
    os->parameter_access = oil_read_flag(builder, list, "USEPARAMETERACCESS");
    os->counts_requests = !strcmp(oil_read_word(list, "KERNEL_TYPE"), "FP");
    os->res_scheduler = !object || oil_read_flag(builder, list, "USERESSCHEDULER");
}

static const struct oil_parameter *mention(const struct oil_parameter *list, const char *name, const char *value) {
    for (; list; list = list->next) {
        if (!strcmp(list->name, name) && !strcmp(list->value.text, value)) return list;
        const struct oil_parameter *inner = mention(list->body, name, value);
        if (inner) return inner;
    }
    return NULL;
}

/* The first parameter that is called so and has this value; NULL: there is none. */
static const struct oil_parameter *mentioned_anywhere(const struct oil_builder *builder, const char *name,
                                                      const char *value) {
    const struct oil_parameter *found = NULL;
    for (const struct oil_object *object = builder->tree->objects; object && !found; object = object->next)
        found = mention(object->parameters, name, value);
    return found;
}

static uint32_t counter_maximum(const struct oil_builder *builder) {
    uint32_t most = builder->options ? builder->options->counter_maximum : 0;
    return most ? most : UINT32_MAX;
}

/* Arrays have room for one more: what exists without being declared. */
static void add_undeclared(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    bool default_mode = mentioned_anywhere(builder, "APPMODE", OIL_DEFAULT_APPMODE) != NULL;
    if (config->appmode_count == 0 || (default_mode && !oil_find_appmode(config, OIL_DEFAULT_APPMODE))) {
        struct oil_appmode *mode = &config->appmodes[config->appmode_count];
        mode->common = (struct oil_common){.name = OIL_DEFAULT_APPMODE, .index = config->appmode_count++};
    }
    const struct oil_parameter *scheduler = mentioned_anywhere(builder, "RESOURCE", OIL_RES_SCHEDULER);
    if ((config->os.res_scheduler || scheduler) && !oil_find_resource(config, OIL_RES_SCHEDULER)) {
        struct oil_resource *resource = &config->resources[config->resource_count];
        resource->common = (struct oil_common){.name = OIL_RES_SCHEDULER, .index = config->resource_count++};
        if (scheduler) resource->common.place = scheduler->place; /* where it is refused, if there is to be none */
    }
    if (mentioned_anywhere(builder, "COUNTER", OIL_SYSTEM_COUNTER) && !oil_find_counter(config, OIL_SYSTEM_COUNTER)) {
        struct oil_counter *counter = &config->counters[config->counter_count];
        *counter = (struct oil_counter){
            .max_allowed_value = counter_maximum(builder), .ticks_per_base = 1, .min_cycle = 1, .implied = true};
        counter->common = (struct oil_common){.name = OIL_SYSTEM_COUNTER, .index = config->counter_count++};
    }
}

static void build_autostart(struct oil_builder *builder, const struct oil_parameter *list,
                            struct oil_autostart *autostart) {
    const struct oil_config *config = builder->config;
    const struct oil_parameter *body = oil_read_body(list, "AUTOSTART");
    const char *word = oil_read_word(list, "AUTOSTART");
    /* AUTOSAR writes RELATIVE or ABSOLUTE for alarms. */
    autostart->on = *word && strcmp(word, "FALSE") != 0 && strcmp(word, "NONE") != 0;
    if (!autostart->on) return;
    RESOLVE_ALL(builder, body, "APPMODE", oil_find_appmode, struct oil_appmode, autostart->modes,
                autostart->mode_count);
    if (autostart->mode_count) return;
    autostart->modes = arena_new_array(builder->arena, const struct oil_appmode *, config->appmode_count + 1);
    for (; autostart->mode_count < config->appmode_count; autostart->mode_count++)
        autostart->modes[autostart->mode_count] = &config->appmodes[autostart->mode_count];
}

static void build_stack(struct oil_builder *builder, struct oil_task *task, const struct oil_parameter *list) {
    const struct oil_parameter *body = oil_read_body(list, "STACK");
    const struct oil_parameter *size = oil_find_parameter(list, "STACKSIZE");
    if (!size) size = oil_find_parameter(list, "STACK");
    if (!size || size->value.kind != VALUE_INTEGER) size = oil_find_parameter(body, "SYS_SIZE");
    if (!size || size->value.kind != VALUE_INTEGER) return;
    task->has_stack = true;
    task->stack = oil_read_number(builder, size, size->name, 0);
}

/* Internal resources are not among those that a task gets and releases. */
static void take_internal_out(struct oil_builder *builder, struct oil_task *task) {
    size_t kept = 0;
    for (size_t i = 0; i < task->resource_count; i++) {
        const struct oil_resource *resource = task->resources[i];
        if (resource->property != RESOURCE_INTERNAL) {
            task->resources[kept++] = resource;
        } else if (task->internal) {
            diag_error(builder->diagnostics, task->common.place,
                       "TASK '%s' has two internal resources, '%s' and '%s'; a task can have one", task->common.name,
                       task->internal->common.name, resource->common.name);
        } else {
            task->internal = resource;
        }
    }
    task->resource_count = kept;
}

static void build_task(struct oil_builder *builder, struct oil_task *task) {
    const struct oil_parameter *list = task->common.object->parameters;
    task->priority = oil_read_number(builder, list, "PRIORITY", 0);
    task->activation = oil_read_number(builder, list, "ACTIVATION", 1);
    task->preemptable = strcmp(oil_read_word(list, "SCHEDULE"), "NON") != 0;
    build_autostart(builder, list, &task->autostart);
    RESOLVE_ALL(builder, list, "RESOURCE", oil_find_resource, struct oil_resource, task->resources,
                task->resource_count);
    RESOLVE_ALL(builder, list, "EVENT", oil_find_event, struct oil_event, task->events, task->event_count);
    RESOLVE_ALL(builder, list, "MESSAGE", oil_find_message, struct oil_message, task->messages, task->message_count);
    task->extended = task->event_count > 0 || !strcmp(oil_read_word(list, "TYPE"), "EXTENDED");
    take_internal_out(builder, task);
    build_stack(builder, task, list);
}

/* Vendors' attributes are kept as often as they are given; for a single value the last one counts. */
static const struct oil_parameter *last_parameter(const struct oil_parameter *list, const char *name) {
    const struct oil_parameter *last = NULL;
    for (; list; list = list->next)
        if (strcmp(list->name, name) == 0) last = list;
    return last;
}

/* Of an interrupt: OIL itself has no attribute for it. */
static bool read_priority(struct oil_builder *builder, const struct oil_parameter *list, uint32_t *priority) {
    const struct oil_parameter *given = last_parameter(list, "PRIORITY");
    if (!given) given = last_parameter(list, "LEVEL");
    if (!given || given->value.kind != VALUE_INTEGER) return false;
    *priority = oil_read_number(builder, given, given->name, 0);
    return true;
}

static void build_isr(struct oil_builder *builder, struct oil_isr *isr) {
    const struct oil_parameter *list = isr->common.object->parameters;
    isr->category = oil_read_number(builder, list, "CATEGORY", 2);
    isr->has_priority = read_priority(builder, list, &isr->priority);
    const char *handler = oil_read_word(list, "HANDLER");
    isr->code = *handler ? handler : NULL;
    RESOLVE_ALL(builder, list, "RESOURCE", oil_find_resource, struct oil_resource, isr->resources, isr->resource_count);
    RESOLVE_ALL(builder, list, "MESSAGE", oil_find_message, struct oil_message, isr->messages, isr->message_count);
}

static void build_given_ceiling(struct oil_builder *builder, struct oil_resource *resource,
                                const struct oil_parameter *list) {
    static const char *const names[] = {"CEILING", "CEILINGPRIORITY", "CEILING_PRIORITY"};
    for (size_t i = 0; i < sizeof names / sizeof *names && !resource->given; i++) {
        const struct oil_parameter *given = last_parameter(list, names[i]);
        if (!given || given->value.kind != VALUE_INTEGER) continue;
        resource->given = given;
        resource->given_ceiling = oil_read_number(builder, given, given->name, 0);
    }
}

static void build_resource(struct oil_builder *builder, struct oil_resource *resource) {
    const struct oil_object *object = resource->common.object;
    const struct oil_parameter *list = object ? object->parameters : NULL;
    const char *property = oil_read_word(list, "RESOURCEPROPERTY");
    if (!strcmp(resource->common.name, OIL_RES_SCHEDULER))
        resource->property = RESOURCE_SCHEDULER;
    else if (!strcmp(property, "INTERNAL"))
        resource->property = RESOURCE_INTERNAL;
    else if (!strcmp(property, "LINKED"))
        resource->property = RESOURCE_LINKED;
    build_given_ceiling(builder, resource, list);
    if (resource->property != RESOURCE_LINKED) return;
    resource->linked =
        RESOLVE_ONE(builder, oil_read_body(list, "RESOURCEPROPERTY"), "LINKEDRESOURCE", oil_find_resource);
    if (!resource->linked)
        diag_error(builder->diagnostics, resource->common.place,
                   "RESOURCE '%s' is LINKED, but LINKEDRESOURCE is not given", resource->common.name);
}

static void build_counter(struct oil_builder *builder, struct oil_counter *counter) {
    if (counter->implied) return;
    const struct oil_parameter *list = counter->common.object->parameters;
    counter->max_allowed_value = oil_read_number(builder, list, "MAXALLOWEDVALUE", counter_maximum(builder));
    counter->ticks_per_base = oil_read_number(builder, list, "TICKSPERBASE", 1);
    counter->min_cycle = oil_read_number(builder, list, "MINCYCLE", 1);
    counter->has_priority = read_priority(builder, list, &counter->priority);
}

static struct oil_action build_action(struct oil_builder *builder, const struct oil_parameter *list, const char *name) {
    const struct oil_parameter *body = oil_read_body(list, name);
    const char *word = oil_read_word(list, name);
    struct oil_action action = {.kind = ACTION_NONE};
    action.task = RESOLVE_ONE(builder, body, "TASK", oil_find_task);
    action.event = RESOLVE_ONE(builder, body, "EVENT", oil_find_event);
    action.counter = RESOLVE_ONE(builder, body, "COUNTER", oil_find_counter);
    if (!strcmp(word, "ACTIVATETASK")) action.kind = ACTION_ACTIVATE_TASK;
    if (!strcmp(word, "SETEVENT")) action.kind = ACTION_SET_EVENT;
    if (!strcmp(word, "INCREMENTCOUNTER") || !strcmp(word, "INCREMENT")) action.kind = ACTION_INCREMENT;
    if (!strcmp(word, "ALARMCALLBACK") || !strcmp(word, "CALLBACK")) {
        action.kind = ACTION_CALLBACK;
        action.callback = oil_read_word(body, "ALARMCALLBACKNAME");
    } else if (!strcmp(word, "COMCALLBACK")) {
        action.kind = ACTION_CALLBACK;
        action.callback = oil_read_word(body, "CALLBACKROUTINENAME");
    }
    bool needs_task = action.kind == ACTION_ACTIVATE_TASK || action.kind == ACTION_SET_EVENT;
    bool complete = !(needs_task && !action.task) && !(action.kind == ACTION_SET_EVENT && !action.event) &&
                    !(action.kind == ACTION_INCREMENT && !action.counter);
    if (!complete)
        diag_error(builder->diagnostics, oil_find_parameter(list, name)->place, "%s = %s does not say what it is for",
                   name, word);
    return action;
}

static void build_alarm(struct oil_builder *builder, struct oil_alarm *alarm) {
    const struct oil_parameter *list = alarm->common.object->parameters;
    const struct oil_parameter *body = oil_read_body(list, "AUTOSTART");
    alarm->counter = RESOLVE_ONE(builder, list, "COUNTER", oil_find_counter);
    if (!alarm->counter)
        diag_error(builder->diagnostics, alarm->common.place, "ALARM '%s' has no counter", alarm->common.name);
    alarm->action = build_action(builder, list, "ACTION");
    build_autostart(builder, list, &alarm->autostart);
    if (!alarm->autostart.on) return;
    alarm->alarm_time = oil_read_number(builder, body, "ALARMTIME", 0);
    alarm->cycle_time = oil_read_number(builder, body, "CYCLETIME", 0);
}

static void build_message(struct oil_builder *builder, struct oil_message *message) {
    const struct oil_parameter *list = message->common.object->parameters;
    const struct oil_parameter *body = oil_read_body(list, "MESSAGEPROPERTY");
    message->property = oil_read_word(list, "MESSAGEPROPERTY");
    message->data_type = oil_read_word(body, "CDATATYPE");
    message->sender = RESOLVE_ONE(builder, body, "SENDINGMESSAGE", oil_find_message);
    message->queue_size = oil_read_number(builder, body, "QUEUESIZE", 0);
    message->notification = build_action(builder, list, "NOTIFICATION");
    message->error = build_action(builder, list, "NOTIFICATIONERROR");
}

void oil_build_objects(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    MAKE(appmodes, appmode_count, "APPMODE");
    MAKE(tasks, task_count, "TASK");
    MAKE(isrs, isr_count, "ISR");
    MAKE(resources, resource_count, "RESOURCE");
    MAKE(events, event_count, "EVENT");
    MAKE(counters, counter_count, "COUNTER");
    MAKE(alarms, alarm_count, "ALARM");
    MAKE(messages, message_count, "MESSAGE");
    build_os(builder);
    add_undeclared(builder);
    for (size_t i = 0; i < config->resource_count; i++) build_resource(builder, &config->resources[i]);
    for (size_t i = 0; i < config->counter_count; i++) build_counter(builder, &config->counters[i]);
    for (size_t i = 0; i < config->task_count; i++) build_task(builder, &config->tasks[i]);
    for (size_t i = 0; i < config->isr_count; i++) build_isr(builder, &config->isrs[i]);
    for (size_t i = 0; i < config->alarm_count; i++) build_alarm(builder, &config->alarms[i]);
    for (size_t i = 0; i < config->message_count; i++) build_message(builder, &config->messages[i]);
}
