#include "app/analysis/surely_starts.h"

#include "app/analysis/touched.h"
#include "app/subject/ways.h"

/* What stands in the functions that a task calls. */
struct code {
    const struct c_program *program;
    const struct c_function *entry;
    bool gives_way; /* others may run meanwhile, or it is not known what is called */
    bool ends_deep; /* it may end in a function that it calls */
};

static bool ends(const struct c_instruction *code) {
    return code->kind == C_SERVICE &&
           (code->service == OSEK_TerminateTask || code->service == OSEK_ChainTask || osek_ends_all(code->service));
}

static void look_at_function(void *context, uint32_t number) {
    struct code *it = context;
    const struct c_function *function = it->program->functions[number];
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        it->gives_way |= code->kind == C_SERVICE && (code->service == OSEK_WaitEvent || code->service == OSEK_Schedule);
        it->gives_way |= code->kind == C_CALL && !code->callee;
        it->ends_deep |= function != it->entry && ends(code);
    }
}

/* `context`: the task's number. */
static enum way look_for_start(const void *context, const struct c_instruction *code) {
    const uint32_t *task = context;
    bool starts = code->kind == C_SERVICE && (code->service == OSEK_ActivateTask || code->service == OSEK_ChainTask);
    const struct c_expression *whom = starts && code->argument_count ? c_constant(code->arguments[0]) : NULL;
    if (whom && (uint64_t)whom->integer == *task) return WAY_COMES_BY;
    return ends(code) ? WAY_ENDS : WAY_GOES_ON;
}

bool **surely_starts_find(const struct analysis *analysis, bool *const *calls) {
    const struct c_program *program = analysis->subject->program;
    uint32_t tasks = analysis->subject->config->task_count;
    bool **starts = arena_new_array(analysis->arena, bool *, tasks + 1);
    struct arena *own = arena_new();
    for (uint32_t i = 0; i < tasks; i++) {
        struct code code = {.program = program, .entry = program->entries[i]};
        starts[i] = arena_new_array(analysis->arena, bool, tasks + 1);
        if (!code.entry) continue;
        bool *seen = arena_new_array(own, bool, program->function_count + 1);
        touched_visit_calls(calls, program->function_count, code.entry->index, seen, look_at_function, &code);
        for (uint32_t k = 0; k < tasks && !code.gives_way && !code.ends_deep; k++)
            starts[i][k] = i != k && !ways_pass_by(program, code.entry, look_for_start, &k);
    }
    arena_free(own);
    return starts;
}
