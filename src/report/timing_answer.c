#include "report/timing_answer.h"

#include "amalthea/describe.h"
#include "base/units.h"
#include "report/result.h"
#include "report/timeline_json.h"
#include "timing/scale.h"

#include <string.h>

const struct tm_property *timing_answer_run(const struct tm_answer *answer, const char *task) {
    for (size_t i = 0; i < answer->properties.count; i++) {
        const struct tm_property *property = &answer->properties.items[i];
        if (!property->trace || property->task < 0) continue;
        const char *name = property->system->tasks.items[property->task].name;
        if (!task || strcmp(task, name) == 0) return property;
    }
    return answer->worst.trace ? &answer->worst : NULL;
}

static void add_time(struct text *out, const struct tm_system *system, int64_t units) {
    rational_print_time(out, tm_seconds(system, units));
}

/* ---- text ---- */

static void verdict_line(struct text *out, const struct style *style, const struct tm_answer *answer) {
    size_t violated = 0, open = 0;
    result_text_word(out, style, answer->verdict);
    for (size_t i = 0; i < answer->properties.count; i++) {
        violated += answer->properties.items[i].verdict == VERDICT_VIOLATED;
        open += answer->properties.items[i].verdict == VERDICT_UNKNOWN;
    }
    if (answer->verdict == VERDICT_HOLDS)
        text_printf(out, "all %zu limits and conditions, in every behaviour of the model%s\n", answer->properties.count,
                    answer->is_guided ? " that the guide allows" : "");
    else if (answer->verdict == VERDICT_VIOLATED)
        text_printf(out, "%zu of %zu limits and conditions%s\n", violated, answer->properties.count,
                    open ? "; others are unknown" : "");
    else if (!open)
        text_add(out, "no stimulus of the guide ever occurred\n");
    else
        text_printf(out, "%zu of %zu limits and conditions are not decided\n", open, answer->properties.count);
}

static void property_line(struct text *out, const struct style *style, const struct tm_property *property) {
    const char *colour = property->verdict == VERDICT_HOLDS      ? style->good
                         : property->verdict == VERDICT_VIOLATED ? style->bad
                                                                 : style->warn;
    text_printf(out, "  %s%-8s%s  %s: %s", colour, result_verdict_name(property->verdict), style->end, property->name,
                property->text);
    if (property->found) text_printf(out, "; %s%s", property->is_possible ? "possibly " : "", property->found);
    if (property->verdict == VERDICT_HOLDS && property->by && strcmp(property->by, "search") != 0)
        text_printf(out, " (%s %s)", strcmp(property->by, "analysis") == 0 ? "by" : "in", property->by);
    if (property->why) text_printf(out, " (%s)", property->why);
    text_add_char(out, '\n');
}

static void response(struct text *out, const struct tm_system *system, int64_t units, int64_t cap) {
    if (units >= cap) text_add(out, "≥ ");
    add_time(out, system, units);
}

/* How a response time that was seen stands to what there is: behaviours may be missing, or be more than there are. */
static const char *certainty(const struct tm_system *system, const struct tm_part_result *result, bool is_worst) {
    if (!system->is_exact || (system->more && !result->is_complete)) return "about ";
    if (system->more) return is_worst ? "at most " : "at least ";
    if (result->is_complete) return "";
    return is_worst ? "at least " : "at most ";
}

/* The search in every order of what happens at one instant, if everything was covered there; NULL: there is none. */
static const struct tm_dense *closed_of(const struct tm_part_result *result) {
    for (size_t i = 0; i < result->dense.count; i++)
        if (result->dense.items[i].system->is_closed && !result->dense.items[i].why_not) return &result->dense.items[i];
    return NULL;
}

/* What was seen, and, where stimuli come at moments between the units, how much more or less it can be. */
static void seen_text(struct text *out, const struct tm_system *system, const struct tm_part_result *result,
                      unsigned number, bool is_worst) {
    const struct tm_dense *closed = result->is_complete ? NULL : closed_of(result);
    const struct tm_task *task = &system->tasks.items[number];
    const struct tm_seen *seen = &result->seen[number], *all = closed ? &closed->system->seen[number] : seen;
    int64_t units = atomic_load(is_worst ? &seen->worst : &seen->best),
            bound = atomic_load(is_worst ? &all->worst : &all->best);
    if (!closed || system->more || atomic_load(&all->oldest) >= task->age_cap) {
        text_add(out, certainty(system, result, is_worst));
        response(out, system, units, task->age_cap);
        return;
    }
    add_time(out, system, is_worst ? units : bound);
    if (units == bound) return;
    text_add(out, " to ");
    add_time(out, system, is_worst ? bound : units);
}

static void task_line(struct text *out, const struct tm_answer *answer, size_t part, unsigned number, size_t width) {
    const struct tm_system *system = answer->parts->list.items[part];
    const struct tm_part_result *result = &answer->results.items[part];
    const struct tm_task *task = &system->tasks.items[number];
    int64_t worst = atomic_load(&result->seen[number].worst);
    text_add(out, "  ");
    style_pad(out, task->name, width);
    if (worst < 0)
        text_add(out, "  never done");
    else {
        struct text words = {0};
        seen_text(&words, system, result, number, true);
        text_printf(out, "  worst %-22s  best ", text_chars(&words));
        text_clear(&words);
        seen_text(&words, system, result, number, false);
        text_printf(out, "%-20s", text_chars(&words));
        text_free(&words);
    }
    const struct tm_bound *bound = &result->bounds[number];
    if (bound->is_known) {
        text_add(out, bound->is_exact ? "  analysis = " : "  analysis \xe2\x89\xa4 ");
        add_time(out, system, bound->response);
    } else {
        text_printf(out, "  no analysis: %s", bound->why_not);
    }
    text_add_char(out, '\n');
}

static void dense_text(struct text *out, const struct tm_dense *dense) {
    text_add(out, dense->system->is_closed ? "  at every moment: unit " : "  in dense time: unit ");
    rational_print_time(out, dense->system->unit);
    text_add(out, ", ");
    units_print_things(out, dense->search->statistics.states, "state");
    text_printf(out, "%s%s\n", dense->why_not ? ", not everything was covered: " : ", everything was covered",
                dense->why_not ? dense->why_not : "");
}

static void parts_text(struct text *out, const struct style *style, const struct tm_answer *answer) {
    size_t width = 8;
    for (size_t i = 0; i < answer->model->processes.count; i++)
        if (style_width(answer->model->processes.items[i]->name) > width)
            width = style_width(answer->model->processes.items[i]->name);
    for (size_t p = 0; p < answer->parts->list.count; p++) {
        const struct tm_system *system = answer->parts->list.items[p];
        const struct tm_part_result *result = &answer->results.items[p];
        text_printf(out, "\n%sresponse times", style->bold);
        for (size_t i = 0; i < system->cores.count; i++)
            text_printf(out, "%s%s", i ? ", " : " on ", system->cores.items[i].name);
        text_printf(out, "%s (unit ", style->end);
        rational_print_time(out, system->unit);
        text_add(out, system->times == TM_ALL ? ", all durations, " : ", shortest and longest durations, ");
        units_print_things(out, result->search->statistics.states, "state");
        text_add(out, result->search->complete ? ")\n" : ", not finished)\n");
        for (unsigned t = 0; t < system->tasks.count; t++) task_line(out, answer, p, t, width);
        for (unsigned d = 0; d < system->domain_count; d++) {
            int64_t load = tm_load(system, d);
            if (load > 0 && system->cores.items[d].domain == d)
                text_printf(out, "  load of %s: %.1f %%%s\n", system->cores.items[d].name, (double)load / 1e4,
                            load > 1000000 ? ", overloaded" : "");
        }
        if (result->why_not && !closed_of(result))
            text_printf(out, "  not everything was covered: %s\n", result->why_not);
        for (size_t i = 0; i < result->dense.count; i++) dense_text(out, &result->dense.items[i]);
    }
}

static void assumptions_text(struct text *out, const struct style *style, const struct tm_answer *answer) {
    const struct am_model *model = answer->model;
    bool any = model->assumptions.count || answer->parts->assumptions.count || answer->parts->never.count;
    for (size_t i = 0; i < model->leftovers.count; i++) any |= model->leftovers.items[i].safety != AM_HARMLESS;
    if (!any) return;
    text_printf(out, "\n%sassumed%s:\n", style->bold, style->end);
    for (size_t i = 0; i < model->assumptions.count; i++) text_printf(out, "  %s\n", model->assumptions.items[i]);
    for (size_t i = 0; i < answer->parts->assumptions.count; i++)
        text_printf(out, "  %s\n", answer->parts->assumptions.items[i]);
    for (size_t i = 0; i < answer->parts->never.count; i++)
        text_printf(out, "  nothing activates %s: it never starts\n", answer->parts->never.items[i]);
    for (size_t i = 0; i < model->leftovers.count; i++) {
        const struct am_leftover *left = &model->leftovers.items[i];
        if (left->safety == AM_ASSUMED)
            text_printf(out, "  %s (%zu, line %u) take no time\n", left->what, left->places.count,
                        left->places.items[0].line);
        if (left->safety == AM_UNSAFE)
            text_printf(out, "  NOT MODELLED: %s (%zu, line %u): %s\n", left->what, left->places.count,
                        left->places.items[0].line, left->why);
    }
}

void timing_answer_text(struct text *out, const struct style *style, const struct tm_answer *answer,
                        enum timing_answer_size size) {
    verdict_line(out, style, answer);
    if (size == TIMING_ANSWER_VERDICT) return;
    for (int verdict = 0; verdict < 3 && size == TIMING_ANSWER_WHOLE; verdict++) {
        static const enum verdict order[] = {VERDICT_VIOLATED, VERDICT_UNKNOWN, VERDICT_HOLDS};
        for (size_t i = 0; i < answer->properties.count; i++)
            if (answer->properties.items[i].verdict == order[verdict])
                property_line(out, style, &answer->properties.items[i]);
    }
    parts_text(out, style, answer);
    assumptions_text(out, style, answer);
}

/* ---- JSON ---- */

static void seconds(struct json *json, const char *key, const struct tm_system *system, int64_t units, bool is_known) {
    json_key(json, key);
    if (is_known)
        json_exact(json, rational_double(tm_seconds(system, units)));
    else
        json_null(json);
}

static void property_json(struct json *json, const struct tm_property *property) {
    static const char *const kinds[] = {"limit", "constraint", "activation", "starvation", "unchecked", "formula"};
    json_open(json, '{');
    json_member_string(json, "name", property->name);
    json_member_string(json, "kind", kinds[property->kind]);
    json_member_string(json, "text", property->text);
    json_member_string(json, "verdict", result_verdict_name(property->verdict));
    json_member_string(json, "by", property->by);
    json_member_string(json, "found", property->found);
    json_member_string(json, "why", property->why);
    json_member_bool(json, "possible", property->is_possible);
    json_member_string(json, "task",
                       property->task < 0 || !property->system ? NULL
                                                               : property->system->tasks.items[property->task].name);
    json_member_place(json, "place", property->place);
    json_close(json, '}');
}

static void task_json(struct json *json, const struct tm_answer *answer, size_t part, unsigned number) {
    const struct tm_system *system = answer->parts->list.items[part];
    const struct tm_part_result *result = &answer->results.items[part];
    const struct tm_task *task = &system->tasks.items[number];
    int64_t worst = atomic_load(&result->seen[number].worst), best = atomic_load(&result->seen[number].best);
    int64_t oldest = atomic_load(&result->seen[number].oldest);
    const struct tm_bound *bound = &result->bounds[number];
    json_open(json, '{');
    json_member_string(json, "name", task->name);
    json_member_number(json, "part", part);
    seconds(json, "worst_seconds", system, worst, worst >= 0);
    seconds(json, "best_seconds", system, best, worst >= 0);
    seconds(json, "oldest_seconds", system, oldest, oldest >= 0);
    json_member_bool(json, "counted_to_the_end", oldest < task->age_cap);
    const struct tm_dense *closed = closed_of(result);
    bool is_sure = closed && atomic_load(&closed->system->seen[number].worst) == worst &&
                   atomic_load(&closed->system->seen[number].best) == best;
    json_member_bool(json, "exact", (result->is_complete || is_sure) && !system->more && oldest < task->age_cap);
    const struct tm_seen *all = closed ? &closed->system->seen[number] : NULL;
    bool is_bounded = all && atomic_load(&all->worst) >= 0 && atomic_load(&all->oldest) < task->age_cap;
    seconds(json, "worst_bound_seconds", system, is_bounded ? atomic_load(&all->worst) : 0, is_bounded);
    seconds(json, "best_bound_seconds", system, is_bounded ? atomic_load(&all->best) : 0, is_bounded);
    seconds(json, "analysis_seconds", system, bound->response, bound->is_known);
    json_member_bool(json, "analysis_exact", bound->is_exact);
    json_member_string(json, "no_analysis", bound->why_not);
    json_close(json, '}');
}

static void part_json(struct json *json, const struct tm_answer *answer, size_t part) {
    const struct tm_system *system = answer->parts->list.items[part];
    const struct tm_part_result *result = &answer->results.items[part];
    json_open(json, '{');
    json_member_open(json, "cores", '[');
    for (size_t i = 0; i < system->cores.count; i++) json_string(json, system->cores.items[i].name);
    json_close(json, ']');
    json_key(json, "unit_seconds");
    json_exact(json, rational_double(system->unit));
    json_member_string(json, "times", system->times == TM_ALL ? "all" : "ends");
    json_member_bool(json, "complete", result->is_complete);
    json_member_string(json, "why", result->why_not);
    json_member_number(json, "states", result->search->statistics.states);
    json_member_number(json, "transitions", result->search->statistics.transitions);
    json_member_open(json, "dense", '[');
    for (size_t i = 0; i < result->dense.count; i++) {
        const struct tm_dense *dense = &result->dense.items[i];
        json_open(json, '{');
        json_key(json, "unit_seconds");
        json_exact(json, rational_double(dense->system->unit));
        json_member_bool(json, "orders", dense->system->is_closed);
        json_member_bool(json, "complete", !dense->why_not);
        json_member_string(json, "why", dense->why_not);
        json_member_number(json, "states", dense->search->statistics.states);
        json_member_number(json, "transitions", dense->search->statistics.transitions);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void violations_json(struct json *json, const struct tm_answer *answer, const struct tm_property *shown,
                            const struct timeline *timeline) {
    static const char *const kinds[] = {"limit", "constraint", "activation", "starvation", "unchecked", "formula"};
    json_member_open(json, "violations", '[');
    for (size_t i = 0; i < answer->properties.count; i++) {
        const struct tm_property *property = &answer->properties.items[i];
        if (property->verdict != VERDICT_VIOLATED) continue;
        json_open(json, '{');
        json_member_string(json, "kind", kinds[property->kind]);
        json_member_string(json, "property", property->name);
        json_key(json, "message");
        struct text message = {0};
        text_printf(&message, "%s: %s", property->text, property->found ? property->found : "");
        json_string(json, text_chars(&message));
        text_free(&message);
        json_member_place(json, "location", property->place);
        if (property == shown) timeline_json(json, timeline);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void timing_answer_json(struct text *out, const struct tm_answer *answer, const struct tm_property *shown,
                        const struct timeline *timeline, const struct timing_more *more) {
    struct json json;
    size_t violated = 0;
    for (size_t i = 0; i < answer->properties.count; i++)
        violated += answer->properties.items[i].verdict == VERDICT_VIOLATED;
    json_begin(&json, out);
    json_open(&json, '{');
    result_json_head(&json, "timing", answer->model->path);
    json_member_string(&json, "verdict", result_verdict_name(answer->verdict));
    json_member_bool(&json, "complete", answer->complete);
    result_json_statistics(&json, &answer->total);
    json_member_string(&json, "amalthea", answer->model->version);
    json_member_open(&json, "limits", '[');
    for (size_t i = 0; i < answer->properties.count; i++) property_json(&json, &answer->properties.items[i]);
    json_close(&json, ']');
    json_member_open(&json, "tasks", '[');
    for (size_t p = 0; p < answer->parts->list.count; p++)
        for (unsigned t = 0; t < answer->parts->list.items[p]->tasks.count; t++) task_json(&json, answer, p, t);
    json_close(&json, ']');
    json_member_open(&json, "parts", '[');
    for (size_t p = 0; p < answer->parts->list.count; p++) part_json(&json, answer, p);
    json_close(&json, ']');
    json_member_open(&json, "assumptions", '[');
    for (size_t i = 0; i < answer->model->assumptions.count; i++)
        json_string(&json, answer->model->assumptions.items[i]);
    for (size_t i = 0; i < answer->parts->assumptions.count; i++)
        json_string(&json, answer->parts->assumptions.items[i]);
    json_close(&json, ']');
    json_member_strings(&json, "never_start", answer->parts->never.items, answer->parts->never.count);
    am_leftovers_json(&json, answer->model);
    json_member_number(&json, "violation_count", violated);
    violations_json(&json, answer, shown, timeline);
    if (more->write) more->write(&json, more->context);
    json_close(&json, '}');
    text_add_char(out, '\n');
}
