#include "cli/app/again.h"

#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/word.h"
#include "cli/app/compare.h"
#include "cli/app/found.h"
#include "cli/common/command.h"

enum { PATIENCE = 20 }; /* seconds for the second question, or twice what the first took, where there is no limit */

/* ---- asking ---- */

struct app *again_load(double seconds, const struct command_app_options *command, struct command_app_options *second,
                       struct arena *arena) {
    struct diagnostics unheard = {0};
    double left = 0;
    second->again = second->quiet = true;
    second->how.checkpoint = second->how.resume = second->emit = second->emit_smt2 = NULL;
    bool is_time = searching_time_left(&command->how, command->began, &left) && limits_reached() == LIMITS_NONE;
    double needed = clock_seconds() - command->began;
    second->how.time = left > 0 ? left : 2 * needed > PATIENCE ? 2 * needed : PATIENCE;
    if (seconds > 0 && second->how.time > seconds) second->how.time = seconds;
    if (command->engine == ENGINE_EXPLICIT) second->engine = ENGINE_AUTO; /* most of these values are alike */
    second->began = clock_seconds();
    struct app *app = is_time ? command_app_load(second, arena, &unheard) : NULL;
    diag_free(&unheard);
    return app;
}

bool again_ask(const struct command_app_options *command, const struct command_app_options *second, struct app *app,
               struct arena *arena, const struct answer *answer, struct answer *other) {
    *other = app ? command_app_begin(command, app, answer->diagnostics) : (struct answer){0};
    return app && command_app_ask(second, app, arena, other);
}

bool again_needs_large_inputs(const struct app *app, const struct answer *answer) {
    for (size_t i = 0; i < answer->result.violations.count; i++)
        if (!app_may_be_input(app, answer->result.violations.items[i].violation->place)) return false;
    return answer_has_large_inputs(answer);
}

struct app *again_ask_settled(const struct inquiry *inquiry, const struct command_app_options *second, struct app *app,
                              struct answer *other, bool *answered) {
    const struct answer *answer = inquiry->answer;
    *answered = again_ask(&inquiry->command, second, app, inquiry->arena, answer, other);
    bool are_wrong =
        *answered && answer->result.verdict == VERDICT_VIOLATED && other->result.verdict == VERDICT_VIOLATED;
    bool may_be_new = are_wrong && second->inputs < 0 && again_needs_large_inputs(app, other);
    if (!may_be_new || again_needs_large_inputs(inquiry->asked, answer)) return app;
    struct command_app_options small = *second;
    answer_free(other);
    app_free(app);
    small.inputs = INPUTS_SMALL;
    app = again_load(second->how.time, &inquiry->command, &small, inquiry->arena);
    *answered = again_ask(&inquiry->command, &small, app, inquiry->arena, answer, other);
    return app;
}

bool again_may_ask(const struct command_app_options *command) {
    return command->inputs < 0 || command->inputs_for_once;
}

bool again_is_over(const struct command_app_options *command) {
    double left;
    return !searching_time_left(&command->how, command->began, &left) || limits_reached() != LIMITS_NONE;
}

bool again_is_cut_off(const struct command_app_options *command, const struct command_app_options *second) {
    return again_is_over(command) || clock_seconds() - second->began > 0.95 * second->how.time;
}

bool again_is_nearly_over(const struct command_app_options *command) {
    double left;
    return again_is_over(command) ||
           (command->how.time > 0 && searching_time_left(&command->how, command->began, &left) &&
            left < 0.3 * command->how.time);
}

/* ---- answers ---- */

bool again_passes(const struct answer *answer) {
    return answer->result.verdict == VERDICT_HOLDS || (answer->result.verdict == VERDICT_UNKNOWN && answer->vacuous);
}

bool again_is_known(const struct answer *answer) {
    return again_passes(answer) || answer->result.verdict == VERDICT_VIOLATED;
}

bool again_is_fate(const struct answer *answer, const struct violation *violation) {
    static const char *const for_ever[] = {"waiting", "endless", NULL};
    return answer->is_fate || (violation->kind && is_one_of(violation->kind, for_ever));
}

bool again_is_same(const struct answer *one, const struct answer *other) {
    const struct violation *a = one->result.violations.items[0].violation;
    const struct violation *b = other->result.violations.items[0].violation;
    return are_same_texts(a->kind, b->kind) && place_is_same(a->place, b->place);
}

/* Each run that goes wrong comes by something of the kind, or is not there to be looked at. `anywhere`: there is some
 * in the program. */
static bool all_meet(const struct answer *answer, bool anywhere, bool (*meets)(const struct timeline *run)) {
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const struct timeline *run = i < answer->timelines.count ? answer->timelines.items[i] : NULL;
        bool is_shown = run && !again_is_fate(answer, answer->result.violations.items[i].violation);
        if (!anywhere || (is_shown && !meets(run))) return false;
    }
    return true;
}

static bool meets_types(const struct timeline *run) { return run->meets_types; }

static bool meets_values(const struct timeline *run) { return run->meets_values; }

static bool meets_constants(const struct timeline *run) { return run->meets_constants; }

static bool meets_numbers(const struct timeline *run) { return run->meets_numbers; }

bool again_meets_types(const struct inquiry *inquiry) {
    return all_meet(inquiry->answer, app_program(inquiry->asked)->open_place_count, meets_types);
}

bool again_meets_values(const struct inquiry *inquiry) {
    return all_meet(inquiry->answer, app_program(inquiry->asked)->value_place_count, meets_values);
}

bool again_meets_constants(const struct inquiry *inquiry) {
    return all_meet(inquiry->answer, app_constants_decide(inquiry->asked), meets_constants);
}

bool again_meets_numbers(const struct inquiry *inquiry) {
    return all_meet(inquiry->answer, app_numbers_decide(inquiry->asked), meets_numbers);
}

/* What is wrong goes with the answer, and decides nothing. */
static void keep_wrong(struct arena *arena, struct answer *answer, const struct result *wrong) {
    struct text title = {0};
    result_violation_title(&title, wrong, &wrong->violations.items[0]);
    answer->large = arena_text(arena, text_chars(&title));
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
    text_free(&title);
}

void again_keep_large(struct arena *arena, struct answer *answer, bool decides) {
    keep_wrong(arena, answer, &answer->result);
    answer->large_decides = decides;
}

void again_leave_open(struct arena *arena, struct answer *answer, const struct result *wrong, const char *reading) {
    keep_wrong(arena, answer, wrong);
    answer->reading = reading;
}

/* ---- what comes of it ---- */

/* With what was granted before. */
static const char *all_granted(const struct inquiry *inquiry, const char *reading) {
    return inquiry->granted ? arena_printf(inquiry->arena, "%s, and %s", inquiry->granted, reading) : reading;
}

void again_weigh(const struct inquiry *inquiry, const struct answer *other, const char *reading) {
    struct answer *answer = inquiry->answer;
    bool holds = answer->result.verdict == VERDICT_HOLDS;
    if ((other->result.verdict == VERDICT_VIOLATED) != holds) return;
    const char *if_so = holds ? "if" : again_passes(other) ? "but not if" : "but perhaps not if";
    again_leave_open(inquiry->arena, answer, holds ? &other->result : &answer->result,
                     arena_printf(inquiry->arena, "%s %s", if_so, all_granted(inquiry, reading)));
}

/* As far as was asked: an answer does not depend on how much time there was. */
static void leave_unasked(struct arena *arena, struct answer *answer, const char *reading) {
    if (answer->result.verdict == VERDICT_VIOLATED)
        again_leave_open(arena, answer, &answer->result, arena_printf(arena, "but perhaps not if %s", reading));
    answer->large_is_cut = answer->large != NULL;
    if (answer->result.verdict != VERDICT_HOLDS) return;
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
    answer->result.but =
        arena_printf(arena, "the time was over before it was known whether something is wrong if %s", reading);
}

/* What differs from the command. */
static void put(struct command_app_options *into, const struct command_app_options *command,
                const struct command_app_options *second) {
    if (second->constants != command->constants) into->constants = second->constants;
    if (second->counted != command->counted)
        into->counted = second->counted, into->counted_count = second->counted_count;
    into->counts_rivals |= second->counts_rivals;
    if (second->enumerations != command->enumerations) into->enumerations = second->enumerations;
    if (second->types != command->types) into->types = second->types;
    if (second->strains_types != command->strains_types) into->strains_types = second->strains_types;
    if (second->numbers != command->numbers) into->numbers = second->numbers, into->number_count = second->number_count;
    if (second->inputs != command->inputs) into->inputs = second->inputs, into->inputs_for_once = true;
    if (second->variables != command->variables)
        into->variables = second->variables, into->variable_count = second->variable_count;
    into->constants_move |= second->constants_move;
    into->keeps_variables |= second->keeps_variables;
    into->leaves_pointers |= second->leaves_pointers;
    into->only_reads |= second->only_reads;
}

void again_take_over(const struct command_app_options *command, const struct app *app, struct arena *arena,
                     struct answer *answer, struct answer *other) {
    command_take_over(answer, other, answer->chosen, answer->chosen_because);
    answer->assumption = half_sentence_join(arena, other->assumption, app_met(app, arena));
    if (!command->all_violations) return;
    struct app_found before = app_found_take(other);
    result_add_figures(&answer->result.total, &before.result.total);
    app_found_give(&before, answer);
    app_found_free(&before);
}

void again_join(struct inquiry *inquiry, const struct command_app_options *second, const char *reading) {
    put(&inquiry->joint, &inquiry->command, second);
    inquiry->joined = inquiry->joined ? arena_printf(inquiry->arena, "%s, and %s", inquiry->joined, reading) : reading;
    inquiry->joint_count++;
}

/* From now on. */
static void put_for_all(struct inquiry *inquiry, const struct command_app_options *second, const char *reading) {
    inquiry->granted = all_granted(inquiry, reading);
    put(&inquiry->joint, &inquiry->command, second);
    put(&inquiry->command, &inquiry->command, second);
}

bool again_grant(struct inquiry *inquiry, const struct command_app_options *second, const char *reading,
                 struct answer *other, struct app *app) {
    if (again_is_same(inquiry->answer, other)) {
        again_join(inquiry, second, reading);
        return false;
    }
    put_for_all(inquiry, second, reading);
    if (again_is_fate(other, other->result.violations.items[0].violation)) return false;
    again_take_over(&inquiry->command, app, inquiry->arena, inquiry->answer, other);
    vec_push(&inquiry->apps, app);
    inquiry->asked = app;
    return inquiry->has_turned = true;
}

/* With other types there are other runs, of which none is the answer. */
static void note_types(struct inquiry *inquiry, const struct command_app_options *second, const char *reading,
                       const struct answer *other) {
    if (inquiry->types_words || again_is_same(inquiry->answer, other)) return;
    inquiry->types = second->types;
    inquiry->types_words = reading;
}

void again_grant_types(struct inquiry *inquiry) {
    struct command_app_options second = inquiry->command;
    second.types = inquiry->types;
    if (inquiry->types_words) put_for_all(inquiry, &second, inquiry->types_words);
    inquiry->types_words = NULL;
}

bool again_ask_for_doubt(struct inquiry *inquiry, const struct command_app_options *second, struct app **app,
                         const char *reading, struct answer *other) {
    bool answered;
    *app = again_ask_settled(inquiry, second, *app, other, &answered);
    bool was_wrong = inquiry->answer->result.verdict == VERDICT_VIOLATED;
    if (answered) again_weigh(inquiry, other, reading);
    if (!(answered && again_is_known(other)) && again_is_cut_off(&inquiry->command, second))
        leave_unasked(inquiry->arena, inquiry->answer, reading);
    return answered && was_wrong && other->result.verdict == VERDICT_VIOLATED;
}

struct app *again_ask_and_weigh(struct inquiry *inquiry, const struct command_app_options *second, struct app *app,
                                const char *reading) {
    struct answer other;
    bool is_wrong = again_ask_for_doubt(inquiry, second, &app, reading, &other);
    bool has_other_types = second->types != inquiry->command.types;
    if (is_wrong && has_other_types) note_types(inquiry, second, reading, &other);
    bool is_kept = is_wrong && !has_other_types && again_grant(inquiry, second, reading, &other, app);
    answer_free(&other);
    return is_kept ? NULL : app;
}

void again_ask_jointly(struct inquiry *inquiry) {
    struct command_app_options second = inquiry->joint;
    if (inquiry->joint_count < 2 || inquiry->answer->result.verdict != VERDICT_VIOLATED) return;
    struct app *app = again_load(0, &inquiry->command, &second, inquiry->arena);
    struct answer other;
    bool answered;
    app = again_ask_settled(inquiry, &second, app, &other, &answered);
    if (answered && again_passes(&other))
        again_leave_open(inquiry->arena, inquiry->answer, &inquiry->answer->result,
                         arena_printf(inquiry->arena, "but not if %s", all_granted(inquiry, inquiry->joined)));
    answer_free(&other);
    app_free(app);
}
