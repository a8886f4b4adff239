#include "app/cases/write.h"

#include "app/cases/numbers.h"
#include "base/json.h"

#include <inttypes.h>
#include <string.h>

const char *const cover_goal_names[] = {"statement", "branch", "condition", "mcdc", "path", NULL};

/* ---- JSON ---- */

static void json_variable(void *context, const struct case_number *number) {
    struct json *json = context;
    json_key(json, number->name);
    if (number->type->is_signed)
        json_integer(json, number->value);
    else
        json_number(json, (uint64_t)number->value);
}

static void write_arrivals(struct json *json, const struct app *app, const struct test_case *test) {
    const struct osek_config *config = app_kernel_config(app);
    json_member_open(json, "arrivals", '[');
    for (size_t i = 0; i < test->arrivals.count; i++) {
        const struct case_arrival *arrival = &test->arrivals.items[i];
        json_open(json, '{');
        json_member_number(json, "chance", arrival->chance);
        if (arrival->is_tick) {
            json_member_string(json, "counter", config->counters[arrival->number].name);
            json_member_number(json, "ticks", arrival->ticks);
        } else {
            json_member_string(json, "interrupt", config->isrs[arrival->number].name);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_calls(struct json *json, const struct app *app, const struct test_case *test) {
    json_member_open(json, "calls", '[');
    for (size_t i = 0; i < test->notes.calls.count; i++) {
        const struct notes_call *call = &test->notes.calls.items[i];
        json_open(json, '{');
        json_member_string(json, "context", app_context_name(app, call->caller));
        json_member_string(json, "service", osek_service_name(call->call.service));
        json_member_open(json, "arguments", '[');
        for (unsigned k = 0; k < 3; k++) json_number(json, call->call.arguments[k]);
        json_close(json, ']');
        json_member_string(json, "status", call->status < 0 ? NULL : osek_status_name((enum osek_status)call->status));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_order(struct json *json, const struct test_case *test) {
    json_member_open(json, "order", '[');
    for (size_t i = 0; i < test->timeline->events.count; i++) {
        const struct timeline_event *event = &test->timeline->events.items[i];
        if (event->kind == TIMELINE_STATE && !strcmp(event->text, "running"))
            json_string(json, test->timeline->contexts.items[event->context].name);
    }
    json_close(json, ']');
}

static void write_test(struct json *json, const struct app *app, const struct test_case *test, size_t number) {
    json_open(json, '{');
    json_member_number(json, "number", number);
    json_member_open(json, "inputs", '[');
    for (size_t i = 0; i < test->inputs.count; i++) json_integer(json, test->inputs.items[i]);
    json_close(json, ']');
    json_member_open(json, "reaches", '[');
    for (size_t i = 0; i < test->reaches.count; i++) json_number(json, test->reaches.items[i]);
    json_close(json, ']');
    write_arrivals(json, app, test);
    write_calls(json, app, test);
    write_order(json, test);
    json_member_open(json, "variables", '{');
    numbers_visit(app, test, json_variable, json);
    json_close(json, '}');
    json_member_string(json, "violation", test->fault ? test->fault->message : NULL);
    json_member_bool(json, "goes_on", test->is_cut);
    json_member_string(json, "not_driven", test->not_driven);
    json_close(json, '}');
}

/* The two evaluations that show what a condition does. */
static void write_pair(struct json *json, const struct cover_target *target) {
    json_member_number(json, "other_test", target->other_test + 1);
    json_member_open(json, "values", '[');
    for (unsigned i = 0; i < 2; i++) json_string(json, target->values[i]);
    json_close(json, ']');
}

static void write_branches(struct json *json, const struct cover_target *target) {
    json_member_open(json, "branches", '[');
    for (size_t i = 0; i < target->branch_count; i++) {
        json_open(json, '{');
        json_member_place(json, "location", target->branches[i].place);
        json_member_bool(json, "value", target->branches[i].value);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_target(struct json *json, const struct cover_target *target) {
    static const char *const kinds[] = {"statement", "true", "false", "effect", "path"};
    static const char *const statuses[] = {"open", "reached", "infeasible"};
    json_open(json, '{');
    json_member_string(json, "function", target->function->name);
    json_member_place(json, "location", target->place);
    json_member_string(json, "what", kinds[target->kind]);
    if (target->condition) json_member_string(json, "condition", target->condition);
    if (target->kind == COVER_ROUTE) write_branches(json, target);
    json_member_string(json, "status", statuses[target->status]);
    if (target->status == COVER_REACHED) json_member_number(json, "test", target->test + 1);
    if (target->status == COVER_REACHED && target->kind == COVER_EFFECT) write_pair(json, target);
    json_close(json, '}');
}

void cases_json(const struct app *app, const struct cover *cover, struct text *out) {
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    json_member_string(&json, "coverage", cover_goal_names[cover->goal]);
    json_member_bool(&json, "complete", cover->complete);
    json_member_string(&json, "incomplete_because", cover->why);
    json_member_string(&json, "assumption", cover->assumption);
    json_member_number(&json, "states", cover->states);
    json_member_open(&json, "targets", '[');
    for (size_t i = 0; i < cover->targets.count; i++) write_target(&json, &cover->targets.items[i]);
    json_close(&json, ']');
    json_member_open(&json, "tests", '[');
    for (size_t i = 0; i < cover->tests.count; i++) write_test(&json, app, cover->tests.items[i], i + 1);
    json_close(&json, ']');
    json_close(&json, '}');
    text_add_char(out, '\n');
}

/* ---- a table ---- */

static void csv_variable(void *context, const struct case_number *number) {
    struct text *out = context;
    if (number->type->is_signed)
        text_printf(out, "%s=%" PRId64 " ", number->name, number->value);
    else
        text_printf(out, "%s=%" PRIu64 " ", number->name, (uint64_t)number->value);
}

static void csv_test(const struct app *app, const struct test_case *test, size_t number, struct text *out) {
    const struct osek_config *config = app_kernel_config(app);
    text_printf(out, "%zu,\"", number);
    for (size_t i = 0; i < test->inputs.count; i++) text_printf(out, "%" PRId64 " ", test->inputs.items[i]);
    text_add(out, "\",\"");
    for (size_t i = 0; i < test->arrivals.count; i++) {
        const struct case_arrival *arrival = &test->arrivals.items[i];
        if (arrival->is_tick)
            text_printf(out, "%u:%s+%u ", arrival->chance, config->counters[arrival->number].name, arrival->ticks);
        else
            text_printf(out, "%u:%s ", arrival->chance, config->isrs[arrival->number].name);
    }
    text_add(out, "\",\"");
    for (size_t i = 0; i < test->notes.calls.count; i++) {
        const struct notes_call *call = &test->notes.calls.items[i];
        text_printf(out, "%s:%s", app_context_name(app, call->caller), osek_service_name(call->call.service));
        if (call->status >= 0) text_printf(out, "=%s", osek_status_name((enum osek_status)call->status));
        text_add_char(out, ' ');
    }
    text_add(out, "\",\"");
    numbers_visit(app, test, csv_variable, out);
    text_printf(out, "\",%s\n", test->fault ? test->fault->kind : "");
}

void cases_csv(const struct app *app, const struct cover *cover, struct text *out) {
    text_add(out, "test,inputs,arrivals,calls,variables,violation\n");
    for (size_t i = 0; i < cover->tests.count; i++) csv_test(app, cover->tests.items[i], i + 1, out);
}
