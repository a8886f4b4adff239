#include "app/exec/judge.h"

#include "app/analysis/ceiling.h"
#include "app/exec/late.h"
#include "app/subject/expect.h"
#include "app/subject/service_text.h"

#include <string.h>

static const enum app_check check_of[] = {
    [OSEK_MISSING_TERMINATE] = APP_CHECK_TERMINATE,
    [OSEK_RESOURCE_AT_END] = APP_CHECK_RESOURCE,
    [OSEK_RESOURCE_ORDER] = APP_CHECK_RESOURCE,
    [OSEK_RESOURCE_NESTED] = APP_CHECK_RESOURCE,
    [OSEK_RESOURCE_CEILING] = APP_CHECK_CEILING,
    [OSEK_ACTIVATION_LOST] = APP_CHECK_ACTIVATION,
    [OSEK_WRONG_LEVEL] = APP_CHECK_LEVEL,
    [OSEK_INTERRUPTS_DISABLED] = APP_CHECK_INTERRUPTS,
    [OSEK_INTERRUPTS_UNBALANCED] = APP_CHECK_INTERRUPTS,
    [OSEK_EVENT_OF_SUSPENDED] = APP_CHECK_EVENT,
    [OSEK_EVENT_OF_BASIC] = APP_CHECK_EVENT,
    [OSEK_EVENT_OF_OTHERS] = APP_CHECK_EVENT,
    [OSEK_BAD_IDENTIFIER] = APP_CHECK_ARGUMENT,
    [OSEK_BAD_VALUE] = APP_CHECK_ARGUMENT,
};

bool judge_is_beyond_counting(const struct subject *subject, enum osek_misuse misuse) {
    return misuse == OSEK_ACTIVATION_LOST && subject->config->counts_requests;
}

const char *judge_misuse_text(const struct subject *subject, enum osek_misuse misuse) {
    return judge_is_beyond_counting(subject, misuse)
               ? "so many requests of a task wait that rtcheck counts no further (--isr NAME=N and "
                 "--ticks any:timely make them fewer)"
               : osek_misuse_text(misuse);
}

const char *judge_misuse(const struct subject *subject, enum osek_misuse misuse) {
    if (judge_is_beyond_counting(subject, misuse)) return "limit";
    if (!misuse || !subject->enabled[check_of[misuse]]) return NULL;
    return app_check_name(check_of[misuse]);
}

/* Misuse is the application's own affair where the kernel reports it and its caller looks, or where it is expected.
 * ErrorHook only hears of it: that excuses no misuse, but an error that is none need not be looked at twice. */
static bool is_excused(const struct subject *subject, const struct osek_call *call, const struct osek_misused *misused,
                       enum c_regard regard) {
    if (judge_is_beyond_counting(subject, misused->misuse)) return false;
    if (expect_has(subject, misused->service, misused->reported)) return true;
    bool is_told = misused->reported != OSEK_OK && !misused->is_outside;
    return call && regard == C_LOOKED_AT && is_told && misused->service == call->service;
}

static const char *check_for(const struct subject *subject, const struct osek_call *call,
                             const struct osek_misused *misused, enum c_regard regard) {
    return is_excused(subject, call, misused, regard) ? NULL : judge_misuse(subject, misused->misuse);
}

void judge_prefer(const struct subject *subject, const struct osek_call *call, enum c_regard regard,
                  struct osek_result *result) {
    struct osek_misused first = result->misused, *chosen = NULL;
    for (unsigned i = 0; i < result->further_count; i++) {
        struct osek_misused *further = &result->further[i];
        if (judge_is_beyond_counting(subject, further->misuse) ||
            (!chosen && check_for(subject, call, further, regard)))
            chosen = further;
    }
    if (!chosen || judge_is_beyond_counting(subject, first.misuse)) return;
    if (check_for(subject, call, &first, regard) && !judge_is_beyond_counting(subject, chosen->misuse)) return;
    result->misused = *chosen;
    *chosen = first;
}

struct complaint judge_alone(const struct subject *subject, const struct osek_misused *misused, uint32_t context,
                             struct text *words) {
    const char *who = misused->alarm         ? subject->config->alarms[misused->alarm - 1].name
                      : context != OSEK_NONE ? subject_context_name(subject, context)
                                             : "";
    text_printf(words, "%s%s: %s", who, misused->alarm ? " expires" : "", judge_misuse_text(subject, misused->misuse));
    return (struct complaint){.check = check_for(subject, NULL, misused, C_LOOKED_AT),
                              .about = misused->alarm | (late_is_misuse(misused->misuse) ? FAULT_LATE : 0)};
}

static bool is_unchecked(const struct subject *subject, const struct osek_call *call, const struct osek_result *result,
                         enum c_regard regard) {
    if (result->status == OSEK_OK || regard != C_IGNORED || subject->config->error_hook) return false;
    return subject->enabled[APP_CHECK_UNCHECKED] && !expect_has(subject, call->service, result->status);
}

struct complaint judge_call(const struct analysis *analysis, uint32_t caller, const struct osek_call *call,
                            const struct osek_result *result, enum c_regard regard, struct text *words) {
    const struct subject *subject = analysis->subject;
    bool unchecked = is_unchecked(subject, call, result, regard);
    const char *check = check_for(subject, call, &result->misused, regard);
    bool misused = check != NULL;
    if (!misused && !unchecked) return (struct complaint){0};
    text_printf(words, "%s calls ", subject_context_name(subject, caller));
    service_text_print(subject, call, caller, words);
    text_add(words, ": ");
    if (misused && result->misused.misuse == OSEK_RESOURCE_CEILING)
        ceiling_explain(analysis, caller, (uint32_t)call->arguments[0], words);
    else if (misused)
        text_add(words, judge_misuse_text(subject, result->misused.misuse));
    else
        text_printf(words, "it returns %s, and nobody looks at it", osek_status_name(result->status));
    return (struct complaint){.check = misused ? check : app_check_name(APP_CHECK_UNCHECKED),
                              .about = late_is_call(call, result) ? FAULT_LATE : 0};
}

struct complaint judge_idle(const struct subject *subject, const void *kernel, struct text *words) {
    bool any = false;
    text_add(words, "nothing runs, nothing can come, and these wait for ever: ");
    for (uint32_t i = 0; i < subject->config->task_count; i++) {
        if (osek_task_state(subject->config, kernel, i) != OSEK_WAITING) continue;
        text_printf(words, "%s%s", any ? ", " : "", subject->config->tasks[i].name);
        any = true;
    }
    bool is_asked = any && subject->enabled[APP_CHECK_DEADLOCK];
    return (struct complaint){.check = is_asked ? app_check_name(APP_CHECK_DEADLOCK) : NULL};
}
