/* Where a glance does not see the end of the states of an application: --engine auto asks whether nothing goes wrong,
 * whichever numbers stand where many do (app/wide_proof.h). */
#include "app/untried.h"
#include "app/vacuous.h"
#include "app/wide_proof.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "report/slow_code.h"

#include <stdio.h>

enum { GLANCE = 6, PATIENCE = 20 /* seconds for the search, and for the proof, at most */, MOST_BYTES = 1 << 29 };
#define GLANCE_SHARE 0.12 /* of the time, where it is limited */
#define PROOF_SHARE  0.25 /* of what is left then */

/* A glance saw a part of the states, and nothing wrong there, or only if time outruns the code. */
static bool is_open(const struct answer *seen) {
    const struct result_property *safety = seen->result.properties.count ? seen->result.properties.items : NULL;
    bool was_cut = safety && (safety->limit == LIMIT_TIME || safety->limit == LIMIT_MEMORY);
    return was_cut && seen->result.verdict == VERDICT_UNKNOWN && !seen->inconclusive && !seen->hurry_decides;
}

/* It is known now that nothing is wrong as long as every task is ready in time. */
static void decide_hurry(struct answer *seen, struct arena *arena) {
    const struct timeline *run = seen->timelines.count ? seen->timelines.items[0] : NULL;
    seen->hurried = arena_printf(arena, "%s: %s", seen->hurried, slow_code_words(run, arena));
    seen->hurry_decides = true;
}

static void keep_proof(const struct wide_proof *proof, const struct app *app, struct arena *arena,
                       struct answer *seen) {
    struct result_property *safety = &seen->result.properties.items[0];
    seen->widened = proof->places ? proof->places : "";
    safety->limit = LIMIT_NONE;
    safety->why = NULL;
    if (seen->hurried) {
        decide_hurry(seen, arena);
        return;
    }
    safety->verdict = seen->result.verdict = VERDICT_HOLDS;
    safety->complete = seen->result.complete = true;
    safety->statistics.states = seen->result.total.states = proof->states;
    safety->statistics.transitions = seen->result.total.transitions = proof->transitions;
    safety->statistics.depth = seen->result.total.depth = 0;
    seen->reached_known = true;
    command_list_unreached(app, seen);
}

/* NULL: it holds, which `seen` says now; otherwise why that is not known. */
static const char *ask(const struct command_app_options *command, struct app *app, double seconds, struct arena *arena,
                       struct answer *seen) {
    struct text why = {0};
    struct paths *paths = paths_new(app_executor(app), &why);
    text_free(&why);
    if (!paths) return "there is no solver";
    size_t bytes = command->how.memory && command->how.memory / 4 < MOST_BYTES ? command->how.memory / 4 : MOST_BYTES;
    untried_begin_search(app);
    app_set_timely(app, seen->hurried != NULL);
    struct wide_proof proof = wide_proof_find(app, paths, bytes, seconds, interrupt_watch(), arena);
    app_set_timely(app, false);
    if (proof.holds) keep_proof(&proof, app, arena, seen);
    paths_free(paths);
    if (proof.holds || !proof.places) return proof.open;
    return arena_printf(arena, "%s are taken to be any number, and %s", proof.places, proof.open);
}

static void choose(const struct command_app_options *command, struct answer *answer, const char *engine,
                   const char *why) {
    answer->chosen = engine;
    answer->chosen_because = why;
    if (!command->quiet) fprintf(stderr, "rtcheck app: engine %s: %s\n", engine, why);
}

static const char *refusal(const struct command_app_options *command, const struct app *app, struct arena *arena) {
    if (command->all_violations) return "all violations are wanted";
    const char *why = command_paths_refusal(command, app, arena);
    return why ? why : wide_proof_refusal(app);
}

static void begin_anew(struct app *app) {
    app_forget_reached(app);
    app_forget_samples(app);
    untried_begin_search(app);
    app_set_timely(app, false);
}

/* So long a glance takes where there is a limit, and where there is none; and the proof. */
static double share_of(double left, double share, double most) {
    double seconds = left > 0 ? left * share : most * limits_crowding();
    return seconds < most * limits_crowding() ? seconds : most * limits_crowding();
}

bool command_wide_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer, enum wide_outcome *outcome) {
    static const char unseen[] = "the explicit search did not see the end of the states in a moment";
    const struct answer nothing = *answer;
    struct command_app_options glance = *command;
    double left;
    *outcome = WIDE_NOTHING;
    if (refusal(command, app, arena) || !searching_time_left(&command->how, command->began, &left)) return true;
    glance.engine = ENGINE_EXPLICIT;
    glance.how.time = share_of(left, GLANCE_SHARE, GLANCE);
    if (!command_app_check(&glance, app, arena, answer)) return false;
    *outcome = is_open(answer) ? WIDE_NOTHING : WIDE_SEEN;
    bool asked = *outcome == WIDE_NOTHING && !app_vacuous_so_far(app);
    if (asked && searching_time_left(&command->how, command->began, &left)) {
        const char *why = ask(command, app, share_of(left, PROOF_SHARE, PATIENCE), arena, answer);
        if (!why) *outcome = WIDE_PROVED;
        if (!command->quiet && why) fprintf(stderr, "rtcheck app: %s; %s\n", unseen, why);
    }
    if (*outcome == WIDE_PROVED)
        choose(command, answer, "widened",
               *answer->widened ? arena_printf(arena, "%s: %s took too many values", unseen, answer->widened) : unseen);
    if (*outcome == WIDE_NOTHING) {
        answer_free(answer);
        *answer = nothing;
        begin_anew(app);
    }
    return true;
}
