#include "cli/app/again.h"

#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/word.h"
#include "cli/app/doubts.h"
#include "cli/app/numbers.h"
#include "cli/common/command.h"

#include <string.h>

enum {
    PATIENCE = 20, /* seconds for the second question, or twice what the first took, where there is no limit */
    BRIEF = 4      /* ... with large constants: loops may take their time */
};

/* What is wrong goes with the answer, and decides nothing. */
static void keep_wrong(struct arena *arena, struct answer *answer, const struct result *wrong) {
    struct text title = {0};
    result_violation_title(&title, wrong, &wrong->violations.items[0]);
    answer->large = arena_text(arena, text_chars(&title));
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
    text_free(&title);
}

/* It needs inputs that nobody promises to be small. */
static void keep_large(struct arena *arena, struct answer *answer, bool decides) {
    keep_wrong(arena, answer, &answer->result);
    answer->large_decides = decides;
}

void app_again_leave_open(struct arena *arena, struct answer *answer, const struct result *wrong, const char *reading) {
    keep_wrong(arena, answer, wrong);
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

static bool are_large(const struct command_app_options *command) { return command->constants >= CONSTANTS_LARGE; }

struct app *app_again_load(double seconds, const struct command_app_options *command,
                           struct command_app_options *second, struct arena *arena) {
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

static struct app *load_otherwise(const struct command_app_options *command, struct command_app_options *second,
                                  struct arena *arena) {
    return app_again_load(are_large(second) ? BRIEF : 0, command, second, arena);
}

bool app_again_ask_loaded(const struct command_app_options *command, const struct command_app_options *second,
                          struct app *app, struct arena *arena, const struct answer *answer, struct answer *other) {
    *other = app ? command_app_begin(command, app, answer->diagnostics) : (struct answer){0};
    return app && command_app_ask(second, app, arena, other);
}

/* No time was left for an answer. */
static bool is_over(const struct command_app_options *command) {
    double left;
    return !searching_time_left(&command->how, command->began, &left) || limits_reached() != LIMITS_NONE;
}

static bool is_cut_off(const struct command_app_options *command, const struct command_app_options *second) {
    return is_over(command) || clock_seconds() - second->began > 0.95 * second->how.time;
}

/* ... or for the most part: what was asked last may have been cut off. */
static bool is_nearly_over(const struct command_app_options *command) {
    double left;
    return is_over(command) || (command->how.time > 0 && searching_time_left(&command->how, command->began, &left) &&
                                left < 0.3 * command->how.time);
}

/* The same question of another one. What is wrong then is the answer. */
static struct app *ask_again(const struct command_app_options *command, struct command_app_options second,
                             struct arena *arena, struct answer *answer) {
    struct answer other;
    struct app *app = load_otherwise(command, &second, arena);
    bool answered = app_again_ask_loaded(command, &second, app, arena, answer, &other);
    bool hurried = answered && other.hurried && other.hurry_decides;
    if (answered && (other.result.verdict == VERDICT_VIOLATED || hurried)) {
        struct answer given_up = *answer;
        *answer = other, other = given_up;
        answer->chosen = other.chosen, answer->chosen_because = other.chosen_because;
        answer->assumption =
            half_sentence_join(arena, hurried ? answer->assumption : other.assumption, app_met(app, arena));
    } else {
        bool holds = answered && other.result.verdict == VERDICT_HOLDS;
        bool is_cut = !holds && is_cut_off(command, &second);
        if (holds || !are_large(&second)) keep_large(arena, answer, holds), answer->large_is_cut = is_cut;
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

bool app_again_is_fate(const struct answer *answer, const struct violation *violation) {
    static const char *const for_ever[] = {"waiting", "endless", NULL};
    return answer->is_fate || (violation->kind && is_one_of(violation->kind, for_ever));
}

/* Of a run that comes by nothing of the kind nothing changes. `anywhere`: there is some in the program. */
static bool all_meet(const struct answer *answer, bool anywhere, bool (*meets)(const struct timeline *run)) {
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const struct timeline *run = i < answer->timelines.count ? answer->timelines.items[i] : NULL;
        bool is_shown = run && !app_again_is_fate(answer, answer->result.violations.items[i].violation);
        if (!anywhere || (is_shown && !meets(run))) return false;
    }
    return true;
}

static bool meets_types(const struct timeline *run) { return run->meets_types; }

static bool meets_values(const struct timeline *run) { return run->meets_values; }

static bool meets_constants(const struct timeline *run) { return run->meets_constants; }

bool app_again_passes(const struct answer *answer) {
    return answer->result.verdict == VERDICT_HOLDS || (answer->result.verdict == VERDICT_UNKNOWN && answer->vacuous);
}

bool app_again_is_known(const struct answer *answer) {
    return app_again_passes(answer) || answer->result.verdict == VERDICT_VIOLATED;
}

bool app_again_meets_values(const struct app *asked, const struct answer *answer) {
    return all_meet(answer, app_program(asked)->value_place_count, meets_values);
}

void app_again_weigh(const struct answer *other, const char *reading, struct arena *arena, struct answer *answer) {
    bool holds = answer->result.verdict == VERDICT_HOLDS;
    if ((other->result.verdict == VERDICT_VIOLATED) != holds) return;
    const char *if_so = holds ? "if" : app_again_passes(other) ? "but not if" : "but perhaps not if";
    app_again_leave_open(arena, answer, holds ? &other->result : &answer->result,
                         arena_printf(arena, "%s %s", if_so, reading));
}

/* As far as was asked: an answer does not depend on how much time there was. */
static void leave_unasked(struct arena *arena, struct answer *answer, const char *reading) {
    if (answer->result.verdict == VERDICT_VIOLATED)
        app_again_leave_open(arena, answer, &answer->result, arena_printf(arena, "but perhaps not if %s", reading));
    answer->large_is_cut = answer->large != NULL;
    if (answer->result.verdict != VERDICT_HOLDS) return;
    answer->result.verdict = VERDICT_UNKNOWN;
    answer->result.complete = false;
    answer->result.but =
        arena_printf(arena, "the time was over before it was known whether something is wrong if %s", reading);
}

/* Asks, and weighs the answer, or that there is none. */
static void ask_and_weigh(const struct command_app_options *command, const struct command_app_options *second,
                          struct app *app, const char *reading, struct arena *arena, struct answer *answer) {
    struct answer other;
    bool answered = app_again_ask_loaded(command, second, app, arena, answer, &other);
    bool is_known = answered && app_again_is_known(&other);
    if (answered) app_again_weigh(&other, reading, arena, answer);
    if (!is_known && is_cut_off(command, second)) leave_unasked(arena, answer, reading);
    answer_free(&other);
}

/* The same question, if what only a missing header says is otherwise. */
static void ask_for_another_reading(const struct command_app_options *command, struct command_app_options second,
                                    const char *reading, struct arena *arena, struct answer *answer) {
    struct app *app = load_otherwise(command, &second, arena);
    ask_and_weigh(command, &second, app, reading, arena, answer);
    app_free(app);
}

/* ---- types of missing headers ---- */

/* What types were for once. */
static const char *words_of_types(const struct app *app, enum cfront_types types, struct arena *arena) {
    const char *const *words = app_program(app)->other_types;
    return arena_printf(arena, "%s: only a missing header says what types these are",
                        words && words[types] ? words[types] : "types have other numbers");
}

typedef VEC(const char *) text_vec;

static bool is_among(const text_vec *texts, const char *text) {
    for (size_t i = 0; i < texts->count; i++)
        if (!strcmp(texts->items[i], text)) return true;
    return false;
}

/* ... unless they are what they were before: their constants say that only now. */
static void ask_with_types(const struct command_app_options *command, const struct app *asked,
                           struct command_app_options second, text_vec *tried, struct arena *arena,
                           struct answer *answer) {
    struct app *app = load_otherwise(command, &second, arena);
    const char *types = app ? arena_text(arena, app_program(app)->types_read) : NULL;
    bool is_new = !types || !is_among(tried, types);
    if (is_new && types) vec_push(tried, types);
    if (is_new)
        ask_and_weigh(command, &second, app, words_of_types(app ? app : asked, second.types, arena), arena, answer);
    app_free(app);
}

/* Types of which nobody says which numbers they have are `int`: if they are others? For something to hold they may be
 * any in which there is room; for something to be wrong they are what they are compared with. */
static void ask_with_other_types(const struct command_app_options *command, const struct app *asked,
                                 struct arena *arena, struct answer *answer) {
    const struct c_program *program = app_program(asked);
    enum verdict first = answer->result.verdict;
    if (first == VERDICT_VIOLATED && !all_meet(answer, program->open_place_count, meets_types)) return;
    text_vec tried = {0};
    vec_push(&tried, "");
    for (int types = TYPES_INT + 1; program->other_types && types < CFRONT_TYPES; types++) {
        if (answer->result.verdict == VERDICT_UNKNOWN) break;
        struct command_app_options second = *command;
        second.types = (enum cfront_types)types;
        second.strains_types = first == VERDICT_HOLDS;
        if (types == TYPES_VOLATILE && (first == VERDICT_HOLDS || !answer_is_about_races(answer))) continue;
        if (types == TYPES_FIELD && first == VERDICT_HOLDS) continue; /* whatever is stored might not fit */
        if (program->other_types[types]) ask_with_types(command, asked, second, &tried, arena, answer);
    }
    vec_free(&tried);
}

/* ---- other readings ---- */

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

/* A function without a body may make a pointer lead to memory of its own: if it does not? */
static void ask_with_left_pointers(const struct command_app_options *command, const struct app *asked,
                                   struct arena *arena, struct answer *answer) {
    const char *names = app_program(asked)->filled;
    if (!names || answer->result.verdict != VERDICT_VIOLATED) return;
    struct command_app_options second = *command;
    second.leaves_pointers = true;
    ask_for_another_reading(
        command, second,
        arena_printf(arena, "%s, without a body, leaves the pointers as they are whose addresses it gets", names),
        arena, answer);
}

/* What nothing declares may change what it gets pointers to: if it does not? */
static void ask_with_readers(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                             struct answer *answer) {
    const char *names = app_program(asked)->readers;
    bool is_of_values = answer_is_about_numbers(answer) || answer_is_about_assertions(answer);
    if (!names || answer->result.verdict != VERDICT_VIOLATED || !is_of_values) return;
    struct command_app_options second = *command;
    second.only_reads = true;
    ask_for_another_reading(
        command, second, arena_printf(arena, "%s, which nothing declares, only reads what it gets pointers to", names),
        arena, answer);
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

/* `LOCK` and `UNLOCK`, and how many others: half a sentence. */
static const char *words_of_sections(const struct c_program *program, struct arena *arena) {
    enum { MOST = 3 };
    const char *words = "";
    for (uint32_t i = 0; i < program->section_count && i < MOST; i++) {
        const struct c_section *section = &program->sections[i];
        const char *begin = section->nests ? "SuspendAllInterrupts" : "DisableAllInterrupts",
                   *end = section->nests ? "ResumeAllInterrupts" : "EnableAllInterrupts";
        words = arena_printf(arena, "%s%s", words, i ? ", " : "");
        if (section->opens) words = arena_printf(arena, "%s`%s` is %s", words, section->opens, begin);
        if (section->opens && section->closes) words = arena_printf(arena, "%s and ", words);
        if (section->closes) words = arena_printf(arena, "%s`%s` is %s", words, section->closes, end);
    }
    return program->section_count > MOST ? arena_printf(arena, "%s, and so on", words) : words;
}

/* Functions without a body did nothing: if these are services that hold interrupts off, and let them come? */
static void ask_with_sections(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                              struct answer *answer) {
    const struct c_program *program = app_program(asked);
    if (!program->section_count || command->section_count || answer->result.verdict != VERDICT_HOLDS) return;
    struct command_app_options second = *command;
    second.sections = program->sections, second.section_count = program->section_count;
    ask_for_another_reading(command, second, words_of_sections(program, arena), arena, answer);
}

/* Constants that one variable holds, or is compared with, were any numbers, also the same one: if they are an
 * enumeration? */
static void ask_in_order(const struct command_app_options *command, uint32_t order, struct arena *arena,
                         struct answer *answer) {
    struct command_app_options second = *command;
    second.rivals = order;
    struct app *app = app_again_load(BRIEF, command, &second, arena);
    const char *counted = app ? app_program(app)->rivals_counted : NULL;
    if (counted)
        ask_and_weigh(command, &second, app, arena_printf(arena, "%s: only a missing header says that", counted), arena,
                      answer);
    app_free(app);
}

static void ask_with_rivals(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                            struct answer *answer) {
    uint32_t orders = app_program(asked)->rival_orders;
    double now = clock_seconds(), until = now + 1 + (now - command->began);
    bool is_violated = answer->result.verdict == VERDICT_VIOLATED;
    if (!is_violated || !all_meet(answer, app_constants_decide(asked), meets_constants)) return;
    for (uint32_t order = 1; order <= orders && answer->result.verdict == VERDICT_VIOLATED; order++)
        if (order == 1 || clock_seconds() < until) ask_in_order(command, order, arena, answer);
}

static void ask_for_other_readings(const struct command_app_options *command, const struct app *asked,
                                   struct arena *arena, struct answer *answer) {
    ask_with_rivals(command, asked, arena, answer);
    ask_with_left_pointers(command, asked, arena, answer);
    ask_with_kept_variables(command, asked, arena, answer);
    ask_with_readers(command, asked, arena, answer);
    ask_with_other_types(command, asked, arena, answer);
}

/* ... all of them, and each, and two of them, if they are few. */
static void ask_with_names(const struct command_app_options *command, const char *const *names, uint32_t count,
                           struct arena *arena, struct answer *answer) {
    enum { FEW = 8, FEW_FOR_PAIRS = 6 };
    double until = clock_seconds() + PATIENCE;
    ask_with_defined_names(command, names, count, arena, answer);
    for (uint32_t i = 0; count > 1 && count <= FEW && i < count && clock_seconds() < until; i++)
        ask_with_defined_names(command, &names[i], 1, arena, answer);
    for (uint32_t i = 0; count > 2 && count <= FEW_FOR_PAIRS && i < count; i++)
        for (uint32_t j = i + 1; j < count && clock_seconds() < until; j++)
            ask_with_defined_names(command, (const char *const[]){names[i], names[j]}, 2, arena, answer);
}

/* `a` and `b` define the same name. */
static bool is_same_name(const char *a, const char *b) {
    return word_length(a) == word_length(b) && !strncmp(a, b, word_length(a));
}

/* ... each as another number, and then all of them as the largest one. */
static void ask_with_numbers_asked(const struct command_app_options *command, const struct app *asked,
                                   struct arena *arena, struct answer *answer) {
    enum { MOST = 24 };
    const struct c_program *program = app_program(asked);
    const char *const *numbers = program->numbers_asked;
    uint32_t count = program->numbers_asked_count, largest_count = 0;
    double until = clock_seconds() + PATIENCE;
    if (count > MOST) count = MOST;
    const char **largest = arena_new_array(arena, const char *, count + 1);
    for (uint32_t i = 0; i < count && clock_seconds() < until; i++) {
        ask_with_defined_names(command, &numbers[i], 1, arena, answer);
        if (i + 1 == count || !is_same_name(numbers[i], numbers[i + 1])) largest[largest_count++] = numbers[i];
    }
    if (largest_count > 1) ask_with_defined_names(command, largest, largest_count, arena, answer);
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
    if (command->inputs >= 0 || answer->result.verdict != VERDICT_VIOLATED) return NULL;
    bool is_number = answer_is_about_numbers(answer), is_picked = may_all_come(asked, answer, app_may_be_picked);
    bool is_led_there = all_meet(answer, app_constants_decide(asked), meets_constants) &&
                        !answer_is_about_assertions(answer) && !app_doubts_are_all_of_headers(asked, answer);
    bool is_of_number = is_number && (is_picked || may_all_come(asked, answer, app_may_be_constant));
    if (!is_name && !is_led_there && !is_of_number) return NULL;
    second.constants = constants;
    if (is_picked)
        keep_large(arena, answer, false);
    else
        app = ask_again(command, second, arena, answer);
    answer->is_of_constants = answer->large != NULL;
    return app;
}

static void add_to_list(void *context, const char *any) { vec_push(&((struct text_list *)context)->list, any); }

static void leave_constants_open(struct arena *arena, struct answer *answer) {
    keep_large(arena, answer, false);
    answer->is_of_constants = answer->large_is_cut = true;
}

/* Is nothing wrong with one of the numbers that the program itself tells apart? Returns how many turns there are. */
static uint32_t ask_in_turn(const struct command_app_options *command, const struct app *asked, uint32_t turn,
                            double until, struct arena *arena, struct answer *answer) {
    enum { MOST_TURNS = 12 };
    struct command_app_options second = *command;
    struct answer other;
    second.any = (struct text_list){0};
    for (size_t i = 0; i < command->any.list.count; i++) vec_push(&second.any.list, command->any.list.items[i]);
    uint32_t turns = app_try_constants(asked, turn, MOST_TURNS, arena, add_to_list, &second.any);
    struct app *app = turns ? app_again_load(until - clock_seconds(), command, &second, arena) : NULL;
    bool answered = app_again_ask_loaded(command, &second, app, arena, answer, &other);
    bool holds = app_again_passes(&other);
    bool violated = answered && other.result.verdict == VERDICT_VIOLATED;
    if (answered && holds)
        keep_large(arena, answer, true), answer->is_of_constants = true;
    else if (turns && !violated && is_nearly_over(command))
        leave_constants_open(arena, answer);
    answer_free(&other);
    app_free(app);
    vec_free(&second.any.list);
    return turns;
}

/* ... in about the time that was needed until now; more, if that is little. */
static void ask_with_constants_told_apart(const struct command_app_options *command, const struct app *asked,
                                          struct arena *arena, struct answer *answer) {
    double now = clock_seconds(), needed = now - command->began,
           until = now + 1 + (2 * needed < BRIEF ? 2 * needed : BRIEF);
    for (uint32_t turn = 0, turns = 1; turn < turns && clock_seconds() < until; turn++) {
        if (answer->result.verdict == VERDICT_VIOLATED && is_over(command)) leave_constants_open(arena, answer);
        if (answer->result.verdict != VERDICT_VIOLATED) return;
        turns = ask_in_turn(command, asked, turn, until, arena, answer);
    }
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
    again.behind = app_doubts_look_behind(command, asked, arena, answer);
    for (int kind = CONSTANTS_ANY + 1; kind < CONSTANTS_KINDS; kind++) {
        again.with_constants[kind] = ask_with_usual_constants(command, asked, kind, arena, answer);
        if (!again.with_constants[kind]) break;
    }
    bool asked_all = again.with_constants[CONSTANTS_KINDS - 1], asked_some = again.with_constants[CONSTANTS_ANY + 1];
    if (asked_all) ask_with_constants_told_apart(command, asked, arena, answer);
    if (asked_some && !asked_all && answer->result.verdict == VERDICT_VIOLATED && is_nearly_over(command))
        leave_constants_open(arena, answer);
    leave_names_open(command, asked, arena, answer);
    if (command->inputs < 0) ask_for_other_readings(command, asked, arena, answer);
    app_numbers_ask(command, asked, arena, answer);
    ask_with_undefined_names(command, asked, arena, answer);
    ask_with_numbers_asked(command, asked, arena, answer);
    ask_with_sections(command, asked, arena, answer);
    app_doubts_weigh(command, asked, arena, answer);
    again.smaller = ask_with_small_inputs(command, asked, arena, answer);
    if (again.smaller) app_doubts_weigh(command, asked, arena, answer);
    return again;
}

void app_again_free(struct app_again *again) {
    app_free(again->smaller);
    app_free(again->behind);
    for (int kind = 0; kind < CONSTANTS_KINDS; kind++) app_free(again->with_constants[kind]);
}
