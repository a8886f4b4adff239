#include "cli/timing_guide.h"

#include "base/memory.h"
#include "base/nearest.h"
#include "cli/alphabet.h"
#include "guide/guide.h"
#include "report/result.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 200000 };

struct timing_guide {
    struct arena *arena;
    struct guide *guide;
    bool allow_vacuous;
    VEC(const char *) names; /* by letter: the guide's, those of --alphabet, and the stimuli that neither mentions */
    int32_t *letters;        /* by the stimulus's number */
    _Atomic bool *met;
    struct tm_guide face;
};

void timing_guide_add_options(struct option_table *table, struct timing_guide_options *options) {
    option_group(table, "A guide");
    option_text(table, "guide", &options->path, "FILE.xgdl",
                "which stimuli may occur, and in what order: only behaviours that it allows are looked at");
    option_list(table, "alphabet", &options->alphabets, "NAME,...",
                "the guide is about these stimuli; others occur as they like (default: about all that come from "
                "outside)");
    option_flag(table, "allow-vacuous", &options->allow_vacuous,
                "a model in which no stimulus of the guide ever occurs may hold");
}

static bool comes_from_outside(const struct am_stimulus *stimulus) {
    return stimulus->kind != AM_INTER_PROCESS && stimulus->kind != AM_BY_EVENT && stimulus->kind != AM_OTHER_STIMULUS;
}

static bool activates_something(const struct am_model *model, const struct am_stimulus *stimulus) {
    for (size_t i = 0; i < model->processes.count; i++)
        for (size_t j = 0; j < model->processes.items[i]->stimuli.count; j++)
            if (model->processes.items[i]->stimuli.items[j] == stimulus) return true;
    return false;
}

static void say_unknown(const struct am_model *model, const struct interaction_name *wanted,
                        struct diagnostics *diagnostics) {
    struct nearest nearest;
    char room[NEAREST_ROOM];
    nearest_begin(&nearest, wanted->name);
    for (size_t i = 0; i < model->stimuli.count; i++)
        if (comes_from_outside(model->stimuli.items[i])) nearest_offer(&nearest, model->stimuli.items[i]->name);
    diag_error(diagnostics, wanted->place, "the model has no stimulus `%s`%s", wanted->name,
               nearest_hint(&nearest, '`', room));
}

/* A name may be that of several stimuli: then it is any of them. */
static void resolve(struct timing_guide *guide, const struct am_model *model, const struct interaction_name *wanted,
                    struct diagnostics *diagnostics) {
    bool found = false;
    for (size_t i = 0; i < model->stimuli.count; i++) {
        const struct am_stimulus *stimulus = model->stimuli.items[i];
        if (strcmp(stimulus->name, wanted->name) != 0) continue;
        found = true;
        if (!comes_from_outside(stimulus))
            diag_error(diagnostics, wanted->place,
                       "`%s` is triggered inside the model: a guide speaks of what comes from outside", wanted->name);
        else if (!activates_something(model, stimulus))
            diag_error(diagnostics, wanted->place, "`%s` activates nothing, and so never occurs", wanted->name);
        else
            guide->letters[stimulus->number] = (int32_t)guide->names.count;
    }
    if (!found) say_unknown(model, wanted, diagnostics);
    vec_push(&guide->names, wanted->name);
}

static void label(struct timing_guide *guide, const struct am_model *model, struct diagnostics *diagnostics) {
    const struct interaction_names *wanted = guide_names(guide->guide);
    guide->letters = arena_new_array(guide->arena, int32_t, model->stimuli.count + 1);
    for (size_t i = 0; i < model->stimuli.count; i++) guide->letters[i] = TM_NO_LETTER;
    for (size_t i = 0; i < wanted->count; i++) resolve(guide, model, &wanted->list[i], diagnostics);
    for (size_t i = 0; !wanted->closed && i < model->stimuli.count; i++) {
        const struct am_stimulus *stimulus = model->stimuli.items[i];
        if (guide->letters[stimulus->number] != TM_NO_LETTER || !comes_from_outside(stimulus) ||
            !activates_something(model, stimulus))
            continue;
        guide->letters[stimulus->number] = (int32_t)guide->names.count;
        vec_push(&guide->names, stimulus->name);
    }
    guide->met = arena_new_array(guide->arena, _Atomic bool, guide->names.count + 1);
}

struct timing_guide *timing_guide_new(const struct timing_guide_options *options, const struct am_model *model,
                                      struct diagnostics *diagnostics) {
    struct timing_guide *guide = memory_new(sizeof *guide);
    unsigned errors = diagnostics->errors;
    guide->arena = arena_new();
    guide->allow_vacuous = options->allow_vacuous;
    struct guide_options how = {options->path, alphabet_names(&options->alphabets, guide->arena), MOST_STATES,
                                GUIDE_CYCLIC};
    guide->guide = guide_new(&how, diagnostics);
    if (guide->guide && !guide_automaton(guide->guide))
        diag_error(diagnostics, (struct place){options->path, 0, 0}, "the guide's automaton has more than %d states",
                   MOST_STATES);
    if (guide->guide) label(guide, model, diagnostics);
    if (!guide->guide || diagnostics->errors != errors) {
        timing_guide_free(guide);
        return NULL;
    }
    guide->face = (struct tm_guide){guide_automaton(guide->guide), guide->letters, guide->met};
    return guide;
}

void timing_guide_free(struct timing_guide *guide) {
    if (!guide) return;
    guide_free(guide->guide);
    vec_free(&guide->names);
    arena_free(guide->arena);
    free(guide);
}

const struct tm_guide *timing_guide_face(const struct timing_guide *guide) { return guide ? &guide->face : NULL; }

/* ---- what came of it ---- */

static size_t own_letters(const struct timing_guide *guide) { return guide_text(guide->guide)->alphabet.count; }

static bool is_vacuous(const struct timing_guide *guide) {
    for (size_t i = 0; i < own_letters(guide); i++)
        if (guide->met[i]) return false;
    return true;
}

enum verdict timing_guide_verdict(const struct timing_guide *guide, enum verdict verdict) {
    return verdict == VERDICT_HOLDS && is_vacuous(guide) && !guide->allow_vacuous ? VERDICT_UNKNOWN : verdict;
}

static void write_row(struct text *out, const char *title, const struct timing_guide *guide, size_t from, size_t to,
                      bool met) {
    struct text names = {0};
    for (size_t i = from; i < to; i++)
        if (guide->met[i] == met) text_printf(&names, " %s", guide->names.items[i]);
    result_text_row(out, title, &names);
    text_free(&names);
}

void timing_guide_text(struct text *out, const struct timing_guide *guide) {
    uint32_t states = guide->face.automaton->state_count;
    text_printf(out, "\nguide %s: %u state%s\n", guide_path(guide->guide), states, states == 1 ? "" : "s");
    if (is_vacuous(guide) && !guide->allow_vacuous)
        text_add(out, "  no stimulus of the guide ever occurred, so nothing is known (--allow-vacuous accepts that)\n");
    write_row(out, "happened", guide, 0, own_letters(guide), true);
    write_row(out, "did not", guide, 0, own_letters(guide), false);
    write_row(out, "forbidden", guide, own_letters(guide), guide->names.count, false);
}

void timing_guide_json(struct json *json, const void *context) {
    const struct timing_guide *guide = context;
    json_member_open(json, "guide", '{');
    json_member_string(json, "file", guide_path(guide->guide));
    json_member_number(json, "automaton_states", guide->face.automaton->state_count);
    json_member_bool(json, "vacuous", is_vacuous(guide));
    json_member_open(json, "interactions", '[');
    for (size_t i = 0; i < guide->names.count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", guide->names.items[i]);
        json_member_bool(json, "in_guide", i < own_letters(guide));
        json_member_bool(json, "met", guide->met[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}
