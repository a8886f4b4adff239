#include "cli/app_again.h"

#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cli/command.h"

enum { PATIENCE = 20 /* seconds for the second question, where there is no limit */ };

/* What is wrong goes with the answer, and decides nothing. */
static void leave_open(struct arena *arena, struct answer *answer, const struct result *wrong) {
    struct text title = {0};
    result_violation_title(&title, wrong, &wrong->violations.items[0]);
    answer->large = arena_text(arena, text_chars(&title));
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
    text_free(&title);
}

/* It needs inputs that nobody promises to be small. */
static void keep_large(struct arena *arena, struct answer *answer, bool decides) {
    leave_open(arena, answer, &answer->result);
    answer->large_decides = decides;
}

static void keep_reading(struct arena *arena, struct answer *answer, const struct result *wrong, const char *reading) {
    leave_open(arena, answer, wrong);
    answer->reading = reading;
}

typedef bool may_come(const struct app *app, struct place place);

static bool may_all_come(const struct app *app, const struct answer *answer, may_come *from) {
    for (size_t i = 0; i < answer->result.violations.count; i++)
        if (!from(app, answer->result.violations.items[i].violation->place)) return false;
    return true;
}

/* The numbers that leave their types may be the inputs', and not the program's own. */
static bool needs_large_inputs(const struct app *app, const struct answer *answer) {
    return answer_has_large_inputs(answer) && may_all_come(app, answer, app_may_be_input);
}

/* The same question with other options. The caller frees the application, which the answer may need. NULL: it cannot be
 * asked; otherwise `*answered` says whether there is an answer. */
static struct app *ask_otherwise(const struct command_app_options *command, struct command_app_options second,
                                 struct arena *arena, const struct answer *answer, struct answer *other,
                                 bool *answered) {
    struct diagnostics unheard = {0};
    double left = 0;
    second.again = second.quiet = true;
    second.how.checkpoint = second.how.resume = second.emit = second.emit_smt2 = NULL;
    bool is_time = searching_time_left(&command->how, command->began, &left) && limits_reached() == LIMITS_NONE;
    second.how.time = left > 0 ? left : PATIENCE;
    if (command->engine == ENGINE_EXPLICIT) second.engine = ENGINE_AUTO; /* most of these values are alike */
    second.began = clock_seconds();
    struct app *app = is_time ? command_app_load(&second, arena, &unheard) : NULL;
    *other = app ? command_app_begin(command, app, answer->diagnostics) : (struct answer){0};
    *answered = app && command_app_ask(&second, app, arena, other);
    diag_free(&unheard);
    return app;
}

/* ... What is wrong then is the answer. */
static struct app *ask_again(const struct command_app_options *command, struct command_app_options second,
                             struct arena *arena, struct answer *answer) {
    struct answer other;
    bool answered;
    struct app *app = ask_otherwise(command, second, arena, answer, &other, &answered);
    bool hurried = answered && other.hurried && other.hurry_decides;
    if (answered && (other.result.verdict == VERDICT_VIOLATED || hurried)) {
        struct answer given_up = *answer;
        *answer = other, other = given_up;
        answer->chosen = other.chosen, answer->chosen_because = other.chosen_because;
        answer->assumption =
            half_sentence_join(arena, hurried ? answer->assumption : other.assumption, app_met(app, arena));
    } else {
        bool holds = answered && other.result.verdict == VERDICT_HOLDS;
        keep_large(arena, answer, holds);
    }
    answer_free(&other);
    return app;
}

/* A number leaves its type in a run with large inputs. Is something wrong, too, if they are small? */
static struct app *ask_with_small_inputs(const struct command_app_options *command, const struct app *asked,
                                         struct arena *arena, struct answer *answer) {
    if (command->inputs >= 0 || answer->result.verdict != VERDICT_VIOLATED || !needs_large_inputs(asked, answer))
        return NULL;
    struct command_app_options second = *command;
    second.inputs = INPUTS_SMALL;
    return ask_again(command, second, arena, answer);
}

/* ---- what only a missing header says ---- */

/* What all that is wrong rests on, as only a missing header says what code in these runs does; NULL: nothing. */
static const char *all_rest_on(const struct app *asked, const struct answer *answer) {
    const char *rests_on = NULL;
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const struct timeline *run = i < answer->timelines.count ? answer->timelines.items[i] : NULL;
        rests_on = run ? run->rests_on : app_leap(asked);
        if (!rests_on) return NULL;
    }
    return rests_on;
}

static void doubt_behind_leaps(const struct app *asked, struct arena *arena, struct answer *answer) {
    const char *rests_on = answer->result.verdict == VERDICT_VIOLATED ? all_rest_on(asked, answer) : NULL;
    if (rests_on) keep_reading(arena, answer, &answer->result, arena_printf(arena, "but perhaps not if %s", rests_on));
}

/* What types were for once. */
static const char *words_of_types(const struct app *app, enum cfront_types types, struct arena *arena) {
    const char *const *words = app_program(app)->other_types;
    return arena_printf(arena, "%s: a missing header says what types these are, which were taken for `int`",
                        words && words[types] ? words[types] : "types have other numbers");
}

/* The same question, if what only a missing header says is otherwise: another answer leaves the first one open. */
static void ask_for_another_reading(const struct command_app_options *command, struct command_app_options second,
                                    const char *reading, struct arena *arena, struct answer *answer) {
    bool holds = answer->result.verdict == VERDICT_HOLDS, answered;
    struct answer other;
    struct app *app = ask_otherwise(command, second, arena, answer, &other, &answered);
    if (answered && (other.result.verdict == VERDICT_VIOLATED) == holds) {
        if (second.types) reading = words_of_types(app, second.types, arena);
        const struct result *wrong = holds ? &other.result : &answer->result;
        keep_reading(arena, answer, wrong, arena_printf(arena, "%s %s", holds ? "if" : "but not if", reading));
    }
    answer_free(&other);
    app_free(app);
}

/* Types of which nobody says which numbers they have are `int`. */
static void ask_with_other_types(const struct command_app_options *command, const struct app *asked,
                                 struct arena *arena, struct answer *answer) {
    const struct c_program *program = app_program(asked);
    bool is_of_numbers = answer_is_about_numbers(answer) && may_all_come(asked, answer, app_may_be_input);
    bool may_be_wrong = answer->result.verdict == VERDICT_VIOLATED && (program->sees_open_types || is_of_numbers);
    for (int types = TYPES_INT + 1; program->other_types && types < CFRONT_TYPES; types++) {
        if (answer->result.verdict != VERDICT_HOLDS && !(may_be_wrong && !answer->reading)) return;
        if (!program->other_types[types]) continue;
        struct command_app_options second = *command;
        second.types = (enum cfront_types)types;
        ask_for_another_reading(command, second, NULL, arena, answer);
    }
}

/* What is written to a variable that no source defines is gone, as others may write it, too: if nobody does? */
static void ask_with_kept_variables(const struct command_app_options *command, const struct app *asked,
                                    struct arena *arena, struct answer *answer) {
    const char *names = app_program(asked)->forgetful;
    if (!names || answer->result.verdict != VERDICT_VIOLATED) return;
    struct command_app_options second = *command;
    second.keeps_variables = true;
    ask_for_another_reading(
        command, second,
        arena_printf(arena, "what is written to %s, which only a missing header declares, stays", names), arena,
        answer);
}

/* Names that conditions of the preprocessor ask for are not defined: if these are? */
static void ask_with_defined_names(const struct command_app_options *command, const char *const *defined,
                                   uint32_t count, struct arena *arena, struct answer *answer) {
    struct command_app_options second = *command;
    const char *names = "";
    if (!count || answer->result.verdict != VERDICT_HOLDS) return;
    second.defines = (struct text_list){0};
    for (size_t i = 0; i < command->defines.list.count; i++)
        vec_push(&second.defines.list, command->defines.list.items[i]);
    for (uint32_t i = 0; i < count; i++) {
        vec_push(&second.defines.list, defined[i]);
        names = arena_printf(arena, "%s%s`%s`", names, *names ? ", " : "", defined[i]);
    }
    ask_for_another_reading(command, second,
                            arena_printf(arena, "a missing header defines %s, for which the preprocessor asks", names),
                            arena, answer);
    vec_free(&second.defines.list);
}

static void ask_for_other_readings(const struct command_app_options *command, const struct app *asked,
                                   struct arena *arena, struct answer *answer) {
    ask_with_kept_variables(command, asked, arena, answer);
    ask_with_other_types(command, asked, arena, answer);
}

/* ... all of them, and each, if they are few. */
static void ask_with_names(const struct command_app_options *command, const char *const *names, uint32_t count,
                           struct arena *arena, struct answer *answer) {
    enum { FEW = 3 };
    ask_with_defined_names(command, names, count, arena, answer);
    for (uint32_t i = 0; count > 1 && count <= FEW && i < count; i++)
        ask_with_defined_names(command, &names[i], 1, arena, answer);
}

/* Those of headers in other folders come second, as the whole may not compile with them. If they are many, they are a
 * vendor's, and rule each other out. */
static void ask_with_undefined_names(const struct command_app_options *command, const struct app *asked,
                                     struct arena *arena, struct answer *answer) {
    enum { MOST = 16 };
    const struct c_program *program = app_program(asked);
    uint32_t own = program->undefined_own, elsewhere = program->undefined_count - own;
    ask_with_names(command, program->undefined, own, arena, answer);
    if (!elsewhere || elsewhere > MOST) return;
    ask_with_names(command, program->undefined + own, elsewhere, arena, answer);
    if (own) ask_with_defined_names(command, program->undefined, own + elsewhere, arena, answer);
}

/* What a missing header calls a task, an event, a resource or an alarm may be the right one after all. */
static bool may_be_misnamed(const struct app *app, const struct answer *answer) {
    if (answer->result.verdict != VERDICT_VIOLATED) return false;
    if (answer_is_about_waiting(answer)) return app_services_get_names(app);
    if (answer_is_about_arguments(answer)) return may_all_come(app, answer, app_may_be_nothing);
    return answer_is_about_names(answer) && may_all_come(app, answer, app_may_be_name);
}

/* The numbers that cannot be what they are used for may come from constants that nobody knows, or such constants lead
 * the way there. Is something wrong, too, whichever of them is the smaller one? Of those that had to be picked nobody
 * knows. */
static struct app *ask_with_usual_constants(const struct command_app_options *command, const struct app *asked,
                                            enum cfront_constants constants, struct arena *arena,
                                            struct answer *answer) {
    struct command_app_options second = *command;
    struct app *app = NULL;
    bool is_name = may_be_misnamed(asked, answer);
    if (command->inputs >= 0 || answer->result.verdict != VERDICT_VIOLATED ||
        (!is_name && !answer_is_about_numbers(answer)))
        return NULL;
    bool is_picked = may_all_come(asked, answer, app_may_be_picked);
    if (!is_name && !is_picked && !app_constants_decide(asked) && !may_all_come(asked, answer, app_may_be_constant))
        return NULL;
    second.constants = constants;
    if (is_picked)
        keep_large(arena, answer, false);
    else
        app = ask_again(command, second, arena, answer);
    answer->is_of_constants = answer->large != NULL;
    return app;
}

/* Whichever numbers were tried: others may be right. */
static void leave_names_open(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                             struct answer *answer) {
    if (command->inputs >= 0 || !may_be_misnamed(asked, answer)) return;
    keep_large(arena, answer, false);
    answer->is_of_constants = true;
}

/* ---- all of it ---- */

struct app_again app_again_ask(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                               struct answer *answer) {
    struct app_again again = {0};
    again.rising = ask_with_usual_constants(command, asked, CONSTANTS_RISE, arena, answer);
    if (again.rising) again.falling = ask_with_usual_constants(command, asked, CONSTANTS_FALL, arena, answer);
    leave_names_open(command, asked, arena, answer);
    if (command->inputs < 0) ask_for_other_readings(command, asked, arena, answer);
    ask_with_undefined_names(command, asked, arena, answer);
    doubt_behind_leaps(asked, arena, answer);
    again.smaller = ask_with_small_inputs(command, asked, arena, answer);
    return again;
}

void app_again_free(struct app_again *again) {
    app_free(again->smaller);
    app_free(again->rising);
    app_free(again->falling);
}
