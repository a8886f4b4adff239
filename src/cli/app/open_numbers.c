#include "cli/app/open_numbers.h"

#include "base/some_names.h"
#include "base/word.h"
#include "cfront/outside/open_widths.h"

#include <stdlib.h>
#include <string.h>

enum { CHAR_BITS = 8, SHORT_BITS = 16, MOST_NAMES = 4, MOST_TOGETHER = 256 };

/* Something else may be a constant, or there may be fewer of its numbers, so that a condition is always the same. */
static bool has_widths(const struct c_open_value *value) {
    return !value->is_constant && (value->decides || value->fields || (value->is_unsigned && value->by_sign));
}

bool open_numbers_has_sign(const struct c_open_value *value) { return value->by_sign || value->by_width; }

bool open_numbers_have_widths(const struct c_program *program) {
    bool found = false;
    for (uint32_t i = 0; i < program->open_value_count; i++) found |= has_widths(&program->open_values[i]);
    return found;
}

static bool matters(const struct c_open_value *value, bool holds) {
    bool has_less = holds ? has_widths(value) : value->narrower;
    return value->by_sign || value->by_width || has_less;
}

/* With a sign, 200 is no number of so many bits: what is never there, or always, may be all that matters. */
static bool may_have_sign(const struct c_open_value *value) { return value->by_sign || value->decides; }

/* The first type from so many bits on that has room for what is known. */
static const char *without_sign(const struct c_open_value *value, unsigned bits) {
    unsigned least = value->bits > bits ? value->bits : bits;
    return least <= CHAR_BITS ? "unsigned char" : least <= SHORT_BITS ? "unsigned short" : NULL;
}

static const char *with_sign(const struct c_open_value *value, unsigned bits) {
    unsigned least = value->bits > bits ? value->bits : bits;
    return least <= CHAR_BITS ? "signed char" : least <= SHORT_BITS ? "short" : NULL;
}

static const char *other_than_unsigned(const struct open_asking *asking, const struct c_open_value *value,
                                       enum open_question question) {
    if (asking->are_asked && !value->by_width && !value->by_size) return NULL;
    if (question == OPEN_NARROW) return without_sign(value, CHAR_BITS);
    if (question == OPEN_NARROW_SIGNED) return may_have_sign(value) ? with_sign(value, CHAR_BITS) : NULL;
    if (asking->holds && !value->by_sign) return NULL;
    switch (question) {
    case OPEN_HALF: return without_sign(value, SHORT_BITS);
    case OPEN_HALF_SIGNED: return value->by_sign ? with_sign(value, SHORT_BITS) : NULL;
    case OPEN_OTHER_SIGN: return value->by_sign ? "int" : NULL;
    default: return NULL;
    }
}

/* With all the numbers that a longer type has: loops up to those would not end in time. */
static bool is_asked_whole(const struct c_open_value *value) {
    return !value->is_unsigned && value->by_width && !value->is_limit;
}

/* Narrower numbers are among those of an `int`, and a constant is one of them. To see that a condition is always the
 * same, the narrowest are enough. */
static const char *other_than_int(const struct open_asking *asking, const struct c_open_value *value,
                                  enum open_question question) {
    bool holds = asking->holds;
    bool is_narrow_asked = asking->are_asked && !value->by_size;
    bool may_be_less = !value->is_constant && !is_narrow_asked && (!holds || value->decides);
    bool is_seen = holds || (asking->are_asked && !value->is_constant);
    bool may_be_more = is_seen ? value->by_sign || value->by_width : !value->is_limit;
    switch (question) {
    case OPEN_NARROW: return may_be_less ? without_sign(value, CHAR_BITS) : NULL;
    case OPEN_HALF: return may_be_less && !holds ? without_sign(value, SHORT_BITS) : NULL;
    case OPEN_NARROW_SIGNED: return may_be_less && value->decides ? with_sign(value, CHAR_BITS) : NULL;
    case OPEN_OTHER_SIGN: return may_be_more ? "unsigned" : NULL;
    case OPEN_LONG: return may_be_more && is_asked_whole(value) ? "long long" : NULL;
    default: return NULL;
    }
}

/* ---- Any of several ---- */

enum {
    UNSIGNED_WIDTHS = 1 << WIDTH_UNSIGNED_CHAR | 1 << WIDTH_UNSIGNED_SHORT,
    SIGNED_WIDTHS = 1 << WIDTH_SIGNED_CHAR | 1 << WIDTH_SHORT,
    CHAR_WIDTHS = 1 << WIDTH_UNSIGNED_CHAR | 1 << WIDTH_SIGNED_CHAR,
    SHORT_WIDTHS = 1 << WIDTH_UNSIGNED_SHORT | 1 << WIDTH_SHORT
};

/* The narrowest of a set. */
static number_widths first_of(number_widths set) { return set & -set; }

/* How much is left out, so that all of them together are not too many. */
enum thrift { ALL_WIDTHS, NARROWEST_WIDTHS, ONE_WIDTH, THRIFTS };

static number_widths widths_of(const struct c_open_value *value, enum open_question question, enum thrift thrift) {
    bool has_types = value->decides || (value->is_unsigned && value->by_sign);
    number_widths types = !has_types || value->bits > SHORT_BITS ? 0
                          : value->bits > CHAR_BITS              ? SHORT_WIDTHS
                          : thrift == ALL_WIDTHS                 ? CHAR_WIDTHS | SHORT_WIDTHS
                                                                 : CHAR_WIDTHS;
    number_widths fields = thrift == ALL_WIDTHS ? value->fields : first_of(value->fields);
    if (question == OPEN_ANY_SIZE) return fields ? first_of(fields) : types & UNSIGNED_WIDTHS;
    if (question == OPEN_ANY_SIGN) return types & SIGNED_WIDTHS;
    return types | fields;
}

/* 0: there is nothing to ask. */
static unsigned count_together(const struct c_program *program, enum open_question question, enum thrift thrift) {
    unsigned count = 0;
    for (uint32_t i = 0; i < program->open_value_count && count <= MOST_TOGETHER; i++) {
        const struct c_open_value *value = &program->open_values[i];
        if (has_widths(value))
            count = (count ? count : 1) * (1 + number_widths_count(widths_of(value, question, thrift)));
    }
    return count;
}

/* THRIFTS: they are too many, or there are none. */
static enum thrift thrift_for(const struct c_program *program, enum open_question question) {
    enum thrift thrift = question == OPEN_ANY_WIDTH ? ALL_WIDTHS : ONE_WIDTH;
    enum thrift end = question == OPEN_ANY_WIDTH ? ONE_WIDTH : THRIFTS;
    for (; thrift < end; thrift++) {
        unsigned count = count_together(program, question, thrift);
        if (count && count <= MOST_TOGETHER) return thrift;
    }
    return THRIFTS;
}

static bool asks_any(enum open_question question) { return question <= OPEN_ANY_SIGN; }

/* False: it stays what it is. Where code counts with a register, what leaves an `int` only since the register has so
 * many bits says nothing: there are no more than those of all short types. */
static bool gets_widths(const struct c_open_value *value, enum open_question question, enum thrift thrift,
                        struct cfront_number *number) {
    if (thrift == THRIFTS || !has_widths(value)) return false;
    number->widths = widths_of(value, question, thrift);
    number->is_narrow = value->is_unsigned && value->by_sign;
    if (number->is_narrow) number->low = INT16_MIN, number->high = UINT16_MAX;
    return number->widths || value->is_unsigned;
}

/* ... those that a type with a sign has, and one without. */
static bool gets_common(const struct c_open_value *value, struct cfront_number *number) {
    if (value->is_constant || value->bits > SHORT_BITS) return false;
    number->is_narrow = true;
    number->high = value->bits <= CHAR_BITS ? INT8_MAX : INT16_MAX;
    return true;
}

/* ---- A question ---- */

/* False: it stays what it is. */
static bool gets_other(const struct open_asking *asking, const struct c_open_value *value, enum open_question question,
                       enum thrift thrift, struct cfront_number *number) {
    if (asks_any(question)) return gets_widths(value, question, thrift, number);
    if (question == OPEN_COMMON) return gets_common(value, number);
    number->number =
        value->is_unsigned ? other_than_unsigned(asking, value, question) : other_than_int(asking, value, question);
    return number->number != NULL;
}

struct open_numbers open_numbers_for(const struct open_asking *asking, enum open_question question) {
    struct open_numbers numbers = {.is_small = asking->holds && question == OPEN_OTHER_SIGN};
    enum thrift thrift = asks_any(question) ? thrift_for(asking->program, question) : THRIFTS;
    for (uint32_t i = 0; i < asking->program->open_value_count; i++) {
        const struct c_open_value *value = &asking->program->open_values[i];
        struct cfront_number number = {.type = value->type, .number = "int", .function = value->function};
        if (!matters(value, asking->holds) || (asking->only && asking->only != value)) continue;
        if (!gets_other(asking, value, question, thrift, &number)) continue;
        number.is_small = asking->holds && value->is_constant && !is_asked_whole(value);
        vec_push(&numbers.list, number);
        vec_push(&numbers.names, value->words);
        numbers.is_small &= !is_asked_whole(value);
    }
    return numbers;
}

bool open_numbers_are(const struct open_numbers *one, const struct open_numbers *other) {
    if (one->list.count != other->list.count) return false;
    for (size_t i = 0; i < one->list.count; i++) {
        const struct cfront_number *a = &one->list.items[i], *b = &other->list.items[i];
        bool are_alike = a->widths == b->widths && a->is_narrow == b->is_narrow;
        if (!are_alike || !are_same_texts(a->type, b->type) || !are_same_texts(a->number, b->number)) return false;
    }
    return true;
}

/* "`unsigned char`", which something goes wrong with; "": what it is taken for; NULL: nobody says. */
static const char *width_in(const struct answer *answer, const struct cfront_number *number) {
    const struct timeline *run = answer->timelines.count ? answer->timelines.items[0] : NULL;
    for (size_t i = 0; run && i < run->events.count; i++) {
        const struct timeline_event *event = &run->events.items[i];
        bool is_width = event->kind == TIMELINE_INPUT && event->text && begins_with(event->text, NUMBER_WIDTH_OF);
        if (!is_width || strcmp(event->text + strlen(NUMBER_WIDTH_OF), number->type) != 0) continue;
        for (unsigned width = 0; width < number_widths_count(number->widths); width++)
            if (strtoul(event->result, NULL, 0) == open_widths_number(number, width))
                return number_width_words(number_widths_at(number->widths, width));
        return "";
    }
    return NULL;
}

static const char *words_of(const struct open_numbers *numbers, size_t i, const struct answer *answer,
                            struct arena *arena) {
    const struct cfront_number *number = &numbers->list.items[i];
    const char *name = numbers->names.items[i];
    if (number->is_narrow && !number->widths)
        return arena_printf(arena, "%s is from %lld to %lld", name, (long long)number->low, (long long)number->high);
    if (!number->widths) return arena_printf(arena, "%s is `%s`", name, number->number);
    const char *width = width_in(answer, number);
    if (!width) return arena_printf(arena, "%s has fewer bits", name);
    return *width ? arena_printf(arena, "%s is %s", name, width) : NULL;
}

const char *open_numbers_words(const struct open_numbers *numbers, const struct answer *answer, struct arena *arena) {
    struct some_names names = {.most = MOST_NAMES};
    for (size_t i = 0; i < numbers->list.count; i++) {
        const char *words = words_of(numbers, i, answer, arena);
        if (words) some_names_add(&names, words, NULL);
    }
    for (size_t i = 0; !names.count && i < numbers->list.count; i++)
        some_names_add(&names,
                       arena_printf(arena, "%s is `%s`", numbers->names.items[i], numbers->list.items[i].number), NULL);
    const char *words = arena_text(arena, some_names_chars(&names));
    some_names_free(&names);
    return words;
}

void open_numbers_free(struct open_numbers *numbers) {
    vec_free(&numbers->list);
    vec_free(&numbers->names);
}

/* ---- No question ---- */

bool open_numbers_stay_open(const struct c_program *program, bool holds) {
    for (uint32_t i = 0; i < program->open_value_count; i++) {
        const struct c_open_value *value = &program->open_values[i];
        bool has_all_bits = value->is_unsigned && value->bits > SHORT_BITS && value->by_sign;
        bool is_left_out = !value->is_unsigned && value->is_limit && (!holds || value->by_width);
        bool may_be_real = !value->is_unsigned && value->meets_real;
        if (matters(value, holds) && (has_all_bits || is_left_out || may_be_real)) return true;
    }
    return false;
}

static void name_taken(struct text *text, const struct c_program *program, bool is_unsigned, bool holds) {
    struct some_names names = {.most = MOST_NAMES};
    for (uint32_t i = 0; i < program->open_value_count; i++) {
        const struct c_open_value *value = &program->open_values[i];
        if (matters(value, holds) && value->is_unsigned == is_unsigned) some_names_add(&names, value->words, NULL);
    }
    if (names.count)
        text_printf(text, "%s%s, which only a missing header declares, %s `%s`", text->length ? ", " : "",
                    some_names_chars(&names), names.count > 1 ? "are" : "is", is_unsigned ? "unsigned" : "int");
    some_names_free(&names);
}

const char *open_numbers_taken(const struct c_program *program, bool holds, struct arena *arena) {
    struct text text = {0};
    name_taken(&text, program, true, holds);
    name_taken(&text, program, false, holds);
    const char *taken = text.length ? arena_text(arena, text_chars(&text)) : NULL;
    text_free(&text);
    return taken;
}

static bool reads_common(const struct timeline *run) {
    for (size_t i = 0; i < run->events.count; i++) {
        const struct timeline_event *event = &run->events.items[i];
        char *end;
        if (event->kind != TIMELINE_INPUT) continue;
        long long value = event->result ? strtoll(event->result, &end, 0) : -1;
        if (value < 0 || value > INT8_MAX || *end) return false;
    }
    return true;
}

bool open_numbers_are_common(const struct c_program *program, const struct answer *answer) {
    for (uint32_t i = 0; i < program->open_value_count; i++) {
        const struct c_open_value *value = &program->open_values[i];
        if ((value->is_unsigned && value->by_sign) || value->is_assigned) return false;
    }
    for (size_t i = 0; i < answer->result.violations.count; i++) {
        const struct timeline *run = i < answer->timelines.count ? answer->timelines.items[i] : NULL;
        if (!run || !reads_common(run)) return false;
    }
    return answer->result.violations.count > 0;
}
