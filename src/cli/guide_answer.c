#include "cli/guide_answer.h"

#include "base/json.h"
#include "base/units.h"

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

/* All states of the guided system were seen, and none more would come. */
static bool is_unrolled_far_enough(const struct guide_answer *answer) {
    return answer->unrolled->repeats || !guide_was_cut(answer->guide);
}

/* What the levels say: how many interactions are enough. */
static uint32_t enough(const struct pastfree_result *unrolled) {
    return unrolled->levels - 1 - (unrolled->repeats ? unrolled->reach : 0);
}

static void write_unrolled(struct json *json, const struct guide_answer *answer) {
    const struct pastfree_result *unrolled = answer->unrolled;
    bool known = unrolled->levels && is_unrolled_far_enough(answer);
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
    if (answer->unrolled) write_unrolled(json, answer);
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
    if (answer->unrolled && !is_unrolled_far_enough(answer)) {
        result->complete = false;
        if (result->verdict == VERDICT_HOLDS)
            give_up(result, "the guide was not unrolled far enough to know that more interactions add nothing");
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
    if (names.length) {
        text_printf(out, "  %-13s", title);
        size_t start = out->length;
        text_add(out, text_chars(&names));
        result_text_wrap(out, start);
        text_add_char(out, '\n');
    }
    text_free(&names);
}

static void write_levels(struct text *out, const struct guide_answer *answer) {
    const struct pastfree_result *unrolled = answer->unrolled;
    uint64_t largest = 0;
    for (size_t i = 0; i < unrolled->clusters.count; i++)
        if (unrolled->clusters.items[i].states > largest) largest = unrolled->clusters.items[i].states;
    text_printf(out, "  %-13s %zu, the largest with ", "clusters", unrolled->clusters.count);
    units_print_count(out, largest);
    text_add(out, " states; log on disk: ");
    units_print_size(out, unrolled->log_bytes);
    text_add_char(out, '\n');
    if (!unrolled->levels) return;
    text_printf(out, "  %-13s ", "unrolled");
    uint32_t last = unrolled->levels - 1;
    if (unrolled->repeats)
        text_printf(out, "after %u interactions there is what was there after %u: %u are enough\n", last,
                    last - unrolled->period, enough(unrolled));
    else if (is_unrolled_far_enough(answer))
        text_printf(out, "to its end, %u interactions\n", last);
    else
        text_printf(out, "to %u interactions; more may add something\n", last);
}

void guide_answer_text(struct text *out, const struct guide_answer *answer) {
    const struct xgdl_automaton *automaton = guide_automaton(answer->guide);
    text_printf(out, "\nguide %s: ", guide_path(answer->guide));
    if (automaton)
        text_printf(out, "%u state%s\n", automaton->state_count, automaton->state_count == 1 ? "" : "s");
    else
        text_add(out, "its automaton is large, so its terms are followed\n");
    if (answer->unrolled) write_levels(out, answer);
    if (answer->parts && answer->parts->cuts.count)
        text_printf(out, "  %-13s %zu times; each time the parts' automaton is that of what was cut\n", "cut",
                    answer->parts->cuts.count);
    size_t all = answer->interactions->list.count;
    write_row(out, "happened", answer, 0, letters(answer), true);
    write_row(out, "did not", answer, 0, letters(answer), false);
    write_row(out, "forbidden", answer, letters(answer), all, false);
}
