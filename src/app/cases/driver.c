#include "app/cases/driver.h"

#include "app/exec/executor.h"
#include "cfront/headers.h"

#include <inttypes.h>
#include <string.h>

/* ---- what can be driven ---- */

/* The result of a function, and nothing that is written through a pointer. */
static bool is_result(const struct c_instruction *choice) {
    const struct c_expression *target = choice->target;
    if (target->kind != C_OBJECT || target->type->kind != C_INTEGER || choice->siblings > 1) return false;
    return !choice->siblings || (target->object->storage >= C_PARAMETER && !target->object->exposed);
}

static const char *refused_choice(const struct c_instruction *choice, struct arena *arena) {
    if (is_result(choice)) return NULL;
    return arena_printf(arena, "`%s` may give more than one whole number", choice->text ? choice->text : "a choice");
}

const char *driver_refusal(const struct app *app, struct arena *arena) {
    const struct c_program *program = app_program(app);
    for (uint32_t i = 0; i < program->global_count; i++)
        if (program->globals[i]->is_input || program->globals[i]->has_inputs)
            return arena_printf(arena, "`%s` is volatile, and changes by itself", program->globals[i]->name);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            const char *why = code->kind == C_CHOOSE ? refused_choice(code, arena) : NULL;
            if (why) return why;
        }
    return NULL;
}

/* ---- the configuration ---- */

static void write_tasks(const struct osek_config *config, struct text *out) {
    text_add(out, "static const struct osek_task tasks[] = {\n");
    for (uint32_t i = 0; i < config->task_count; i++) {
        const struct osek_task *task = &config->tasks[i];
        text_printf(out, "    {\"%s\", %u, %u, %d, %d, %u, %" PRIu64 "u, %" PRIu64 "u, %" PRIu64 "u},\n", task->name,
                    task->priority, task->activation, task->preemptable, task->extended, task->internal, task->events,
                    task->resources, task->autostart);
    }
    text_add(out, "    {0}};\nstatic const struct osek_isr isrs[] = {\n");
    for (uint32_t i = 0; i < config->isr_count; i++)
        text_printf(out, "    {\"%s\", %u, %u, %" PRIu64 "u},\n", config->isrs[i].name, config->isrs[i].category,
                    config->isrs[i].level, config->isrs[i].resources);
    text_add(out, "    {0}};\n");
}

static void write_others(const struct osek_config *config, struct text *out) {
    text_add(out, "static const struct osek_resource resources[] = {\n");
    for (uint32_t i = 0; i < config->resource_count; i++)
        text_printf(out, "    {\"%s\", %u, %d, %u},\n", config->resources[i].name, config->resources[i].ceiling,
                    config->resources[i].scheduler, config->resources[i].root);
    text_add(out, "    {0}};\nstatic const struct osek_counter counters[] = {\n");
    for (uint32_t i = 0; i < config->counter_count; i++) {
        const struct osek_counter *counter = &config->counters[i];
        text_printf(out, "    {\"%s\", %u, %u, %u, %u, %d, %d},\n", counter->name, counter->max,
                    counter->ticks_per_base, counter->min_cycle, counter->level, counter->unobserved,
                    counter->stepwise);
    }
    text_add(out, "    {0}};\nstatic const struct osek_alarm alarms[] = {\n");
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        text_printf(out, "    {\"%s\", %u, %d, %uu, %" PRIu64 "u, %uu, %" PRIu64 "u, %u, %u},\n", alarm->name,
                    alarm->counter, (int)alarm->action, alarm->task, alarm->event, alarm->increment, alarm->autostart,
                    alarm->start, alarm->cycle);
    }
    text_add(out, "    {0}};\n");
}

static void write_profile(const struct osek_profile *p, struct text *out) {
    text_printf(out, "    .profile = {%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d},\n",
                p->task_id_invalid_in_isr, p->hooks_for_idle, p->hooks_for_isr, p->no_post_hook_on_self_chain,
                p->disabled_interrupts_error, p->autostart_before_startup_hook, p->services_in_callbacks,
                p->end_terminates, p->fixed_autostart_order, p->fixed_alarm_order, p->fixed_errors,
                p->undeclared_resource_refused, p->zero_increment_ok, p->main_goes_on);
}

static void write_config(const struct app *app, struct text *out) {
    const struct osek_config *c = app_kernel_config(app);
    write_tasks(c, out);
    write_others(c, out);
    text_printf(out,
                "struct osek_config driver_config = {\n    .extended_status = %d, .startup_hook = %d, .shutdown_hook = "
                "%d, .error_hook = %d, .pre_task_hook = %d, .post_task_hook = %d,\n",
                c->extended_status, c->startup_hook, c->shutdown_hook, c->error_hook, c->pre_task_hook,
                c->post_task_hook);
    text_add(out,
             "    .tasks = tasks, .isrs = isrs, .resources = resources, .counters = counters, .alarms = alarms,\n");
    text_printf(out,
                "    .task_count = %u, .isr_count = %u, .resource_count = %u, .counter_count = %u, .alarm_count = %u, "
                ".highest_priority = %u,\n",
                c->task_count, c->isr_count, c->resource_count, c->counter_count, c->alarm_count, c->highest_priority);
    write_profile(&c->profile, out);
    text_printf(out, "};\nconst uint32_t driver_mode = %u;\n", app_executor(app)->subject->mode);
}

/* ---- the code of contexts ---- */

static bool takes_status(enum osek_context_kind kind) { return kind == OSEK_ERROR_HOOK || kind == OSEK_SHUTDOWN_HOOK; }

/* Hooks get what the kernel says; callbacks have one of two names. */
static void write_caller(const struct app *app, uint32_t context, struct text *out) {
    const struct c_function *entry = app_program(app)->entries[context];
    enum osek_context_kind kind = osek_context_kind(app_kernel_config(app), context, NULL);
    if (!entry || kind == OSEK_MAIN) return;
    const char *name = entry->name;
    if (kind == OSEK_TASK || kind == OSEK_ISR) {
        const char *prefix = kind == OSEK_TASK ? HEADERS_TASK : HEADERS_ISR;
        text_printf(out, "void %s%s(void);\nstatic void context_%u(void) { %s%s(); }\n", prefix, name, context, prefix,
                    name);
    } else if (kind == OSEK_ALARM_CALLBACK) {
        text_printf(out,
                    "void " HEADERS_CALLBACK "%s(void) __attribute__((weak));\nvoid %s(void) __attribute__((weak));\n"
                    "static void context_%u(void) { if (" HEADERS_CALLBACK "%s) " HEADERS_CALLBACK
                    "%s(); else %s(); }\n",
                    name, name, context, name, name, name);
    } else if (takes_status(kind)) {
        text_printf(out,
                    "void %s(unsigned char error);\nstatic void context_%u(void) { %s((unsigned "
                    "char)driver_hook_argument()); }\n",
                    name, context, name);
    } else {
        text_printf(out, "void %s(void);\nstatic void context_%u(void) { %s(); }\n", name, context, name);
    }
}

static void write_code(const struct app *app, struct text *out) {
    uint32_t count = osek_context_count(app_kernel_config(app));
    for (uint32_t i = 0; i < count; i++) write_caller(app, i, out);
    text_add(out, "void (*const driver_code[])(void) = {");
    for (uint32_t i = 0; i < count; i++) {
        bool has_code = app_program(app)->entries[i] && osek_context_kind(app_kernel_config(app), i, NULL) != OSEK_MAIN;
        if (has_code)
            text_printf(out, "context_%u, ", i);
        else
            text_add(out, "0, ");
    }
    text_add(out, "0};\nconst char *const driver_names[] = {");
    for (uint32_t i = 0; i < count; i++) text_printf(out, "\"%s\", ", app_context_name(app, i));
    text_add(out, "0};\n");
}

/* Functions that the application has no body for give the next input. */
static bool is_first(const struct app *app, const struct c_instruction *choice) {
    const struct c_program *program = app_program(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CHOOSE && code->text && !strcmp(code->text, choice->text)) return code == choice;
        }
    return false;
}

static void write_input(const struct c_instruction *choice, struct text *out) {
    const struct c_expression *low = c_constant(choice->value), *high = c_constant(choice->other);
    const char *type = choice->target->type->name;
    if (low && high && low->integer == high->integer)
        text_printf(out, "%s %s() { return (%s)driver_constant(%" PRId64 "); }\n", type, choice->text, type,
                    low->integer);
    else
        text_printf(out, "%s %s() { return (%s)driver_input(); }\n", type, choice->text, type);
}

static void write_inputs(const struct app *app, struct text *out) {
    const struct c_program *program = app_program(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CHOOSE && code->text && is_first(app, code)) write_input(code, out);
        }
}

/* ---- the tests ---- */

static void write_test(const struct test_case *test, size_t number, struct text *out) {
    text_printf(out, "static const int64_t inputs_%zu[] = {", number);
    for (size_t i = 0; i < test->inputs.count; i++)
        text_printf(out, "(int64_t)0x%" PRIx64 "u, ", (uint64_t)test->inputs.items[i]);
    text_printf(out, "0};\nstatic const struct driver_arrival arrivals_%zu[] = {", number);
    for (size_t i = 0; i < test->arrivals.count; i++) {
        const struct case_arrival *arrival = &test->arrivals.items[i];
        text_printf(out, "{%u, %d, %u, %u}, ", arrival->chance, arrival->is_tick, arrival->number, arrival->ticks);
    }
    text_printf(out, "{0}};\nstatic const struct driver_call calls_%zu[] = {\n", number);
    for (size_t i = 0; i < test->notes.calls.count; i++) {
        const struct notes_call *call = &test->notes.calls.items[i];
        text_printf(out, "    {%u, OSEK_%s, {%" PRIu64 "u, %" PRIu64 "u, %" PRIu64 "u}, %d},\n", call->caller,
                    osek_service_name(call->call.service), call->call.arguments[0], call->call.arguments[1],
                    call->call.arguments[2], call->status);
    }
    text_add(out, "    {0}};\n");
}

void driver_write(const struct app *app, const struct cover *cover, struct text *out) {
    text_add(out, "/* Test cases of rtcheck, and the application's configuration. */\n#include \"driver.h\"\n\n");
    write_config(app, out);
    write_code(app, out);
    write_inputs(app, out);
    for (size_t i = 0; i < cover->tests.count; i++)
        if (!cover->tests.items[i]->not_driven) write_test(cover->tests.items[i], i + 1, out);
    text_add(out, "const struct driver_test driver_tests[] = {\n");
    for (size_t i = 0; i < cover->tests.count; i++) {
        const struct test_case *test = cover->tests.items[i];
        if (test->not_driven) continue;
        text_printf(out, "    {%zu, inputs_%zu, %zu, arrivals_%zu, %zu, calls_%zu, %zu, %u, %d},\n", i + 1, i + 1,
                    test->inputs.count, i + 1, test->arrivals.count, i + 1, test->notes.calls.count,
                    test->notes.chances, test->is_cut);
    }
    text_add(out, "    {0}};\n");
}

static const char *fixed(const char *name) {
    for (const struct header *header = headers_fixed; header->name; header++)
        if (!strcmp(header->name, name)) return header->text;
    return "";
}

void driver_headers(const struct app *app, struct text *os, struct text *rtcheck, struct text *names) {
    text_add(os, fixed("os.h"));
    text_add(rtcheck, fixed("rtcheck.h"));
    headers_print_names(app_names(app), names);
}
