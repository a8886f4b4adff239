/* The engine `paths`, chosen where the explicit one cannot know: --engine auto. */
#include "app/paths/paths.h"
#include "app/untried.h"
#include "cli/app/compare.h"
#include "cli/common/command.h"

#include <stdio.h>

enum { PATIENCE = 60 /* seconds for the explicit search of --engine auto, where there are inputs and no --time */ };

#define PATHS_SHARE 0.75 /* of the time that is left then; the rest is for a proof (wide.c) */

const char *command_paths_refusal(const struct command_app_options *command, const struct app *app,
                                  struct arena *arena) {
    struct text why = {0};
    if (command->suppress) return "it cannot go on behind what is suppressed";
    if (command->how.checkpoint || command->how.resume) return "its searches cannot be saved";
    struct paths *paths = paths_new(app_executor(app), &why);
    const char *text = paths ? NULL : arena_printf(arena, "it needs Z3 (Debian: libz3-4): %s", text_chars(&why));
    paths_free(paths);
    text_free(&why);
    return text;
}

void command_choose_engine(const struct command_app_options *command, struct answer *answer, const char *engine,
                           const char *why) {
    answer->chosen = engine;
    answer->chosen_because = why;
    if (!command->quiet) fprintf(stderr, "rtcheck app: engine %s: %s\n", engine, why);
}

/* Something that depends on values which nobody knows keeps the explicit search from an answer. */
static const char *reason_to_ask(const struct app *app, const struct answer *answer, struct arena *arena) {
    if (command_knows(answer) || answer->inconclusive || answer->vacuous) return NULL;
    const char *sampled = answer->hurried ? app_sampled(app, arena) : answer->sampled;
    if (sampled) return arena_printf(arena, "the explicit search cannot know: %s", sampled);
    const struct result_property *safety = answer->result.properties.count ? answer->result.properties.items : NULL;
    if (safety && app_has_inputs(app) && (safety->limit == LIMIT_TIME || safety->limit == LIMIT_MEMORY))
        return "the explicit search came to no end, and there are inputs, of which it tries one value after the other";
    return NULL;
}

bool command_auto_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer) {
    struct command_app_options first = *command;
    enum wide_outcome outcome;
    double left;
    if (!command_wide_check(command, app, arena, answer, &outcome)) return false;
    if (outcome == WIDE_PROVED) return true;
    first.engine = ENGINE_EXPLICIT;
    const char *refused = app_has_inputs(app) ? command_paths_refusal(command, app, arena) : NULL;
    if (app_has_inputs(app) && !refused) /* otherwise there is nobody to leave time for */
        first.how.time = command->how.time > 0 ? command->how.time / 2 : PATIENCE;
    if (outcome != WIDE_SEEN && !command_app_check(&first, app, arena, answer)) return false;
    const char *why = reason_to_ask(app, answer, arena);
    if (!why || refused) {
        if (command->emit_smt2) command_complain("app", "--emit-smt2: paths was not asked, and nothing is written");
        command_choose_engine(command, answer, "explicit",
                              why ? arena_printf(arena, "%s; paths was not asked: %s", why, refused)
                                  : "its answer does not depend on inputs that were not tried");
        return true;
    }
    struct answer other = {0};
    struct place swayed = untried_sways(app);
    bool good = searching_time_left(&command->how, command->began, &left) &&
                command_ask_other(command, app, &other_paths, left * PATHS_SHARE, arena, answer, NULL, &other);
    const char *open = good ? command_open_fate(app, swayed, &other, arena) : NULL;
    if (!open && good && command_knows(&other)) {
        command_take_over(answer, &other, "paths", why);
        command_choose_engine(command, answer, "paths", why);
    } else if (command_wide_prove(command, app, !open && !swayed.line, why, arena, answer)) {
        /* that is the answer */
    } else if (open) {
        command_choose_engine(command, answer, "explicit",
                              arena_printf(arena, "%s; paths was asked, and %s", why, open));
    } else {
        const char *instead = !good                ? "there was no time"
                              : other.inconclusive ? other.inconclusive
                                                   : "nor does it know";
        command_choose_engine(command, answer, "explicit",
                              arena_printf(arena, "%s; paths was asked: %s", why, instead));
    }
    answer_free(&other);
    return true;
}
