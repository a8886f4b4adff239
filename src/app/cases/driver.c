#include "app/cases/driver.h"

#include "app/cases/numbers.h"
#include "app/exec/executor.h"
#include "base/word.h"
#include "cfront/library/headers.h"

#include <inttypes.h>
#include <string.h>

/* ---- what can be driven ---- */

/* The result of a function, and nothing that is written through a pointer. */
static bool is_result(const struct c_instruction *choice) {
    return choice->is_result ||
           (!choice->siblings && choice->target->kind == C_OBJECT && choice->target->type->kind == C_INTEGER);
}

static const char *refused_choice(const struct c_instruction *choice, struct arena *arena) {
    if (choice->is_register) return arena_printf(arena, "the register at %s is read", choice->text);
    if (is_result(choice)) return NULL;
    return arena_printf(arena, "`%s` may give more than one whole number", choice->text ? choice->text : "a choice");
}

const char *driver_refusal(const struct app *app, struct arena *arena) {
    const struct c_program *program = app_program(app);
    for (uint32_t i = 0; i < program->global_count; i++)
        if (c_is_from_outside(program->globals[i]))
            return arena_printf(arena, "`%s` is volatile, and changes by itself", program->globals[i]->name);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            const char *why = code->kind == C_CHOOSE ? refused_choice(code, arena) : NULL;
            if (code->kind == C_SERVICE && code->service == OSEK_ProgramEnds)
                why = "the program ends itself, and the driver with it";
            else if (code->kind == C_SERVICE && osek_masks_processor(code->service) &&
                     code->service != OSEK_SourceRegisters)
                why = "interrupts are held off by the processor's own means";
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
                ".highest_priority = %u, .unnested = %d,\n",
                c->task_count, c->isr_count, c->resource_count, c->counter_count, c->alarm_count, c->highest_priority,
                c->unnested);
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
    const char *name = entry->code_name ? entry->code_name : entry->name;
    if (kind == OSEK_TASK || kind == OSEK_ISR) {
        const char *prefix = entry->is_plain ? "" : kind == OSEK_TASK ? HEADERS_TASK : HEADERS_ISR;
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

/* What --any chooses has the option's text: `x=0..5`. */
static void write_inputs(const struct app *app, struct text *out) {
    const struct c_program *program = app_program(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &program->functions[f]->code[i];
            if (code->kind == C_CHOOSE && code->text && is_whole_word(code->text) && is_first(app, code))
                write_input(code, out);
        }
}

/* ---- variables ---- */

/* What other files can name, and what has the same number everywhere: an address has not. */
static bool is_compared(const struct app *app, const struct case_number *number) {
    const struct c_program *program = app_program(app);
    uint32_t size = number->type->size;
    bool has_size = number->bits ? number->bits->bit_width < 64 : true;
    return number->object->is_linked && (size == 1 || size == 2 || size == 4 || size == 8) && has_size &&
           !(size == program->pointer_size && c_is_address(program, (uint64_t)number->value));
}

struct listing {
    const struct app *app;
    struct text *out;
    VEC(bool) is_left_out; /* by number: some test ends with an address in it */
    size_t count;
};

static void choose_number(void *context, const struct case_number *number) {
    struct listing *listing = context;
    if (listing->count == listing->is_left_out.count) vec_push(&listing->is_left_out, false);
    listing->is_left_out.items[listing->count++] |= !is_compared(listing->app, number);
}

static void write_symbol(void *context, const struct case_number *number) {
    struct listing *listing = context;
    size_t i = listing->count++;
    if (listing->is_left_out.items[i]) return;
    text_printf(listing->out,
                "extern const volatile unsigned char variable_%zu[] __asm__(TEXT(__USER_LABEL_PREFIX__) \"%s\")"
                " __attribute__((weak));\n",
                i, number->object->name);
}

static void write_variable(void *context, const struct case_number *number) {
    struct listing *listing = context;
    size_t i = listing->count++;
    if (listing->is_left_out.items[i]) return;
    text_printf(listing->out, "    {\"%s\", variable_%zu, %u, %u, %u, %u},\n", number->name, i, number->offset,
                number->type->size, number->bits ? number->bits->bit_offset : 0,
                number->bits ? number->bits->bit_width : 0);
}

static void write_value(void *context, const struct case_number *number) {
    struct listing *listing = context;
    unsigned bits = number->bits ? number->bits->bit_width : number->type->size * 8;
    uint64_t value = bits < 64 ? (uint64_t)number->value & (((uint64_t)1 << bits) - 1) : (uint64_t)number->value;
    if (!listing->is_left_out.items[listing->count++]) text_printf(listing->out, "0x%" PRIx64 "u, ", value);
}

static void list_numbers(struct listing *listing, const struct test_case *test, numbers_visitor visit) {
    listing->count = 0;
    numbers_visit(listing->app, test, visit, listing);
}

static void write_variables(struct listing *listing, const struct cover *cover) {
    const struct c_program *program = app_program(listing->app);
    for (size_t i = 0; i < cover->tests.count; i++) list_numbers(listing, cover->tests.items[i], choose_number);
    text_add(listing->out, "#define TEXT_OF(x) #x\n#define TEXT(x) TEXT_OF(x)\n");
    if (cover->tests.count) list_numbers(listing, cover->tests.items[0], write_symbol);
    text_add(listing->out, "const struct driver_variable driver_variables[] = {\n");
    if (cover->tests.count) list_numbers(listing, cover->tests.items[0], write_variable);
    text_printf(listing->out, "    {0}};\nconst uint32_t driver_int_size = %u, driver_pointer_size = %u;\n",
                program->int_type->size, program->pointer_size);
    text_printf(listing->out, "const bool driver_char_is_signed = %s;\n", program->char_is_signed ? "true" : "false");
}

/* ---- the tests ---- */

static void write_test(struct listing *listing, const struct test_case *test, size_t number) {
    struct text *out = listing->out;
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
    text_printf(out, "    {0}};\nstatic const uint64_t values_%zu[] = {", number);
    list_numbers(listing, test, write_value);
    text_add(out, "0};\n");
}

void driver_write(const struct app *app, const struct cover *cover, struct text *out) {
    text_add(out, "/* Test cases of rtcheck, and the application's configuration. */\n#include \"driver.h\"\n\n");
    write_config(app, out);
    write_code(app, out);
    write_inputs(app, out);
    struct listing listing = {.app = app, .out = out};
    write_variables(&listing, cover);
    for (size_t i = 0; i < cover->tests.count; i++)
        if (!cover->tests.items[i]->not_driven) write_test(&listing, cover->tests.items[i], i + 1);
    vec_free(&listing.is_left_out);
    text_add(out, "const struct driver_test driver_tests[] = {\n");
    for (size_t i = 0; i < cover->tests.count; i++) {
        const struct test_case *test = cover->tests.items[i];
        if (test->not_driven) continue;
        text_printf(out, "    {%zu, inputs_%zu, %zu, arrivals_%zu, %zu, calls_%zu, %zu, values_%zu, %u, %d},\n", i + 1,
                    i + 1, test->inputs.count, i + 1, test->arrivals.count, i + 1, test->notes.calls.count, i + 1,
                    test->notes.chances, test->is_cut);
    }
    text_add(out, "    {0}};\n");
}

static const char *fixed(const char *name) {
    for (const struct header *header = headers_fixed; header->name; header++)
        if (!strcmp(header->name, name)) return header->text;
    return "";
}

void driver_assert(const struct app *app, struct text *out) {
    bool asserts = app_executor(app)->subject->enabled[APP_CHECK_ASSERTION];
    text_printf(out,
                "/* assert(), as it was when the tests were made: %s */\n"
                "#undef assert\n"
                "#ifdef NDEBUG\n"
                "#define assert(condition) ((void)0)\n"
                "#else\n",
                asserts ? "what does not hold ends the test." : "evaluated, and nothing else (--no-check assertion).");
    if (asserts)
        text_add(out, "void driver_assertion(const char *condition, const char *file, unsigned line);\n"
                      "#define assert(condition) ((condition) ? (void)0 : driver_assertion(#condition, __FILE__, "
                      "__LINE__))\n");
    else
        text_add(out, "#define assert(condition) ((void)(condition))\n");
    text_add(out, "#endif\n"
                  "#if !defined static_assert && !defined __cplusplus && __STDC_VERSION__ < 202311L\n"
                  "#define static_assert _Static_assert\n"
                  "#endif\n");
}

void driver_headers(const struct app *app, struct text *os, struct text *rtcheck, struct text *names) {
    text_add(os, fixed("os.h"));
    text_add(rtcheck, fixed("rtcheck.h"));
    const struct osek_config *config = app_kernel_config(app);
    enum headers_isr *isrs = memory_new((config->isr_count + 1) * sizeof *isrs);
    for (uint32_t i = 0; i < config->isr_count; i++) {
        const struct c_function *entry = app_program(app)->entries[osek_context(config, OSEK_ISR, i)];
        isrs[i] = entry && entry->is_plain ? HEADERS_ISR_DECLARED : HEADERS_ISR_NUMBER;
    }
    headers_print_names(app_names(app), isrs, names);
    free(isrs);
}
