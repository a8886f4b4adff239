#include "app/analysis/recurrent.h"

#include "app/analysis/touched.h"
#include "app/subject/budget.h"

#include <string.h>

static void add_all(const struct analysis *analysis, bool *activates) {
    memset(activates, true, analysis->subject->config->task_count * sizeof *activates);
}

static void add_argument(const struct analysis *analysis, const struct c_instruction *call, bool *activates) {
    const struct c_expression *task = call->argument_count ? c_constant(call->arguments[0]) : NULL;
    if (!task)
        add_all(analysis, activates);
    else if ((uint64_t)task->integer < analysis->subject->config->task_count)
        activates[task->integer] = true;
}

static void add_service(const struct analysis *analysis, const struct c_instruction *call, bool *activates) {
    switch (call->service) {
    case OSEK_ActivateTask:
    case OSEK_ChainTask: add_argument(analysis, call, activates); break;
    /* By alarms that expire. */
    case OSEK_IncrementCounter:
    case OSEK_SetRelAlarm:
    case OSEK_SetAbsAlarm: add_all(analysis, activates); break;
    default: break;
    }
}

struct adding {
    const struct analysis *analysis;
    bool *activates;
};

static void add_function(void *context, uint32_t function) {
    const struct adding *adding = context;
    const struct c_function *code = adding->analysis->subject->program->functions[function];
    for (uint32_t i = 0; i < code->code_count; i++) {
        if (code->code[i].kind == C_SERVICE) add_service(adding->analysis, &code->code[i], adding->activates);
        if (code->code[i].kind == C_INTERRUPT) add_all(adding->analysis, adding->activates); /* by the routine */
    }
}

/* From who activates whom to who leads to whom (Warshall). */
void recurrent_close(bool **activates, uint32_t count) {
    for (uint32_t middle = 0; middle < count; middle++)
        for (uint32_t from = 0; from < count; from++)
            for (uint32_t to = 0; activates[from][middle] && to < count; to++)
                activates[from][to] |= activates[middle][to];
}

void recurrent_find(struct analysis *analysis, bool *const *calls) {
    uint32_t tasks = analysis->subject->config->task_count;
    bool open = budgets_let_come(analysis->subject);
    struct arena *own = arena_new();
    bool **activates = arena_new_array(own, bool *, tasks + 1);
    for (uint32_t i = 0; i < tasks; i++) {
        const struct c_function *entry = analysis->subject->program->entries[i];
        activates[i] = arena_new_array(own, bool, tasks + 1);
        bool *seen = arena_new_array(own, bool, analysis->subject->program->function_count + 1);
        if (entry)
            touched_visit_calls(calls, analysis->subject->program->function_count, entry->index, seen, add_function,
                                &(struct adding){analysis, activates[i]});
    }
    recurrent_close(activates, tasks);
    for (uint32_t i = 0; i < tasks; i++) analysis->restarts |= activates[i][i];
    analysis->recurrent = arena_new_array(analysis->arena, bool, analysis->subject->context_count + 1);
    for (uint32_t i = 0; i < analysis->subject->context_count; i++)
        analysis->recurrent[i] = open || i >= tasks || activates[i][i];
    arena_free(own);
}
