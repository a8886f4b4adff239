#include "cli/app/doubts.h"

#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/word.h"
#include "cli/app/again.h"
#include "cli/app/clocks.h"
#include "cli/app/compare.h"
#include "cli/app/found.h"
#include "cli/common/command.h"

#include <string.h>

/* ---- one finding ---- */

static bool is_always(const struct answer *answer) {
    (void)answer;
    return true;
}

/* A formula asks for what tasks do, if it has a predicate of its own: those have arguments. */
static bool asks_about_services(const struct answer *one) {
    const struct result *result = &one->result;
    const char *property = result->violations.items[0].property;
    for (size_t i = 0; property && i < result->properties.count; i++) {
        const struct result_property *asked = &result->properties.items[i];
        if (!asked->formula || strcmp(asked->name, property) != 0) continue;
        for (const char *c = strchr(asked->formula, '('); c; c = strchr(c + 1, '('))
            if (c > asked->formula && is_word_char(c[-1])) return true;
    }
    return false;
}

static bool is_about_services(const struct answer *one) {
    return answer_is_about_services(one) || asks_about_services(one);
}

static bool is_about_other_services(const struct answer *answer) {
    return is_about_services(answer) && !answer_is_about_races(answer);
}

/* Kinds of leaps that matter for what is wrong only if it is about something. */
static const struct {
    enum c_leap_kind kind;
    bool (*in_run)(const struct answer *answer);   /* ... where a run came by it */
    bool (*anywhere)(const struct answer *answer); /* ... where there is none to look at, and it is in the program */
} leaps[] = {{LEAP_ANYTHING, is_always, is_always},
             {LEAP_LOCK, is_always, answer_is_about_races},
             {LEAP_SERVICES, is_about_services, is_about_services},
             {LEAP_OTHERS, is_always, is_always},
             {LEAP_RELEASE, is_about_other_services, is_about_other_services},
             {LEAP_POINTERS, answer_is_about_pointers, answer_is_about_pointers},
             {LEAP_EVENTS, answer_is_about_waiting, answer_is_about_waiting},
             {LEAP_LASTING, answer_is_about_what_lasts, answer_is_about_what_lasts}};

/* The answer as if that were all. It is not to be freed. */
static struct answer alone(const struct answer *answer, size_t violation) {
    struct answer one = *answer;
    one.result.violations.items = &answer->result.violations.items[violation];
    one.timelines.items = &answer->timelines.items[violation];
    one.result.violations.count = one.timelines.count = 1;
    return one;
}

/* Others may do something about it behind the run. */
static const enum c_leap_kind later[] = {LEAP_SERVICES, LEAP_OTHERS, LEAP_EVENTS, LEAP_LASTING};

static bool lasts(const struct answer *one) {
    const char *kind = one->result.violations.items[0].violation->kind;
    return kind && !strcmp(kind, app_check_name(APP_CHECK_WAITING));
}

/* What it rests on, as only a missing header says what code in the run does; NULL: nothing. */
static const char *rests_on(const struct app *asked, const struct answer *one) {
    const struct timeline *run = one->timelines.items[0];
    const char *words = app_leap_of_check(asked, one->result.violations.items[0].violation->place);
    for (size_t i = 0; !words && i < sizeof leaps / sizeof *leaps; i++)
        if (run ? leaps[i].in_run(one) : leaps[i].anywhere(one))
            words = run ? run->rests_on[leaps[i].kind] : app_leap(asked, leaps[i].kind);
    for (size_t i = 0; !words && lasts(one) && i < sizeof later / sizeof *later; i++) words = app_leap(asked, later[i]);
    return words;
}

bool app_doubts_are_all_of_headers(const struct app *asked, const struct answer *answer) {
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const struct answer one = alone(answer, i);
        if (!rests_on(asked, &one)) return false;
    }
    return answer->result.violations.count > 0;
}

struct doubt {
    const char *words;  /* half a sentence; NULL: it is sure */
    const char *remedy; /* who can say more, and how; NULL: whoever knows the header */
};

static struct doubt sure(void) { return (struct doubt){NULL, NULL}; }

/* What waits for a message that comes from outside waits for what is not looked at; and so does what waits for what a
 * routine may do that has no code here. */
static struct doubt doubt_about_waiting(const struct command_app_options *command, const struct app *asked,
                                        const struct answer *one, struct arena *arena) {
    if (!answer_is_about_waiting(one)) return sure();
    const char *network = app_network(asked);
    if (network)
        return (struct doubt){arena_printf(arena, "but perhaps not if something comes from a network (%s)", network),
                              "an ISR of your own that does the same, in C and in a further .oil file, lets it come"};
    const char *unknown = command->allow_vacuous ? NULL : app_without_code(asked, false);
    if (!unknown) return sure();
    return (struct doubt){arena_printf(arena, "but %s, and may end that", unknown),
                          "give the source that has it; or --allow-vacuous, if it does nothing"};
}

/* ... and what waits for what somebody else may do who has a function's address. */
static struct doubt doubt_about_callbacks(const struct command_app_options *command, const struct app *asked,
                                          const struct answer *one, struct arena *arena) {
    const char *waker = command->allow_vacuous || !answer_is_about_what_lasts(one) ? NULL : app_waker(asked);
    if (!waker) return sure();
    return (struct doubt){arena_printf(arena, "but %s, and may end that", waker),
                          "a further .oil file that makes it an ISR lets it come, a stub that replaces whoever calls "
                          "it says when; or --allow-vacuous, if nobody does"};
}

/* Numbers that a clock gives which is not there may be such that no clock gives them, and lead where none does. */
static struct doubt doubt_about_clocks(const struct app *asked, const struct answer *one, struct arena *arena) {
    const struct place place = one->result.violations.items[0].violation->place;
    bool is_number = answer_is_about_numbers(one) || answer_is_about_assertions(one);
    const char *clock = is_number ? app_clocks_strange(one, false) : NULL;
    if (clock && !app_may_be_input(asked, place)) clock = NULL;
    const char *leads = clock || one->is_fate ? NULL : app_clocks_strange(one, true);
    if (leads && app_may_be_led_by(asked, leads, place)) clock = leads;
    if (!clock) return sure();
    return (struct doubt){
        arena_printf(arena, "but perhaps not if `%s` goes on as time does, and never back", clock),
        "a source that has the clock, or a stub with a range, for a number that may be any, says more"};
}

static struct doubt doubt_about(const struct command_app_options *command, const struct app *asked,
                                const struct answer *answer, size_t violation, struct arena *arena) {
    const struct answer one = alone(answer, violation);
    const char *header = rests_on(asked, &one);
    if (header) return (struct doubt){arena_printf(arena, "but perhaps not if %s", header), NULL};
    struct doubt doubt = doubt_about_waiting(command, asked, &one, arena);
    if (!doubt.words) doubt = doubt_about_callbacks(command, asked, &one, arena);
    return doubt.words ? doubt : doubt_about_clocks(asked, &one, arena);
}

/* ---- all of them ---- */

static bool has_sure(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                     const struct answer *answer) {
    for (size_t i = 0; i < answer->result.violations.count; i++)
        if (!doubt_about(command, asked, answer, i, arena).words) return true;
    return false;
}

static void swap(struct answer *answer, size_t one, size_t other) {
    struct result_violation violation = answer->result.violations.items[one];
    struct timeline *timeline = answer->timelines.items[one];
    answer->result.violations.items[one] = answer->result.violations.items[other];
    answer->timelines.items[one] = answer->timelines.items[other];
    answer->result.violations.items[other] = violation;
    answer->timelines.items[other] = timeline;
}

/* Otherwise in the order in which they are. */
static void put_sure_first(struct answer *answer) {
    struct result_violation *violations = answer->result.violations.items;
    size_t sure = 0;
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        if (violations[i].doubt) continue;
        for (size_t k = i; k > sure; k--) swap(answer, k, k - 1);
        sure++;
    }
}

void app_doubts_weigh(const struct command_app_options *command, const struct app *asked, struct arena *arena,
                      struct answer *answer) {
    struct result *result = &answer->result;
    bool is_sure = !result->violations.count;
    if (result->verdict != VERDICT_VIOLATED) return;
    for (size_t i = 0; i < result->violations.count; i++) {
        result->violations.items[i].doubt = doubt_about(command, asked, answer, i, arena).words;
        is_sure |= !result->violations.items[i].doubt;
    }
    put_sure_first(answer);
    if (is_sure) return;
    struct doubt first = doubt_about(command, asked, answer, 0, arena);
    again_leave_open(arena, answer, result, first.words);
    answer->remedy = first.remedy;
}

/* ---- behind them ---- */

typedef VEC(struct ts_fault) fault_vec;

static void add_known(const struct answer *answer, fault_vec *known) {
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const struct violation *violation = answer->result.violations.items[i].violation;
        if (!violation->kind) continue;
        vec_push(known, ((struct ts_fault){.kind = violation->kind,
                                           .message = violation->message ? violation->message : "",
                                           .place = violation->place}));
    }
}

/* Whoever does not look for it goes on behind it; in other cases a run is over there. */
static bool can_be_left_out(const char *kind) {
    static const char *const kinds[] = {"race",  "activation", "terminate", "resource", "ceiling",
                                        "event", "unchecked",  "level",     "deadlock", NULL};
    return is_one_of(kind, kinds);
}

/* False: there is nothing that can be. What is not looked for any more need not be known. */
static bool leave_out(fault_vec *known, struct text_list *no_checks) {
    size_t kept = 0, count = known->count;
    for (size_t i = 0; i < count; i++) {
        struct ts_fault fault = known->items[i];
        if (can_be_left_out(fault.kind))
            vec_push(&no_checks->list, fault.kind);
        else
            known->items[kept++] = fault;
    }
    known->count = kept;
    return kept < count;
}

/* Whoever looks for nothing else but that, and for how long. */
struct behind {
    const struct command_app_options *command;
    const struct app *asked;
    struct arena *arena;
    fault_vec known;
    struct text_list no_checks;
    double until; /* by the clock */
};

/* Something sure is found, which is the answer now: the application that it is about. NULL: something new, at least. */
static struct app *ask_behind(struct behind *behind, struct answer *answer, bool *found) {
    struct command_app_options second = *behind->command;
    struct answer other;
    second.no_checks = behind->no_checks;
    second.known = behind->known.items;
    second.known_count = behind->known.count;
    second.engine = ENGINE_AUTO;
    struct app *app = again_load(behind->until - clock_seconds(), behind->command, &second, behind->arena);
    *found = again_ask(behind->command, &second, app, behind->arena, answer, &other) &&
             other.result.verdict == VERDICT_VIOLATED;
    bool is_sure = *found && has_sure(behind->command, behind->asked, behind->arena, &other);
    if (is_sure)
        again_take_over(behind->command, app, behind->arena, answer, &other);
    else if (*found)
        add_known(&other, &behind->known);
    answer_free(&other);
    if (!is_sure) app_free(app);
    return is_sure ? app : NULL;
}

/* Half of the time that is left, or about as much as was needed until now. */
static double end_of_looking(const struct command_app_options *command) {
    enum { PATIENCE = 5 };
    double left, now = clock_seconds(), needed = now - command->began;
    if (!searching_time_left(&command->how, command->began, &left)) return now;
    return now + (left > 0 ? left / 2 : 2 * needed > PATIENCE ? 2 * needed : PATIENCE);
}

static bool has_locks(const struct c_program *program) {
    bool has_registers = false;
    for (uint32_t i = 0; i < program->leap_count; i++) has_registers |= program->leaps[i].ends != NULL;
    return has_registers || program->section_count;
}

/* The same two lines may race where a lock is held, perhaps, and where none is. If locks are services, and registers
 * keep interrupts out, the first is no race, and the second is found. */
static struct app *ask_outside_of_locks(struct behind *behind, struct answer *answer) {
    const struct c_program *program = app_program(behind->asked);
    struct command_app_options second = *behind->command;
    struct answer other;
    bool was_asked = second.section_count || second.lock_count;
    if (was_asked || !has_locks(program) || !answer_is_about_races(answer)) return NULL;
    second.sections = program->sections, second.section_count = program->section_count;
    second.locks = program->leaps, second.lock_count = program->leap_count;
    second.only_checks = (struct text_list){0};
    vec_push(&second.only_checks.list, app_check_name(APP_CHECK_RACE));
    second.engine = ENGINE_AUTO;
    struct app *app = again_load(behind->until - clock_seconds(), behind->command, &second, behind->arena);
    bool found = again_ask(behind->command, &second, app, behind->arena, answer, &other) &&
                 other.result.verdict == VERDICT_VIOLATED;
    bool is_sure = found && has_sure(behind->command, behind->asked, behind->arena, &other);
    if (is_sure) again_take_over(behind->command, app, behind->arena, answer, &other);
    answer_free(&other);
    vec_free(&second.only_checks.list);
    if (!is_sure) app_free(app);
    return is_sure ? app : NULL;
}

static struct app *look_behind(struct behind *behind, struct answer *answer) {
    enum { MOST = 16 };
    struct app *outside = ask_outside_of_locks(behind, answer);
    for (unsigned times = 0; !outside && times < MOST && clock_seconds() < behind->until; times++) {
        bool found;
        struct app *app = ask_behind(behind, answer, &found);
        if (app || (!found && !leave_out(&behind->known, &behind->no_checks))) return app;
    }
    return outside;
}

/* What was found, and may be no fault, is so for whoever asks on. */
static void leave_known(const struct behind *behind, struct command_app_options *command) {
    struct ts_fault *known = arena_new_array(behind->arena, struct ts_fault, behind->known.count + 1);
    const char **no_checks = arena_new_array(behind->arena, const char *, behind->no_checks.list.count + 1);
    for (size_t i = 0; i < behind->known.count; i++) known[i] = behind->known.items[i];
    for (size_t i = 0; i < behind->no_checks.list.count; i++) no_checks[i] = behind->no_checks.list.items[i];
    command->known = known, command->known_count = behind->known.count;
    command->no_checks.list.items = no_checks;
    command->no_checks.list.count = command->no_checks.list.capacity = behind->no_checks.list.count;
}

struct app *app_doubts_look_behind(struct command_app_options *command, const struct app *asked, struct arena *arena,
                                   struct answer *answer) {
    bool stops_there = command->engine == ENGINE_SPIN || command->suppress;
    if (answer->result.verdict != VERDICT_VIOLATED || stops_there || has_sure(command, asked, arena, answer))
        return NULL;
    struct behind behind = {command, asked, arena, .until = end_of_looking(command)};
    for (size_t i = 0; i < command->no_checks.list.count; i++)
        vec_push(&behind.no_checks.list, command->no_checks.list.items[i]);
    for (size_t i = 0; i < command->known_count; i++) vec_push(&behind.known, command->known[i]);
    add_known(answer, &behind.known);
    struct app *app = look_behind(&behind, answer);
    if (app) leave_known(&behind, command);
    vec_free(&behind.no_checks.list);
    vec_free(&behind.known);
    return app;
}
