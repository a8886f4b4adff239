/* Where a glance does not see the end of the states of an application: --engine auto asks whether nothing goes wrong,
 * whichever numbers stand where many do (app/wide_proof.h). */
#include "app/subject/half_sentence.h"
#include "app/untried.h"
#include "app/vacuous.h"
#include "app/wide_proof.h"
#include "base/clock.h"
#include "base/invariant.h"
#include "cli/app/app.h"
#include "cli/common/command.h"
#include "cli/common/interrupt.h"
#include "report/slow_code.h"

enum {
    GLANCE = 6,
    PATIENCE = 20 /* seconds for the search, and for the proof, at most */,
    MOST_BYTES = 1 << 29 /* of a graph */,
    LEAST_MEMORY = 1 << 28
};
#define GLANCE_SHARE 0.12 /* of the time, where it is limited */
#define PROOF_SHARE  0.25 /* of what is left then */

/* Something has no meaning here. Runs that are too long to be followed may be proved right all the same. */
static bool is_stuck(const struct answer *seen) { return seen->inconclusive && !seen->only_limits; }

/* A part of the states was seen, or of the values, and nothing wrong there, or only if time outruns the code. */
static bool is_open(const struct answer *seen) {
    const struct result_property *safety = seen->result.properties.count ? seen->result.properties.items : NULL;
    bool was_cut = safety && (safety->limit == LIMIT_TIME || safety->limit == LIMIT_MEMORY);
    return (was_cut || seen->sampled || seen->inconclusive) && seen->result.verdict == VERDICT_UNKNOWN &&
           !is_stuck(seen) && !seen->vacuous && !seen->hurry_decides;
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
    safety->why = seen->sampled = seen->inconclusive = NULL;
    if (proof->assumed) seen->assumption = half_sentence_join(arena, seen->assumption, proof->assumed);
    if (seen->hurried) {
        if (!seen->hurry_decides) decide_hurry(seen, arena);
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
static void compare(const struct answer *seen, const struct wide_proof *proof) {
    if (proof->holds && !proof->assumed && seen->result.verdict == VERDICT_VIOLATED)
        internal_error("a violation was found, but with more runs nothing goes wrong");
}

static const char *words_for(const struct wide_proof *proof, struct arena *arena) {
    if (!proof->places) return proof->open;
    return arena_printf(arena, "where any number is taken for %s, %s", proof->places, proof->open);
}

/* NULL: it holds, which `seen` says now; otherwise why that is not known. `overflows`: as a signed number leaves its
 * type. */
static const char *ask_solver(const struct command_app_options *command, struct app *app, struct paths *paths,
                              bool assumes, double seconds, struct arena *arena, struct answer *seen, bool *overflows) {
    size_t bytes = command->how.memory && command->how.memory / 4 < MOST_BYTES ? command->how.memory / 4 : MOST_BYTES;
    enum form_keeps keeps = command->values % 2 ? FORM_LOOSE : FORM_BOUNDS;
    struct wide_proof_limits limits = {.bytes = bytes,
                                       .values = (unsigned)command->values,
                                       .keeps = keeps,
                                       .assumes = assumes,
                                       .seconds = seconds,
                                       .interrupted = interrupt_watch()};
    const char *refused = wide_proof_refusal(app);
    if (refused) return refused;
    struct wide_proof proof = wide_proof_find(app, paths, &limits, arena);
    compare(seen, &proof);
    *overflows = proof.overflows;
    if (!proof.holds) return words_for(&proof, arena);
    if (seen->result.verdict == VERDICT_VIOLATED) return "a violation was found";
    keep_proof(&proof, app, arena, seen);
    return NULL;
}

/* With time that is kind, if something is wrong only where it is not. Who has seen all has nothing to assume. */
static const char *ask(const struct command_app_options *command, struct app *app, bool assumes, double seconds,
                       struct arena *arena, struct answer *seen, bool *overflows) {
    struct text none = {0};
    struct paths *paths = paths_new(app_executor(app), &none);
    text_free(&none);
    if (!paths) return "there is no solver";
    untried_begin_search(app);
    app_set_timely(app, seen->hurried != NULL);
    const char *why = ask_solver(command, app, paths, assumes && is_open(seen), seconds, arena, seen, overflows);
    app_set_timely(app, false);
    paths_free(paths);
    return why;
}

static const char *refusal(const struct command_app_options *command, const struct app *app, struct arena *arena) {
    if (command->all_violations) return "all violations are wanted";
    if (command->known_count) return "it does not go on behind what is known";
    if (command->how.memory && command->how.memory < LEAST_MEMORY) return "it takes more memory than there may be";
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

static const char unseen[] = "the explicit search did not see the end of the states in a moment";

static bool glance(const struct command_app_options *command, struct app *app, double seconds, struct arena *arena,
                   struct answer *answer) {
    struct command_app_options first = *command;
    first.engine = ENGINE_EXPLICIT;
    first.how.time = seconds;
    return command_app_check(&first, app, arena, answer);
}

/* Do values of inputs that the search before has not tried decide what may last? */
static bool inputs_decide(const struct app *app) { return untried_sways(app).line || untried_remains(app).line; }

/* The same question of an application whose numbers wrap around. */
static const char *words_if_wrapping(const struct command_app_options *wrapping, struct app *app, double seconds,
                                     struct arena *arena, struct answer *seen) {
    bool overflows = false;
    if (!glance(wrapping, app, share_of(seconds, GLANCE_SHARE, GLANCE), arena, seen)) return "";
    if (is_open(seen) && !seen->sampled) ask(wrapping, app, !inputs_decide(app), seconds, arena, seen, &overflows);
    if (seen->result.verdict == VERDICT_HOLDS) return "; with --no-check overflow, nothing does";
    if (seen->hurry_decides) return "; with --no-check overflow, only what needs slow code does";
    return "";
}

/* Counters that are signed overflow at last. Does anything else go wrong? As the rest of a sentence. */
static const char *what_else(const struct command_app_options *command, double seconds,
                             const struct diagnostics *diagnostics, struct arena *arena) {
    struct command_app_options wrapping = *command;
    struct diagnostics unheard = {0};
    const char *words = "";
    if (command->only_checks.list.count) return words;
    wrapping.no_checks = (struct text_list){0};
    for (size_t i = 0; i < command->no_checks.list.count; i++)
        vec_push(&wrapping.no_checks.list, command->no_checks.list.items[i]);
    vec_push(&wrapping.no_checks.list, app_check_name(APP_CHECK_OVERFLOW));
    wrapping.again = wrapping.quiet = true;
    wrapping.how.checkpoint = wrapping.how.resume = wrapping.emit = wrapping.emit_smt2 = NULL;
    struct app *app = command_app_load(&wrapping, arena, &unheard);
    if (app) {
        struct answer seen = command_app_begin(&wrapping, app, diagnostics);
        words = words_if_wrapping(&wrapping, app, seconds, arena, &seen);
        answer_free(&seen);
    }
    app_free(app);
    vec_free(&wrapping.no_checks.list);
    diag_free(&unheard);
    return words;
}

/* Asks, and says so. */
static bool prove(const struct command_app_options *command, struct app *app, bool assumes, const char *because,
                  struct arena *arena, struct answer *answer) {
    double left;
    if (!searching_time_left(&command->how, command->began, &left) || app_vacuous_so_far(app)) return false;
    double seconds = share_of(left, PROOF_SHARE, PATIENCE);
    bool overflows = false;
    answer->open_numbers = ask(command, app, assumes, seconds, arena, answer, &overflows);
    if (overflows)
        answer->open_numbers =
            arena_printf(arena, "%s%s", answer->open_numbers, what_else(command, seconds, answer->diagnostics, arena));
    if (answer->open_numbers || answer->result.verdict == VERDICT_VIOLATED) return false;
    command_choose_engine(
        command, answer, "widened",
        *answer->widened ? arena_printf(arena, "%s; %s took too many values", because, answer->widened) : because);
    return true;
}

bool command_wide_prove(const struct command_app_options *command, struct app *app, bool assumes, const char *because,
                        struct arena *arena, struct answer *answer) {
    return is_open(answer) && !refusal(command, app, arena) && prove(command, app, assumes, because, arena, answer);
}

bool command_wide_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer, enum wide_outcome *outcome) {
    const struct answer nothing = *answer;
    double left;
    *outcome = WIDE_NOTHING;
    if (refusal(command, app, arena) || !searching_time_left(&command->how, command->began, &left)) return true;
    if (!glance(command, app, share_of(left, GLANCE_SHARE, GLANCE), arena, answer)) return false;
    *outcome = WIDE_SEEN;
    if (!is_open(answer) || answer->sampled) return true;
    *outcome = prove(command, app, !inputs_decide(app), unseen, arena, answer) ? WIDE_PROVED : WIDE_NOTHING;
    if (*outcome == WIDE_PROVED) return true;
    const char *why = answer->open_numbers;
    answer_free(answer);
    *answer = nothing;
    answer->open_numbers = why;
    begin_anew(app);
    return true;
}

bool command_wide_only(const struct command_app_options *command, struct app *app, struct arena *arena,
                       struct answer *answer) {
    double left;
    const char *why = refusal(command, app, arena);
    if (why) return !command_complain("app", "--engine widened cannot be asked: %s", why);
    if (!searching_time_left(&command->how, command->began, &left)) left = 1;
    if (!glance(command, app, left > 0 ? left / 2 : GLANCE, arena, answer)) return false;
    if (!is_stuck(answer) && !answer->vacuous)
        prove(command, app, !inputs_decide(app), "it was asked for", arena, answer);
    return true;
}
