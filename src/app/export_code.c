/* A function's code: labels and gotos as in the lowered program, calls written out in place. */
#include "app/export_internal.h"

static void line(struct exporter *exporter, const char *text) { text_printf(&exporter->body, "    %s\n", text); }

bool export_touches_globals(const struct c_expression *expression) {
    if (!expression) return false;
    if (expression->kind == C_OBJECT) {
        enum c_storage storage = expression->object->storage;
        return storage == C_GLOBAL || storage == C_STATIC_LOCAL;
    }
    return export_touches_globals(expression->left) || export_touches_globals(expression->right) ||
           export_touches_globals(expression->third);
}

/* A statement that others can notice, or that can notice others, is executed only while its context runs. */
static void add_statement(struct exporter *exporter, const char *statement, bool visible, struct place place) {
    bool guarded = visible && exporter->interrupts;
    text_add(&exporter->body, "    ");
    if (guarded) text_printf(&exporter->body, "atomic { %s -> ", exporter->guard);
    text_printf(&exporter->body, "%s%s;", statement, guarded ? " }" : "");
    if (place.line) text_printf(&exporter->body, "  /* line %u */", place.line);
    text_add(&exporter->body, "\n");
}

static bool add_assignment(struct exporter *exporter, const struct c_expression *target,
                           const struct c_expression *value, uint32_t instance, struct place place) {
    struct text statement = {0};
    bool ok = export_assignment(exporter, target, value, instance, &statement);
    if (ok)
        add_statement(exporter, text_chars(&statement), export_touches_globals(target) || export_touches_globals(value),
                      place);
    text_free(&statement);
    return ok;
}

/* target = a name in Promela. */
static bool add_result(struct exporter *exporter, const struct c_expression *target, const char *name,
                       uint32_t instance, struct place place) {
    if (!target) return true;
    struct text statement = {0};
    bool ok = export_place(exporter, target, instance, &statement);
    if (ok) {
        text_printf(&statement, " = %s", name);
        add_statement(exporter, text_chars(&statement), export_touches_globals(target), place);
    }
    text_free(&statement);
    return ok;
}

static bool add_branch(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text condition = {0};
    bool ok = export_value(exporter, instruction->value, instance, &condition);
    bool guarded = exporter->interrupts && export_touches_globals(instruction->value);
    if (ok && guarded)
        text_printf(&exporter->body, "    if :: %s && %s -> goto L%u_%u :: %s && !(%s) -> goto L%u_%u fi;",
                    exporter->guard, text_chars(&condition), instance, instruction->then, exporter->guard,
                    text_chars(&condition), instance, instruction->otherwise);
    else if (ok)
        text_printf(&exporter->body, "    if :: %s -> goto L%u_%u :: else -> goto L%u_%u fi;", text_chars(&condition),
                    instance, instruction->then, instance, instruction->otherwise);
    if (ok) text_printf(&exporter->body, "  /* line %u */\n", instruction->place.line);
    text_free(&condition);
    return ok;
}

/* ---- Services ---- */

struct service_form {
    const char *name; /* in os_model.pml */
    unsigned first;   /* what is added to the first argument: the model counts tasks, resources, alarms from 1 */
    unsigned count;
};

static bool service_form(enum osek_service service, struct service_form *form) {
    switch (service) {
    case OSEK_ActivateTask: *form = (struct service_form){"svcActivateTask", 1, 1}; return true;
    case OSEK_TerminateTask: *form = (struct service_form){"svcTerminateTask", 0, 0}; return true;
    case OSEK_ChainTask: *form = (struct service_form){"svcChainTask", 1, 1}; return true;
    case OSEK_Schedule: *form = (struct service_form){"svcSchedule", 0, 0}; return true;
    case OSEK_GetResource: *form = (struct service_form){"svcGetResource", 1, 1}; return true;
    case OSEK_ReleaseResource: *form = (struct service_form){"svcReleaseResource", 1, 1}; return true;
    case OSEK_SetEvent: *form = (struct service_form){"svcSetEvent", 1, 2}; return true;
    case OSEK_ClearEvent: *form = (struct service_form){"svcClearEvent", 0, 1}; return true;
    case OSEK_WaitEvent: *form = (struct service_form){"svcWaitEvent", 0, 1}; return true;
    case OSEK_SetRelAlarm: *form = (struct service_form){"svcSetAlarm", 1, 3}; return true;
    case OSEK_CancelAlarm: *form = (struct service_form){"svcCancelAlarm", 1, 1}; return true;
    case OSEK_DisableAllInterrupts:
    case OSEK_SuspendAllInterrupts: *form = (struct service_form){"svcSuspend", 0, 0}; return true;
    case OSEK_EnableAllInterrupts:
    case OSEK_ResumeAllInterrupts: *form = (struct service_form){"svcResume", 0, 0}; return true;
    case OSEK_SuspendOSInterrupts: *form = (struct service_form){"svcSuspendOS", 0, 0}; return true;
    case OSEK_ResumeOSInterrupts: *form = (struct service_form){"svcResumeOS", 0, 0}; return true;
    default: return false;
    }
}

static bool ends_caller(enum osek_service service) {
    return service == OSEK_TerminateTask || service == OSEK_ChainTask;
}

static bool add_arguments(struct exporter *exporter, const struct c_instruction *instruction,
                          const struct service_form *form, uint32_t instance, struct text *call) {
    unsigned shown = ends_caller(instruction->service) ? 1 : 3;
    for (unsigned i = 0; i < shown; i++) {
        text_add(call, ", ");
        if (i >= form->count || i >= instruction->argument_count) {
            text_add(call, "0");
            continue;
        }
        if (!export_value(exporter, instruction->arguments[i], instance, call)) return false;
        if (i == 0 && form->first) text_add(call, " + 1");
    }
    return true;
}

static bool add_service(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct service_form form;
    if (!service_form(instruction->service, &form))
        return export_refuse(exporter, instruction->place, osek_service_name(instruction->service));
    struct text call = {0};
    bool ends = ends_caller(instruction->service);
    if (exporter->task)
        text_printf(&call, "%s(%u, %s", ends ? "endAPI" : "taskAPI", exporter->task, form.name);
    else
        text_printf(&call, "isrAPI(%u, %s", exporter->level, form.name);
    bool ok = add_arguments(exporter, instruction, &form, instance, &call);
    if (ok) {
        text_printf(&exporter->body, "    printf(\"@%s %s %u\\n\"); %s);  /* line %u */\n", exporter->who,
                    osek_service_name(instruction->service), instruction->place.line, text_chars(&call),
                    instruction->place.line);
        if (ends && exporter->task) line(exporter, "if :: result == E_OK -> goto start :: else fi;");
        if (instruction->result_unused && osek_service_has_status(instruction->service))
            line(exporter, "assert(result == E_OK);");
        ok = add_result(exporter, instruction->target, "result", instance, instruction->place);
    }
    text_free(&call);
    return ok;
}

/* ---- Calls ---- */

static bool add_call(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    const struct c_function *callee = instruction->callee;
    if (!callee) return export_refuse(exporter, instruction->place, "a call through a pointer");
    for (size_t i = 0; i < exporter->calls.count; i++)
        if (exporter->calls.items[i] == callee) return export_refuse(exporter, instruction->place, "recursion");
    uint32_t inner = ++exporter->instances;
    text_printf(&exporter->body, "    /* %s(), called in line %u */\n", callee->name, instruction->place.line);
    for (uint32_t i = 0; i < callee->parameter_count && i < instruction->argument_count; i++) {
        struct text statement = {0};
        text_printf(&statement, "%s = ", export_name(exporter, callee->locals[i], inner));
        bool ok = export_value(exporter, instruction->arguments[i], instance, &statement);
        if (ok)
            add_statement(exporter, text_chars(&statement), export_touches_globals(instruction->arguments[i]),
                          instruction->place);
        text_free(&statement);
        if (!ok) return false;
    }
    const char *result = arena_printf(exporter->arena, "%s_returns_%u", callee->name, inner);
    if (callee->type->target && callee->type->target->kind != C_VOID)
        text_printf(&exporter->declarations, "    int %s;\n", result);
    vec_push(&exporter->calls, callee);
    bool ok = export_function(exporter, callee, inner, arena_printf(exporter->arena, "L%u_end", inner));
    (void)vec_pop(&exporter->calls);
    return ok && add_result(exporter, instruction->target, result, instance, instruction->place);
}

static bool add_return(struct exporter *exporter, const struct c_function *function,
                       const struct c_instruction *instruction, uint32_t instance, const char *end) {
    if (instruction->value && exporter->calls.count > 1) {
        struct text statement = {0};
        text_printf(&statement, "%s_returns_%u = ", function->name, instance);
        bool ok = export_value(exporter, instruction->value, instance, &statement);
        if (ok)
            add_statement(exporter, text_chars(&statement), export_touches_globals(instruction->value),
                          instruction->place);
        text_free(&statement);
        if (!ok) return false;
    }
    text_printf(&exporter->body, "    goto %s;\n", end);
    return true;
}

/* ---- The rest ---- */

static bool add_choice(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text low = {0}, high = {0};
    bool ok = export_value(exporter, instruction->value, instance, &low) &&
              export_value(exporter, instruction->other, instance, &high);
    if (ok)
        text_printf(&exporter->body, "    select(choice : %s .. %s);  /* line %u */\n", text_chars(&low),
                    text_chars(&high), instruction->place.line);
    text_free(&low);
    text_free(&high);
    return ok && add_result(exporter, instruction->target, "choice", instance, instruction->place);
}

static bool add_condition(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    struct text statement = {0};
    text_add(&statement, instruction->kind == C_ASSERT ? "assert(" : "(");
    bool ok = export_value(exporter, instruction->value, instance, &statement);
    text_add_char(&statement, ')');
    if (ok)
        add_statement(exporter, text_chars(&statement), export_touches_globals(instruction->value), instruction->place);
    text_free(&statement);
    return ok;
}

static void reset_leaf(void *context, const struct export_leaf *leaf) {
    if (!leaf->length) text_printf(context, "%s = 0; ", leaf->name);
}

static bool add_clear(struct exporter *exporter, const struct c_instruction *instruction, uint32_t instance) {
    if (instruction->target->kind != C_OBJECT) return true;
    const struct c_object *object = instruction->target->object;
    struct text resets = {0};
    bool ok = export_visit_leaves(exporter, object->type, export_name(exporter, object, instance), instruction->place,
                                  reset_leaf, &resets);
    if (ok && resets.length) line(exporter, text_chars(&resets));
    text_free(&resets);
    return ok;
}

static bool add_instruction(struct exporter *exporter, const struct c_function *function,
                            const struct c_instruction *instruction, uint32_t instance, const char *end) {
    switch (instruction->kind) {
    case C_ASSIGN:
        return add_assignment(exporter, instruction->target, instruction->value, instance, instruction->place);
    case C_BRANCH: return add_branch(exporter, instruction, instance);
    case C_JUMP: text_printf(&exporter->body, "    goto L%u_%u;\n", instance, instruction->then); return true;
    case C_CALL: return add_call(exporter, instruction, instance);
    case C_RETURN: return add_return(exporter, function, instruction, instance, end);
    case C_SERVICE: return add_service(exporter, instruction, instance);
    case C_CHOOSE: return add_choice(exporter, instruction, instance);
    case C_ASSERT:
    case C_ASSUME: return add_condition(exporter, instruction, instance);
    case C_CLEAR: return add_clear(exporter, instruction, instance);
    case C_TRACE: return true;
    default: return export_refuse(exporter, instruction->place, "a software interrupt");
    }
}

bool export_function(struct exporter *exporter, const struct c_function *function, uint32_t instance, const char *end) {
    bool *is_target = arena_new_array(exporter->arena, bool, function->code_count + 1);
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *instruction = &function->code[i];
        if (instruction->kind == C_BRANCH) is_target[instruction->otherwise] = true;
        if (instruction->kind == C_BRANCH || instruction->kind == C_JUMP) is_target[instruction->then] = true;
    }
    for (uint32_t i = 0; i < function->code_count; i++) {
        if (is_target[i]) text_printf(&exporter->body, "L%u_%u:\n    skip;\n", instance, i);
        if (!add_instruction(exporter, function, &function->code[i], instance, end)) return false;
    }
    text_printf(&exporter->body, "%s:\n    skip;\n", end);
    return true;
}
