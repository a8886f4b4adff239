#include "oil/tables.h"

#include "oil/grid.h"

#include <inttypes.h>
#include <string.h>

/* "a b c" */
#define JOIN(words, array, count)                                                                                      \
    do {                                                                                                               \
        for (size_t join_ = 0; join_ < (count); join_++)                                                               \
            text_printf((words), "%s%s", (words)->length ? " " : "", (array)[join_]->common.name);                     \
    } while (0)

static void headings(struct grid *grid, size_t count, const char *const *titles) {
    grid->columns = count;
    for (size_t i = 0; i < count; i++) grid_add(grid, "%s", titles[i]);
}

#define HEADINGS(grid, ...)                                                                                            \
    headings((grid), sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *), (const char *[]){__VA_ARGS__})

static void add_words(struct grid *grid, struct text *words) {
    grid_add(grid, "%s", words->length ? words->chars : "-");
    text_clear(words);
}

static void print_autostart(struct text *words, const struct oil_config *config,
                            const struct oil_autostart *autostart) {
    if (!autostart->on) return;
    if (autostart->mode_count == config->appmode_count)
        text_add(words, config->appmode_count == 1 ? "yes" : "all modes");
    else
        JOIN(words, autostart->modes, autostart->mode_count);
}

static void print_os(const struct oil_config *config, struct text *out) {
    const struct oil_os *os = &config->os;
    const struct {
        bool on;
        const char *name;
    } hooks[] = {{os->startup_hook, "startup"},
                 {os->error_hook, "error"},
                 {os->shutdown_hook, "shutdown"},
                 {os->pre_task_hook, "pre-task"},
                 {os->post_task_hook, "post-task"}};
    text_printf(out, "CPU %s\n", config->cpu);
    text_printf(out, "  conformance class  %s\n", oil_class_name(config->conformance));
    text_printf(out, "  scheduling         %s\n", oil_scheduling_name(config->scheduling));
    text_printf(out, "  status             %s\n", os->extended_status ? "extended" : "standard");
    text_add(out, "  hooks             ");
    bool any = false;
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        if (hooks[i].on) text_printf(out, " %s", hooks[i].name);
        any = any || hooks[i].on;
    }
    text_printf(out, "%s\n  application modes ", any ? "" : " none");
    for (size_t i = 0; i < config->appmode_count; i++) text_printf(out, " %s", config->appmodes[i].common.name);
    text_add_char(out, '\n');
}

static void print_tasks(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    struct text words = {0};
    HEADINGS(&grid, "task", "priority", "type", "schedule", "activations", "autostart", "resources", "events",
             "messages", "stack");
    for (size_t i = 0; i < config->task_count; i++) {
        const struct oil_task *task = &config->tasks[i];
        grid_add(&grid, "%s", task->common.name);
        grid_add(&grid, "%u", task->priority);
        grid_add(&grid, "%s", task->extended ? "extended" : "basic");
        grid_add(&grid, "%s", task->preemptable ? "full" : "non");
        grid_add(&grid, "%u", task->activation);
        print_autostart(&words, config, &task->autostart);
        add_words(&grid, &words);
        JOIN(&words, task->resources, task->resource_count);
        if (task->internal) text_printf(&words, "%s[%s]", words.length ? " " : "", task->internal->common.name);
        add_words(&grid, &words);
        JOIN(&words, task->events, task->event_count);
        add_words(&grid, &words);
        JOIN(&words, task->messages, task->message_count);
        add_words(&grid, &words);
        if (task->has_stack) text_printf(&words, "%u", task->stack);
        add_words(&grid, &words);
    }
    if (config->task_count) text_add(out, "\nTasks\n");
    grid_print(&grid, out);
    text_free(&words);
}

static void print_isrs(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    struct text words = {0};
    HEADINGS(&grid, "interrupt", "category", "priority", "level", "resources", "messages");
    for (size_t i = 0; i < config->isr_count; i++) {
        const struct oil_isr *isr = &config->isrs[i];
        grid_add(&grid, "%s", isr->common.name);
        grid_add(&grid, "%u", isr->category);
        if (isr->has_priority) text_printf(&words, "%u", isr->priority);
        add_words(&grid, &words);
        grid_add(&grid, "%u", isr->level);
        JOIN(&words, isr->resources, isr->resource_count);
        add_words(&grid, &words);
        JOIN(&words, isr->messages, isr->message_count);
        add_words(&grid, &words);
    }
    if (config->isr_count) text_add(out, "\nInterrupts\n");
    grid_print(&grid, out);
    text_free(&words);
}

static void print_resources(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    struct text words = {0};
    HEADINGS(&grid, "resource", "property", "ceiling", "level", "used by");
    for (size_t i = 0; i < config->resource_count; i++) {
        const struct oil_resource *resource = &config->resources[i];
        grid_add(&grid, "%s", resource->common.name);
        if (resource->linked)
            grid_add(&grid, "linked to %s", resource->linked->common.name);
        else
            grid_add(&grid, "%s", oil_resource_property_name(resource->property));
        if (resource->has_ceiling)
            text_printf(&words, "%s %u", resource->ceiling_of_isr ? "interrupt" : "task", resource->ceiling);
        add_words(&grid, &words);
        if (resource->has_ceiling) text_printf(&words, "%u", resource->ceiling_level);
        add_words(&grid, &words);
        JOIN(&words, resource->tasks, resource->task_count);
        JOIN(&words, resource->isrs, resource->isr_count);
        add_words(&grid, &words);
    }
    if (config->resource_count) text_add(out, "\nResources\n");
    grid_print(&grid, out);
    text_free(&words);
}

static void print_events(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    struct text words = {0};
    HEADINGS(&grid, "event", "mask", "", "tasks");
    for (size_t i = 0; i < config->event_count; i++) {
        const struct oil_event *event = &config->events[i];
        grid_add(&grid, "%s", event->common.name);
        grid_add(&grid, "0x%" PRIx64, event->mask);
        grid_add(&grid, "%s", event->automatic ? "auto" : "");
        JOIN(&words, event->tasks, event->task_count);
        add_words(&grid, &words);
    }
    if (config->event_count) text_add(out, "\nEvents\n");
    grid_print(&grid, out);
    text_free(&words);
}

static void print_counters(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    HEADINGS(&grid, "counter", "max allowed value", "ticks per base", "min cycle");
    for (size_t i = 0; i < config->counter_count; i++) {
        const struct oil_counter *counter = &config->counters[i];
        grid_add(&grid, "%s", counter->common.name);
        grid_add(&grid, "%u", counter->max_allowed_value);
        grid_add(&grid, "%u", counter->ticks_per_base);
        grid_add(&grid, "%u", counter->min_cycle);
    }
    if (config->counter_count) text_add(out, "\nCounters\n");
    grid_print(&grid, out);
}

static void print_action(struct text *words, const struct oil_action *action) {
    switch (action->kind) {
    case ACTION_NONE: break;
    case ACTION_ACTIVATE_TASK: text_printf(words, "activates %s", action->task->common.name); break;
    case ACTION_SET_EVENT:
        text_printf(words, "sets %s of %s", action->event->common.name, action->task->common.name);
        break;
    case ACTION_CALLBACK: text_printf(words, "calls %s", action->callback); break;
    case ACTION_INCREMENT: text_printf(words, "increments %s", action->counter->common.name); break;
    }
}

static void print_alarms(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    struct text words = {0};
    HEADINGS(&grid, "alarm", "counter", "action", "autostart", "time", "cycle");
    for (size_t i = 0; i < config->alarm_count; i++) {
        const struct oil_alarm *alarm = &config->alarms[i];
        grid_add(&grid, "%s", alarm->common.name);
        grid_add(&grid, "%s", alarm->counter->common.name);
        print_action(&words, &alarm->action);
        add_words(&grid, &words);
        print_autostart(&words, config, &alarm->autostart);
        add_words(&grid, &words);
        if (alarm->autostart.on) text_printf(&words, "%u", alarm->alarm_time);
        add_words(&grid, &words);
        if (alarm->autostart.on) text_printf(&words, "%u", alarm->cycle_time);
        add_words(&grid, &words);
    }
    if (config->alarm_count) text_add(out, "\nAlarms\n");
    grid_print(&grid, out);
    text_free(&words);
}

static void print_messages(const struct oil_config *config, struct text *out) {
    struct grid grid = {0};
    struct text words = {0};
    HEADINGS(&grid, "message", "property", "notification");
    for (size_t i = 0; i < config->message_count; i++) {
        const struct oil_message *message = &config->messages[i];
        grid_add(&grid, "%s", message->common.name);
        grid_add(&grid, "%s", message->property);
        print_action(&words, &message->notification);
        add_words(&grid, &words);
    }
    if (config->message_count) text_add(out, "\nMessages\n");
    grid_print(&grid, out);
    text_free(&words);
}

void oil_tables(const struct oil_config *config, struct text *out) {
    print_os(config, out);
    print_tasks(config, out);
    print_isrs(config, out);
    print_resources(config, out);
    print_events(config, out);
    print_counters(config, out);
    print_alarms(config, out);
    print_messages(config, out);
}
