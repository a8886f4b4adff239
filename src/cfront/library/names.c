/* The header of the configuration's names. Invariant: no name is declared twice, whatever the configuration calls its
 * objects; the first kind in the order below keeps a name. */
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/library/services.h"

#include <string.h>
#include <strings.h>

static bool is_name(const char *name) {
    return name && *name && !(*name >= '0' && *name <= '9') && is_whole_word(name);
}

/* `enum { name = value };` unless the name is declared already. */
static void declare(struct text *out, const char *name, uint64_t value) {
    if (!is_name(name)) return;
    struct text declared = {0};
    text_printf(&declared, "enum { %s = ", name);
    if (!strstr(text_chars(out), declared.chars))
        text_printf(out, "%s%llu%s };\n", declared.chars, (unsigned long long)value, value >> 31 ? "ull" : "");
    text_free(&declared);
}

static void declare_constant(struct text *out, const char *name, const char *suffix, uint32_t value) {
    text_printf(out, "#define %s%s ((TickType)%uu)\n", name, suffix, value);
}

static void declare_counter(struct text *out, const char *suffix, const struct osek_counter *counter) {
    declare_constant(out, "OSMAXALLOWEDVALUE", suffix, counter->max);
    declare_constant(out, "OSTICKSPERBASE", suffix, counter->ticks_per_base);
    declare_constant(out, "OSMINCYCLE", suffix, counter->min_cycle);
}

static bool is_system_counter(const struct osek_counter *counter) {
    return counter->name && !strcasecmp(counter->name, "SystemCounter");
}

/* 13.6.5: constants without a suffix belong to the system counter. Where none has its name, any may be it: only what
 * all of them have in common is known. */
static void declare_system_counter(struct text *out, const struct osek_config *config) {
    const struct osek_counter *first = config->counters;
    bool max = true, base = true, cycle = true;
    for (uint32_t i = 0; i < config->counter_count; i++) {
        const struct osek_counter *counter = &config->counters[i];
        max &= counter->max == first->max;
        base &= counter->ticks_per_base == first->ticks_per_base;
        cycle &= counter->min_cycle == first->min_cycle;
        if (!is_system_counter(counter)) continue;
        declare_counter(out, "", counter);
        return;
    }
    if (!config->counter_count) return;
    if (max) declare_constant(out, "OSMAXALLOWEDVALUE", "", first->max);
    if (base) declare_constant(out, "OSTICKSPERBASE", "", first->ticks_per_base);
    if (cycle) declare_constant(out, "OSMINCYCLE", "", first->min_cycle);
}

static void declare_counters(struct text *out, const struct osek_config *config) {
    for (uint32_t i = 0; i < config->counter_count; i++) {
        const struct osek_counter *counter = &config->counters[i];
        declare(out, counter->name, i);
        if (!is_name(counter->name)) continue;
        struct text suffix = {0};
        text_printf(&suffix, "_%s", counter->name);
        declare_counter(out, suffix.chars, counter);
        text_free(&suffix);
    }
    declare_system_counter(out, config);
}

/* For test harnesses that advance time until an alarm expires. */
static void define_counter_of(struct text *out, const struct osek_config *config) {
    text_add(out, "#define rtcheck_counter_of(alarm) (");
    for (uint32_t i = 0; i < config->alarm_count; i++)
        text_printf(out, "(alarm) == %u ? %u : ", i, config->alarms[i].counter);
    text_add(out, "0)\n");
}

/* Its name is that of a function. */
static bool has_own_code(const struct cfront_names *names, uint32_t isr) {
    const char *code = names->isr_codes ? names->isr_codes[isr] : NULL;
    return code && !strcmp(code, names->config->isrs[isr].name);
}

static void declare_isrs(const struct cfront_names *names, const enum headers_isr *isrs, struct text *out) {
    for (uint32_t i = 0; i < names->config->isr_count; i++) {
        const char *name = names->config->isrs[i].name;
        enum headers_isr isr = has_own_code(names, i) ? HEADERS_ISR_DECLARED : isrs ? isrs[i] : HEADERS_ISR_NUMBER;
        if (isr == HEADERS_ISR_NUMBER) declare(out, name, i);
        if (isr == HEADERS_ISR_IN_TABLE) text_printf(out, "void %s(void);\n", name);
    }
}

void headers_print_names(const struct cfront_names *names, const enum headers_isr *isrs, struct text *out) {
    const struct osek_config *config = names->config;
    for (uint32_t i = 0; i < config->task_count; i++) declare(out, config->tasks[i].name, i);
    for (uint32_t i = 0; i < config->resource_count; i++) declare(out, config->resources[i].name, i);
    for (uint32_t i = 0; i < names->event_count; i++) declare(out, names->events[i], names->event_masks[i]);
    for (uint32_t i = 0; i < config->alarm_count; i++) declare(out, config->alarms[i].name, i);
    declare_counters(out, config);
    define_counter_of(out, config);
    for (uint32_t i = 0; i < names->mode_count; i++) declare(out, names->modes[i], i);
    declare(out, "OSDEFAULTAPPMODE", 0);
    declare_isrs(names, isrs, out);
    services_print_identifiers(out);
}

const char *headers_object_named(const struct cfront_names *names, const char *name) {
    const struct osek_config *config = names->config;
    for (uint32_t i = 0; i < config->task_count; i++)
        if (!strcmp(config->tasks[i].name, name)) return "TASK";
    for (uint32_t i = 0; i < config->resource_count; i++)
        if (!strcmp(config->resources[i].name, name)) return "RESOURCE";
    for (uint32_t i = 0; i < names->event_count; i++)
        if (!strcmp(names->events[i], name)) return "EVENT";
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (!strcmp(config->alarms[i].name, name)) return "ALARM";
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (!strcmp(config->counters[i].name, name)) return "COUNTER";
    for (uint32_t i = 0; i < names->mode_count; i++)
        if (!strcmp(names->modes[i], name)) return "APPMODE";
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (!strcmp(config->isrs[i].name, name)) return "ISR";
    return NULL;
}
