#include "report/explain.h"

#include <string.h>

static void explain_end_state(struct text *out, const struct result *result, const struct result_violation *violation) {
    size_t stuck = 0;
    if (result->command && strcmp(result->command, "eventb") == 0) {
        text_add(out, "In the state that the steps below lead to, no event can happen.");
        return;
    }
    for (size_t i = 0; i < violation->blocked.count; i++) stuck += !violation->blocked.items[i].at_valid_end;
    text_add(out, "The model stops here for good: no process can make a step, and ");
    if (stuck)
        text_printf(out, "%zu of them %s not at %s end.", stuck, stuck == 1 ? "is" : "are",
                    stuck == 1 ? "its" : "their");
    else
        text_add(out, "not all of them are at their end.");
    text_add(out, " If stopping there is fine, put a label that begins with `end` on the statement.");
}

static void explain_cycle(struct text *out, const struct result_property *property) {
    if (property && property->formula)
        text_printf(out,
                    "The formula %s does not hold on this run. After its first part the run repeats a cycle for ever, "
                    "and all the way round nothing happens that would make the formula true.",
                    property->formula);
    else if (property && strcmp(property->what, "never") == 0)
        text_add(out, "The never claim describes what must not happen, and it can follow this run for ever: the cycle "
                      "passes through one of its accepting states each time round.");
    else
        text_add(out, "The run can repeat a cycle for ever that passes through a state with an `accept` label.");
}

void explain_violation(struct text *out, const struct result *result, const struct result_violation *violation) {
    const char *kind = violation->violation->kind ? violation->violation->kind : "";
    const struct result_property *property = result_find_property(result, violation->property);
    if (strcmp(kind, "assertion") == 0)
        text_add(out, "The steps below lead from the start to a state in which the asserted condition is false.");
    else if (strcmp(kind, "invalid end state") == 0 || strcmp(kind, "deadlock") == 0)
        explain_end_state(out, result, violation);
    else if (strcmp(kind, "acceptance cycle") == 0)
        explain_cycle(out, property);
    else if (strcmp(kind, "non-progress cycle") == 0)
        text_add(out, "The run can repeat a cycle for ever in which no statement with a `progress` label is passed: "
                      "work goes on, but nothing gets done.");
    else if (strcmp(kind, "claim") == 0 && property && property->formula)
        text_printf(out, "The steps below make the formula %s false, whatever happens afterwards.", property->formula);
    else if (strcmp(kind, "claim") == 0)
        text_add(out, "The never claim describes what must not happen; the steps below take it to its end.");
    else
        text_add(out, "The steps below lead from the start to the place where it goes wrong.");
}

void explain_limit(struct text *out, const struct result *result, const struct result_property *property) {
    if (!property->was_run && property->limit == LIMIT_NONE && property->why) {
        text_add(out, property->why);
        return;
    }
    if (!property->was_run) {
        text_printf(out, "%s before its search began: nothing of it was checked",
                    property->limit == LIMIT_INTERRUPTED ? "the check was interrupted" : "the time was over");
        if (property->why) text_printf(out, " (%s)", property->why);
        return;
    }
    switch (property->limit) {
    case LIMIT_MEMORY:
        text_add(out, "the memory limit was reached. Try --store tree (less memory, still exact), a larger --memory, "
                      "a smaller model, or --store bitstate, which finds errors but proves nothing");
        break;
    case LIMIT_TIME:
        text_add(out, "the time was over. Try a longer --time, more --threads, or a smaller model");
        if (!result->no_checkpoints) text_add(out, "; --checkpoint FILE lets a later run go on from here");
        break;
    case LIMIT_DEPTH: text_add(out, "runs longer than --depth were cut off. Try a larger --depth, or none"); break;
    case LIMIT_STATES: text_add(out, "there are more states than were allowed"); break;
    case LIMIT_LOSSY_STORE:
        text_printf(out,
                    "the store may take a new state for an old one (an estimated %.4g %% of the states were seen). "
                    "Only --store exact or --store tree can prove that there is no error",
                    property->statistics.coverage * 100);
        break;
    case LIMIT_INTERRUPTED: text_add(out, "the search was interrupted"); break;
    case LIMIT_NONE: text_add(out, property->why ? property->why : "the search stopped at the first violation"); break;
    }
}
