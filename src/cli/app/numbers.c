#include "cli/app/numbers.h"

#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/word.h"
#include "cli/app/open_numbers.h"

enum {
    TURNS = 8,    /* seconds for several in turn, or what the first took */
    FEW_ALONE = 3 /* values, each of which is another number while the others stay what they are */
};

struct asking {
    struct inquiry *inquiry;
    struct arena *arena;
    struct answer *answer;
    struct open_asking about;
    double until;             /* by the clock */
    struct open_numbers last; /* that were asked about */
    const char *unanswered;   /* these numbers had no answer; NULL: there are none */
};

static void take_numbers(const struct asking *asking) {
    struct answer *answer = asking->answer;
    const char *taken = open_numbers_taken(asking->about.program, asking->about.holds, asking->arena);
    if (taken) answer->assumption = half_sentence_join(asking->arena, answer->assumption, taken);
}

/* The application, if these are other numbers, and what is wrong with it then; NULL: there is no answer. */
static struct app *load_with(const struct asking *asking, const struct open_numbers *numbers, struct answer *other) {
    const struct command_app_options *command = &asking->inquiry->command;
    struct command_app_options second = *command;
    second.numbers = numbers->list.items, second.number_count = numbers->list.count;
    if (numbers->is_small) second.inputs = INPUTS_SMALL;
    double seconds = asking->until - clock_seconds();
    struct app *app = seconds > 0 ? again_load(seconds, command, &second, asking->arena) : NULL;
    bool answered;
    app = again_ask_settled(asking->inquiry, &second, app, other, &answered);
    if (answered && again_is_known(other)) return app;
    answer_free(other);
    app_free(app);
    return NULL;
}

static const char *reading_of(const struct asking *asking, const struct open_numbers *numbers,
                              const struct answer *other) {
    const char *words = open_numbers_words(numbers, other, asking->arena);
    return arena_printf(asking->arena, "%s: only a missing header says what numbers these are", words);
}

static bool is_decided(const struct asking *asking) { return asking->answer->result.verdict == VERDICT_UNKNOWN; }

enum outcome { NOTHING_TO_ASK, ANSWERED, NO_ANSWER };

static enum outcome ask(struct asking *asking, enum open_question question) {
    struct answer other;
    struct open_numbers numbers = open_numbers_for(&asking->about, question);
    bool is_new = numbers.list.count && !open_numbers_are(&numbers, &asking->last);
    struct app *app = is_new ? load_with(asking, &numbers, &other) : NULL;
    if (app) {
        again_weigh(asking->inquiry, &other, reading_of(asking, &numbers, &other));
        answer_free(&other);
        app_free(app);
    }
    if (is_new && !app) asking->unanswered = open_numbers_words(&numbers, asking->answer, asking->arena);
    open_numbers_free(&asking->last);
    asking->last = numbers;
    return !is_new ? NOTHING_TO_ASK : app ? ANSWERED : NO_ANSWER;
}

/* False: one of these has no answer. */
static bool ask_all(struct asking *asking, enum open_question first, enum open_question last) {
    bool are_known = true;
    for (int question = first; question <= (int)last && !is_decided(asking); question++)
        are_known &= ask(asking, (enum open_question)question) != NO_ANSWER;
    return are_known;
}

/* ---- Nothing is wrong ---- */

/* In one search, or in two if they are too many for that. False: more than that is not known. */
static bool ask_all_widths(struct asking *asking) {
    enum outcome any = ask(asking, OPEN_ANY_WIDTH);
    if (any != NOTHING_TO_ASK) return asking->about.are_asked = any == ANSWERED;
    enum outcome size = ask(asking, OPEN_ANY_SIZE);
    enum outcome sign = is_decided(asking) ? size : ask(asking, OPEN_ANY_SIGN);
    asking->about.are_asked = size == ANSWERED && sign == ANSWERED;
    return size == NOTHING_TO_ASK && sign == NOTHING_TO_ASK && !open_numbers_have_widths(asking->about.program);
}

/* Each name has its own sign: where they are few, each of them is another one while the others are not. */
static bool ask_each_alone(struct asking *asking) {
    const struct c_program *program = asking->about.program;
    bool are_known = true;
    uint32_t count = 0;
    for (uint32_t i = 0; i < program->open_value_count; i++) count += open_numbers_has_sign(&program->open_values[i]);
    for (uint32_t i = 0; count > 1 && count <= FEW_ALONE && i < program->open_value_count; i++) {
        const struct c_open_value *value = &program->open_values[i];
        if (!open_numbers_has_sign(value) || is_decided(asking)) continue;
        asking->about.only = value;
        are_known &= ask(asking, value->is_unsigned ? OPEN_ANY_WIDTH : OPEN_OTHER_SIGN) != NO_ANSWER;
    }
    asking->about.only = NULL;
    return are_known && count <= FEW_ALONE;
}

static bool ask_before_holds(struct asking *asking) {
    bool are_known = ask_all_widths(asking);
    return ask_all(asking, OPEN_NARROW, OPEN_LONG) && ask_each_alone(asking) && are_known;
}

/* ---- Something is wrong ---- */

/* Another loop may go on for ever only as there are so few numbers. */
static bool is_wrong_anyway(const struct answer *one, const struct answer *other) {
    return !again_is_fate(other, other->result.violations.items[0].violation) || again_is_same(one, other);
}

/* ... for whoever asks on. */
static struct command_app_options with_numbers(const struct asking *asking, const struct open_numbers *numbers) {
    struct command_app_options second = asking->inquiry->command;
    struct cfront_number *list = arena_new_array(asking->arena, struct cfront_number, numbers->list.count + 1);
    for (size_t i = 0; i < numbers->list.count; i++) list[i] = numbers->list.items[i];
    second.numbers = list, second.number_count = numbers->list.count;
    return second;
}

static bool grant(struct asking *asking, const struct open_numbers *numbers, struct answer *other, struct app *app) {
    const struct command_app_options second = with_numbers(asking, numbers);
    return again_grant(asking->inquiry, &second, reading_of(asking, numbers, other), other, app);
}

/* What is wrong comes of no others. */
static bool are_common(struct asking *asking) {
    struct open_numbers numbers = open_numbers_for(&asking->about, OPEN_COMMON);
    bool are = open_numbers_are_common(asking->about.program, asking->answer);
    const struct command_app_options second = with_numbers(asking, &numbers);
    if (are && numbers.list.count) again_join(asking->inquiry, &second, reading_of(asking, &numbers, asking->answer));
    open_numbers_free(&numbers);
    return are;
}

/* What goes wrong with numbers that are of all types does so with all types: those only have more. */
static bool ask_with_common(struct asking *asking, bool *may_pass) {
    struct answer other;
    struct open_numbers numbers = open_numbers_for(&asking->about, OPEN_COMMON);
    struct app *app = numbers.list.count ? load_with(asking, &numbers, &other) : NULL;
    bool is_wrong = app && other.result.verdict == VERDICT_VIOLATED;
    bool is_sure = is_wrong && is_wrong_anyway(asking->answer, &other);
    bool is_kept = is_sure && grant(asking, &numbers, &other, app);
    *may_pass = app && !is_sure;
    if (app) answer_free(&other);
    if (!is_kept) app_free(app);
    open_numbers_free(&numbers);
    return is_sure;
}

static void leave_open(struct asking *asking, const char *words) {
    again_leave_open(
        asking->arena, asking->answer, &asking->answer->result,
        arena_printf(asking->arena, "but perhaps not if %s: only a missing header says what numbers these are", words));
}

/* Which mixture it is nobody has asked. */
static void leave_mixture_open(struct asking *asking) {
    struct open_numbers numbers = open_numbers_for(&asking->about, OPEN_COMMON);
    leave_open(asking, open_numbers_words(&numbers, asking->answer, asking->arena));
    open_numbers_free(&numbers);
}

/* More numbers may end what goes on for ever with those of all types. */
static bool may_be_ended(const struct asking *asking) {
    return again_is_fate(asking->answer, asking->answer->result.violations.items[0].violation);
}

static bool ask_before_violated(struct asking *asking) {
    bool may_pass = false;
    asking->about.are_asked = !may_be_ended(asking) && (are_common(asking) || ask_with_common(asking, &may_pass));
    if (asking->inquiry->has_turned) return true; /* it is asked about once more */
    bool are_known = ask_all(asking, OPEN_NARROW, OPEN_LONG);
    if (may_pass && !is_decided(asking)) leave_mixture_open(asking);
    if (asking->unanswered && !is_decided(asking)) leave_open(asking, asking->unanswered);
    return are_known;
}

/* ---- All of it ---- */

void app_numbers_ask(struct inquiry *inquiry) {
    const struct command_app_options *command = &inquiry->command;
    struct answer *answer = inquiry->answer;
    const struct c_program *program = app_program(inquiry->asked);
    bool holds = answer->result.verdict == VERDICT_HOLDS, are_known = again_may_ask(command);
    double now = clock_seconds(), needed = now - command->began;
    struct asking asking = {.inquiry = inquiry,
                            .arena = inquiry->arena,
                            .answer = answer,
                            .about = {.program = program, .holds = holds},
                            .until = now + (needed > TURNS ? needed : TURNS)};
    if (answer->result.verdict == VERDICT_UNKNOWN || !program->open_value_count || command->number_count) return;
    if (!holds && !again_meets_values(inquiry)) return;
    if (are_known) are_known = holds ? ask_before_holds(&asking) : ask_before_violated(&asking);
    open_numbers_free(&asking.last);
    if (!are_known || open_numbers_stay_open(program, holds)) take_numbers(&asking);
}
