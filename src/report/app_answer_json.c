#include "report/app_answer.h"
#include "report/timeline_json.h"
#include "report/version.h"

static void member(struct json *json, const char *key, const char *value) {
    json_key(json, key);
    json_string(json, value);
}

static void strings(struct json *json, const char *key, const char *const *list, size_t count) {
    json_key(json, key);
    json_open(json, '[');
    for (size_t i = 0; i < count; i++) json_string(json, list[i]);
    json_close(json, ']');
}

static void write_violation(struct json *json, const struct app_answer *answer, size_t index) {
    const struct result_violation *violation = &answer->result.violations.items[index];
    json_open(json, '{');
    member(json, "kind", violation->violation->kind);
    member(json, "property", violation->property);
    member(json, "message", violation->violation->message);
    json_key(json, "location");
    trace_json_place(json, violation->violation->place);
    if (violation->blocked.count) result_json_blocked(json, violation);
    json_key(json, "timeline");
    if (answer->timelines.items[index]) {
        json_open(json, '{');
        timeline_json(json, answer->timelines.items[index]);
        json_close(json, '}');
    } else {
        json_null(json);
    }
    json_close(json, '}');
}

static void write_endless(struct json *json, const struct app_answer *answer) {
    json_key(json, "endless");
    json_open(json, '[');
    for (size_t i = 0; i < answer->endless.count; i++) {
        json_open(json, '{');
        member(json, "function", answer->endless.items[i].function);
        json_key(json, "location");
        trace_json_place(json, answer->endless.items[i].place);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_stacks(struct json *json, const struct app_answer *answer) {
    json_key(json, "stacks");
    json_open(json, '[');
    for (size_t i = 0; i < answer->stacks.count; i++) {
        const struct app_answer_stack *stack = &answer->stacks.items[i];
        json_open(json, '{');
        member(json, "name", stack->name);
        json_key(json, "bytes");
        json_number(json, stack->bytes);
        json_key(json, "calls");
        json_number(json, stack->calls);
        json_key(json, "recursive");
        json_bool(json, stack->recursive);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_reached(struct json *json, const struct app_answer *answer) {
    json_key(json, "never_run");
    if (!answer->reached_known) {
        json_null(json);
        json_key(json, "unreached");
        json_null(json);
        return;
    }
    json_open(json, '[');
    for (size_t i = 0; i < answer->never_run.count; i++) {
        json_open(json, '{');
        member(json, "name", answer->never_run.items[i].name);
        member(json, "kind", answer->never_run.items[i].kind);
        json_key(json, "location");
        trace_json_place(json, answer->never_run.items[i].place);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key(json, "unreached");
    json_open(json, '[');
    for (size_t i = 0; i < answer->unreached.count; i++) {
        json_open(json, '{');
        member(json, "function", answer->unreached.items[i].function);
        json_key(json, "location");
        trace_json_place(json, answer->unreached.items[i].place);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_engines(struct json *json, const struct app_answer *answer) {
    member(json, "engine", answer->engine ? answer->engine : "explicit");
    if (!answer->by_spin) return;
    json_key(json, "by_spin");
    json_open(json, '{');
    member(json, "verdict", result_verdict_name(answer->by_spin->verdict));
    json_key(json, "states");
    json_integer(json, (int64_t)answer->by_spin->total.states);
    json_close(json, '}');
}

void app_answer_json(struct text *out, const struct app_answer *answer) {
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    result_json_common(&json, "app", &answer->result);
    strings(&json, "configurations", answer->configurations, answer->configuration_count);
    strings(&json, "sources", answer->sources, answer->source_count);
    write_engines(&json, answer);
    member(&json, "profile", answer->profile);
    member(&json, "mode", answer->mode);
    strings(&json, "checks", answer->checks.items, answer->checks.count);
    member(&json, "inconclusive", answer->inconclusive);
    result_json_search(&json, &answer->result);
    json_key(&json, "violations");
    json_open(&json, '[');
    for (size_t i = 0; i < answer->result.violations.count; i++) write_violation(&json, answer, i);
    json_close(&json, ']');
    write_reached(&json, answer);
    write_endless(&json, answer);
    write_stacks(&json, answer);
    result_json_diagnostics(&json, answer->diagnostics);
    json_close(&json, '}');
}

void app_answer_trace(struct text *out, const struct app_answer *answer, size_t index) {
    const struct result_violation *violation = &answer->result.violations.items[index];
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    member(&json, "tool", "rtcheck");
    member(&json, "version", RTCHECK_VERSION);
    member(&json, "format", "timeline");
    strings(&json, "configurations", answer->configurations, answer->configuration_count);
    strings(&json, "sources", answer->sources, answer->source_count);
    member(&json, "kind", violation->violation->kind);
    member(&json, "property", violation->property);
    member(&json, "message", violation->violation->message);
    json_key(&json, "location");
    trace_json_place(&json, violation->violation->place);
    timeline_json(&json, answer->timelines.items[index]);
    json_close(&json, '}');
}
