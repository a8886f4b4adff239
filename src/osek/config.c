/* Whether the kernel can run a configuration. What passes here makes every later access safe. */
#include "osek/start.h"
#include "osek/state.h"

enum { MOST_OBJECTS = 10000, MOST_MODES = 64, MOST_RESOURCES = 64, MOST_REQUESTS = 255 };

static const char *task_fault(const struct osek_config *config, const struct osek_task *task) {
    if (task->activation == 0) return "a task accepts no activation";
    if (task->activation > MOST_REQUESTS) return "a task accepts more than 255 activations";
    if (task->extended && task->activation > 1) return "an extended task accepts more than one activation";
    if (!task->extended && task->events) return "a basic task has events";
    if (task->priority > config->highest_priority) return "a task's priority is above the highest one";
    if (task->internal > config->highest_priority) return "an internal resource's ceiling is above all tasks";
    for (uint32_t i = 0; i < config->resource_count; i++)
        if ((task->resources >> i & 1) && !config->resources[i].scheduler &&
            config->resources[i].ceiling < task->priority)
            return "a resource's ceiling is below a task that declares it";
    return NULL;
}

static const char *isr_fault(const struct osek_config *config, const struct osek_isr *isr) {
    if (isr->category != 1 && isr->category != 2) return "an ISR's category is neither 1 nor 2";
    if (isr->level <= config->highest_priority) return "an ISR's level is not above all tasks";
    if (isr->category == 1 && isr->resources) return "an ISR of category 1 declares a resource";
    for (uint32_t i = 0; i < config->resource_count; i++)
        if ((isr->resources >> i & 1) && config->resources[i].ceiling < isr->level)
            return "a resource's ceiling is below an ISR that declares it";
    return NULL;
}

/* 0: not looked at; 1: under way; 2: done. */
static bool goes_in_circles(const struct osek_config *config, uint32_t counter, unsigned char *marks) {
    if (marks[counter]) return marks[counter] == 1;
    marks[counter] = 1;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (alarm->counter == counter && alarm->action == OSEK_INCREMENT &&
            goes_in_circles(config, alarm->increment, marks))
            return true;
    }
    marks[counter] = 2;
    return false;
}

static const char *alarm_fault(const struct osek_config *config, const struct osek_alarm *alarm) {
    if (alarm->counter >= config->counter_count) return "an alarm's counter does not exist";
    if (osek_alarm_starts_task(alarm) && alarm->task >= config->task_count) return "an alarm's task does not exist";
    if (alarm->action == OSEK_INCREMENT && alarm->increment >= config->counter_count)
        return "the counter that an alarm increments does not exist";
    const struct osek_counter *counter = &config->counters[alarm->counter];
    if (!alarm->autostart) return NULL;
    if (alarm->start > counter->max) return "an autostarted alarm's time is beyond its counter's maximum";
    if (alarm->cycle > counter->max) return "an autostarted alarm's cycle is beyond its counter's maximum";
    return NULL;
}

static const char *counters_fault(const struct osek_config *config) {
    unsigned char marks[MOST_OBJECTS] = {0};
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (goes_in_circles(config, i, marks)) return "alarms that increment counters go in circles";
    return NULL;
}

static const char *resources_fault(const struct osek_config *config) {
    for (uint32_t i = 0; i < config->resource_count; i++)
        if (config->resources[i].root >= config->resource_count) return "a linked resource's root does not exist";
    return NULL;
}

static const char *orders_fault(const struct osek_config *config) {
    for (uint32_t mode = 0; mode < MOST_MODES; mode++)
        if (osek_autostart_orders(config, mode) == UINT32_MAX)
            return "more than a million orders of autostarted tasks of equal priority: choose a profile that fixes it";
    return NULL;
}

const char *osek_config_fault(const struct osek_config *config) {
    const char *fault = NULL;
    if (config->task_count > MOST_OBJECTS || config->isr_count > MOST_OBJECTS || config->alarm_count > MOST_OBJECTS ||
        config->counter_count > MOST_OBJECTS)
        return "there are more than 10000 objects of one kind";
    if (config->resource_count > MOST_RESOURCES) return "there are more than 64 resources";
    for (uint32_t i = 0; i < config->task_count && !fault; i++) fault = task_fault(config, &config->tasks[i]);
    for (uint32_t i = 0; i < config->isr_count && !fault; i++) fault = isr_fault(config, &config->isrs[i]);
    for (uint32_t i = 0; i < config->alarm_count && !fault; i++) fault = alarm_fault(config, &config->alarms[i]);
    if (!fault) fault = resources_fault(config);
    if (!fault) fault = counters_fault(config);
    if (!fault) fault = orders_fault(config);
    return fault;
}
