#include "report/result.h"

#include "report/version.h"

void result_json_statistics(struct json *json, const struct search_statistics *statistics) {
    json_member_number(json, "states", statistics->states);
    json_member_number(json, "transitions", statistics->transitions);
    json_member_number(json, "passed", statistics->passed);
    json_member_number(json, "depth", statistics->depth);
    json_member_real(json, "seconds", statistics->seconds);
    json_member_number(json, "memory_bytes", statistics->memory_bytes);
    json_member_real(json, "coverage", statistics->coverage);
}

void result_json_head(struct json *json, const char *command, const char *model) {
    json_member_string(json, "tool", "rtcheck");
    json_member_string(json, "version", RTCHECK_VERSION);
    json_member_string(json, "command", command);
    json_member_string(json, "model", model);
}

static void write_header(struct json *json, const char *command, const char *model, enum verdict verdict,
                         bool complete) {
    result_json_head(json, command, model);
    json_member_string(json, "verdict", result_verdict_name(verdict));
    json_member_bool(json, "complete", complete);
}

static void write_property(struct json *json, const struct result_property *property) {
    json_open(json, '{');
    json_member_string(json, "name", property->name);
    json_member_string(json, "what", property->what);
    json_member_string(json, "formula", property->formula);
    json_member_bool(json, "checked", property->was_run);
    json_member_string(json, "search", property->search);
    json_member_string(json, "store", property->store);
    json_member_string(json, "verdict", result_verdict_name(property->verdict));
    json_member_bool(json, "complete", property->complete);
    json_member_string(json, "limit", property->limit == LIMIT_NONE ? NULL : search_limit_name(property->limit));
    result_json_statistics(json, &property->statistics);
    json_member_number(json, "violation_count", property->violation_count);
    json_close(json, '}');
}

void result_json_blocked(struct json *json, const struct result_violation *violation) {
    json_member_open(json, "blocked", '[');
    for (size_t i = 0; i < violation->blocked.count; i++) {
        const struct result_blocked *blocked = &violation->blocked.items[i];
        json_open(json, '{');
        json_member_string(json, "process", blocked->process);
        json_member_place(json, "location", blocked->place);
        json_member_string(json, "waits_for", blocked->waits_for);
        json_member_bool(json, "at_valid_end", blocked->at_valid_end);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_violation(struct json *json, const struct result *result, const struct result_violation *violation) {
    json_open(json, '{');
    struct trace_finding finding = result_finding(violation);
    struct text message = {0};
    if (result_claim_title(&message, result, violation)) finding.message = text_chars(&message);
    trace_json_finding(json, &finding);
    text_free(&message);
    if (violation->blocked.count) result_json_blocked(json, violation);
    if (result->tells_initial && violation->story) trace_json_initial(json, violation->story);
    if (violation->story && violation->story->left_out)
        json_member_number(json, "trace_left_out", violation->story->left_out);
    json_key(json, "trace");
    if (violation->story)
        trace_json_steps(json, violation->story);
    else
        json_null(json);
    json_close(json, '}');
}

static void write_unreached(struct json *json, const struct result *result) {
    json_key(json, "unreached");
    if (!result->unreached_known) {
        json_null(json);
        return;
    }
    json_open(json, '[');
    for (size_t i = 0; i < result->unreached.count; i++) {
        json_open(json, '{');
        json_member_string(json, "proctype", result->unreached.items[i].proctype);
        json_member_string(json, "statement", result->unreached.items[i].statement);
        json_member_place(json, "location", result->unreached.items[i].place);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void result_json_common(struct json *json, const char *command, const struct result *result) {
    write_header(json, command, result->source.model, result->verdict, result->complete);
    result_json_statistics(json, &result->total);
}

void result_json_unsearched(struct json *json, struct text *out, const char *command, const char *path,
                            enum verdict verdict) {
    struct result nothing_was_searched = {.source = {.model = path},
                                          .verdict = verdict,
                                          .complete = verdict != VERDICT_UNKNOWN,
                                          .total = {.coverage = 1}};
    json_begin(json, out);
    json_open(json, '{');
    result_json_common(json, command, &nothing_was_searched);
    json_member_open(json, "violations", '[');
    json_close(json, ']');
}

void result_json_search(struct json *json, const struct result *result) {
    json_member_string(json, "store", result->store);
    json_member_bool(json, "reduction", result->reduction);
    json_member_number(json, "threads", result->threads);
    json_member_open(json, "properties", '[');
    for (size_t i = 0; i < result->properties.count; i++) write_property(json, &result->properties.items[i]);
    json_close(json, ']');
    json_member_number(json, "violation_count", result->violation_count);
}

void result_json_diagnostics(struct json *json, const struct diagnostics *diagnostics) {
    static const char *const severities[] = {"error", "warning", "note"};
    json_member_open(json, "diagnostics", '[');
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        const struct diagnostic *diagnostic = &diagnostics->list.items[i];
        json_open(json, '{');
        json_member_string(json, "severity", severities[diagnostic->severity]);
        json_member_place(json, "location", diagnostic->place);
        json_member_string(json, "message", diagnostic->message);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void result_json(struct text *out, const struct result *result) {
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    result_json_common(&json, result->command ? result->command : "model", result);
    if (result->members)
        result->members(&json, result->members_context);
    else
        trace_json_options(&json, &result->source);
    result_json_search(&json, result);
    json_member_open(&json, "violations", '[');
    for (size_t i = 0; i < result->violations.count; i++) write_violation(&json, result, &result->violations.items[i]);
    json_close(&json, ']');
    write_unreached(&json, result);
    json_close(&json, '}');
}

/* `finding` NULL: nothing is known. */
static void write_failure(struct text *out, const char *command, const char *model, const char *limit,
                          const struct diagnostics *diagnostics, const struct trace_finding *finding) {
    static const struct search_statistics nothing = {.coverage = 1};
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    write_header(&json, command, model, finding ? VERDICT_VIOLATED : VERDICT_UNKNOWN, false);
    result_json_statistics(&json, &nothing);
    if (limit) json_member_string(&json, "limit", limit);
    json_member_open(&json, "violations", '[');
    if (finding) {
        json_open(&json, '{');
        trace_json_finding(&json, finding);
        json_key(&json, "trace");
        json_null(&json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    result_json_diagnostics(&json, diagnostics);
    json_close(&json, '}');
}

void result_json_error(struct text *out, const char *command, const char *model,
                       const struct diagnostics *diagnostics) {
    write_failure(out, command, model, NULL, diagnostics, NULL);
}

void result_json_cut_off(struct text *out, const char *command, const char *model, const char *limit,
                         const char *message, const struct trace_finding *finding) {
    struct diagnostics diagnostics = {0};
    diag_error(&diagnostics, (struct place){0}, "%s", message);
    write_failure(out, command, model, limit, &diagnostics, finding);
    diag_free(&diagnostics);
}

void result_json_run(struct text *out, const struct result_run *run) {
    struct json json;
    size_t steps = run->story->left_out + run->story->steps.count;
    struct search_statistics statistics = {
        .states = steps + 1, .transitions = steps, .depth = steps, .seconds = run->seconds, .coverage = 0};
    json_begin(&json, out);
    json_open(&json, '{');
    write_header(&json, "simulate", run->source.model, run->finding.kind ? VERDICT_VIOLATED : VERDICT_UNKNOWN, false);
    result_json_statistics(&json, &statistics);
    trace_json_options(&json, &run->source);
    json_key(&json, "seed");
    if (run->random)
        json_number(&json, run->seed);
    else
        json_null(&json);
    json_member_string(&json, "ended", run->ended);
    json_member_open(&json, "violations", '[');
    if (run->finding.kind) {
        json_open(&json, '{');
        trace_json_finding(&json, &run->finding);
        json_key(&json, "trace");
        json_null(&json); /* it is the run's own */
        json_close(&json, '}');
    }
    json_close(&json, ']');
    if (run->story->left_out) json_member_number(&json, "trace_left_out", run->story->left_out);
    json_key(&json, "trace");
    trace_json_steps(&json, run->story);
    json_close(&json, '}');
}
