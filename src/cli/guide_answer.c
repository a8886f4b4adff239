#include "cli/guide_answer.h"

#include "base/json.h"
#include "base/units.h"

#include <string.h>

const char *const guide_not_far_enough =
    "the guide was not unrolled far enough to know that more interactions add nothing";

const char *const guide_not_on_disk =
    "what was explored could not be written to disk, so nobody can see whether it repeats (TMPDIR names the folder)";

static size_t letters(const struct guide_answer *answer) { return guide_text(answer->guide)->alphabet.count; }

static bool is_vacuous(const struct guide_answer *answer) {
    for (size_t i = 0; i < letters(answer); i++)
        if (answer->met[i]) return false;
    return true;
}

static void write_interactions(struct json *json, const struct guide_answer *answer) {
    json_member_open(json, "interactions", '[');
    for (size_t i = 0; i < answer->interactions->list.count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", answer->interactions->list.items[i].name);
        json_member_bool(json, "in_guide", i < letters(answer));
        json_member_bool(json, "met", answer->met[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Is there one search whose levels or components can be told? */
static bool is_in(const struct guide_answer *answer, enum guide_manner manner) {
    const struct guide_search *search = answer->search;
    bool any = manner == GUIDE_UNROLLED ? search->unrolled.levels || search->unrolled.clusters.count
                                        : search->components.list.count > 0;
    return search->manner == manner && !answer->parts && any;
}

static bool saw_all(const struct guide_answer *answer) { return answer->search->safety_saw_all; }

/* What the levels say: how many interactions are enough. */
static uint32_t enough(const struct pastfree_result *unrolled) {
    return unrolled->levels - 1 - (unrolled->repeats ? unrolled->reach : 0);
}

static void write_unrolled(struct json *json, const struct guide_answer *answer) {
    const struct pastfree_result *unrolled = &answer->search->unrolled;
    bool known = unrolled->levels && saw_all(answer);
    json_member_open(json, "unrolled", '{');
    json_member_number(json, "levels", unrolled->levels);
    json_key(json, "enough");
    if (known)
        json_number(json, enough(unrolled));
    else
        json_null(json);
    json_key(json, "period");
    if (unrolled->repeats)
        json_number(json, unrolled->period);
    else
        json_null(json);
    json_member_number(json, "log_bytes", unrolled->log_bytes);
    json_member_open(json, "clusters", '[');
    for (size_t i = 0; i < unrolled->clusters.count; i++) {
        json_open(json, '{');
        json_member_number(json, "level", unrolled->clusters.items[i].level);
        json_member_number(json, "place", unrolled->clusters.items[i].index);
        json_member_number(json, "states", unrolled->clusters.items[i].states);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_components(struct json *json, const struct guide_answer *answer) {
    const struct components_result *components = &answer->search->components;
    json_member_open(json, "components", '{');
    json_key(json, "enough");
    if (answer->search->safety_complete)
        json_number(json, components->enough);
    else
        json_null(json);
    json_member_open(json, "list", '[');
    for (size_t i = 0; i < components->list.count; i++) {
        const struct component_told *told = &components->list.items[i];
        json_open(json, '{');
        json_member_number(json, "states", told->states);
        json_member_number(json, "first_level", told->first_level);
        json_member_number(json, "last_level", told->last_level);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_shared(struct json *json, const struct guide_answer *answer) {
    json_member_open(json, "shared", '{');
    json_member_number(json, "explored", answer->search->explored);
    json_member_number(json, "reused", answer->search->reused);
    json_close(json, '}');
}

static void write_cuts(struct json *json, const struct guide_answer *answer) {
    struct text term = {0};
    json_member_open(json, "cuts", '[');
    for (size_t i = 0; i < answer->parts->cuts.count; i++) {
        const struct guide_cut *cut = &answer->parts->cuts.items[i];
        text_clear(&term);
        xgdl_print(guide_text(answer->guide), cut->whole, &term);
        json_open(json, '{');
        json_member_string(json, "guide", text_chars(&term));
        json_member_number(json, "parts", cut->parts);
        json_member_number(json, "included", cut->included);
        json_member_number(json, "automaton_states", cut->states);
        json_close(json, '}');
    }
    json_close(json, ']');
    text_free(&term);
}

static void write_members(struct json *json, const void *context) {
    const struct guide_answer *answer = context;
    const struct xgdl_automaton *automaton = guide_automaton(answer->guide);
    trace_json_options(json, answer->source);
    json_member_open(json, "guide", '{');
    json_member_string(json, "file", guide_path(answer->guide));
    json_key(json, "automaton_states");
    if (automaton)
        json_number(json, automaton->state_count);
    else
        json_null(json);
    json_member_bool(json, "vacuous", is_vacuous(answer));
    if (is_in(answer, GUIDE_UNROLLED)) write_unrolled(json, answer);
    if (is_in(answer, GUIDE_BY_COMPONENTS)) write_components(json, answer);
    if (answer->parts && answer->search->manner == GUIDE_BY_COMPONENTS) write_shared(json, answer);
    if (answer->parts) write_cuts(json, answer);
    write_interactions(json, answer);
    json_close(json, '}');
}

static void give_up(struct result *result, const char *but) {
    result->but = but;
    result->verdict = VERDICT_UNKNOWN;
}

void guide_answer_add(const struct guide_answer *answer, struct result *result) {
    result->members = write_members;
    result->members_context = answer;
    for (size_t i = 0; !answer->parts && i < result->properties.count; i++) {
        const char *why = result->properties.items[i].why;
        if (result->verdict == VERDICT_UNKNOWN && (why == guide_not_far_enough || why == guide_not_on_disk))
            result->but = why;
    }
    if (!is_vacuous(answer) || answer->allow_vacuous || result->verdict != VERDICT_HOLDS) return;
    give_up(result, letters(answer) ? "no interaction of the guide ever happened (--allow-vacuous accepts that)"
                                    : "the guide speaks of no interaction (--allow-vacuous accepts that)");
}

static void write_names(struct text *out, const struct guide_answer *answer, size_t from, size_t to, bool met) {
    for (size_t i = from; i < to; i++) {
        if ((answer->met[i] != 0) != met) continue;
        text_add_char(out, ' ');
        text_add(out, answer->interactions->list.items[i].name);
    }
}

static void write_row(struct text *out, const char *title, const struct guide_answer *answer, size_t from, size_t to,
                      bool met) {
    struct text names = {0};
    write_names(&names, answer, from, to, met);
    result_text_row(out, title, &names);
    text_free(&names);
}

static void write_sizes(struct text *out, const char *title, size_t count, uint64_t largest) {
    text_printf(out, "  %-13s %zu, the largest with ", title, count);
    units_print_count(out, largest);
    text_add(out, " states");
}

static void write_levels(struct text *out, const struct guide_answer *answer) {
    const struct pastfree_result *unrolled = &answer->search->unrolled;
    uint64_t largest = 0;
    for (size_t i = 0; i < unrolled->clusters.count; i++)
        if (unrolled->clusters.items[i].states > largest) largest = unrolled->clusters.items[i].states;
    write_sizes(out, "clusters", unrolled->clusters.count, largest);
    text_add(out, "; log on disk: ");
    units_print_size(out, unrolled->log_bytes);
    if (unrolled->unwritten) text_printf(out, ", which could not all be written: %s", strerror(unrolled->unwritten));
    text_add_char(out, '\n');
    if (!unrolled->levels) return;
    text_printf(out, "  %-13s ", "unrolled");
    uint32_t last = unrolled->levels - 1;
    if (unrolled->repeats)
        text_printf(out, "after %u interactions there is what was there after %u: %u are enough\n", last,
                    last - unrolled->period, enough(unrolled));
    else if (saw_all(answer))
        text_printf(out, "to its end, %u interactions\n", last);
    else
        text_printf(out, "to %u interactions; more may add something\n", last);
}

static void write_component_lines(struct text *out, const struct guide_answer *answer) {
    const struct components_result *components = &answer->search->components;
    uint64_t largest = 0;
    for (size_t i = 0; i < components->list.count; i++)
        if (components->list.items[i].states > largest) largest = components->list.items[i].states;
    write_sizes(out, "components", components->list.count, largest);
    text_add_char(out, '\n');
    if (answer->search->safety_complete)
        text_printf(out, "  %-13s %u interaction%s: no longer scenario meets another state\n", "enough",
                    components->enough, components->enough == 1 ? "" : "s");
}

static void write_shared_line(struct text *out, const struct guide_answer *answer) {
    text_printf(out, "  %-13s ", "components");
    units_print_count(out, answer->search->explored);
    text_add(out, " states explored, ");
    units_print_count(out, answer->search->reused);
    text_add(out, " known from other parts\n");
    for (size_t i = 0; i < answer->result->properties.count; i++) {
        const struct result_property *part = &answer->result->properties.items[i];
        if (!part->complete) continue;
        text_printf(out, "  %-13s %llu interactions for %s\n", i ? "" : "enough",
                    (unsigned long long)part->statistics.depth, part->name);
    }
}

void guide_answer_text(struct text *out, const struct guide_answer *answer) {
    const struct xgdl_automaton *automaton = guide_automaton(answer->guide);
    text_printf(out, "\nguide %s: ", guide_path(answer->guide));
    if (automaton)
        text_printf(out, "%u state%s\n", automaton->state_count, automaton->state_count == 1 ? "" : "s");
    else
        text_add(out, "its automaton is large, so its terms are followed\n");
    if (is_in(answer, GUIDE_UNROLLED)) write_levels(out, answer);
    if (is_in(answer, GUIDE_BY_COMPONENTS)) write_component_lines(out, answer);
    if (answer->parts && answer->search->manner == GUIDE_BY_COMPONENTS) write_shared_line(out, answer);
    if (answer->parts && answer->parts->cuts.count)
        text_printf(out, "  %-13s %zu times; each time the parts' automaton is that of what was cut\n", "cut",
                    answer->parts->cuts.count);
    size_t all = answer->interactions->list.count;
    write_row(out, "happened", answer, 0, letters(answer), true);
    write_row(out, "did not", answer, 0, letters(answer), false);
    write_row(out, "forbidden", answer, letters(answer), all, false);
}
