#include "cli/common/ending.h"

#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/common/host.h"
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

/* `answer` comes first: what base/limits.h holds is one of these. */
struct ending {
    struct limits_answer answer;
    const char *command, *model;
    bool json, gives_verdicts;
    const struct ending *before; /* whose place it has taken; NULL: it is the first */
};

static char *nothing_known(const struct ending *ending, enum limits_reason reason) {
    static const char *const why[LIMITS_REASONS] = {
        [LIMITS_TIME] = "the time was over before there was an answer",
        [LIMITS_MEMORY] = "the memory limit was reached before there was an answer",
        [LIMITS_INTERRUPTED] = "interrupted before there was an answer",
        [LIMITS_CODE] = "the model's C code ended the run before there was an answer",
        [LIMITS_LIBRARY] = "a library that rtcheck asks crashed, or did not come back, before there was an answer",
        [LIMITS_UNSTEADY] = "the C code does something else when it is called again in the same state: it keeps "
                            "something outside of the state, or depends on time or chance"};
    struct text out = {0};
    if (ending->json)
        result_json_cut_off(&out, ending->command, ending->model, limits_name(reason), why[reason], NULL);
    else
        text_printf(&out, "unknown: %s\n", why[reason]);
    return text_take(&out);
}

static char *violated(const struct ending *ending, enum limits_reason reason, const struct trace_finding *finding) {
    static const char *const why[LIMITS_REASONS] = {
        [LIMITS_TIME] = "the time was over before the run that leads there was told",
        [LIMITS_MEMORY] = "the memory limit was reached before the run that leads there was told",
        [LIMITS_INTERRUPTED] = "interrupted before the run that leads there was told",
        [LIMITS_CODE] = "the model's C code ended the run before the way there was told",
        [LIMITS_LIBRARY] =
            "a library that rtcheck asks crashed, or did not come back, before the run that leads there was told"};
    struct text out = {0}, safe = {0};
    if (ending->json) {
        result_json_cut_off(&out, ending->command, ending->model, limits_name(reason), why[reason], finding);
        return text_take(&out);
    }
    text_printf(&out, "violated: %s", finding->message);
    if (finding->place.file) text_printf(&out, ", at %s:%u", finding->place.file, finding->place.line);
    text_printf(&out, "\n(%s)\n", why[reason]);
    text_add_visible(&safe, text_chars(&out), out.length, false); /* names are the model's */
    text_free(&out);
    return text_take(&safe);
}

static bool gives_verdicts(const char *command) {
    static const char *const others[] = {"graph", "simulate", "oil", "doctor", "version", "help"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(command, others[i]) == 0) return false;
    return true;
}

void ending_prepare(const struct option_table *table, const struct text_list *operands) {
    const bool *json = target(table, "json", OPTION_FLAG);
    struct ending *ending = memory_new(sizeof *ending); /* as long as the process */
    *ending = (struct ending){.command = table->command,
                              .model = operands->list.count ? operands->list.items[0] : "",
                              .json = json && *json,
                              .gives_verdicts = gives_verdicts(table->command)};
    for (enum limits_reason reason = LIMITS_NONE + 1; reason < LIMITS_REASONS; reason++) {
        struct text aside = {0};
        text_printf(&aside, "rtcheck %s: %s\n", table->command,
                    reason == LIMITS_CODE      ? "ended by the model's C code"
                    : reason == LIMITS_LIBRARY ? "ended by a library"
                                               : limits_name(reason));
        ending->answer.err[reason] = text_take(&aside);
        ending->answer.status[reason] = STATUS_INCONCLUSIVE;
        if (ending->json || ending->gives_verdicts) ending->answer.out[reason] = nothing_known(ending, reason);
    }
    struct limits_plan plan = plan_of(table);
    limits_begin(&plan, &ending->answer);
}

void ending_found(const char *property, const struct violation *violation) {
    const struct ending *before = (const struct ending *)limits_prepared();
    if (!before || before->before || !before->gives_verdicts) return;
    struct ending *ending = memory_new(sizeof *ending); /* as long as the process */
    *ending = *before;
    ending->before = before;
    const struct trace_finding finding = {violation->kind, property,
                                          violation->message ? violation->message : violation->kind, violation->place};
    for (enum limits_reason reason = LIMITS_NONE + 1; reason < LIMITS_REASONS; reason++) {
        if (reason == LIMITS_UNSTEADY) continue; /* what was found is not found again */
        ending->answer.status[reason] = STATUS_VIOLATED;
        ending->answer.out[reason] = violated(ending, reason, &finding);
    }
    limits_prepare(&ending->answer);
}
