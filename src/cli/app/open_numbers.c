#include "cli/app/open_numbers.h"

#include "base/some_names.h"
#include "base/word.h"

#include <string.h>

enum { CHAR_BITS = 8, SHORT_BITS = 16, MOST_NAMES = 4 };

static bool matters(const struct c_open_value *value, bool holds) {
    bool has_less = holds ? value->decides && !value->is_constant : value->narrower;
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

static const char *other_than_unsigned(const struct c_open_value *value, enum open_question question, bool holds) {
    if (question == OPEN_NARROW) return without_sign(value, CHAR_BITS);
    if (question == OPEN_NARROW_SIGNED) return may_have_sign(value) ? with_sign(value, CHAR_BITS) : NULL;
    if (holds && !value->by_sign) return NULL;
    switch (question) {
    case OPEN_HALF: return without_sign(value, SHORT_BITS);
    case OPEN_HALF_SIGNED: return value->by_sign ? with_sign(value, SHORT_BITS) : NULL;
    case OPEN_OTHER_SIGN: return value->by_sign ? "int" : NULL;
    default: return NULL;
    }
}

/* With all the numbers that a longer type has: loops up to those would not end in time. */
static bool is_asked_whole(const struct c_open_value *value) { return value->by_width && !value->is_limit; }

/* Narrower numbers are among those of an `int`, and a constant is one of them. To see that a condition is always the
 * same, the narrowest are enough. */
static const char *other_than_int(const struct c_open_value *value, enum open_question question, bool holds) {
    bool may_be_less = !value->is_constant && (!holds || value->decides);
    bool may_be_more = holds ? value->by_sign || value->by_width : !value->is_limit;
    switch (question) {
    case OPEN_NARROW: return may_be_less ? without_sign(value, CHAR_BITS) : NULL;
    case OPEN_HALF: return may_be_less && !holds ? without_sign(value, SHORT_BITS) : NULL;
    case OPEN_NARROW_SIGNED: return may_be_less && value->decides ? with_sign(value, CHAR_BITS) : NULL;
    case OPEN_OTHER_SIGN: return may_be_more ? "unsigned" : NULL;
    case OPEN_LONG: return may_be_more && is_asked_whole(value) ? "long long" : NULL;
    default: return NULL;
    }
}

/* ---- A question ---- */

struct open_numbers open_numbers_for(const struct c_program *program, enum open_question question, bool holds,
                                     struct arena *arena) {
    struct open_numbers numbers = {.is_small = holds && question == OPEN_OTHER_SIGN};
    struct some_names names = {.most = MOST_NAMES};
    for (uint32_t i = 0; i < program->open_value_count; i++) {
        const struct c_open_value *value = &program->open_values[i];
        if (!matters(value, holds)) continue;
        const char *number =
            value->is_unsigned ? other_than_unsigned(value, question, holds) : other_than_int(value, question, holds);
        if (!number) continue;
        bool is_small = holds && value->is_constant && !is_asked_whole(value);
        vec_push(&numbers.list, ((struct cfront_number){value->type, number, value->function, is_small}));
        numbers.is_small &= !is_asked_whole(value);
        some_names_add(&names, arena_printf(arena, "%s is `%s`", value->words, number), NULL);
    }
    numbers.words = arena_text(arena, some_names_chars(&names));
    some_names_free(&names);
    return numbers;
}

bool open_numbers_are(const struct open_numbers *one, const struct open_numbers *other) {
    if (one->list.count != other->list.count) return false;
    for (size_t i = 0; i < one->list.count; i++)
        if (!are_same_texts(one->list.items[i].type, other->list.items[i].type) ||
            !are_same_texts(one->list.items[i].number, other->list.items[i].number))
            return false;
    return true;
}

void open_numbers_free(struct open_numbers *numbers) { vec_free(&numbers->list); }

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
