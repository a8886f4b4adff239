#include "cli/ending.h"

#include "base/limits.h"
#include "cli/command.h"
#include "cli/host.h"
#include "report/result.h"

#include <string.h>

void ending_options(struct option_table *table, struct ending_limits *limits) {
    option_size(table, "memory", &limits->bytes,
                "memory for everything: 512M, 4G (default: what the machine has free)");
    option_seconds(table, "time", &limits->seconds, "time for everything: 90s, 5m, 2h");
}

static const void *target(const struct option_table *table, const char *name, enum option_kind kind) {
    for (size_t i = 0; i < table->options.count; i++) {
        const struct option *option = &table->options.items[i];
        if (option->kind == kind && option->name && strcmp(option->name, name) == 0) return option->target;
    }
    return NULL;
}

static struct limits_plan plan_of(const struct option_table *table) {
    const double *seconds = target(table, "time", OPTION_SECONDS);
    const uint64_t *bytes = target(table, "memory", OPTION_SIZE);
    uint64_t there = host_memory();
    /* Where nothing was said, what the machine has is the limit: better an answer than the kernel's own choice. */
    return (struct limits_plan){.seconds = seconds ? *seconds : 0,
                                .bytes = bytes && *bytes ? *bytes : there - there / 16};
}

static char *words(const struct option_table *table, const char *model, bool json, enum limits_reason reason) {
    static const char *const why[LIMITS_REASONS] = {
        [LIMITS_TIME] = "the time was over before there was an answer",
        [LIMITS_MEMORY] = "the memory limit was reached before there was an answer",
        [LIMITS_INTERRUPTED] = "interrupted before there was an answer",
        [LIMITS_CODE] = "the model's C code ended the run before there was an answer"};
    struct text out = {0};
    if (json)
        result_json_cut_off(&out, table->command, model, limits_name(reason), why[reason]);
    else
        text_printf(&out, "unknown: %s\n", why[reason]);
    return text_take(&out);
}

static bool gives_verdicts(const char *command) {
    static const char *const others[] = {"graph", "simulate", "oil", "doctor", "version", "help"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(command, others[i]) == 0) return false;
    return true;
}

void ending_prepare(const struct option_table *table, const struct text_list *operands) {
    const bool *json = target(table, "json", OPTION_FLAG);
    bool as_json = json && *json;
    const char *model = operands->list.count ? operands->list.items[0] : "";
    struct limits_answer *answer = memory_new(sizeof *answer); /* as long as the process */
    answer->status = STATUS_INCONCLUSIVE;
    for (enum limits_reason reason = LIMITS_NONE + 1; reason < LIMITS_REASONS; reason++) {
        struct text aside = {0};
        text_printf(&aside, "rtcheck %s: %s\n", table->command,
                    reason == LIMITS_CODE ? "ended by the model's C code" : limits_name(reason));
        answer->err[reason] = text_take(&aside);
        if (as_json || gives_verdicts(table->command)) answer->out[reason] = words(table, model, as_json, reason);
    }
    struct limits_plan plan = plan_of(table);
    limits_begin(&plan, answer);
}
