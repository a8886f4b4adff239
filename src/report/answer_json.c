#include "report/answer.h"
#include "report/timeline_json.h"

static void write_violation(struct json *json, const struct answer *answer, size_t index) {
    const struct result_violation *violation = &answer->result.violations.items[index];
    json_open(json, '{');
    struct trace_finding finding = result_finding(violation);
    trace_json_finding(json, &finding);
    if (violation->doubt) json_member_string(json, "doubt", violation->doubt);
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

static void write_lines(struct json *json, const char *key, const struct answer_line *lines, size_t count) {
    json_member_open(json, key, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(json, '{');
        json_member_string(json, "function", lines[i].function);
        json_member_place(json, "location", lines[i].place);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_stacks(struct json *json, const struct answer *answer) {
    json_member_open(json, "stacks", '[');
    for (size_t i = 0; i < answer->stacks.count; i++) {
        const struct answer_stack *stack = &answer->stacks.items[i];
        json_open(json, '{');
        json_member_string(json, "name", stack->name);
        json_member_number(json, "bytes", stack->bytes);
        json_member_number(json, "calls", stack->calls);
        json_member_bool(json, "recursive", stack->recursive);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_reached(struct json *json, const struct answer *answer) {
    json_key(json, "never_run");
    if (!answer->reached_known) {
        json_null(json);
        json_member_null(json, "unreached");
        return;
    }
    json_open(json, '[');
    for (size_t i = 0; i < answer->never_run.count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", answer->never_run.items[i].name);
        json_member_string(json, "kind", answer->never_run.items[i].kind);
        json_member_place(json, "location", answer->never_run.items[i].place);
        json_close(json, '}');
    }
    json_close(json, ']');
    write_lines(json, "unreached", answer->unreached.items, answer->unreached.count);
}

static void write_other(struct json *json, const char *key, const struct result *result) {
    if (!result) return;
    json_member_open(json, key, '{');
    json_member_string(json, "verdict", result_verdict_name(result->verdict));
    json_member_integer(json, "states", (int64_t)result->total.states);
    json_close(json, '}');
}

static void write_engines(struct json *json, const struct answer *answer) {
    json_member_string(json, "engine", answer->engine ? answer->engine : "explicit");
    if (answer->spin_not_asked) json_member_string(json, "spin_not_asked", answer->spin_not_asked);
    if (answer->paths_not_asked) json_member_string(json, "paths_not_asked", answer->paths_not_asked);
    if (answer->sequential_not_asked) json_member_string(json, "sequential_not_asked", answer->sequential_not_asked);
    if (answer->chosen) {
        json_member_open(json, "chosen", '{');
        json_member_string(json, "engine", answer->chosen);
        json_member_string(json, "because", answer->chosen_because);
        json_close(json, '}');
    }
    write_other(json, "by_spin", answer->by_spin);
    write_other(json, "by_paths", answer->by_paths);
    write_other(json, "by_sequential", answer->by_sequential);
}

/* As many digits as it takes: there may be very many of them. */
static void write_count(struct json *json, const char *key, double count) {
    json_key(json, key);
    json_exact(json, count);
}

static void write_graph(struct json *json, const struct answer_graph *graph) {
    json_member_open(json, "graph", '{');
    json_member_number(json, "nodes", graph->nodes);
    json_member_number(json, "points", graph->points);
    json_member_number(json, "kernel_states", graph->kernel_states);
    json_member_number(json, "computed", graph->computed);
    write_count(json, "orders", graph->orders);
    json_close(json, '}');
}

static void write_tree(struct json *json, const struct answer_tree *tree) {
    json_member_open(json, "tree", '{');
    json_member_number(json, "loop_bound", tree->loop_bound);
    json_member_bool(json, "complete", tree->complete);
    if (tree->complete) {
        json_member_bool(json, "endless", tree->endless);
        write_count(json, "paths", tree->paths);
        write_count(json, "states", tree->states);
        write_count(json, "joined_paths", tree->joined_paths);
        write_count(json, "joined_states", tree->joined_states);
    }
    json_close(json, '}');
}

void answer_json(struct text *out, const struct answer *answer) {
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    result_json_common(&json, "app", &answer->result);
    json_member_strings(&json, "configurations", answer->configurations, answer->configuration_count);
    json_member_strings(&json, "sources", answer->sources, answer->source_count);
    write_engines(&json, answer);
    json_member_string(&json, "profile", answer->profile);
    json_member_string(&json, "mode", answer->mode);
    json_member_strings(&json, "checks", answer->checks.items, answer->checks.count);
    json_member_string(&json, "inconclusive", answer->inconclusive);
    json_member_string(&json, "vacuous", answer->vacuous);
    json_member_string(&json, "sampled", answer->sampled);
    json_member_string(&json, "hurried", answer->hurried);
    json_member_string(&json, "slow", answer->slow);
    json_member_string(&json, "large", answer->large);
    json_member_string(&json, "assumption", answer->assumption);
    json_member_strings(&json, "undefined", answer->undefined, answer->undefined_count);
    if (answer->graph.nodes) write_graph(&json, &answer->graph);
    if (answer->tree.loop_bound) write_tree(&json, &answer->tree);
    if (answer->open_numbers) json_member_string(&json, "open_numbers", answer->open_numbers);
    if (answer->widened) json_member_string(&json, "widened", answer->widened);
    if (answer->proof) json_member_string(&json, "proof", answer->proof);
    result_json_search(&json, &answer->result);
    json_member_open(&json, "violations", '[');
    for (size_t i = 0; i < answer->result.violations.count; i++) write_violation(&json, answer, i);
    json_close(&json, ']');
    write_reached(&json, answer);
    write_lines(&json, "endless", answer->endless.items, answer->endless.count);
    write_stacks(&json, answer);
    result_json_diagnostics(&json, answer->diagnostics);
    json_close(&json, '}');
}

void answer_trace(struct text *out, const struct answer *answer, size_t index) {
    const struct result_violation *violation = &answer->result.violations.items[index];
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    trace_json_head(&json, "timeline");
    json_member_strings(&json, "configurations", answer->configurations, answer->configuration_count);
    json_member_strings(&json, "sources", answer->sources, answer->source_count);
    struct trace_finding finding = result_finding(violation);
    trace_json_finding(&json, &finding);
    timeline_json(&json, answer->timelines.items[index]);
    json_close(&json, '}');
}
