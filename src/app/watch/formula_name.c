#include "app/watch/formula_name.h"

#include "app/subject/service_text.h"
#include "app/subject/variable.h"
#include "base/word.h"

#include <string.h>

const char *formula_kind_word(enum formula_kind kind) {
    static const char *const words[] = {"nothing", "task",    "task, ISR or hook", "resource", "event",
                                        "alarm",   "counter", "application mode",  "number"};
    return words[kind];
}

enum formula_kind formula_argument_kind(enum osek_service service, unsigned argument) {
    static const enum formula_kind kinds[] = {
        [SERVICE_NOTHING] = FORMULA_NOTHING,   [SERVICE_TASK] = FORMULA_TASK,
        [SERVICE_RESOURCE] = FORMULA_RESOURCE, [SERVICE_EVENTS] = FORMULA_EVENT,
        [SERVICE_ALARM] = FORMULA_ALARM,       [SERVICE_COUNTER] = FORMULA_COUNTER,
        [SERVICE_MODE] = FORMULA_MODE,         [SERVICE_NUMBER] = FORMULA_ANY_NUMBER};
    return kinds[service_argument(service, argument)];
}

static bool find_event(const struct watch *watch, const char *name, uint64_t *value) {
    for (uint32_t i = 0; watch->subject->names && i < watch->subject->names->event_count; i++)
        if (!strcmp(watch->subject->names->events[i], name)) {
            *value = watch->subject->names->event_masks[i];
            return true;
        }
    return false;
}

static bool find_mode(const struct watch *watch, const char *name, uint64_t *value) {
    for (uint32_t i = 0; watch->subject->names && i < watch->subject->names->mode_count; i++)
        if (!strcmp(watch->subject->names->modes[i], name)) {
            *value = i;
            return true;
        }
    return false;
}

#define FIND(array, count)                                                                                             \
    for (uint32_t i = 0; i < (count); i++)                                                                             \
        if (!strcmp((array)[i].name, name)) {                                                                          \
            *value = i;                                                                                                \
            return true;                                                                                               \
        }                                                                                                              \
    return false

bool formula_find_name(const struct watch *watch, enum formula_kind kind, const char *name, uint64_t *value) {
    const struct osek_config *config = watch->subject->config;
    switch (kind) {
    case FORMULA_TASK: FIND(config->tasks, config->task_count);
    case FORMULA_RESOURCE: FIND(config->resources, config->resource_count);
    case FORMULA_ALARM: FIND(config->alarms, config->alarm_count);
    case FORMULA_COUNTER: FIND(config->counters, config->counter_count);
    case FORMULA_EVENT: return find_event(watch, name, value);
    case FORMULA_MODE: return find_mode(watch, name, value);
    case FORMULA_CONTEXT:
        for (uint32_t i = 0; i < watch->subject->context_count; i++)
            if (!strcmp(subject_context_name(watch->subject, i), name)) {
                *value = i;
                return true;
            }
        return false;
    default: return false;
    }
}

/* The names of files and of functions are both written before "::". */
static bool is_of(const struct c_constant *constant, const char *qualifier, size_t length) {
    if (!length) return true;
    if (constant->function) return spells(qualifier, length, constant->function);
    return variable_is_file(constant->file, qualifier, length) || variable_is_file(constant->source, qualifier, length);
}

static void add_meaning(struct formula_constant *constant, int64_t value, bool is_guess) {
    constant->is_guess |= is_guess;
    if (constant->meanings && constant->value == value) return;
    constant->meanings++;
    constant->value = value;
}

struct formula_constant formula_find_constant(const struct watch *watch, const char *name, size_t qualifier) {
    static const char *const yes[] = {"TRUE", "true", NULL}, *const no[] = {"FALSE", "false", NULL};
    const struct c_program *program = watch->subject->program;
    const char *plain = name + (qualifier ? qualifier + 2 : 0);
    struct formula_constant found = {0};
    if (is_one_of(name, yes) || is_one_of(name, no)) add_meaning(&found, is_one_of(name, yes), false);
    for (uint32_t i = 0; i < program->constant_count; i++) {
        const struct c_constant *constant = &program->constants[i];
        if (!strcmp(constant->name, plain) && is_of(constant, name, qualifier))
            add_meaning(&found, constant->value, constant->is_guess);
    }
    return found;
}

void formula_watch_line(struct watch *watch, const struct source_lines *line) {
    if (!watch->executor->stops)
        watch->executor->stops = arena_alloc(watch->arena, watch->subject->instruction_count + 1);
    for (uint32_t f = 0; f < watch->subject->program->function_count; f++) {
        const struct c_function *function = watch->subject->program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++)
            if (source_lines_hold(line, function->code[i].place))
                watch->executor->stops[watch->subject->first_instruction[f] + i] = 1;
    }
}

static bool has_event(const struct cfront_names *names, uint32_t task, const char *event) {
    for (const char *const *own = names->task_events[task]; *own; own++)
        if (!strcmp(*own, event)) return true;
    return false;
}

const char *formula_foreign_event(const struct watch *watch, uint32_t task, const char *event) {
    const struct cfront_names *names = watch->subject->names;
    const struct osek_config *config = watch->subject->config;
    if (!names || !names->task_events || has_event(names, task, event)) return NULL;
    struct text owners = {0};
    for (uint32_t i = 0; i < config->task_count; i++)
        if (has_event(names, i, event)) text_printf(&owners, "%s%s", owners.length ? ", " : "", config->tasks[i].name);
    const char *said = owners.length
                           ? arena_printf(watch->arena, "%s does not have this event; it is an event of %s",
                                          config->tasks[task].name, text_chars(&owners))
                           : arena_printf(watch->arena, "%s does not have this event, nor does any other task",
                                          config->tasks[task].name);
    text_free(&owners);
    return said;
}
