#include "cli/app/readings.h"

#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/word.h"
#include "cli/app/doubts.h"
#include "cli/app/numbers.h"
#include "cli/app/rivals.h"
#include "cli/common/command.h"

#include <string.h>

enum {
    PATIENCE = 20, /* seconds for questions about names, each and in pairs */
    BRIEF = 4      /* ... for one with large constants: loops may take their time */
};

typedef bool may_come(const struct app *app, struct place place);

static bool may_all_come(const struct app *app, const struct answer *answer, may_come *from) {
    for (size_t i = 0; i < answer->result.violations.count; i++)
        if (!from(app, answer->result.violations.items[i].violation->place)) return false;
    return true;
}

static bool is_violated(const struct inquiry *inquiry) { return inquiry->answer->result.verdict == VERDICT_VIOLATED; }

static bool holds(const struct inquiry *inquiry) { return inquiry->answer->result.verdict == VERDICT_HOLDS; }

static bool are_large(const struct command_app_options *command) { return command->constants >= CONSTANTS_LARGE; }

static struct app *load(const struct inquiry *inquiry, struct command_app_options *second) {
    return again_load(are_large(second) ? BRIEF : 0, &inquiry->command, second, inquiry->arena);
}

static void keep(struct inquiry *inquiry, struct app *app) {
    if (app) vec_push(&inquiry->apps, app);
}

/* What is wrong with the other one is the answer; otherwise it says what was asked about. */
static void adopt(struct inquiry *inquiry, const struct command_app_options *second, const struct app *app,
                  bool answered, struct answer *other) {
    struct answer *answer = inquiry->answer;
    struct arena *arena = inquiry->arena;
    bool hurried = answered && other->hurried && other->hurry_decides;
    if (answered && (other->result.verdict == VERDICT_VIOLATED || hurried)) {
        struct answer given_up = *answer;
        *answer = *other, *other = given_up;
        answer->chosen = other->chosen, answer->chosen_because = other->chosen_because;
        answer->assumption =
            half_sentence_join(arena, hurried ? answer->assumption : other->assumption, app_met(app, arena));
    } else {
        bool passes = answered && other->result.verdict == VERDICT_HOLDS;
        bool is_cut = !passes && again_is_cut_off(&inquiry->command, second);
        if (passes || !are_large(second)) again_keep_large(arena, answer, passes), answer->large_is_cut = is_cut;
    }
}

static struct app *ask_again(struct inquiry *inquiry, struct command_app_options second) {
    struct answer other;
    struct app *app = load(inquiry, &second);
    bool answered = again_ask(&inquiry->command, &second, app, inquiry->arena, inquiry->answer, &other);
    adopt(inquiry, &second, app, answered, &other);
    answer_free(&other);
    return app;
}

/* ---- small inputs ---- */

/* What is said of this kind of fault alone; `is_same`: that the same is wrong, too. */
static enum verdict ask_for_same(const struct inquiry *inquiry, struct command_app_options second,
                                 const struct answer *wrong, bool *is_same) {
    struct answer other;
    second.only_checks = (struct text_list){0};
    vec_push(&second.only_checks.list, wrong->result.violations.items[0].violation->kind);
    struct app *app = load(inquiry, &second);
    bool answered = again_ask(&inquiry->command, &second, app, inquiry->arena, inquiry->answer, &other);
    enum verdict verdict = !answered ? VERDICT_UNKNOWN : again_passes(&other) ? VERDICT_HOLDS : other.result.verdict;
    *is_same = verdict == VERDICT_VIOLATED && again_is_same(wrong, &other);
    vec_free(&second.only_checks.list);
    answer_free(&other);
    app_free(app);
    return verdict;
}

/* What goes on for ever with small inputs may be ended by a larger one, unless nothing ends it there, too. */
static bool lasts_with_any_inputs(const struct inquiry *inquiry, const struct answer *small) {
    struct command_app_options second = inquiry->command;
    bool lasts = false;
    second.inputs = INPUTS_ANY;
    if (small->result.violations.items[0].violation->kind) ask_for_same(inquiry, second, small, &lasts);
    return lasts;
}

static bool is_of_small_inputs(const struct inquiry *inquiry, const struct answer *small) {
    if (small->result.verdict != VERDICT_VIOLATED) return false;
    return again_is_fate(small, small->result.violations.items[0].violation) && !lasts_with_any_inputs(inquiry, small);
}

/* A number leaves its type in a run with large inputs. Is something wrong, too, if they are small? */
static bool ask_with_small_inputs(struct inquiry *inquiry) {
    if (inquiry->command.inputs >= 0 || !is_violated(inquiry)) return false;
    if (!again_needs_large_inputs(inquiry->asked, inquiry->answer)) return false;
    struct command_app_options second = inquiry->command;
    struct answer other;
    second.inputs = INPUTS_SMALL;
    struct app *app = load(inquiry, &second);
    bool answered = again_ask(&inquiry->command, &second, app, inquiry->arena, inquiry->answer, &other);
    if (answered && is_of_small_inputs(inquiry, &other))
        again_keep_large(inquiry->arena, inquiry->answer, false);
    else
        adopt(inquiry, &second, app, answered, &other);
    answer_free(&other);
    keep(inquiry, app);
    if (!app || !is_violated(inquiry)) return false;
    inquiry->asked = app;
    inquiry->command.inputs = inquiry->joint.inputs = INPUTS_SMALL;
    inquiry->command.inputs_for_once = inquiry->joint.inputs_for_once = true;
    return true;
}

/* ---- what only a missing header says ---- */

/* The same question, if what only a missing header says is otherwise. */
static void ask_for_another_reading(struct inquiry *inquiry, struct command_app_options second, const char *reading) {
    struct app *app = load(inquiry, &second);
    app_free(again_ask_and_weigh(inquiry, &second, app, reading));
}

/* ---- types of missing headers ---- */

/* What types were for once. */
static const char *words_of_types(const struct app *app, enum cfront_types types, struct arena *arena) {
    const char *const *words = app_program(app)->other_types;
    return arena_printf(arena, "%s: only a missing header says what types these are",
                        words && words[types] ? words[types] : "types have other numbers");
}

typedef VEC(const char *) text_vec;

/* ... unless they are what they were before: their constants say that only now. */
static void ask_with_types(struct inquiry *inquiry, struct command_app_options second, text_vec *tried) {
    struct app *app = load(inquiry, &second);
    const char *types = app ? arena_text(inquiry->arena, app_program(app)->types_read) : NULL;
    bool is_new = !types || !is_in_list(types, tried->items, tried->count);
    if (is_new && types) vec_push(tried, types);
    if (is_new)
        app = again_ask_and_weigh(inquiry, &second, app,
                                  words_of_types(app ? app : inquiry->asked, second.types, inquiry->arena));
    app_free(app);
}

/* Types of which nobody says which numbers they have are `int`: if they are others? For something to hold they may be
 * any in which there is room; for something to be wrong they are what they are compared with. */
static void ask_with_other_types(struct inquiry *inquiry) {
    const struct answer *answer = inquiry->answer;
    const struct c_program *program = app_program(inquiry->asked);
    enum verdict first = answer->result.verdict;
    if (inquiry->command.types != TYPES_INT) return;
    bool may_matter = first != VERDICT_VIOLATED || again_meets_types(inquiry);
    text_vec tried = {0};
    vec_push(&tried, "");
    for (int types = TYPES_INT + 1; program->other_types && types < CFRONT_TYPES; types++) {
        if (answer->result.verdict == VERDICT_UNKNOWN) break;
        struct command_app_options second = inquiry->command;
        second.types = (enum cfront_types)types;
        second.strains_types = first == VERDICT_HOLDS;
        bool is_of_race = first == VERDICT_VIOLATED && answer_is_about_races(answer);
        if (types == TYPES_VOLATILE ? !is_of_race : !may_matter) continue;
        if (program->other_types[types]) ask_with_types(inquiry, second, &tried);
    }
    again_grant_types(inquiry);
    vec_free(&tried);
}

/* ---- other readings ---- */

/* What is written to a variable that no source defines is gone, as others may write it, too: if nobody does? */
static void ask_with_kept_variables(struct inquiry *inquiry) {
    struct command_app_options second = inquiry->command;
    const char *names = app_program(inquiry->asked)->forgetful;
    if (!names || second.keeps_variables || !is_violated(inquiry)) return;
    second.keeps_variables = true;
    ask_for_another_reading(
        inquiry, second,
        arena_printf(inquiry->arena, "what is written to %s, which only a missing header declares, stays", names));
}

/* A function without a body may make a pointer lead to memory of its own: if it does not? */
static void ask_with_left_pointers(struct inquiry *inquiry) {
    struct command_app_options second = inquiry->command;
    const char *names = app_program(inquiry->asked)->filled;
    if (!names || second.leaves_pointers || !is_violated(inquiry)) return;
    second.leaves_pointers = true;
    ask_for_another_reading(inquiry, second,
                            arena_printf(inquiry->arena,
                                         "%s, without a body, leaves the pointers as they are whose addresses it gets",
                                         names));
}

/* What nothing declares may change what it gets pointers to: if it does not? */
static void ask_with_readers(struct inquiry *inquiry) {
    struct command_app_options second = inquiry->command;
    const char *names = app_program(inquiry->asked)->readers;
    bool is_of_values = answer_is_about_numbers(inquiry->answer) || answer_is_about_assertions(inquiry->answer);
    if (!names || second.only_reads || !is_violated(inquiry) || !is_of_values) return;
    second.only_reads = true;
    ask_for_another_reading(
        inquiry, second,
        arena_printf(inquiry->arena, "%s, which nothing declares, only reads what it gets pointers to", names));
}

/* Names that conditions of the preprocessor ask for are not defined: if these are? */
static void ask_with_defined_names(struct inquiry *inquiry, const char *const *defined, uint32_t count) {
    struct command_app_options second = inquiry->command;
    const char *names = "";
    if (!count || !holds(inquiry)) return;
    second.defines = (struct text_list){0};
    for (size_t i = 0; i < inquiry->command.defines.list.count; i++)
        vec_push(&second.defines.list, inquiry->command.defines.list.items[i]);
    for (uint32_t i = 0; i < count; i++) {
        vec_push(&second.defines.list, defined[i]);
        names = arena_printf(inquiry->arena, "%s%s`%s`", names, *names ? ", " : "", defined[i]);
    }
    ask_for_another_reading(
        inquiry, second,
        arena_printf(inquiry->arena, "a missing header defines %s, for which the preprocessor asks", names));
    vec_free(&second.defines.list);
}

static const char *beginning_of(const struct c_section *section) {
    if (section->by_processor) return "__disable_irq";
    return section->nests ? "SuspendAllInterrupts" : "DisableAllInterrupts";
}

static const char *end_of(const struct c_section *section) {
    if (section->by_processor) return "__enable_irq";
    return section->nests ? "ResumeAllInterrupts" : "EnableAllInterrupts";
}

/* `LOCK` and `UNLOCK`, and how many others: half a sentence. */
static const char *words_of_sections(const struct c_program *program, struct arena *arena) {
    enum { MOST = 3 };
    const char *words = "";
    for (uint32_t i = 0; i < program->section_count && i < MOST; i++) {
        const struct c_section *section = &program->sections[i];
        const char *begin = beginning_of(section), *end = end_of(section);
        words = arena_printf(arena, "%s%s", words, i ? ", " : "");
        if (section->opens) words = arena_printf(arena, "%s`%s` is %s", words, section->opens, begin);
        if (section->opens && section->closes) words = arena_printf(arena, "%s and ", words);
        if (section->closes) words = arena_printf(arena, "%s`%s` is %s", words, section->closes, end);
    }
    return program->section_count > MOST ? arena_printf(arena, "%s, and so on", words) : words;
}

/* Functions without a body did nothing: if these are services that hold interrupts off, and let them come? */
static void ask_with_sections(struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    struct command_app_options second = inquiry->command;
    if (!program->section_count || second.section_count || !holds(inquiry)) return;
    second.sections = program->sections, second.section_count = program->section_count;
    ask_for_another_reading(inquiry, second, words_of_sections(program, inquiry->arena));
}

/* ---- variables ---- */

static const char *words_of_variables(const struct command_app_options *second, struct arena *arena) {
    enum { MOST = 6 };
    const char *words = "";
    for (size_t i = 0; i < second->variable_count && i < MOST; i++)
        words = arena_printf(arena, "%s%s`%s`", words, i ? ", " : "", second->variables[i]);
    if (second->variable_count > MOST) words = arena_printf(arena, "%s, and so on,", words);
    return arena_printf(arena, "%s %s: only a missing header says that", words,
                        second->variable_count > 1 ? "are variables" : "is a variable");
}

/* Constants stay the same: if these are variables that others write meanwhile? */
static void ask_with_variables(struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    struct command_app_options second = inquiry->command;
    if (!program->variable_constants || second.variable_count || !holds(inquiry)) return;
    second.variables = program->variables, second.variable_count = program->variable_constants;
    ask_for_another_reading(inquiry, second, words_of_variables(&second, inquiry->arena));
}

static bool asks_for_races(const struct command_app_options *command) {
    const struct text_list *only = &command->only_checks, *none = &command->no_checks;
    const char *race = app_check_name(APP_CHECK_RACE);
    return (!only->list.count || is_in_list(race, only->list.items, only->list.count)) &&
           !is_in_list(race, none->list.items, none->list.count);
}

/* Each read of a register gives any number, whoever writes there: if these are variables, is there a race? Their
 * members may be bit-fields, too. */
static void ask_with_shared_registers(struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    struct command_app_options second = inquiry->command;
    uint32_t count = program->variable_count - program->variable_constants;
    if (!count || second.variable_count || !holds(inquiry) || !asks_for_races(&second)) return;
    second.variables = program->variables + program->variable_constants, second.variable_count = count;
    second.only_checks = (struct text_list){0};
    vec_push(&second.only_checks.list, app_check_name(APP_CHECK_RACE));
    const char *words = words_of_variables(&second, inquiry->arena);
    ask_for_another_reading(inquiry, second, words);
    bool may_have_fields = program->other_types && program->other_types[TYPES_FIELD] && second.types == TYPES_INT;
    second.types = TYPES_FIELD, second.strains_types = true;
    if (holds(inquiry) && may_have_fields)
        ask_for_another_reading(inquiry, second,
                                arena_printf(inquiry->arena, "%s, and their members are bit-fields", words));
    vec_free(&second.only_checks.list);
}

/* ---- sizes of arrays ---- */

/* Arrays whose sizes a missing header has had room for all that code does with them: if they are short? */
static void ask_with_short_arrays(struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    struct command_app_options second = inquiry->command;
    if (!holds(inquiry) || second.counted_count) return;
    second.counted = rivals_short_arrays(program, inquiry->arena, &second.counted_count);
    const char *words = "";
    for (size_t i = 0; i < second.counted_count; i++)
        words = arena_printf(inquiry->arena, "%s%s`%s`", words, i ? ", " : "", second.counted[i].name);
    if (second.counted_count)
        ask_for_another_reading(inquiry, second,
                                arena_printf(inquiry->arena, "%s %s %d: only a missing header says that", words,
                                             second.counted_count > 1 ? "are" : "is", second.counted[0].number));
}

/* ---- registers ---- */

static bool is_of_register(const struct c_leap *leap) {
    bool is_mask = leap->kind == LEAP_LOCK || leap->kind == LEAP_MASK || leap->kind == LEAP_UNMASK;
    return leap->ends && is_mask;
}

/* NULL: there are none. */
static const char *words_of_masks(const struct c_program *program, struct arena *arena) {
    enum { MOST = 3 };
    const char *words = NULL;
    for (uint32_t i = 0, count = 0; i < program->leap_count && count <= MOST; i++) {
        const struct c_leap *leap = &program->leaps[i];
        if (!is_of_register(leap) || (words && strstr(words, leap->words))) continue;
        const char *more = count == MOST ? "and so on" : leap->words;
        words = words ? arena_printf(arena, "%s, %s", words, more) : more;
        count++;
    }
    return words;
}

/* What is written to registers did nothing: if they keep interrupts out, and let them come? */
static void ask_with_masks(struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    struct command_app_options second = inquiry->command;
    const char *words = second.lock_count || !holds(inquiry) ? NULL : words_of_masks(program, inquiry->arena);
    if (!words) return;
    second.locks = program->leaps, second.lock_count = program->leap_count;
    ask_for_another_reading(inquiry, second, words);
}

/* ---- constants that are most likely an enumeration ---- */

/* An order of their numbers with which something is wrong, too. */
struct order {
    struct command_app_options second;
    const char *reading;
    struct app *app; /* NULL: there is none */
    struct answer answer;
};

static void forget_order(struct order *order) {
    if (!order->app) return;
    answer_free(&order->answer);
    app_free(order->app);
    order->app = NULL;
}

/* One with which something else is wrong says more. */
static void keep_order(const struct inquiry *inquiry, struct order *kept, struct order *order) {
    bool is_new = !again_is_same(inquiry->answer, &order->answer);
    bool says_more = !kept->app || (is_new && again_is_same(inquiry->answer, &kept->answer));
    struct order *worse = says_more ? kept : order;
    forget_order(worse);
    if (says_more) *kept = *order;
}

static void ask_with_header(struct inquiry *inquiry, uint32_t header, struct order *kept) {
    struct order order = {.second = inquiry->command};
    order.second.counts_rivals = true;
    order.second.counted =
        rivals_count(app_program(inquiry->asked), header, inquiry->arena, &order.second.counted_count);
    order.app = again_load(BRIEF, &inquiry->command, &order.second, inquiry->arena);
    const char *counted = order.app ? app_program(order.app)->rivals_counted : NULL;
    if (!counted) {
        app_free(order.app);
        return;
    }
    order.reading = arena_printf(inquiry->arena, "%s: only a missing header says that", counted);
    if (again_ask_for_doubt(inquiry, &order.second, &order.app, order.reading, &order.answer))
        keep_order(inquiry, kept, &order);
    else
        forget_order(&order);
}

static bool may_hang_on_rivals(const struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    bool is_of_size = rivals_have_sizes(program) && answer_is_about_numbers(inquiry->answer);
    return again_meets_numbers(inquiry) || program->limited_answers || is_of_size;
}

/* Constants of missing headers were any numbers, also the same one, or numbers of our own: if they are what sensible
 * headers have? The header is one for all of the program: what is wrong with one of them is granted only when each was
 * asked about, as nothing at all may be wrong with another one. */
static void ask_with_rivals(struct inquiry *inquiry) {
    uint32_t headers = rivals_headers(app_program(inquiry->asked));
    double now = clock_seconds(), until = now + BRIEF + (now - inquiry->command.began);
    struct order kept = {.app = NULL};
    if (inquiry->command.counts_rivals || !is_violated(inquiry)) return;
    if (!may_hang_on_rivals(inquiry)) return;
    for (uint32_t header = 0; header < headers && is_violated(inquiry); header++)
        if (!header || clock_seconds() < until) ask_with_header(inquiry, header, &kept);
    bool is_wrong = kept.app && is_violated(inquiry);
    bool is_taken = is_wrong && again_grant(inquiry, &kept.second, kept.reading, &kept.answer, kept.app);
    if (is_taken) answer_free(&kept.answer);
    if (!is_taken) forget_order(&kept);
}

/* ---- enumerations ---- */

/* Numbers that look like flags may be tried one at a time only: states that are counted by bits. */
static void ask_with_enumerators_alone(struct inquiry *inquiry) {
    const char *givers = app_program(inquiry->asked)->likely_flags;
    struct command_app_options second = inquiry->command;
    if (!givers || second.enumerations != ENUMERATIONS_USUAL || !is_violated(inquiry)) return;
    second.enumerations = ENUMERATIONS_ALONE;
    ask_for_another_reading(inquiry, second,
                            arena_printf(inquiry->arena, "%s one enumerator of its type at a time", givers));
}

/* How far enumerators go, or which bits they have, no driver gives. */
static void ask_with_named_enumerators(struct inquiry *inquiry) {
    const struct c_program *program = app_program(inquiry->asked);
    struct command_app_options second = inquiry->command;
    if (!program->odd_enumerators || second.enumerations >= ENUMERATIONS_NAMED || !is_violated(inquiry)) return;
    second.enumerations = ENUMERATIONS_NAMED;
    const char *reading = program->odd_enumerators;
    if (program->likely_flags)
        reading = arena_printf(inquiry->arena, "%s, and %s one enumerator of its type at a time", reading,
                               program->likely_flags);
    ask_for_another_reading(inquiry, second, reading);
}

static void take_enumerators(const struct inquiry *inquiry) {
    inquiry->answer->assumption =
        half_sentence_join(inquiry->arena, inquiry->answer->assumption, app_program(inquiry->asked)->enumerators_taken);
}

/* What goes on for ever with enumerators may be ended by another number, 0 above all. Where any numbers do harm
 * elsewhere, that one alone is asked about. */
static void ask_with_other_ends(struct inquiry *inquiry) {
    struct answer *answer = inquiry->answer;
    const char *givers = app_program(inquiry->asked)->enumerations_given;
    bool is_same = false;
    if (!givers || inquiry->command.enumerations >= ENUMERATIONS_ZERO || !is_violated(inquiry)) return;
    const struct violation *violation = answer->result.violations.items[0].violation;
    if (!again_is_fate(answer, violation) || !violation->kind) return;
    struct command_app_options second = inquiry->command;
    second.enumerations = ENUMERATIONS_ANY;
    enum verdict verdict = ask_for_same(inquiry, second, answer, &is_same);
    if (is_same) return;
    second.enumerations = ENUMERATIONS_ZERO;
    if (verdict == VERDICT_VIOLATED) verdict = ask_for_same(inquiry, second, answer, &is_same);
    if (verdict == VERDICT_VIOLATED)
        take_enumerators(inquiry);
    else
        again_leave_open(inquiry->arena, answer, &answer->result,
                         arena_printf(inquiry->arena, "%s if %s another number than the enumerators of its type",
                                      verdict == VERDICT_HOLDS ? "but not" : "but perhaps not", givers));
}

/* What holds with any numbers of their types needs no assumption about them. */
static void ask_with_any_numbers(struct inquiry *inquiry) {
    struct command_app_options second = inquiry->command;
    struct answer other;
    if (!app_program(inquiry->asked)->enumerators_taken || !holds(inquiry)) return;
    second.enumerations = ENUMERATIONS_ANY;
    bool can_be_asked = second.engine != ENGINE_SPIN; /* it has no room for so many */
    struct app *app = can_be_asked ? again_load(BRIEF, &inquiry->command, &second, inquiry->arena) : NULL;
    bool answered = again_ask(&inquiry->command, &second, app, inquiry->arena, inquiry->answer, &other);
    if (!answered || other.result.verdict != VERDICT_HOLDS) take_enumerators(inquiry);
    answer_free(&other);
    app_free(app);
}

/* What goes on for ever with constants of missing headers may be ended by one that is a register. */
static void ask_with_moving_constants(struct inquiry *inquiry) {
    struct answer *answer = inquiry->answer;
    const char *names = app_program(inquiry->asked)->may_move;
    bool is_same = false;
    if (!names || !is_violated(inquiry)) return;
    const struct violation *violation = answer->result.violations.items[0].violation;
    if (!again_is_fate(answer, violation) || !violation->kind) return;
    struct command_app_options second = inquiry->command;
    second.constants_move = true;
    enum verdict verdict = ask_for_same(inquiry, second, answer, &is_same);
    if (verdict == VERDICT_VIOLATED) return;
    again_leave_open(inquiry->arena, answer, &answer->result,
                     arena_printf(inquiry->arena,
                                  "%s if each read of %s gives another number: only a missing header says that",
                                  verdict == VERDICT_HOLDS ? "but not" : "but perhaps not", names));
}

static void ask_for_other_readings(struct inquiry *inquiry) {
    ask_with_moving_constants(inquiry);
    ask_with_enumerators_alone(inquiry);
    ask_with_named_enumerators(inquiry);
    ask_with_other_ends(inquiry);
    ask_with_rivals(inquiry);
    ask_with_left_pointers(inquiry);
    ask_with_kept_variables(inquiry);
    ask_with_readers(inquiry);
    ask_with_other_types(inquiry);
}

/* ---- names that the preprocessor asks for ---- */

/* ... all of them, and each, and two of them, if they are few. */
static void ask_with_names(struct inquiry *inquiry, const char *const *names, uint32_t count) {
    enum { FEW = 8, FEW_FOR_PAIRS = 6 };
    double until = clock_seconds() + PATIENCE;
    ask_with_defined_names(inquiry, names, count);
    for (uint32_t i = 0; count > 1 && count <= FEW && i < count && clock_seconds() < until; i++)
        ask_with_defined_names(inquiry, &names[i], 1);
    for (uint32_t i = 0; count > 2 && count <= FEW_FOR_PAIRS && i < count; i++)
        for (uint32_t j = i + 1; j < count && clock_seconds() < until; j++)
            ask_with_defined_names(inquiry, (const char *const[]){names[i], names[j]}, 2);
}

/* `a` and `b` define the same name. */
static bool is_same_name(const char *a, const char *b) {
    return word_length(a) == word_length(b) && !strncmp(a, b, word_length(a));
}

/* ... each as another number, and then all of them as the largest one. */
static void ask_with_numbers_asked(struct inquiry *inquiry) {
    enum { MOST = 24 };
    const struct c_program *program = app_program(inquiry->asked);
    const char *const *numbers = program->numbers_asked;
    uint32_t count = program->numbers_asked_count, largest_count = 0;
    double until = clock_seconds() + PATIENCE;
    if (count > MOST) count = MOST;
    const char **largest = arena_new_array(inquiry->arena, const char *, count + 1);
    for (uint32_t i = 0; i < count && clock_seconds() < until; i++) {
        ask_with_defined_names(inquiry, &numbers[i], 1);
        if (i + 1 == count || !is_same_name(numbers[i], numbers[i + 1])) largest[largest_count++] = numbers[i];
    }
    if (largest_count > 1) ask_with_defined_names(inquiry, largest, largest_count);
}

/* Those of headers in other folders come second, as the whole may not compile with them. If they are many, they are a
 * vendor's, and rule each other out. */
static void ask_with_undefined_names(struct inquiry *inquiry) {
    enum { MOST = 16 };
    const struct c_program *program = app_program(inquiry->asked);
    uint32_t own = program->undefined_own, elsewhere = program->undefined_count - own;
    ask_with_names(inquiry, program->undefined, own);
    if (!elsewhere || elsewhere > MOST) return;
    ask_with_names(inquiry, program->undefined + own, elsewhere);
    if (own) ask_with_defined_names(inquiry, program->undefined, own + elsewhere);
}

/* ---- constants of missing headers ---- */

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
static struct app *ask_with_usual_constants(struct inquiry *inquiry, enum cfront_constants constants) {
    struct command_app_options second = inquiry->command;
    struct answer *answer = inquiry->answer;
    const struct app *asked = inquiry->asked;
    struct app *app = NULL;
    bool is_name = may_be_misnamed(asked, answer);
    if (!again_may_ask(&inquiry->command) || !is_violated(inquiry)) return NULL;
    bool is_number = answer_is_about_numbers(answer), is_picked = may_all_come(asked, answer, app_may_be_picked);
    bool is_led_there = again_meets_constants(inquiry) && !answer_is_about_assertions(answer) &&
                        !app_doubts_are_all_of_headers(asked, answer);
    bool is_of_number = is_number && (is_picked || may_all_come(asked, answer, app_may_be_constant));
    if (!is_name && !is_led_there && !is_of_number) return NULL;
    second.constants = constants;
    if (is_picked)
        again_keep_large(inquiry->arena, answer, false);
    else
        app = ask_again(inquiry, second);
    answer->is_of_constants = answer->large != NULL;
    return app;
}

static void add_to_list(void *context, const char *any) { vec_push(&((struct text_list *)context)->list, any); }

static void leave_constants_open(struct inquiry *inquiry) {
    struct answer *answer = inquiry->answer;
    again_keep_large(inquiry->arena, answer, false);
    answer->is_of_constants = answer->large_is_cut = true;
}

/* Is nothing wrong with one of the numbers that the program itself tells apart? Returns how many turns there are. */
static uint32_t ask_in_turn(struct inquiry *inquiry, uint32_t turn, double until) {
    enum { MOST_TURNS = 12 };
    struct command_app_options second = inquiry->command;
    struct answer other, *answer = inquiry->answer;
    second.any = (struct text_list){0};
    for (size_t i = 0; i < inquiry->command.any.list.count; i++)
        vec_push(&second.any.list, inquiry->command.any.list.items[i]);
    uint32_t turns = app_try_constants(inquiry->asked, turn, MOST_TURNS, inquiry->arena, add_to_list, &second.any);
    struct app *app = turns ? again_load(until - clock_seconds(), &inquiry->command, &second, inquiry->arena) : NULL;
    bool answered = again_ask(&inquiry->command, &second, app, inquiry->arena, answer, &other);
    bool passes = again_passes(&other);
    bool violated = answered && other.result.verdict == VERDICT_VIOLATED;
    if (answered && passes)
        again_keep_large(inquiry->arena, answer, true), answer->is_of_constants = true;
    else if (turns && !violated && again_is_nearly_over(&inquiry->command))
        leave_constants_open(inquiry);
    answer_free(&other);
    app_free(app);
    vec_free(&second.any.list);
    return turns;
}

/* ... in about the time that was needed until now; more, if that is little. */
static void ask_with_constants_told_apart(struct inquiry *inquiry) {
    double now = clock_seconds(), needed = now - inquiry->command.began,
           until = now + 1 + (2 * needed < BRIEF ? 2 * needed : BRIEF);
    for (uint32_t turn = 0, turns = 1; turn < turns && clock_seconds() < until; turn++) {
        if (is_violated(inquiry) && again_is_over(&inquiry->command)) leave_constants_open(inquiry);
        if (!is_violated(inquiry)) return;
        turns = ask_in_turn(inquiry, turn, until);
    }
}

/* Whichever numbers were tried: others may be right. */
static void leave_names_open(struct inquiry *inquiry) {
    struct answer *answer = inquiry->answer;
    if (!again_may_ask(&inquiry->command) || !may_be_misnamed(inquiry->asked, answer)) return;
    again_keep_large(inquiry->arena, answer, false);
    answer->is_of_constants = true;
}

/* Of what is wrong with some constants nothing is said of others. */
static void ask_with_constants(struct inquiry *inquiry) {
    bool asked_some = false, asked_all = inquiry->command.constants == CONSTANTS_ANY;
    enum cfront_constants constants = CONSTANTS_ANY;
    for (int kind = CONSTANTS_ANY + 1; asked_all && kind < CONSTANTS_KINDS; kind++) {
        struct app *app = ask_with_usual_constants(inquiry, kind);
        keep(inquiry, app);
        asked_some |= app != NULL;
        asked_all &= app != NULL;
        if (app && is_violated(inquiry) && constants == CONSTANTS_ANY) constants = kind;
    }
    if (asked_all) ask_with_constants_told_apart(inquiry);
    if (asked_some && !asked_all && is_violated(inquiry) && again_is_nearly_over(&inquiry->command))
        leave_constants_open(inquiry);
    leave_names_open(inquiry);
    inquiry->command.constants = inquiry->joint.constants = constants;
}

/* ---- all of it ---- */

static void look_behind_doubts(struct inquiry *inquiry) {
    keep(inquiry, app_doubts_look_behind(&inquiry->command, inquiry->asked, inquiry->arena, inquiry->answer));
    inquiry->joint.known = inquiry->command.known, inquiry->joint.known_count = inquiry->command.known_count;
    inquiry->joint.no_checks = inquiry->command.no_checks;
}

static void ask_once(struct inquiry *inquiry) {
    look_behind_doubts(inquiry);
    ask_with_constants(inquiry);
    if (again_may_ask(&inquiry->command)) ask_for_other_readings(inquiry);
    app_numbers_ask(inquiry);
    ask_with_undefined_names(inquiry);
    ask_with_numbers_asked(inquiry);
    ask_with_sections(inquiry);
    ask_with_masks(inquiry);
    ask_with_variables(inquiry);
    ask_with_shared_registers(inquiry);
    ask_with_short_arrays(inquiry);
}

/* Until what is wrong was asked about, whatever it is. */
static void ask_all(struct inquiry *inquiry) {
    enum { MOST = 4 };
    unsigned rounds = 0;
    do {
        inquiry->has_turned = false;
        ask_once(inquiry);
    } while (inquiry->has_turned && is_violated(inquiry) && ++rounds < MOST);
    again_ask_jointly(inquiry);
    app_doubts_weigh(&inquiry->command, inquiry->asked, inquiry->arena, inquiry->answer);
}

/* Large inputs first, as what is wrong with small ones may be something else, with questions of its own; where what is
 * large are constants, those have better questions. */
void readings_ask(struct inquiry *inquiry) {
    inquiry->joint = inquiry->command;
    bool are_constants = may_all_come(inquiry->asked, inquiry->answer, app_may_be_constant);
    if (!are_constants) ask_with_small_inputs(inquiry);
    ask_all(inquiry);
    if (ask_with_small_inputs(inquiry)) ask_all(inquiry);
    ask_with_any_numbers(inquiry);
}

void readings_free(struct inquiry *inquiry) {
    for (size_t i = 0; i < inquiry->apps.count; i++) app_free(inquiry->apps.items[i]);
    vec_free(&inquiry->apps);
}
