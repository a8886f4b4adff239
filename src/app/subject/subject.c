#include "app/subject/subject.h"
#include "base/word.h"

#include "app/subject/budget.h"
#include "app/subject/clockwork.h"
#include "app/subject/expect.h"
#include "app/subject/inert.h"

#include <string.h>

enum { MOST_CONTEXTS = 0x7000 };

/* ---- contexts by name ---- */

static const char *context_name(struct subject *subject, uint32_t context) {
    static const char *const hooks[] = {[OSEK_STARTUP_HOOK] = "StartupHook",
                                        [OSEK_SHUTDOWN_HOOK] = "ShutdownHook",
                                        [OSEK_ERROR_HOOK] = "ErrorHook",
                                        [OSEK_PRE_TASK_HOOK] = "PreTaskHook",
                                        [OSEK_POST_TASK_HOOK] = "PostTaskHook"};
    uint32_t index;
    enum osek_context_kind kind = osek_context_kind(subject->config, context, &index);
    switch (kind) {
    case OSEK_TASK: return subject->config->tasks[index].name;
    case OSEK_ISR: return subject->config->isrs[index].name;
    case OSEK_MAIN: return "main";
    case OSEK_ALARM_CALLBACK:
        return arena_printf(subject->arena, "callback of %s", subject->config->alarms[index].name);
    default: return hooks[kind];
    }
}

static void name_contexts(struct subject *subject) {
    subject->context_names = arena_new_array(subject->arena, const char *, subject->context_count + 1);
    for (uint32_t i = 0; i < subject->context_count; i++) subject->context_names[i] = context_name(subject, i);
}

const char *subject_context_name(const struct subject *subject, uint32_t context) {
    return context < subject->context_count ? subject->context_names[context] : "nobody";
}

/* A routine for which its counter's ticks stand comes as these do. */
static bool clockwork_may_come(const struct subject *subject, const void *kernel) {
    for (uint32_t i = 0; i < subject->config->counter_count; i++)
        if (clockwork_drives(subject, i) && osek_tick_allowed(subject->config, kernel, i)) return true;
    return false;
}

bool subject_is_interruptible(const struct subject *subject, const void *kernel) {
    uint32_t current = osek_current(subject->config, kernel);
    bool in_routine = current != OSEK_NONE && osek_context_kind(subject->config, current, NULL) == OSEK_ISR;
    bool by_idle = subject->idle_count && !in_routine && !osek_interrupts_masked(subject->config, kernel, 2);
    return by_idle || clockwork_may_come(subject, kernel);
}

bool subject_is_hook(const struct subject *subject, uint32_t context) {
    uint32_t index;
    if (context >= subject->context_count) return false;
    enum osek_context_kind kind = osek_context_kind(subject->config, context, &index);
    return kind >= OSEK_STARTUP_HOOK && kind <= OSEK_POST_TASK_HOOK;
}

/* ---- numbers ---- */

static void number_objects(struct subject *subject) {
    const struct c_program *program = subject->program;
    uint32_t count = program->global_count;
    subject->first_local = arena_new_array(subject->arena, uint32_t, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        subject->first_local[i] = count;
        count += program->functions[i]->local_count;
    }
    subject->object_count = count;
    subject->objects = arena_new_array(subject->arena, const struct c_object *, count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) subject->objects[i] = program->globals[i];
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t l = 0; l < program->functions[i]->local_count; l++)
            subject->objects[subject->first_local[i] + l] = program->functions[i]->locals[l];
}

static void number_instructions(struct subject *subject) {
    const struct c_program *program = subject->program;
    uint32_t count = 0;
    subject->first_instruction = arena_new_array(subject->arena, uint32_t, program->function_count + 1);
    for (uint32_t i = 0; i < program->function_count; i++) {
        subject->first_instruction[i] = count;
        count += program->functions[i]->code_count;
    }
    subject->first_instruction[program->function_count] = subject->instruction_count = count;
    subject->function_of = arena_new_array(subject->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t k = subject->first_instruction[i]; k < subject->first_instruction[i + 1]; k++)
            subject->function_of[k] = i;
}

/* ---- the whole ---- */

static bool find_mode(struct subject *subject, const char *wanted, struct diagnostics *diagnostics) {
    const struct cfront_names *names = subject->names;
    subject->mode_given = wanted;
    if (!wanted && names && subject->skipped_main) {
        subject->mode = subject->boot_mode;
        if (subject->mode < names->mode_count) return true;
        diag_error(diagnostics, subject->skipped_main->code[0].place, "there is no application mode of number %u",
                   subject->mode);
        return false;
    }
    for (uint32_t i = 0; names && i < names->mode_count; i++)
        if (!strcmp(names->modes[i], wanted ? wanted : "OSDEFAULTAPPMODE")) {
            subject->mode = i;
            return true;
        }
    if (wanted) diag_error(diagnostics, (struct place){0}, "there is no application mode '%s'", wanted);
    return !wanted;
}

/* Machines with addresses of 16 bits move 16 bits at once, but for those of 8 bits. */
static uint32_t word_of(const struct c_program *program) {
    bool bytes = program->target && begins_with(program->target, "avr");
    return bytes || !program->pointer_size ? 1 : program->pointer_size;
}

bool subject_build(struct subject *subject, const struct app_options *options, struct diagnostics *diagnostics) {
    const char *fault = osek_config_fault(subject->config);
    subject->context_count = osek_context_count(subject->config);
    if (!fault && subject->context_count > MOST_CONTEXTS) fault = "there are too many tasks, ISRs and alarms";
    if (fault) {
        diag_error(diagnostics, (struct place){0}, "this configuration cannot be run: %s", fault);
        return false;
    }
    for (unsigned i = 0; i < APP_CHECK_COUNT; i++) subject->enabled[i] = !options->disabled[i];
    subject->step_limit = options->step_limit ? options->step_limit : app_options_default().step_limit;
    subject->loop_bound = options->loop_bound;
    subject->no_reduction = options->no_reduction;
    subject->whole_objects = options->whole_objects;
    subject->fair_interrupts = options->fair_interrupts;
    subject->word = word_of(subject->program);
    name_contexts(subject);
    number_objects(subject);
    number_instructions(subject);
    find_mode(subject, options->mode, diagnostics);
    budgets_set(subject, options, diagnostics);
    inert_find(subject);
    expect_build(subject, options, diagnostics);
    return true;
}
