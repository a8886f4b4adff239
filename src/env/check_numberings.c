#include "env/check_numberings.h"

#include "env/numberings.h"

#include <inttypes.h>

struct numbering_check {
    const struct env_model *model;
    const struct env_graph *graph;
    const struct env_design *design;
    const struct env_numbering_options *options;
    unsigned char *classes; /* whose objects are renumbered */
    struct env_outcome *sum;
};

/* Is there something new to renumber, after what the last check saw? */
static bool widen(struct numbering_check *check, const struct env_outcome *last) {
    bool wider = false;
    for (size_t c = 0; c < check->model->classes.count; c++) {
        const struct env_symmetry_class *class = &check->options->symmetry->classes[c];
        bool chosen = c < last->choices.count && last->choices.items[c];
        bool wanted = (check->options->all || class->why || chosen) && !class->numbered;
        if (!wanted || check->classes[c] || check->graph->sizes[c] < 2) continue;
        check->classes[c] = 1;
        wider = true;
    }
    return wider;
}

/* `story` as it is, below the numbering that it belongs to. */
static void name_numbering(const struct numbering_check *check, const struct env_graph *graph,
                           struct env_outcome *outcome) {
    struct text story = {0};
    text_add(&story, "     with the objects numbered so that ");
    env_graph_print(check->model, graph, &story);
    text_printf(&story, "\n%s", outcome->story ? outcome->story : "");
    free(outcome->story);
    outcome->story = text_take(&story);
}

/* Puts the last outcome in place of the sum, with the figures of both. */
static void add(struct numbering_check *check, struct env_outcome *last) {
    struct env_outcome *sum = check->sum;
    last->numberings += sum->numberings;
    last->states += sum->states;
    last->transitions += sum->transitions;
    last->seconds += sum->seconds;
    if (last->depth < sum->depth) last->depth = sum->depth;
    for (size_t c = 0; c < last->choices.count && c < sum->choices.count; c++)
        last->choices.items[c] |= sum->choices.items[c];
    env_outcome_free(sum);
    check->sum = last;
}

enum course { ALL_DONE, WIDER, STOPPED };

/* Every numbering but the first, which was checked. */
static enum course check_others(struct numbering_check *check) {
    struct env_numberings *numberings = env_numberings_new(check->model, check->graph, check->classes);
    const struct env_graph *graph = env_numberings_next(numberings);
    enum course course = ALL_DONE;
    while (course == ALL_DONE && check->sum->verdict == VERDICT_HOLDS && (graph = env_numberings_next(numberings))) {
        bool stops = check->options->stop && check->options->stop(check->options->stop_context);
        struct env_outcome *last =
            stops ? NULL
                  : env_check(check->model, graph, check->design, check->options->max_states, check->options->room);
        if (!last) {
            course = STOPPED;
            break;
        }
        if (last->verdict == VERDICT_VIOLATED) name_numbering(check, graph, last);
        add(check, last);
        if (widen(check, check->sum)) course = WIDER;
    }
    env_numberings_free(numberings);
    return course;
}

static void give_up(struct numbering_check *check) {
    struct text message = {0};
    text_printf(&message,
                "nothing fails in one numbering of the objects, but their numbers may matter, and there are more than "
                "%d numberings",
                ENV_MOST_NUMBERINGS);
    check->sum->verdict = VERDICT_UNKNOWN;
    free(check->sum->message);
    check->sum->message = text_take(&message);
}

struct env_outcome *env_check_numberings(const struct env_model *model, const struct env_graph *graph,
                                         const struct env_design *design, const struct env_numbering_options *options) {
    struct numbering_check check = {.model = model, .graph = graph, .design = design, .options = options};
    check.classes = memory_new(model->classes.count + 1);
    check.sum = env_check(model, graph, design, options->max_states, options->room);
    enum course course = !check.sum ? STOPPED : widen(&check, check.sum) ? WIDER : ALL_DONE;
    while (course == WIDER && check.sum->verdict == VERDICT_HOLDS) {
        if (env_numberings_ways(model, graph, check.classes, ENV_MOST_NUMBERINGS) > ENV_MOST_NUMBERINGS) {
            give_up(&check);
            break;
        }
        course = check_others(&check);
    }
    free(check.classes);
    if (course != STOPPED) return check.sum;
    env_outcome_free(check.sum);
    return NULL;
}
