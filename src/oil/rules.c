/* What OSEK forbids is an error, what it discourages a warning. Each function is one rule or a few about one thing. */
#include "oil/configure.h"
#include "oil/read.h"
#include "oil/standard.h"

#include <string.h>

static struct place place_of(const struct oil_common *common, const char *attribute) {
    const struct oil_parameter *parameter =
        common->object ? oil_find_parameter(common->object->parameters, attribute) : NULL;
    return parameter ? parameter->value.place : common->place;
}

/* ---- tasks ---- */

static void check_task(struct oil_builder *builder, const struct oil_task *task) {
    const char *name = task->common.name, *type = oil_read_word(task->common.object->parameters, "TYPE");
    if (task->activation == 0)
        diag_error(builder->diagnostics, place_of(&task->common, "ACTIVATION"),
                   "ACTIVATION of TASK '%s' is 0: it could never be activated", name);
    if (task->extended && task->activation > 1) /* §3.2 */
        diag_error(builder->diagnostics, place_of(&task->common, "ACTIVATION"),
                   "TASK '%s' is extended, so its ACTIVATION must be 1, not %u", name, task->activation);
    if (task->event_count && !strcmp(type, "BASIC"))
        diag_error(builder->diagnostics, place_of(&task->common, "EVENT"),
                   "TASK '%s' is a basic task (TYPE = BASIC) and cannot have events", name);
    if (!task->event_count && task->extended)
        diag_warning(builder->diagnostics, place_of(&task->common, "TYPE"), "TASK '%s' is extended, but has no EVENT",
                     name);
    if (task->internal && !task->preemptable) /* §8.7 */
        diag_warning(builder->diagnostics, place_of(&task->common, "SCHEDULE"),
                     "TASK '%s' is not preemptable, so its internal resource '%s' changes nothing", name,
                     task->internal->common.name);
}

/* ---- interrupts ---- */

static void check_isr(struct oil_builder *builder, const struct oil_isr *isr) {
    const char *name = isr->common.name;
    if (isr->category != 1 && isr->category != 2)
        diag_error(builder->diagnostics, place_of(&isr->common, "CATEGORY"),
                   "CATEGORY of ISR '%s' must be 1 or 2, not %u", name, isr->category);
    if (isr->category == 1 && (isr->resource_count || isr->message_count)) /* §6 */
        diag_error(builder->diagnostics, place_of(&isr->common, isr->resource_count ? "RESOURCE" : "MESSAGE"),
                   "ISR '%s' is of category 1 and can use no %s", name, isr->resource_count ? "resource" : "message");
    for (size_t i = 0; i < isr->resource_count; i++) {
        const struct oil_resource *resource = isr->resources[i];
        const char *why = resource->property == RESOURCE_INTERNAL          ? "internal resources are for tasks only"
                          : resource->root->property == RESOURCE_SCHEDULER ? "an ISR cannot lock the scheduler"
                                                                           : NULL;
        if (why)
            diag_error(builder->diagnostics, place_of(&isr->common, "RESOURCE"),
                       "ISR '%s' cannot use RESOURCE '%s': %s", name, resource->common.name, why);
    }
}

/* A category 1 ISR below one of category 2 would be delayed by the operating system (§6). */
static void check_isr_order(struct oil_builder *builder, const struct oil_isr *a, const struct oil_isr *b) {
    if (a->category != 1 || b->category != 2 || !a->has_priority || !b->has_priority) return;
    if (a->priority < b->priority)
        diag_warning(builder->diagnostics, place_of(&a->common, "PRIORITY"),
                     "ISR '%s' of category 1 has a lower priority than ISR '%s' of category 2", a->common.name,
                     b->common.name);
}

/* One interrupt source has one handler. */
static void check_isr_source(struct oil_builder *builder, const struct oil_isr *a, const struct oil_isr *b) {
    static const char *const attributes[] = {"SOURCE", "INTERRUPT", "VECTOR", "ENTRY"};
    for (const struct oil_object *object = builder->tree->objects; object; object = object->next)
        if (!strcmp(object->kind, "APPLICATION")) return; /* several cores: each has its own sources */
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const char *source = oil_read_word(a->common.object->parameters, attributes[i]);
        if (!*source || oil_read_body(a->common.object->parameters, attributes[i]) ||
            strcmp(source, oil_read_word(b->common.object->parameters, attributes[i])) != 0)
            continue;
        diag_error(builder->diagnostics, place_of(&b->common, attributes[i]),
                   "ISR '%s' and ISR '%s' both claim %s = %s; only one can", b->common.name, a->common.name,
                   attributes[i], source);
        return;
    }
}

static void check_isrs(struct oil_builder *builder) {
    const struct oil_config *config = builder->config;
    for (size_t i = 0; i < config->isr_count; i++) {
        check_isr(builder, &config->isrs[i]);
        for (size_t j = 0; j < config->isr_count; j++) {
            check_isr_order(builder, &config->isrs[i], &config->isrs[j]);
            if (j > i) check_isr_source(builder, &config->isrs[i], &config->isrs[j]);
        }
    }
}

/* ---- alarms and counters ---- */

static void check_counter(struct oil_builder *builder, const struct oil_counter *counter) {
    if (counter->implied) {
        diag_warning(builder->diagnostics, (struct place){.file = builder->config->tree->file},
                     "COUNTER '%s' is used but not declared; it is taken as the system counter, 0 to %u",
                     counter->common.name, counter->max_allowed_value);
        return;
    }
    if (counter->max_allowed_value == 0)
        diag_error(builder->diagnostics, place_of(&counter->common, "MAXALLOWEDVALUE"),
                   "MAXALLOWEDVALUE of COUNTER '%s' is 0: it could not count", counter->common.name);
    else if (counter->min_cycle > counter->max_allowed_value)
        diag_error(builder->diagnostics, place_of(&counter->common, "MINCYCLE"),
                   "MINCYCLE of COUNTER '%s' is %u, more than its MAXALLOWEDVALUE %u", counter->common.name,
                   counter->min_cycle, counter->max_allowed_value);
    if (counter->ticks_per_base == 0)
        diag_error(builder->diagnostics, place_of(&counter->common, "TICKSPERBASE"),
                   "TICKSPERBASE of COUNTER '%s' is 0: it could not count", counter->common.name);
}

static struct place autostart_place(const struct oil_alarm *alarm, const char *attribute) {
    const struct oil_parameter *body = oil_read_body(alarm->common.object->parameters, "AUTOSTART");
    const struct oil_parameter *parameter = oil_find_parameter(body, attribute);
    return parameter ? parameter->value.place : alarm->common.place;
}

static void check_alarm_times(struct oil_builder *builder, const struct oil_alarm *alarm) {
    const struct oil_counter *counter = alarm->counter;
    uint32_t most = counter->max_allowed_value;
    const char *name = alarm->common.name;
    if (alarm->alarm_time > most)
        diag_error(builder->diagnostics, autostart_place(alarm, "ALARMTIME"),
                   "ALARMTIME of ALARM '%s' is %u, more than the MAXALLOWEDVALUE %u of COUNTER '%s'", name,
                   alarm->alarm_time, most, counter->common.name);
    if (alarm->alarm_time == 0) /* §13.6.3.3: what 0 means is left to the implementation */
        diag_warning(builder->diagnostics, autostart_place(alarm, "ALARMTIME"),
                     "ALARMTIME of ALARM '%s' is 0: OSEK leaves open what that means", name);
    if (alarm->cycle_time && (alarm->cycle_time > most || alarm->cycle_time < counter->min_cycle))
        diag_error(builder->diagnostics, autostart_place(alarm, "CYCLETIME"),
                   "CYCLETIME of ALARM '%s' is %u, but COUNTER '%s' allows 0, or from %u to %u", name,
                   alarm->cycle_time, counter->common.name, counter->min_cycle, most);
}

static bool owns(const struct oil_task *task, const struct oil_event *event) {
    for (size_t i = 0; i < task->event_count; i++)
        if (task->events[i] == event) return true;
    return false;
}

static void check_action(struct oil_builder *builder, const struct oil_common *common, const char *attribute,
                         const struct oil_action *action) {
    const struct oil_parameter *list = common->object->parameters;
    const struct oil_parameter *event = oil_find_parameter(oil_read_body(list, attribute), "EVENT");
    if (action->kind == ACTION_CALLBACK && !*action->callback)
        diag_error(builder->diagnostics, place_of(common, attribute), "the callback of '%s' has no name", common->name);
    if (action->kind != ACTION_SET_EVENT || !event || owns(action->task, action->event)) return;
    if (!action->task->extended)
        diag_error(builder->diagnostics, event->value.place,
                   "'%s' sets EVENT '%s' of TASK '%s', which is a basic task: it has no events", common->name,
                   action->event->common.name, action->task->common.name);
    else
        diag_error(builder->diagnostics, event->value.place,
                   "'%s' sets EVENT '%s' of TASK '%s', but that task does not list the event", common->name,
                   action->event->common.name, action->task->common.name);
}

static void check_alarm(struct oil_builder *builder, const struct oil_alarm *alarm) {
    check_action(builder, &alarm->common, "ACTION", &alarm->action);
    if (alarm->autostart.on) check_alarm_times(builder, alarm);
    if (alarm->action.kind == ACTION_INCREMENT && alarm->action.counter == alarm->counter)
        diag_error(builder->diagnostics, place_of(&alarm->common, "ACTION"),
                   "ALARM '%s' increments the counter that it waits for", alarm->common.name);
}

/* ---- resources, events, the whole ---- */

static void check_resource(struct oil_builder *builder, const struct oil_resource *resource) {
    if (!resource->has_ceiling && resource->property != RESOURCE_SCHEDULER)
        diag_warning(builder->diagnostics, resource->common.place,
                     "no task and no ISR lists RESOURCE '%s', so it has no ceiling", resource->common.name);
    if (resource->property == RESOURCE_SCHEDULER && !builder->config->os.res_scheduler &&
        (resource->task_count || resource->isr_count))
        diag_error(builder->diagnostics, resource->common.place, "%s is used, but USERESSCHEDULER is FALSE",
                   OIL_RES_SCHEDULER);
}

static void check_event(struct oil_builder *builder, const struct oil_event *event) {
    if (!event->task_count)
        diag_warning(builder->diagnostics, event->common.place, "no task lists EVENT '%s'", event->common.name);
}

static bool becomes_a_name(const struct oil_object *object) {
    static const char *const kinds[] = {"TASK", "ISR", "RESOURCE", "EVENT", "ALARM", "COUNTER", "APPMODE", "MESSAGE"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(object->kind, kinds[i])) return *object->name != '\0';
    return false;
}

/* Names become names of the C program, where there is only one of each. */
static void check_names(struct oil_builder *builder) {
    for (const struct oil_object *object = builder->tree->objects; object; object = object->next) {
        if (!becomes_a_name(object)) continue;
        const struct oil_object *first = oil_find_object(builder->tree->objects, NULL, object->name);
        while (!becomes_a_name(first)) first = oil_find_object(first->next, NULL, object->name);
        if (first != object)
            diag_warning(builder->diagnostics, object->place, "%s '%s' has the name of a %s", object->kind,
                         object->name, first->kind);
    }
}

/* Vendors let the user say which class the kernel is built for. */
static void check_declared_class(struct oil_builder *builder, const struct oil_object *os) {
    static const char *const attributes[] = {"CC", "KERNEL_TYPE"};
    enum oil_class computed = builder->config->conformance;
    for (size_t i = 0; i < 2; i++)
        for (unsigned declared = CLASS_BCC1; declared <= CLASS_ECC2; declared++) {
            const struct oil_parameter *parameter = oil_find_parameter(os->parameters, attributes[i]);
            if (!parameter || strcmp(parameter->value.text, oil_class_name((enum oil_class)declared)) != 0) continue;
            bool needs_extended = computed >= CLASS_ECC1 && declared < CLASS_ECC1;
            bool needs_several = (computed & 1) && !(declared & 1);
            if (needs_extended || needs_several)
                diag_warning(builder->diagnostics, parameter->value.place, "%s = %s, but the tasks need %s: %s",
                             attributes[i], parameter->value.text, oil_class_name(computed),
                             needs_extended ? "there are extended tasks"
                                            : "tasks share a priority or have an ACTIVATION above 1");
        }
}

static void check_os(struct oil_builder *builder) {
    const struct oil_object *os = builder->tree->objects;
    while (os && strcmp(os->kind, "OS") != 0) os = os->next;
    struct place file = {.file = builder->config->tree->file};
    if (builder->config->task_count == 0) diag_warning(builder->diagnostics, file, "there is no TASK");
    if (!os) {
        diag_warning(builder->diagnostics, file, "there is no OS object; its attributes have their defaults");
        return;
    }
    const struct oil_os *settings = &builder->config->os;
    if ((settings->get_service_id || settings->parameter_access) && !settings->error_hook)
        diag_warning(builder->diagnostics, settings->place, "%s is TRUE, but without ERRORHOOK nothing can use it",
                     settings->get_service_id ? "USEGETSERVICEID" : "USEPARAMETERACCESS");
    check_declared_class(builder, os);
}

void oil_check_rules(struct oil_builder *builder) {
    const struct oil_config *config = builder->config;
    check_os(builder);
    check_names(builder);
    for (size_t i = 0; i < config->task_count; i++) check_task(builder, &config->tasks[i]);
    check_isrs(builder);
    for (size_t i = 0; i < config->resource_count; i++) check_resource(builder, &config->resources[i]);
    for (size_t i = 0; i < config->event_count; i++) check_event(builder, &config->events[i]);
    for (size_t i = 0; i < config->counter_count; i++) check_counter(builder, &config->counters[i]);
    for (size_t i = 0; i < config->alarm_count; i++) check_alarm(builder, &config->alarms[i]);
    for (size_t i = 0; i < config->message_count; i++) {
        check_action(builder, &config->messages[i].common, "NOTIFICATION", &config->messages[i].notification);
        check_action(builder, &config->messages[i].common, "NOTIFICATIONERROR", &config->messages[i].error);
    }
}
