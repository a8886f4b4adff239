#include "app/subject/boot.h"

#include "app/subject/beat.h"
#include "app/subject/start_screen.h"

static bool is_start(const struct c_instruction *instruction) {
    return instruction->kind == C_SERVICE && instruction->service == OSEK_StartOS;
}

bool boot_starts_somewhere(const struct c_program *program) {
    if (program->calls_start) return true;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (is_start(&program->functions[f]->code[i])) return true;
    return false;
}

/* The mode, if StartOS is the first that main() does. */
static bool begins_with_start(const struct c_function *function, uint32_t *mode) {
    const struct c_instruction *first = function->code;
    if (!function->code_count || !is_start(first) || !first->argument_count) return false;
    const struct c_expression *constant = c_constant(first->arguments[0]);
    if (!constant || (uint64_t)constant->integer >= OSEK_NONE) return false;
    *mode = (uint32_t)constant->integer;
    return true;
}

/* What is called in each round of a vendor's start screen: there is nothing for it to do, but for drivers without code.
 */
static bool is_idle(const struct osek_config *config, const struct c_function *screen) {
    return beat_of(start_screen_calls(screen), config).kind == BEAT_NOTHING;
}

void boot_prepare(struct subject *subject, struct osek_config *config, struct c_program *program) {
    const struct c_function *function = program->entries[osek_context(config, OSEK_MAIN, 0)];
    subject->boot_mode = OSEK_NONE;
    if (!function) return;
    bool of_vendor = start_screen_is(function);
    if (of_vendor ? is_idle(config, function)
                  : !config->profile.main_goes_on && begins_with_start(function, &subject->boot_mode)) {
        if (of_vendor) subject->boot_mode = 0;
        subject->skipped_main = function;
        ((const struct c_function **)program->entries)[osek_context(config, OSEK_MAIN, 0)] = NULL;
        return;
    }
    if (of_vendor) start_screen_prepare(program, (struct c_function *)function);
    config->runs_main = true;
    config->main_starts = of_vendor;
    config->main_is_last = config->profile.main_goes_on && !boot_starts_somewhere(program);
}

bool boot_does_more(const struct subject *subject) {
    const struct c_function *function = subject->skipped_main;
    if (function && !is_start(function->code)) return false;
    for (uint32_t i = 1; function && i < function->code_count; i++) {
        enum c_instruction_kind kind = function->code[i].kind;
        if (kind == C_SERVICE || kind == C_CALL || kind == C_ASSERT) return true;
    }
    return false;
}
