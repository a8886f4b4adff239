/* What is told of an Event-B machine, beside the result. */
#include "base/units.h"
#include "cli/common/command.h"
#include "cli/eventb.h"

#include <string.h>

/* ProB counts choices of the constants as states, too, and explores a machine together with all its abstractions. False
 * where that was not done. */
static bool count_as_prob(const struct eventb_run *run, uint64_t *states) {
    if (!run->machine) return false;
    bool alone = run->development->abstract_variable_count == 0;
    if (!alone && !run->joint_states) return false;
    *states = (alone ? run->result.total.states : run->joint_states) + eb_machine_setup_states(run->machine);
    return true;
}

static void print_bounds(const struct eventb_run *run, struct text *out) {
    eb_machine_print_bounds(run->machine, out);
    if (run->widened) text_printf(out, "%s\n", run->widened);
    eb_machine_print_growth(run->machine, run->result.complete, out);
}

/* Where something was seen of it, if only steps that were cut off. */
static bool happens(const struct eventb_run *run, unsigned event) {
    return run->taken[event] || eb_machine_has_left(run->machine, event);
}

static void looks_json(const struct eventb_run *run, struct json *json) {
    json_member_open(json, "beyond", '[');
    for (size_t i = 0; i < run->looks.count; i++) {
        const struct eventb_look *look = &run->looks.items[i];
        json_open(json, '{');
        if (look->set_size) {
            json_member_number(json, "set_size", look->set_size);
        } else if (look->has_more_elements) {
            json_member_bool(json, "more_elements", true);
        } else if (look->levels) {
            json_member_number(json, "constructors", look->levels);
        } else {
            json_member_integer(json, "low", look->low);
            json_member_integer(json, "high", look->high);
        }
        json_member_number(json, "states", look->states);
        json_member_bool(json, "made", look->was_made);
        json_member_bool(json, "empty", look->is_empty);
        json_member_bool(json, "complete", look->complete);
        json_member_bool(json, "violated", look->found);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_members(struct json *json, const void *context) {
    const struct eventb_run *run = context;
    struct text bounds = {0};
    if (run->machine)
        print_bounds(run, &bounds);
    else
        text_add(&bounds, "the time was over before all bounds were known\n");
    json_member_string(json, "machine", run->development->name);
    json_member_lines(json, "bounds", text_chars(&bounds));
    text_free(&bounds);
    json_member_number(json, "setups", run->machine ? eb_machine_setup_count(run->machine) : 0);
    json_key(json, "more_setups");
    json_bool(json, !run->machine || eb_machine_has_more_setups(run->machine));
    uint64_t prob_states;
    if (count_as_prob(run, &prob_states)) {
        json_member_number(json, "prob_states", prob_states);
    } else {
        json_key(json, "prob_states");
        json_null(json);
    }
    json_member_number(json, "cut_steps", run->cut_steps);
    looks_json(run, json);
    json_member_string(json, "stopped", run->stopped);
    proofs_json(&run->proofs, json);
    json_member_open(json, "undecided", '[');
    for (size_t i = 0; i < run->doubts.count; i++) json_string(json, run->doubts.items[i]);
    json_close(json, ']');
    json_member_open(json, "events", '[');
    for (unsigned i = 0; i < run->development->event_count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", run->development->events[i].name);
        json_key(json, "happens");
        bool known = run->taken && eb_machine_explores(run->machine, i);
        if (known && (happens(run, i) || run->taken_known))
            json_bool(json, happens(run, i));
        else
            json_null(json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_looks(const struct eventb_run *run, struct text *out) {
    for (size_t i = 0; i < run->looks.count; i++) {
        const struct eventb_look *look = &run->looks.items[i];
        text_add(out, "  ");
        eventb_look_name(look, out);
        text_add(out, look->was_made   ? " were tried as well, "
                      : look->is_empty ? ": no constants satisfy the axioms there\n"
                                       : " could not be tried\n");
        if (!look->was_made) continue;
        units_print_things(out, look->states, "state");
        text_add(out, look->found      ? ": the violation was found there\n"
                      : look->complete ? ": no violation\n"
                                       : ", which is a part of all: no violation\n");
    }
}

static void add_bounds(const struct eventb_run *run, struct text *out, const struct style *style) {
    struct text bounds = {0};
    print_bounds(run, &bounds);
    text_printf(out, "\n%sbounds%s:\n", style->bold, style->end);
    text_add_indented(out, "  ", text_chars(&bounds));
    text_free(&bounds);
    add_looks(run, out);
    uint64_t prob_states;
    if (count_as_prob(run, &prob_states) && prob_states != run->result.total.states) {
        text_printf(out, "  with choices of the constants%s, as ProB counts: ",
                    run->joint_states ? " and variables of all abstractions" : " as states");
        units_print_things(out, prob_states, "state");
        text_add_char(out, '\n');
    }
    if (run->stopped && run->result.verdict == VERDICT_VIOLATED)
        text_printf(out, "  not everything was looked at: %s\n", run->stopped);
    if (run->cut_steps == 0) return;
    text_add(out, "  ");
    units_print_things(out, run->cut_steps, "step");
    text_printf(out, " left the bounds and %s cut off: what comes after is not part of this answer\n",
                run->cut_steps == 1 ? "was" : "were");
}

/* Constants and nondeterministic initialisations: a run begins somewhere. */
static void add_start(const struct eventb_run *run, struct text *out, const struct style *style) {
    for (size_t i = 0; i < run->result.violations.count; i++) {
        const struct story *story = run->result.violations.items[i].story;
        if (!story || !story->initial.count) continue;
        text_printf(out, "\n%sthe run", style->bold);
        if (run->result.violations.count > 1) text_printf(out, " of violation %zu", i + 1);
        text_printf(out, " begins with%s:\n", style->end);
        for (size_t j = 0; j < story->initial.count; j++) {
            const struct story_change *change = &story->initial.items[j];
            if (strcmp(change->name, "(formula)") != 0) text_printf(out, "  %s = %s\n", change->name, change->after);
        }
    }
}

static void add_doubts(const struct eventb_run *run, struct text *out, const struct style *style) {
    enum { MOST = 12 };
    if (run->doubts.count == 0) return;
    text_printf(out, "\n%snot decided within the bounds%s:\n", style->bold, style->end);
    for (size_t i = 0; i < run->doubts.count && i < MOST; i++) text_printf(out, "  %s\n", run->doubts.items[i]);
    if (run->doubts.count > MOST) text_printf(out, "  and %zu more\n", run->doubts.count - MOST);
}

static void add_coverage(const struct eventb_run *run, struct text *out, const struct style *style) {
    bool any = false;
    for (unsigned i = 0; run->taken_known && i < run->development->event_count; i++) {
        if (happens(run, i) || !eb_machine_explores(run->machine, i)) continue;
        if (!any) text_printf(out, "\n%sevents that never happen%s:\n", style->bold, style->end);
        any = true;
        text_printf(out, "  %s\n", run->development->events[i].name);
    }
}

static void add_details(const struct eventb_run *run, struct text *out, const struct style *style) {
    add_start(run, out, style);
    add_bounds(run, out, style);
    proofs_text(&run->proofs, out, style);
    add_doubts(run, out, style);
    add_coverage(run, out, style);
}

void eventb_print_answer(struct eventb_run *run) {
    struct text out = {0};
    const struct style *style = style_for(stdout);
    run->result.members = write_members;
    run->result.members_context = run;
    run->result.tells_initial = true;
    if (run->options->json)
        result_json(&out, &run->result);
    else
        result_text(&out, style, &run->result, run->options->trace_limit, run->options->quiet);
    if (run->machine && !run->options->json && !run->options->quiet) add_details(run, &out, style);
    command_print(&out);
}
