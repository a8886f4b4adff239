/* A service is called, or code ends: checks, then effects, then the scheduler.
 *
 * Invariant: a call that is refused changes nothing but what ErrorHook needs. */
#include "osek/context.h"
#include "osek/hook.h"
#include "osek/interrupt.h"
#include "osek/resource.h"
#include "osek/schedule.h"
#include "osek/service.h"
#include "osek/start.h"
#include "osek/task.h"

#include <stdlib.h>
#include <string.h>

/* ---- What is wrong with a call ---- */

/* Before StartOS main() may mask interrupts, which are off anyway. Behind it, where main() goes on, it does what an
 * interrupt routine may do: it is no task that could wait or end, and has no resources. */
static bool may_be_in_main(const struct osek_kernel *k, enum osek_service service) {
    bool apart = service == OSEK_GetResource || service == OSEK_ReleaseResource;
    if (phase(k) != PHASE_UP) return (osek_services[service].places & IN_TASK) && osek_services[service].masks;
    return (osek_services[service].places & IN_ISR2) && !apart;
}

/* Callbacks that may call services (services_in_callbacks) run as interrupt routines of category 2 do, but hold no
 * resources and let no alarm expire inside them. */
static unsigned places_of(const struct osek_kernel *k, enum osek_service service) {
    unsigned places = osek_services[service].places;
    bool apart = service == OSEK_GetResource || service == OSEK_ReleaseResource || service == OSEK_IncrementCounter;
    if (k->config->profile.services_in_callbacks && (places & IN_ISR2) && !apart) places |= IN_CALLBACK;
    if (may_be_in_main(k, service)) places |= IN_MAIN;
    return places;
}

static bool is_wrong_place(const struct osek_kernel *k, enum osek_service service) {
    enum osek_place place = osek_place_of(k->config, osek_now(k));
    unsigned places = places_of(k, service);
    if (service == OSEK_StartOS) return place != IN_MAIN || phase(k) != PHASE_BOOT;
    return !(place & OSEK_RULE(CALL_LEVEL, places, (places & IN_ISR2) ? ~0U : places));
}

/* An interrupt routine of category 1, and main() before StartOS: the kernel is not entered there. */
static bool is_outside(const struct osek_kernel *k) {
    enum osek_place place = osek_place_of(k->config, osek_now(k));
    return place == IN_ISR1 || (place == IN_MAIN && phase(k) == PHASE_BOOT);
}

static uint32_t objects(const struct osek_config *config, enum osek_argument argument) {
    switch (argument) {
    case ARGUMENT_TASK: return config->task_count;
    case ARGUMENT_RESOURCE: return config->resource_count;
    case ARGUMENT_ALARM: return config->alarm_count;
    case ARGUMENT_COUNTER: return config->counter_count;
    case ARGUMENT_OTHER: break;
    }
    return UINT32_MAX;
}

static bool is_wrong_identifier(const struct osek_kernel *k, const struct osek_call *call) {
    enum osek_argument argument = osek_services[call->service].argument;
    return argument != ARGUMENT_OTHER && call->arguments[0] >= objects(k->config, argument);
}

/* 6: no service but those that mask and unmask may be called while interrupts are masked by the application. What
 * happens then is undefined, or an error by profile; services without a status cannot refuse. */
static void check_masks(const struct osek_kernel *k, enum osek_service service, struct osek_errors *errors) {
    if (osek_is_misplaced_mask(k, service)) osek_tell_misuse(k, OSEK_INTERRUPTS_DISABLED);
    if (!osek_application_masks(k) || osek_services[service].masks) return;
    if (k->config->profile.disabled_interrupts_error && osek_services[service].has_status)
        osek_add_standard_error(errors, OSEK_E_DISABLEDINT, OSEK_INTERRUPTS_DISABLED);
    else
        osek_tell_misuse(k, OSEK_INTERRUPTS_DISABLED);
}

static void check(const struct osek_kernel *k, const struct osek_call *call, struct osek_errors *errors) {
    const struct osek_service_entry *service = &osek_services[call->service];
    check_masks(k, call->service, errors);
    if (is_wrong_place(k, call->service)) osek_add_error(errors, OSEK_E_CALLEVEL, OSEK_WRONG_LEVEL);
    if (is_wrong_identifier(k, call))
        osek_add_error(errors, OSEK_RULE(IDENTIFIERS_CHECKED, OSEK_E_ID, OSEK_E_VALUE), OSEK_BAD_IDENTIFIER);
    if (!errors->set && service->check) service->check(k, call->arguments, errors);
}

/* ---- Refusing ---- */

static unsigned count_bits(unsigned set) { return (unsigned)__builtin_popcount(set); }

/* Which of several errors a service returns is up to the implementation (12.2.3). */
static unsigned choose_error(struct osek_kernel *k, unsigned set) {
    unsigned wanted = 0, rank = 0;
    if (!k->config->profile.fixed_errors && OSEK_RULE(SEVERAL_ERRORS_OPEN, true, false)) {
        k->choices = count_bits(set);
        wanted = k->choice % k->choices;
    }
    for (;; rank++) {
        if (!(set >> rank & 1)) continue;
        if (wanted-- == 0) return rank;
    }
}

/* 11.2: in standard status, errors that only extended status has are not found: what happens is undefined. The call is
 * refused, with E_OK, and the misuse is told. */
static unsigned errors_found(const struct osek_kernel *k, const struct osek_errors *errors) {
    bool all = OSEK_RULE(STANDARD_STATUS, k->config->extended_status, true);
    return all ? errors->set : errors->set & errors->standard;
}

static void refuse(struct osek_kernel *k, const struct osek_call *call, const struct osek_errors *errors) {
    unsigned found = errors_found(k, errors), undefined = errors->set & ~found;
    if (undefined) osek_tell_misuse(k, errors->misuse[__builtin_ctz(undefined)]);
    if (!found) return;
    unsigned rank = choose_error(k, found);
    if (!osek_services[call->service].has_status) {
        osek_tell_misuse(k, errors->misuse[rank]);
        return;
    }
    k->result->status = osek_error_order[rank];
    osek_report_misuse(k, (struct osek_misused){.misuse = errors->misuse[rank],
                                                .service = call->service,
                                                .reported = k->result->status,
                                                .is_outside = is_outside(k)});
    osek_raise_error(k, k->result->status, call->service, call->arguments);
}

/* ---- Calls ---- */

/* GetActiveApplicationMode while interrupts are masked: it has a value and no status, but the error goes to ErrorHook
 * (disabled_interrupts_error). */
static void report_masked_value(const struct osek_kernel *k, const struct osek_call *call) {
    if (call->service != OSEK_GetActiveApplicationMode || !k->config->profile.disabled_interrupts_error) return;
    if (osek_application_masks(k)) osek_raise_error(k, OSEK_E_DISABLEDINT, call->service, call->arguments);
}

static void perform(struct osek_kernel *k, const struct osek_call *call) {
    if (call->service == OSEK_StartOS)
        osek_boot(k, (uint32_t)call->arguments[0]);
    else if (phase(k) != PHASE_BOOT || call->service >= OSEK_SourceMasks)
        osek_services[call->service].act(k, call->arguments);
    report_masked_value(k, call);
}

/* 13.6.3.3: what an increment of 0 does is up to the implementation, unless the profile knows. In standard status
 * nobody refuses. */
static unsigned choose_meaning(struct osek_kernel *k, const struct osek_call *call) {
    if (call->service != OSEK_SetRelAlarm || call->arguments[1]) return 1;
    if (k->config->profile.zero_increment_ok) return 1;
    static const enum osek_zero meanings[] = {ZERO_IS_REFUSED, ZERO_IS_A_TURN, ZERO_IS_NOW};
    unsigned first = k->config->extended_status ? 0 : 1, count = 3 - first;
    k->zero = meanings[first + k->choice % count];
    k->choice /= count;
    return count;
}

unsigned osek_call(const struct osek_config *config, void *state, const struct osek_call *call, unsigned choice,
                   struct osek_result *result) {
    struct osek_kernel k = osek_view(config, state);
    struct osek_errors errors = {0};
    memset(result, 0, sizeof *result);
    k.choice = choice;
    k.result = result;
    if (osek_now(&k) == OSEK_NONE || (unsigned)call->service >= OSEK_SERVICE_COUNT) {
        result->status = OSEK_E_CALLEVEL;
        result->misused.misuse = OSEK_WRONG_LEVEL;
        return 1;
    }
    if (!osek_masks_processor(call->service)) osek_unmask_processor(&k);
    unsigned meanings = choose_meaning(&k, call);
    check(&k, call, &errors);
    if (errors.set)
        refuse(&k, call, &errors);
    else
        perform(&k, call);
    if (OSEK_RULE(ACTIVATION_RESCHEDULES, true, call->service != OSEK_ActivateTask)) osek_settle(&k);
    return k.choices * meanings;
}

/* ---- The end of code ---- */

/* 4.7: a task must end with TerminateTask or ChainTask; what happens otherwise is undefined. Here it is terminated. */
static void end_task(struct osek_kernel *k) {
    bool wrong = OSEK_RULE(MISSING_TERMINATE, !k->config->profile.end_terminates, false);
    if (wrong) osek_tell_misuse(k, OSEK_MISSING_TERMINATE);
    if (osek_holds_resources(k, osek_now(k))) osek_tell_misuse(k, OSEK_RESOURCE_AT_END);
    osek_stop_running(k, WORK_TERMINATE, OSEK_NONE);
}

unsigned osek_end(const struct osek_config *config, void *state, unsigned choice, struct osek_result *result) {
    struct osek_kernel k = osek_view(config, state);
    uint32_t now = osek_now(&k);
    memset(result, 0, sizeof *result);
    k.choice = choice;
    k.result = result;
    if (now == OSEK_NONE) return 1;
    osek_unmask_processor(&k);
    result->caller_ended = true;
    enum osek_context_kind kind = osek_context_kind(config, now, NULL);
    if (kind == OSEK_TASK) {
        end_task(&k);
    } else if (kind == OSEK_MAIN) {
        osek_end_main(&k);
    } else if (kind == OSEK_ISR) {
        osek_end_interrupt(&k);
        if (OSEK_RULE(INTERRUPT_RESCHEDULES, false, true)) return 1;
    } else {
        osek_unmask_at_end(&k);
        osek_end_hook(&k, kind);
    }
    osek_settle(&k);
    return k.choices;
}
