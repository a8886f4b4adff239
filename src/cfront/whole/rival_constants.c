/* Constants that meet one variable are rivals. What is taken for a rival and is none costs a question; nothing is
 * assumed of rivals for something to hold. */
#include "cfront/whole/rival_constants.h"

#include "base/some_names.h"
#include "cfront/missing/invented.h"
#include "cfront/program/build.h"
#include "cfront/whole/constant_meetings.h"
#include "cfront/whole/unknown_constants.h"

#include <ctype.h>
#include <string.h>

enum { MOST_TOLD = 12 };

typedef VEC(struct c_rival) rival_list;

/* Constants whose number is known are none that could be counted. */
static bool is_open(const struct c_object *constant) {
    return constant->starts_with_any && constant->is_of_header && constant->type->kind == C_INTEGER &&
           !(constant->has_range && constant->low == constant->high);
}

/* NULL: it is known, or no object. */
static struct c_object *find_open(const struct front *front, const char *name) {
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        if (is_open(global) && !strcmp(global->name, name)) return global;
    }
    return NULL;
}

/* Which number it is, as somebody asked for that. */
static bool find_number(const struct front *front, const char *name, int64_t *number) {
    for (size_t i = 0; i < front->options->counted_count; i++) {
        if (strcmp(front->options->counted[i].name, name) != 0) continue;
        *number = front->options->counted[i].number;
        return true;
    }
    return false;
}

/* ---- what comes from outside, and is compared with them ---- */

/* The numbers of constants that one holder meets. */
struct met {
    int64_t low, high;
    uint32_t count; /* of different ones, or more */
};

static void meet_number(struct met *met, int64_t number) {
    bool is_known = met->count && number >= met->low && number <= met->high;
    if (!met->count || number < met->low) met->low = number;
    if (!met->count || number > met->high) met->high = number;
    met->count += !is_known;
}

static struct met numbers_met(const struct constant_meetings *finding, uint32_t node) {
    struct met met = {.count = 0};
    const struct front *front = finding->front;
    uint32_t root = constant_meetings_set(finding, node);
    for (size_t i = 0; i < finding->labels.count; i++)
        if (constant_meetings_set(finding, finding->labels.items[i].holder) == root)
            meet_number(&met, finding->labels.items[i].number);
    for (size_t i = 0; i < finding->meetings.count; i++) {
        struct meeting meeting = finding->meetings.items[i];
        bool is_global = meeting.constant < front->globals.count; /* labels were met */
        int64_t number = INT32_MAX + (int64_t)meeting.constant;   /* another one than labels are */
        if (!is_global || constant_meetings_set(finding, meeting.holder) != root) continue;
        const struct c_object *constant = front->globals.items[meeting.constant];
        bool is_told = find_number(front, constant->name, &number);
        if (is_told || (!front->options->counts_rivals && is_open(constant))) meet_number(&met, number);
    }
    return met;
}

/* Of a constant that may be a variable: labels are compared with it, or, as its name says so, with what holds it. */
static struct met labels_met(const struct constant_meetings *finding, uint32_t constant) {
    struct met met = {.count = 0};
    bool is_variable = islower((unsigned char)*finding->front->globals.items[constant]->name);
    for (size_t i = 0; i < finding->labels.count; i++) {
        uint32_t holder = finding->labels.items[i].holder;
        bool is_compared = constant_meetings_set(finding, holder) == constant_meetings_set(finding, constant);
        if (is_compared || (is_variable && constant_meetings_hold(finding, constant, holder)))
            meet_number(&met, finding->labels.items[i].number);
    }
    return met;
}

static void limit_choice(struct front *front, struct c_instruction *choice, struct met met) {
    const struct c_type *type = choice->target->type;
    if (!c_range_fits(type, type->size * 8, met.low, met.high)) return;
    choice->value = build_integer(front, type, met.low, choice->place);
    choice->other = build_integer(front, type, met.high, choice->place);
}

static const char *add_name(struct front *front, const char *names, const char *name) {
    const char *quoted = arena_printf(front->arena, "`%s`", name);
    return strstr(names, quoted) ? names : arena_printf(front->arena, "%s%s%s", names, *names ? ", " : "", quoted);
}

/* Functions give, and variables that only a header has are, one of the constants that they are compared with, if
 * somebody asks for that. Returns their names; NULL: there are none. */
static const char *limit_answers(struct constant_meetings *finding) {
    struct front *front = finding->front;
    const char *names = "";
    for (size_t i = 0; i < finding->answers.count; i++) {
        struct answer answer = finding->answers.items[i];
        struct met met = numbers_met(finding, answer.holder);
        if (met.count < 2) continue;
        names = add_name(front, names, answer.choice->text);
        if (front->options->counts_rivals) limit_choice(front, answer.choice, met);
    }
    for (uint32_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        int64_t number;
        struct met met = is_open(global) ? labels_met(finding, i) : (struct met){.count = 0};
        if (met.count < 2 || find_number(front, global->name, &number)) continue;
        names = add_name(front, names, global->name);
        if (front->options->counts_rivals) unknown_constants_narrow(global, met.low, met.high);
    }
    return *names ? names : NULL;
}

/* ---- rivals ---- */

static void add_rival(const struct constant_meetings *finding, rival_list *rivals, const char *name, uint32_t node) {
    unsigned uses = constant_meetings_uses(finding, node);
    struct c_rival rival = {.name = arena_text(finding->front->arena, name),
                            .set = constant_meetings_set(finding, node),
                            .are_bits = uses & USE_BITS,
                            .are_numbers = uses & USE_NUMBER,
                            .are_ordered = uses & USE_ORDER,
                            .may_be_below = uses & USE_SIGN};
    vec_push(rivals, rival);
}

/* What counts elements, unless a bit-field was not wide enough for the number that it had. */
static void add_sizes(const struct front *front, rival_list *rivals) {
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        bool is_free = invention->kind == INVENTED_NUMBER && invention->number == invention->own_number;
        if (is_free && invention->is_size && !invention->is_usual && !invention->is_address)
            vec_push(rivals, ((struct c_rival){.name = arena_text(front->arena, invention->name),
                                               .is_size = true,
                                               .number = invention->own_number}));
    }
}

static bool can_be_counted(const struct front *front, const char *name) {
    const struct invention *invention = invented_find(&front->invented, name);
    return invention && !invention->is_size && !invention->is_usual && !invention->is_address;
}

static bool is_number(const struct front *front, const char *name) {
    const struct invention *invention = invented_find(&front->invented, name);
    return invention && invention->kind == INVENTED_NUMBER;
}

/* What is known of one is known of its set. */
static void share_uses(rival_list *rivals) {
    for (size_t i = 0; i < rivals->count; i++)
        for (size_t j = 0; j < rivals->count; j++) {
            struct c_rival *one = &rivals->items[i];
            const struct c_rival *other = &rivals->items[j];
            if (one->is_size || other->is_size || one->set != other->set) continue;
            one->are_bits |= other->are_bits;
            one->are_numbers |= other->are_numbers;
            one->are_ordered |= other->are_ordered;
            one->may_be_below |= other->may_be_below;
        }
}

static void find_rivals(struct constant_meetings *finding) {
    struct front *front = finding->front;
    rival_list rivals = {0};
    for (uint32_t i = 0; i < front->globals.count; i++) {
        const struct c_object *global = front->globals.items[i];
        bool is_counted = is_open(global) && !global->is_time && !labels_met(finding, i).count;
        if (is_counted) add_rival(finding, &rivals, global->name, i);
    }
    for (size_t i = 0; i < finding->guesses.count; i++) {
        struct guess_node guess = finding->guesses.items[i];
        if (can_be_counted(front, guess.name)) add_rival(finding, &rivals, guess.name, guess.node);
    }
    share_uses(&rivals);
    add_sizes(front, &rivals);
    struct c_rival *list = arena_new_array(front->arena, struct c_rival, rivals.count + 1);
    for (size_t i = 0; i < rivals.count; i++) list[i] = rivals.items[i];
    front->program->rivals = list;
    front->program->rival_count = (uint32_t)rivals.count;
    vec_free(&rivals);
}

/* Unless their uses ask for something else. */
static void settle(struct front *front, const char *limited) {
    struct some_names counted = {.most = MOST_TOLD};
    for (size_t i = 0; i < front->options->counted_count; i++) {
        const struct cfront_counted *number = &front->options->counted[i];
        struct c_object *global = find_open(front, number->name);
        if (global) unknown_constants_narrow(global, number->number, number->number);
        bool is_so = global ? !is_open(global) : is_number(front, number->name);
        if (is_so)
            some_names_add(&counted, arena_printf(front->scratch, "`%s` is %d", number->name, number->number), NULL);
    }
    const char *words = counted.count ? some_names_chars(&counted) : "";
    if (limited)
        words = arena_printf(front->scratch, "%s%swhat comes of %s is one of the constants that it is compared with",
                             words, *words ? ", and " : "", limited);
    if (*words) front->program->rivals_counted = arena_text(front->arena, words);
    some_names_free(&counted);
}

static bool are_any(const struct front *front) {
    for (size_t i = 0; i < front->globals.count; i++)
        if (is_open(front->globals.items[i])) return true;
    return front->invented.list.count;
}

void rival_constants_find(struct front *front) {
    struct constant_meetings meetings = {.front = front};
    if (!are_any(front)) return;
    constant_meetings_find(&meetings);
    find_rivals(&meetings);
    front->program->limited_answers = limit_answers(&meetings);
    if (front->options->counts_rivals) settle(front, front->program->limited_answers);
    constant_meetings_free(&meetings);
}
