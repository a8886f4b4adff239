#include "cli/guide_answer.h"

#include "base/json.h"

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
    write_interactions(json, answer);
    json_close(json, '}');
}

void guide_answer_add(const struct guide_answer *answer, struct result *result) {
    result->members = write_members;
    result->members_context = answer;
    if (!is_vacuous(answer) || answer->allow_vacuous || result->verdict != VERDICT_HOLDS) return;
    result->vacuous = letters(answer) ? "no interaction of the guide ever happened (--allow-vacuous accepts that)"
                                      : "the guide speaks of no interaction (--allow-vacuous accepts that)";
    result->verdict = VERDICT_UNKNOWN;
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

void guide_answer_text(struct text *out, const struct guide_answer *answer) {
    const struct xgdl_automaton *automaton = guide_automaton(answer->guide);
    text_printf(out, "\nguide %s: ", guide_path(answer->guide));
    if (automaton)
        text_printf(out, "%u state%s\n", automaton->state_count, automaton->state_count == 1 ? "" : "s");
    else
        text_add(out, "its automaton is large, so its terms are followed\n");
    size_t all = answer->interactions->list.count;
    write_row(out, "happened", answer, 0, letters(answer), true);
    write_row(out, "did not", answer, 0, letters(answer), false);
    write_row(out, "forbidden", answer, letters(answer), all, false);
}
