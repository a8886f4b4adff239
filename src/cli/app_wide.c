/* Where a glance does not see the end of the states of an application: --engine auto asks whether nothing goes wrong,
 * whichever numbers stand where many do (app/wide_proof.h). */
#include "app/untried.h"
#include "app/vacuous.h"
#include "app/wide_proof.h"
#include "base/clock.h"
#include "base/invariant.h"
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
    vec_clear(&seen->never_run);
    vec_clear(&seen->unreached);
    command_list_unreached(app, seen);
}

/* What was seen in a run of the application counts, and must not have been proved away. */
static void compare(const struct answer *seen, bool proved) {
    if (proved && seen->result.verdict == VERDICT_VIOLATED)
        internal_error("a violation was found, but with more runs nothing goes wrong");
}

static const char *words_for(const struct wide_proof *proof, struct arena *arena) {
    if (!proof->places) return proof->open;
    return arena_printf(arena, "where any number is taken for %s, %s", proof->places, proof->open);
}

/* NULL: it holds, which `seen` says now; otherwise why that is not known. */
static const char *ask_solver(const struct command_app_options *command, struct app *app, struct paths *paths,
                              double seconds, struct arena *arena, struct answer *seen) {
    size_t bytes = command->how.memory && command->how.memory / 4 < MOST_BYTES ? command->how.memory / 4 : MOST_BYTES;
    enum form_keeps keeps = command->values % 2 ? FORM_LOOSE : FORM_BOUNDS;
    struct wide_proof_limits limits = {bytes, (unsigned)command->values, keeps, seconds, interrupt_watch()};
    const char *refused = wide_proof_refusal(app);
    if (refused) return refused;
    struct wide_proof proof = wide_proof_find(app, paths, &limits, arena);
    compare(seen, proof.holds);
    if (!proof.holds) return words_for(&proof, arena);
    keep_proof(&proof, app, arena, seen);
    return NULL;
}

/* With time that is kind, if something is wrong only where it is not. */
static const char *ask(const struct command_app_options *command, struct app *app, double seconds, struct arena *arena,
                       struct answer *seen) {
    struct text none = {0};
    struct paths *paths = paths_new(app_executor(app), &none);
    text_free(&none);
    if (!paths) return "there is no solver";
    untried_begin_search(app);
    app_set_timely(app, seen->hurried != NULL);
    const char *why = ask_solver(command, app, paths, seconds, arena, seen);
    app_set_timely(app, false);
    paths_free(paths);
    return why;
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
    return left > 0 && left * share < most ? left * share : most;
}

/* Whoever asks for this engine alone learns what it says, also where the glance has seen everything. */
static bool is_asked(const struct command_app_options *command, const struct app *app, const struct answer *seen) {
    bool forced = command->engine == ENGINE_WIDENED;
    if (forced && seen->result.verdict == VERDICT_VIOLATED) return true;
    return (forced || is_open(seen)) && !seen->inconclusive && !app_vacuous_so_far(app);
}

bool command_wide_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer, enum wide_outcome *outcome) {
    static const char unseen[] = "the explicit search did not see the end of the states in a moment";
    const struct answer nothing = *answer;
    struct command_app_options glance = *command;
    bool forced = command->engine == ENGINE_WIDENED;
    double left;
    *outcome = WIDE_NOTHING;
    const char *why = refusal(command, app, arena);
    if (why && forced) return !command_complain("app", "--engine widened cannot be asked: %s", why);
    if (why || !searching_time_left(&command->how, command->began, &left)) return true;
    glance.engine = ENGINE_EXPLICIT;
    glance.how.time = share_of(left, GLANCE_SHARE, GLANCE);
    if (!command_app_check(&glance, app, arena, answer)) return false;
    *outcome = is_open(answer) ? WIDE_NOTHING : WIDE_SEEN;
    bool asked = is_asked(command, app, answer);
    if (asked && searching_time_left(&command->how, command->began, &left)) {
        why = ask(command, app, share_of(left, PROOF_SHARE, PATIENCE), arena, answer);
        if (!why) *outcome = WIDE_PROVED;
    }
    if (*outcome == WIDE_PROVED)
        choose(command, answer, "widened",
               *answer->widened ? arena_printf(arena, "%s: %s took too many values", unseen, answer->widened) : unseen);
    if (*outcome == WIDE_NOTHING && !forced) {
        answer_free(answer);
        *answer = nothing;
        begin_anew(app);
    }
    if (asked) answer->open_numbers = why;
    return true;
}
