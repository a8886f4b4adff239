#include "app/subject/counter_look.h"

/* The identifier may be known only when the program runs: then it is any. */
static bool names(const struct osek_config *config, const struct c_instruction *call, bool by_alarm, uint32_t counter) {
    const struct c_expression *id = call->argument_count ? c_constant(call->arguments[0]) : NULL;
    uint64_t number = id ? (uint64_t)id->integer : UINT64_MAX;
    if (number >= (by_alarm ? config->alarm_count : config->counter_count)) return true;
    return (by_alarm ? config->alarms[number].counter : (uint32_t)number) == counter;
}

static bool has(const struct c_type *type, uint64_t value) {
    int64_t low, high;
    if (type->kind != C_INTEGER || type->is_bool || value > INT32_MAX) return false;
    c_range_of_bits(type, type->size * 8, &low, &high);
    return value <= (uint64_t)high;
}

/* A constant that conversions leave as it is. */
uint64_t counter_look_start(const struct c_instruction *call) {
    const struct c_expression *start = call->argument_count > 1 ? call->arguments[1] : NULL,
                              *constant = c_constant(start);
    for (; constant && start != constant; start = start->left)
        if (!has(start->type, (uint64_t)constant->integer)) return UINT64_MAX;
    return constant && has(constant->type, (uint64_t)constant->integer) ? (uint64_t)constant->integer : UINT64_MAX;
}

unsigned counter_look(const struct osek_config *config, const struct c_instruction *call, uint32_t counter) {
    switch (call->service) {
    case OSEK_GetCounterValue:
    case OSEK_GetElapsedValue: return names(config, call, false, counter) ? COUNTER_VALUE : 0;
    case OSEK_SetAbsAlarm:
        if (!names(config, call, true, counter)) return 0;
        return counter_look_start(call) <= config->counters[counter].max ? COUNTER_ABSOLUTE : COUNTER_VALUE;
    case OSEK_SetRelAlarm: return names(config, call, true, counter) ? COUNTER_RELATIVE : 0;
    case OSEK_GetAlarm: return names(config, call, true, counter) ? COUNTER_TICKS : 0;
    /* Which tick makes an alarm expire, the code's or time's, depends on where it stands. */
    case OSEK_IncrementCounter: return names(config, call, false, counter) ? COUNTER_TICKS : 0;
    default: return 0;
    }
}

bool counter_look_has_several_alarms(const struct osek_config *config, uint32_t counter) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < config->alarm_count; i++) count += config->alarms[i].counter == counter;
    return count > 1;
}

bool counter_look_advances(const struct c_instruction *code, uint32_t counter) {
    if (code->kind != C_SERVICE || code->service != OSEK_IncrementCounter || !code->argument_count) return false;
    const struct c_expression *id = c_constant(code->arguments[0]);
    return id && (uint64_t)id->integer == counter;
}
