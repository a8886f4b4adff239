/* The engine `paths` beside the explicit one: chosen where that one cannot know (--engine auto), or asked, too
 * (--engine all). */
#include "app/paths/paths.h"
#include "cli/app.h"
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

enum { PATIENCE = 60 /* seconds for the explicit search of --engine auto, where there are inputs and no --time */ };

/* Why this engine cannot be asked; NULL: it can. */
static const char *refusal(const struct command_app_options *command, const struct app *app, struct arena *arena) {
    struct text why = {0};
    if (app_property_count(app)) return "it does not check formulas";
    if (command->suppress) return "it cannot go on behind what is suppressed";
    if (command->how.checkpoint || command->how.resume) return "its searches cannot be saved";
    struct paths *paths = paths_new(app_executor(app), &why);
    const char *text = paths ? NULL : arena_printf(arena, "it needs Z3 (Debian: libz3-4): %s", text_chars(&why));
    paths_free(paths);
    text_free(&why);
    return text;
}

/* What is left of the time; 0: there is no limit. False: nothing. */
static bool time_left(const struct command_app_options *command, double *left) {
    return searching_time_left(&command->how, command->began, left);
}

static void describe_alike(struct answer *to, const struct answer *from) {
    to->configurations = from->configurations, to->configuration_count = from->configuration_count;
    to->sources = from->sources, to->source_count = from->source_count;
    to->profile = from->profile, to->mode = from->mode, to->engine = from->engine;
    to->diagnostics = from->diagnostics;
}

static bool ask_paths(const struct command_app_options *command, struct app *app, struct arena *arena, double time,
                      struct answer *answer) {
    struct command_app_options asked = *command;
    asked.engine = ENGINE_PATHS;
    asked.how.time = time;
    app_forget_samples(app);
    answer->assumption = app_assumption(app);
    return command_app_check(&asked, app, arena, answer);
}

/* ---- auto ---- */

static void choose(const struct command_app_options *command, struct answer *answer, const char *engine,
                   const char *why) {
    answer->chosen = engine;
    answer->chosen_because = why;
    if (!command->quiet) fprintf(stderr, "rtcheck app: engine %s: %s\n", engine, why);
}

/* Something that depends on values which nobody knows keeps the explicit search from an answer. */
static const char *reason_to_ask(const struct app *app, const struct answer *answer, struct arena *arena) {
    if (answer->result.verdict != VERDICT_UNKNOWN || answer->inconclusive || answer->vacuous || answer->hurried)
        return NULL;
    if (answer->sampled) return arena_printf(arena, "the explicit search cannot know: %s", answer->sampled);
    const struct result_property *safety = answer->result.properties.count ? answer->result.properties.items : NULL;
    if (safety && app_has_inputs(app) && (safety->limit == LIMIT_TIME || safety->limit == LIMIT_MEMORY))
        return "the explicit search came to no end, and there are inputs, of which it tries one value after the other";
    return NULL;
}

static void take_over(struct answer *answer, struct answer *other) {
    struct answer given_up = *answer;
    *answer = *other;
    *other = given_up;
}

bool command_auto_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer) {
    struct command_app_options first = *command;
    double left;
    first.engine = ENGINE_EXPLICIT;
    if (command->how.time > 0)
        first.how.time = command->how.time / 2;
    else if (app_has_inputs(app))
        first.how.time = PATIENCE;
    if (!command_app_check(&first, app, arena, answer)) return false;
    const char *why = reason_to_ask(app, answer, arena);
    const char *refused = why ? refusal(command, app, arena) : NULL;
    if (!why || refused) {
        choose(command, answer, "explicit",
               refused ? arena_printf(arena, "%s; paths was not asked: %s", why, refused)
                       : "its answer does not depend on inputs that were not tried");
        return true;
    }
    struct answer other = {0};
    describe_alike(&other, answer);
    bool good = time_left(command, &left) && ask_paths(command, app, arena, left, &other);
    if (good && other.result.verdict != VERDICT_UNKNOWN) {
        take_over(answer, &other);
        choose(command, answer, "paths", why);
    } else {
        const char *instead = !good                ? "there was no time"
                              : other.inconclusive ? other.inconclusive
                                                   : "nor does it know";
        choose(command, answer, "explicit", arena_printf(arena, "%s; paths was asked: %s", why, instead));
    }
    answer_free(&other);
    return true;
}

/* ---- all ---- */

/* Kinds that this engine does not look for, wherever they come from. */
static bool is_beyond(const struct result *result) {
    const char *kind = result->violations.count ? result->violations.items[0].violation->kind : NULL;
    return kind &&
           (!strcmp(kind, app_check_name(APP_CHECK_WAITING)) || !strcmp(kind, app_check_name(APP_CHECK_ENDLESS)));
}

static void tell_disagreement(const struct answer *ours, const struct answer *theirs) {
    struct text story = {0};
    fprintf(stderr,
            "rtcheck app: the engines disagree: explicit says %s, paths says %s; explicit's story is the answer, "
            "that of paths is:\n",
            result_verdict_name(ours->result.verdict), result_verdict_name(theirs->result.verdict));
    answer_text(&story, style_for(stderr), theirs, 0, false);
    fputs(text_chars(&story), stderr);
    text_free(&story);
}

static int compare(const struct command_app_options *command, struct arena *arena, struct answer *ours,
                   const struct answer *theirs) {
    enum verdict a = ours->result.verdict, b = theirs->result.verdict;
    struct result *summary = arena_new_object(arena, struct result);
    summary->verdict = b;
    summary->total = theirs->result.total;
    ours->by_paths = summary;
    if (a != b && a != VERDICT_UNKNOWN && b != VERDICT_UNKNOWN &&
        !(a == VERDICT_VIOLATED && is_beyond(&ours->result))) {
        tell_disagreement(ours, theirs);
        return STATUS_INTERNAL;
    }
    if (!command->quiet)
        fprintf(stderr, "rtcheck app: paths says %s%s (%llu states)\n", result_verdict_name(b), a == b ? ", too" : "",
                (unsigned long long)summary->total.states);
    return STATUS_GO_ON;
}

int command_paths_compare(const struct command_app_options *command, struct app *app, struct arena *arena,
                          struct answer *ours) {
    double left;
    ours->paths_not_asked = refusal(command, app, arena);
    if (!ours->paths_not_asked && !time_left(command, &left)) ours->paths_not_asked = "no time was left";
    if (ours->paths_not_asked) {
        if (!command->quiet) fprintf(stderr, "rtcheck app: paths was not asked: %s\n", ours->paths_not_asked);
        return STATUS_GO_ON;
    }
    struct answer theirs = {0};
    describe_alike(&theirs, ours);
    bool answered = ask_paths(command, app, arena, left, &theirs);
    int status = answered ? compare(command, arena, ours, &theirs) : STATUS_BAD_INPUT;
    answer_free(&theirs);
    return status;
}
