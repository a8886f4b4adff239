#include "cli/app/compare.h"

#include "app/unended.h"
#include "app/untried.h"
#include "base/clock.h"
#include "cli/common/command.h"

#include <stdio.h>
#include <string.h>

const struct other_engine other_paths = {"paths", ENGINE_PATHS, {APP_CHECK_WAITING, APP_CHECK_ENDLESS}, 2};
const struct other_engine other_sequential = {
    "sequential", ENGINE_SEQUENTIAL, {APP_CHECK_WAITING, APP_CHECK_ENDLESS, APP_CHECK_RACE}, 3};

void command_add_reason(const struct diagnostic *diagnostic, struct text *out) {
    if (diagnostic->place.file) text_printf(out, "%s:%u: ", diagnostic->place.file, diagnostic->place.line);
    text_add(out, diagnostic->message);
}

static void describe_alike(struct answer *to, const struct answer *from) {
    to->configurations = from->configurations, to->configuration_count = from->configuration_count;
    to->sources = from->sources, to->source_count = from->source_count;
    to->profile = from->profile, to->mode = from->mode, to->engine = from->engine;
    to->in_time = from->in_time, to->diagnostics = from->diagnostics;
}

bool command_ask_other(const struct command_app_options *command, struct app *app, const struct other_engine *other,
                       double time, struct arena *arena, const struct answer *ours, struct text *refused,
                       struct answer *theirs) {
    struct command_app_options asked = *command;
    asked.engine = other->number;
    asked.how.time = time;
    asked.began = clock_seconds();
    asked.emit = NULL; /* that is Spin's model, here */
    asked.beside = refused;
    describe_alike(theirs, ours);
    app_forget_samples(app);
    untried_begin_search(app);
    app_set_timely(app, false); /* the same question, from its beginning */
    theirs->assumption = app_assumption(app);
    return command_app_check(&asked, app, arena, theirs);
}

/* ---- contradictions ---- */

static bool looks_for(const struct other_engine *other, const char *kind) {
    for (unsigned i = 0; kind && i < other->beyond_count; i++)
        if (strcmp(kind, app_check_name(other->beyond[i])) == 0) return false;
    return true;
}

/* Has the explicit engine found something that the other one looks for? */
static bool is_within(const struct other_engine *other, const struct result *ours) {
    for (size_t i = 0; i < ours->violations.count; i++)
        if (looks_for(other, ours->violations.items[i].violation->kind)) return true;
    return ours->violations.count == 0;
}

/* What a search has found; that there was nothing to be found is no reason for another one to find something. */
static enum verdict found(const struct answer *answer) {
    enum verdict verdict = answer->result.verdict;
    return verdict == VERDICT_UNKNOWN && answer->vacuous ? VERDICT_HOLDS : verdict;
}

bool command_contradicts(const struct other_engine *other, const struct answer *ours, const struct answer *theirs,
                         struct text *out) {
    enum verdict a = found(ours), b = found(theirs);
    if (a == b || a == VERDICT_UNKNOWN || b == VERDICT_UNKNOWN) return false;
    bool is_beyond = ours->is_fate || (ours->is_neglect && other->number == ENGINE_SEQUENTIAL);
    if (a == VERDICT_VIOLATED && (is_beyond || !is_within(other, &ours->result))) return false;
    const char *first = ours->chosen ? ours->chosen : "explicit";
    text_printf(out,
                "rtcheck app: the engines disagree: %s says %s, %s says %s; %s's story is the answer, that of %s is:\n",
                first, result_verdict_name(a), other->name, result_verdict_name(b), first, other->name);
    answer_text(out, style_for(stderr), theirs, 0, false);
    return true;
}

static int compare(const struct command_app_options *command, const struct other_engine *other,
                   const struct answer *ours, const struct answer *theirs) {
    struct text story = {0};
    bool contradicts = command_contradicts(other, ours, theirs, &story);
    enum verdict verdict = theirs->result.verdict;
    if (contradicts)
        command_note(&story);
    else if (!command->quiet)
        fprintf(stderr, "rtcheck app: %s says %s%s (%llu states)\n", other->name, result_verdict_name(verdict),
                verdict == ours->result.verdict ? ", too" : "", (unsigned long long)theirs->result.total.states);
    text_free(&story);
    return contradicts ? STATUS_INTERNAL : STATUS_GO_ON;
}

/* ---- whose answer it is ---- */

bool command_knows(const struct answer *answer) {
    return answer->result.verdict != VERDICT_UNKNOWN || (answer->hurried && answer->hurry_decides);
}

void command_take_over(struct answer *answer, struct answer *other, const char *engine, const char *why) {
    struct answer given_up = *answer;
    *answer = *other;
    *other = given_up;
    answer->spin_not_asked = given_up.spin_not_asked, answer->by_spin = given_up.by_spin;
    answer->paths_not_asked = given_up.paths_not_asked, answer->by_paths = given_up.by_paths;
    answer->sequential_not_asked = given_up.sequential_not_asked, answer->by_sequential = given_up.by_sequential;
    answer->chosen = engine;
    answer->chosen_because = why;
}

const char *command_open_fate(const struct app *app, struct place swayed, const struct answer *theirs,
                              struct arena *arena) {
    static const char form[] = "does not look at what may go on for ever: %s at %s:%u";
    if (theirs->result.verdict == VERDICT_VIOLATED) return NULL;
    struct place remains = untried_remains(app);
    if (remains.line)
        return arena_printf(arena, form, "no values were found that lead out of it", place_file(remains), remains.line);
    bool may_hold = theirs->is_blind_to_fate && command_knows(theirs);
    struct place unended = may_hold ? unended_loop(app) : (struct place){0};
    if (unended.line)
        return arena_printf(arena, form, "no run was found that leaves the loop", place_file(unended), unended.line);
    if (!theirs->is_blind_to_fate || !swayed.line) return NULL;
    return arena_printf(arena, form, "values of inputs decide", place_file(swayed), swayed.line);
}

/* What is violated has been seen in a run of the application. That something holds is taken from who looks at as much
 * as the explicit engine does. */
static bool knows_more(const struct other_engine *other, const struct app *app, struct place swayed,
                       const struct answer *ours, const struct answer *theirs, struct arena *arena) {
    if (command_knows(ours) || ours->vacuous) return false;
    return theirs->result.verdict == VERDICT_VIOLATED ||
           (command_knows(theirs) && other->number == ENGINE_PATHS && !command_open_fate(app, swayed, theirs, arena));
}

/* ---- asking ---- */

static const char *refusal(const struct command_app_options *command, const struct app *app,
                           const struct other_engine *other, struct arena *arena) {
    if (other->number == ENGINE_PATHS) return command_paths_refusal(command, app, arena);
    const char *obstacle = command_sequential_obstacle(command, app);
    return obstacle ? arena_printf(arena, "it cannot do with %s", obstacle) : NULL;
}

int command_compare_other(const struct command_app_options *command, struct app *app, const struct other_engine *other,
                          struct arena *arena, struct answer *ours) {
    double left;
    int status = STATUS_GO_ON;
    struct answer theirs = {0};
    struct text refused = {0};
    struct place swayed = untried_sways(app);
    const char *reason = refusal(command, app, other, arena);
    if (!reason && !searching_time_left(&command->how, command->began, &left)) reason = "no time was left";
    if (!reason && !command_ask_other(command, app, other, left, arena, ours, &refused, &theirs)) {
        reason = refused.length ? arena_text(arena, text_chars(&refused)) : NULL;
        status = reason ? STATUS_GO_ON : STATUS_BAD_INPUT;
    } else if (!reason) {
        struct result *summary = arena_new_object(arena, struct result);
        summary->verdict = theirs.result.verdict;
        summary->total = theirs.result.total;
        *(other->number == ENGINE_PATHS ? &ours->by_paths : &ours->by_sequential) = summary;
        status = compare(command, other, ours, &theirs);
        if (status == STATUS_GO_ON && knows_more(other, app, swayed, ours, &theirs, arena))
            command_take_over(ours, &theirs, other->name, "the explicit search does not know");
    }
    if (reason) {
        *(other->number == ENGINE_PATHS ? &ours->paths_not_asked : &ours->sequential_not_asked) = reason;
        if (!command->quiet) fprintf(stderr, "rtcheck app: %s was not asked: %s\n", other->name, reason);
    }
    answer_free(&theirs);
    text_free(&refused);
    return status;
}
