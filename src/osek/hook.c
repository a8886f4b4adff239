#include "osek/hook.h"

#include "osek/context.h"

static bool is_configured(const struct osek_config *config, enum osek_context_kind hook) {
    switch (hook) {
    case OSEK_STARTUP_HOOK: return config->startup_hook;
    case OSEK_SHUTDOWN_HOOK: return OSEK_RULE(SHUTDOWN_HOOK, config->shutdown_hook, false);
    case OSEK_ERROR_HOOK: return OSEK_RULE(ERROR_HOOK_CALLED, config->error_hook, false);
    case OSEK_PRE_TASK_HOOK: return config->pre_task_hook;
    case OSEK_POST_TASK_HOOK: return config->post_task_hook;
    default: return false;
    }
}

void osek_call_hook(const struct osek_kernel *k, enum osek_context_kind hook) {
    if (is_configured(k->config, hook)) osek_push(k, osek_context(k->config, hook, 0));
}

/* The error's description: the service's number + 1, the status, the parameters. */
static uint32_t parameter_at(const struct osek_kernel *k, unsigned parameter) {
    return k->layout.error + 2 + parameter * k->layout.parameter_size;
}

static void describe_error(const struct osek_kernel *k, enum osek_status status, unsigned service,
                           const uint64_t *arguments) {
    k->bytes[k->layout.error] = (unsigned char)service;
    k->bytes[k->layout.error + 1] = (unsigned char)status;
    for (unsigned i = 0; i < 3; i++)
        put_number(k, parameter_at(k, i), k->layout.parameter_size, OSEK_RULE(ERROR_PARAMETERS, arguments[i], 0));
}

/* 11.2: never recursive; errors inside ErrorHook show in return values only. */
static bool may_call_error_hook(const struct osek_kernel *k) {
    bool runs = osek_on_stack(k, osek_context(k->config, OSEK_ERROR_HOOK, 0));
    return OSEK_RULE(ERROR_HOOK_NOT_RECURSIVE, !runs, osek_depth(k) < k->layout.depth);
}

void osek_raise_error(const struct osek_kernel *k, enum osek_status status, enum osek_service service,
                      const uint64_t *arguments) {
    if (!is_configured(k->config, OSEK_ERROR_HOOK) || !may_call_error_hook(k)) return;
    describe_error(k, status, service + 1U, arguments);
    osek_call_hook(k, OSEK_ERROR_HOOK);
}

void osek_end_hook(const struct osek_kernel *k, enum osek_context_kind hook) {
    static const uint64_t nothing[3];
    if (hook == OSEK_ERROR_HOOK) describe_error(k, OSEK_OK, 0, nothing);
    osek_pop(k);
}

void osek_do_ErrorGetServiceId(const struct osek_kernel *k, const uint64_t *arguments) {
    (void)arguments;
    k->result->values[0] = k->bytes[k->layout.error] - 1U;
    k->result->value_count = 1;
}

void osek_do_ErrorParameter(const struct osek_kernel *k, const uint64_t *arguments) {
    if (arguments[0] < 3)
        k->result->values[0] = get_number(k, parameter_at(k, (unsigned)arguments[0]), k->layout.parameter_size);
    k->result->value_count = 1;
}

enum osek_status osek_error_told(const struct osek_kernel *k) {
    return (enum osek_status)k->bytes[k->layout.error + 1];
}
