#include "app/subject/defaults.h"

#include "app/subject/half_sentence.h"

#include <string.h>

/* Of generators that are known: no counter ends before the one, no cycle must be longer than the other. */
enum { SMALLEST_MAXIMUM = 32767, LARGEST_MINIMUM = 10 };

static bool is_ours(const struct oil_common *common, const char *attribute) {
    if (!common->object) return true; /* it exists without being declared */
    const struct oil_parameter *parameter = oil_find_parameter(common->object->parameters, attribute);
    return parameter && parameter->ours;
}

/* ---- counters ---- */

/* What the program, or the configuration, asks of a counter. */
struct use {
    bool maximum, base, minimum; /* what it is may make a difference */
};

static void add_times(struct use *use, const struct c_expression *first, const struct c_expression *cycle) {
    const struct c_expression *increment = c_constant(first), *period = c_constant(cycle);
    bool is_short = increment && increment->integer > 0 && increment->integer <= SMALLEST_MAXIMUM && period &&
                    period->integer >= 0 && period->integer <= SMALLEST_MAXIMUM;
    use->maximum |= !is_short;
    use->minimum |= !period || (period->integer > 0 && period->integer < LARGEST_MINIMUM);
}

/* An identifier that is known only when the program runs may be any. */
static bool may_name(const struct c_instruction *call, uint64_t number) {
    const struct c_expression *id = call->argument_count ? c_constant(call->arguments[0]) : NULL;
    return !id || (uint64_t)id->integer == number;
}

static bool may_name_alarm_of(const struct subject *subject, const struct c_instruction *call, uint32_t counter) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].counter == counter && may_name(call, i)) return true;
    return false;
}

static void add_call(const struct subject *subject, const struct c_instruction *call, uint32_t counter,
                     struct use *use) {
    bool by_alarm = may_name_alarm_of(subject, call, counter), by_counter = may_name(call, counter);
    switch (call->service) {
    case OSEK_SetRelAlarm:
        if (by_alarm && call->argument_count > 2) add_times(use, call->arguments[1], call->arguments[2]);
        break;
    case OSEK_SetAbsAlarm:
        if (!by_alarm || call->argument_count < 3) break;
        add_times(use, call->arguments[1], call->arguments[2]);
        use->maximum = true; /* a value that has passed comes again after the end */
        break;
    case OSEK_GetAlarmBase: use->maximum |= by_alarm, use->base |= by_alarm, use->minimum |= by_alarm; break;
    case OSEK_GetCounterValue:
    case OSEK_GetElapsedValue: use->maximum |= by_counter; break;
    default: break;
    }
}

static struct use use_of(const struct subject *subject, uint32_t counter) {
    const struct c_program *program = subject->program;
    const struct osek_config *config = subject->config;
    struct use use = {0};
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (program->functions[f]->code[i].kind == C_SERVICE)
                add_call(subject, &program->functions[f]->code[i], counter, &use);
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (alarm->counter != counter || !alarm->autostart) continue;
        use.maximum |= alarm->start == 0 || alarm->start > SMALLEST_MAXIMUM || alarm->cycle > SMALLEST_MAXIMUM;
        use.minimum |= alarm->cycle > 0 && alarm->cycle < LARGEST_MINIMUM;
    }
    return use;
}

static const char *about_counters(const struct subject *subject, const struct oil_config *oil) {
    const char *text = NULL;
    for (size_t i = 0; i < oil->counter_count; i++) {
        const struct oil_counter *counter = &oil->counters[i];
        struct use use = use_of(subject, (uint32_t)i);
        const char *values = "";
        if (use.maximum && is_ours(&counter->common, "MAXALLOWEDVALUE"))
            values = arena_printf(subject->arena, "MAXALLOWEDVALUE = %u;", counter->max_allowed_value);
        if (use.base && is_ours(&counter->common, "TICKSPERBASE"))
            values = arena_printf(subject->arena, "%s%sTICKSPERBASE = 1;", values, *values ? " " : "");
        if (use.minimum && is_ours(&counter->common, "MINCYCLE"))
            values = arena_printf(subject->arena, "%s%sMINCYCLE = 1;", values, *values ? " " : "");
        if (!*values) continue;
        const char *about =
            arena_printf(subject->arena, "counter %s, for which the configuration does not say it, has `%s`",
                         counter->common.name, values);
        text = half_sentence_join(subject->arena, text, about);
    }
    return text;
}

/* ---- tasks ---- */

static const char *tasks_without(const struct subject *subject, const struct oil_config *oil, const char *attribute) {
    const char *names = "";
    for (size_t i = 0; i < oil->task_count; i++)
        if (is_ours(&oil->tasks[i].common, attribute))
            names = half_sentence_list(subject->arena, names, oil->tasks[i].common.name);
    return names;
}

/* Who is alone, or among equals, is not preempted anyway. */
static bool has_several_priorities(const struct oil_config *oil) {
    for (size_t i = 1; i < oil->task_count; i++)
        if (oil->tasks[i].priority != oil->tasks[0].priority) return true;
    return false;
}

static const char *about_schedule(const struct subject *subject, const struct oil_config *oil) {
    const char *names = tasks_without(subject, oil, "SCHEDULE");
    if (!*names || !has_several_priorities(oil)) return NULL;
    return arena_printf(subject->arena, "tasks without SCHEDULE (%s) are preemptable", names);
}

static const char *about_activation(const struct subject *subject, const struct oil_config *oil) {
    const char *names = tasks_without(subject, oil, "ACTIVATION");
    if (!*names || oil->os.counts_requests) return NULL;
    return arena_printf(subject->arena, "tasks without ACTIVATION (%s) accept one at a time", names);
}

/* ---- the system ---- */

static bool looks_at_status(const struct c_program *program) {
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_SERVICE && code->target) return true;
        }
    return false;
}

static const char *about_status(const struct subject *subject, const struct oil_config *oil) {
    bool matters = oil->os.error_hook || looks_at_status(subject->program);
    for (const struct oil_object *object = oil->tree->objects; object && matters; object = object->next) {
        if (strcmp(object->kind, "OS") != 0) continue;
        const struct oil_parameter *status = oil_find_parameter(object->parameters, "STATUS");
        return status && status->ours ? "the operating system, whose STATUS is not given, has that of STANDARD" : NULL;
    }
    return matters ? "the operating system, whose STATUS is not given, has that of STANDARD" : NULL;
}

static bool names_a_mode(const struct oil_common *common) {
    const struct oil_parameter *autostart = oil_find_parameter(common->object->parameters, "AUTOSTART");
    return autostart && oil_find_parameter(autostart->body, "APPMODE");
}

/* In which modes something starts by itself; with one mode there is no question. */
static const char *about_modes(const struct subject *subject, const struct oil_config *oil) {
    const char *names = "";
    if (oil->appmode_count < 2) return NULL;
    for (size_t i = 0; i < oil->task_count; i++)
        if (oil->tasks[i].autostart.on && !names_a_mode(&oil->tasks[i].common))
            names = half_sentence_list(subject->arena, names, oil->tasks[i].common.name);
    for (size_t i = 0; i < oil->alarm_count; i++)
        if (oil->alarms[i].autostart.on && !names_a_mode(&oil->alarms[i].common))
            names = half_sentence_list(subject->arena, names, oil->alarms[i].common.name);
    if (!*names) return NULL;
    return arena_printf(subject->arena, "what starts by itself without an APPMODE (%s) starts in every mode", names);
}

const char *defaults_assumption(const struct subject *subject, const struct oil_config *oil) {
    const char *all[] = {about_counters(subject, oil), about_schedule(subject, oil), about_activation(subject, oil),
                         about_status(subject, oil), about_modes(subject, oil)};
    const char *text = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) text = half_sentence_join(subject->arena, text, all[i]);
    return text;
}
