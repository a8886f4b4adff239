#include "cli/conform_answer.h"

#include "base/units.h"
#include "base/word.h"
#include "report/result.h"
#include "report/story.h"

#include <string.h>

/* ---- for people ---- */

static void add_verdict(const struct conform_answer *answer, const struct style *style, struct text *out) {
    result_text_word(out, style, answer->verdict);
    const struct violation *violation = answer->violation;
    if (answer->doubt && answer->verdict == VERDICT_UNKNOWN)
        text_printf(out, "%s\n", answer->doubt);
    else if (violation && answer->verdict == VERDICT_UNKNOWN)
        text_printf(out, "%s\n", violation->message);
    else if (violation && conform_side(violation->kind) == CONFORM_SPECIFICATION)
        text_printf(out, "the specification %s is at fault\n", answer->specification);
    else if (violation)
        text_printf(out, "%s does not simulate %s\n", answer->design, answer->specification);
    else if (!answer->design)
        text_printf(out, "%s was explored within the bounds\n", answer->specification);
    else if (answer->verdict == VERDICT_HOLDS)
        text_printf(out, "%s simulates %s within the bounds\n", answer->design, answer->specification);
    else
        text_printf(out, "nothing wrong was found, but not everything was explored (%s)\n",
                    search_limit_name(answer->limit));
}

static void add_figures(const struct conform_answer *answer, struct text *out) {
    struct conform_counts counts;
    conform_counts(answer->conform, &counts);
    text_add(out, "  specification  ");
    units_print_things(out, counts.states, "state");
    text_add(out, ", ");
    units_print_things(out, counts.transitions, "transition");
    text_add(out, ", ");
    units_print_things(out, counts.setups_checked, "initial state");
    if (counts.setups != counts.setups_checked) {
        text_add(out, " that stand for ");
        units_print_count(out, counts.setups);
    }
    if (counts.cut) {
        text_add(out, "\n                 ");
        units_print_things(out, counts.cut, "step");
        text_add(out, " out of the bounds left out");
    }
    if (answer->design) {
        text_add(out, "\n  pairs          ");
        units_print_things(out, answer->pairs.states, "pair");
        text_add(out, ", ");
        units_print_things(out, answer->pairs.transitions, "transition");
        text_add(out, ", depth ");
        units_print_count(out, answer->pairs.depth);
    }
    text_add(out, "\n  took           ");
    units_print_duration(out, answer->pairs.seconds);
    text_add(out, "\n");
}

struct table {
    struct arena *arena;
    VEC(struct conform_row) rows;
    size_t width[4];
};

static void keep_row(void *context, const struct conform_row *row) {
    struct table *table = context;
    struct conform_row copy = *row;
    const char **texts[] = {&copy.left, &copy.left_value, &copy.right, &copy.right_value, &copy.expected};
    for (size_t i = 0; i < 5; i++) *texts[i] = arena_text(table->arena, *texts[i]);
    if (!row->constrained) return;
    for (size_t i = 0; i < 4; i++)
        if (style_width(*texts[i]) > table->width[i]) table->width[i] = style_width(*texts[i]);
    vec_push(&table->rows, copy);
}

/* Both sides of each relation in a row, those that differ marked. */
static void add_table(const struct conform_answer *answer, const struct style *style,
                      const struct ts_trace_state *state, struct text *out) {
    struct table table = {.arena = arena_new(), .width = {13, 0, 6, 0}};
    conform_compare(answer->conform, state->bytes, state->size, keep_row, &table);
    text_add(out, "\n    ");
    style_pad(out, "specification", table.width[0] + table.width[1] + 4);
    text_add(out, "design\n");
    for (size_t i = 0; i < table.rows.count; i++) {
        const struct conform_row *row = &table.rows.items[i];
        text_printf(out, "  %s%s%s ", row->differs ? style->bad : "", row->differs ? "≠" : " ",
                    row->differs ? style->end : "");
        style_pad(out, row->left, table.width[0] + 1);
        style_pad(out, row->left_value, table.width[1] + 3);
        style_pad(out, row->right, table.width[2] + 1);
        if (row->differs) {
            style_pad(out, row->right_value, table.width[3] + 3);
            text_printf(out, "%sexpected %s%s", style->bad, row->expected, style->end);
        } else {
            text_add(out, row->right_value);
        }
        text_add_char(out, '\n');
    }
    vec_free(&table.rows);
    arena_free(table.arena);
}

/* The design's variables are told apart by a prefix (conform.h). */
static const char prefix[] = "design ";

/* What changed on one side, on a line of its own. */
static void add_changes(const struct story_step *step, bool of_design, struct text *out) {
    bool any = false;
    for (size_t i = 0; i < step->changes.count; i++) {
        const struct story_change *change = &step->changes.items[i];
        bool designs = begins_with(change->name, prefix);
        if (designs != of_design) continue;
        text_printf(out, "%s%s = %s",
                    any         ? ", "
                    : of_design ? "         design: "
                                : "         ",
                    change->name + (designs ? sizeof prefix - 1 : 0), change->after ? change->after : "-");
        any = true;
    }
    if (any) text_add_char(out, '\n');
}

static void add_steps(const struct conform_answer *answer, const struct style *style, const struct story *story,
                      struct text *out) {
    size_t width = 0, first = 0;
    for (size_t i = 0; i < story->steps.count; i++)
        if (story->steps.items[i].action && style_width(story->steps.items[i].action) > width)
            width = style_width(story->steps.items[i].action);
    if (answer->trace_limit && story->steps.count > answer->trace_limit)
        first = story->steps.count - (size_t)answer->trace_limit;
    if (first) text_printf(out, "  (%zu events before)\n", first);
    for (size_t i = first; i < story->steps.count; i++) {
        const struct story_step *step = &story->steps.items[i];
        text_printf(out, "  %3zu  ", i + 1);
        style_pad(out, step->action ? step->action : "", width + 2);
        text_printf(out, "%s\n%s", step->reply ? step->reply : "", style->dim);
        add_changes(step, false, out);
        add_changes(step, true, out);
        text_add(out, style->end);
    }
}

static void add_violation(const struct conform_answer *answer, const struct style *style, struct text *out) {
    const struct violation *violation = answer->violation;
    const struct ts_trace *trace = violation->trace;
    text_printf(out, "\n%s%s%s", style->bad, violation->message, style->end);
    if (violation->place.file) {
        text_add(out, ", at ");
        text_printf(out, "%s:%u:%u", violation->place.file, violation->place.line, violation->place.column);
    }
    text_add_char(out, '\n');
    if (!trace || !trace->states.count) return;
    struct text setup = {0};
    conform_describe_setup(answer->conform, trace->states.items[0].bytes, trace->states.items[0].size, &setup);
    text_printf(out, "\n  set-up: %s\n", text_chars(&setup));
    text_free(&setup);
    struct story *story = story_from_trace(conform_ts(answer->conform), trace);
    add_steps(answer, style, story, out);
    story_free(story);
    if (conform_side(violation->kind) != CONFORM_SPECIFICATION)
        add_table(answer, style, &vec_last(&trace->states), out);
}

static void add_bounds(const struct conform_answer *answer, struct text *out) {
    struct text bounds = {0};
    conform_print_bounds(answer->conform, &bounds);
    text_add(out, "\n  bounds\n");
    text_add_indented(out, "    ", text_chars(&bounds));
    text_free(&bounds);
}

void conform_answer_text(const struct conform_answer *answer, const struct style *style, bool quiet, struct text *out) {
    add_verdict(answer, style, out);
    if (quiet) return;
    if (answer->violation) add_violation(answer, style, out);
    text_add_char(out, '\n');
    add_figures(answer, out);
    add_bounds(answer, out);
}

/* ---- for programs ---- */

static void json_row(void *context, const struct conform_row *row) {
    struct json *json = context;
    if (!row->constrained) return;
    json_open(json, '{');
    json_member_string(json, "specification", row->left);
    json_member_string(json, "value", row->left_value);
    json_member_string(json, "design", row->right);
    json_member_string(json, "design_value", row->right_value);
    json_member_string(json, "expected", row->expected);
    json_member_bool(json, "differs", row->differs);
    json_close(json, '}');
}

static void json_steps(struct json *json, const struct story *story) {
    json_open(json, '[');
    for (size_t i = 0; i < story->steps.count; i++) {
        const struct story_step *step = &story->steps.items[i];
        json_open(json, '{');
        json_member_number(json, "step", i + 1);
        json_member_string(json, "event", step->action);
        json_member_string(json, "calls", step->reply);
        json_member_place(json, "location", step->place);
        trace_json_changes(json, step);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void json_violation(struct json *json, const struct conform_answer *answer) {
    const struct violation *violation = answer->violation;
    const struct ts_trace *trace = violation->trace;
    static const char *const sides[] = {"pair", "specification", "design", "map"};
    json_open(json, '{');
    trace_json_finding(json, &(struct trace_finding){violation->kind, NULL, violation->message, violation->place});
    json_member_string(json, "side", sides[conform_side(violation->kind)]);
    bool told = trace && trace->states.count;
    struct text setup = {0};
    if (told)
        conform_describe_setup(answer->conform, trace->states.items[0].bytes, trace->states.items[0].size, &setup);
    json_member_string(json, "setup", told ? text_chars(&setup) : NULL);
    text_free(&setup);
    json_key(json, "trace");
    struct story *story = told ? story_from_trace(conform_ts(answer->conform), trace) : story_new();
    json_steps(json, story);
    story_free(story);
    json_member_open(json, "states", '[');
    if (told)
        conform_compare(answer->conform, vec_last(&trace->states).bytes, vec_last(&trace->states).size, json_row, json);
    json_close(json, ']');
    json_close(json, '}');
}

static void json_specification(struct json *json, const struct conform *conform) {
    struct conform_counts counts;
    conform_counts(conform, &counts);
    json_member_open(json, "specification", '{');
    json_member_number(json, "states", counts.states);
    json_member_number(json, "transitions", counts.transitions);
    json_member_number(json, "initial_states", counts.setups);
    json_member_number(json, "initial_states_checked", counts.setups_checked);
    json_member_number(json, "steps_out_of_bounds", counts.cut);
    json_close(json, '}');
}

static void json_bounds(struct json *json, const struct conform *conform) {
    struct text bounds = {0};
    conform_print_bounds(conform, &bounds);
    json_member_lines(json, "bounds", text_chars(&bounds));
    text_free(&bounds);
}

void conform_answer_json(const struct conform_answer *answer, struct text *out) {
    struct json json;
    json_begin(&json, out);
    json_open(&json, '{');
    result_json_head(&json, "conform", answer->specification);
    json_member_string(&json, "map", answer->map);
    json_member_string(&json, "design", answer->design);
    json_member_string(&json, "verdict", result_verdict_name(answer->verdict));
    json_member_string(&json, "undecided", answer->doubt);
    json_member_bool(&json, "complete", answer->complete);
    json_member_string(&json, "limit", answer->limit ? search_limit_name(answer->limit) : NULL);
    result_json_statistics(&json, &answer->pairs);
    json_specification(&json, answer->conform);
    json_bounds(&json, answer->conform);
    json_member_open(&json, "violations", '[');
    if (answer->violation) json_violation(&json, answer);
    json_close(&json, ']');
    json_close(&json, '}');
}
