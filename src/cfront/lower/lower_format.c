/* sprintf() and snprintf() with a format that is a literal: a call of the library for each of its pieces (library.c),
 * so that what is written, and where, is followed as in any other code. Others, also such with `*`, `%p` or `%n`, are
 * read by the library when code runs (library_variadic.c). */
#include "base/word.h"
#include "cfront/lower/lower.h"

#include <string.h>

enum { LEFT = 1, ZEROS = 2, OTHER_FORM = 4, UPPER = 8 }; /* as in library.c */

struct conversion {
    unsigned flags;
    char sign; /* of numbers that are not negative: '+', ' ', or 0 */
    int64_t width, precision;
    const char *length; /* "", "h", "hh", "l", "ll", "j", "z", "t", "L" */
    char letter;
};

struct formatting {
    struct lower *lower;
    CXCursor cursor;
    struct place place;
    expression to, size;
    expression at; /* the place of a temporary: how many characters there are */
    expression *values;
    unsigned count, next;
    bool only_asks; /* whether it can be done: nothing is emitted */
};

/* ---- reading a format ---- */

static int64_t take_number(const char **format) {
    enum { WIDEST = 4095 }; /* of one conversion: C promises no more (7.21.6.1p15) */
    int64_t number = 0;
    for (; **format >= '0' && **format <= '9'; ++*format)
        if (number <= WIDEST) number = number * 10 + (**format - '0');
    return number;
}

static void take_flags(const char **format, struct conversion *out) {
    for (;; ++*format) switch (**format) {
        case '-': out->flags |= LEFT; break;
        case '0': out->flags |= ZEROS; break;
        case '#': out->flags |= OTHER_FORM; break;
        case '+': out->sign = '+'; break;
        case ' ': out->sign = out->sign ? out->sign : ' '; break;
        default: return;
        }
}

/* Behind the '%'. */
static struct conversion take_conversion(const char **format) {
    static const char *const lengths[] = {"hh", "h", "ll", "l", "j", "z", "t", "L"};
    struct conversion conversion = {.precision = -1, .length = ""};
    take_flags(format, &conversion);
    conversion.width = take_number(format);
    if (**format == '.') {
        ++*format;
        conversion.precision = take_number(format);
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (begins_with(*format, lengths[i])) {
            conversion.length = lengths[i];
            *format += strlen(lengths[i]);
            break;
        }
    conversion.letter = **format ? *(*format)++ : 0;
    if (conversion.letter >= 'A' && conversion.letter <= 'Z') conversion.flags |= UPPER;
    return conversion;
}

/* ---- pieces ---- */

static expression number(const struct formatting *formatting, int64_t value) {
    return build_integer(formatting->lower->front, type_int(formatting->lower->front), value, formatting->place);
}

/* at = NAME(to, size, at, more...) */
static void emit_piece(struct formatting *formatting, const char *name, const expression *more, unsigned more_count) {
    struct lower *lower = formatting->lower;
    struct front *front = lower->front;
    if (formatting->only_asks) return;
    struct symbol *symbol = symbol_find_function(front, name);
    expression *values = arena_new_array(front->arena, expression, 3 + more_count);
    values[0] = formatting->to, values[1] = formatting->size;
    values[2] = build_load(front, formatting->at, formatting->place);
    for (unsigned i = 0; i < more_count; i++) values[3 + i] = more[i];
    for (unsigned i = 0; i < 3 + more_count; i++)
        values[i] = build_convert(front, values[i],
                                  type_of_parameter(front, front->clang.Cursor_getArgument(symbol->cursor, i)),
                                  formatting->place);
    const struct c_function *callee = symbol_function(front, symbol);
    struct c_instruction *call = lower_emit(lower, C_CALL, formatting->place);
    call->target = formatting->at;
    call->callee = callee;
    call->arguments = values, call->argument_count = 3 + more_count;
}

static void emit_character(struct formatting *formatting, char character) {
    emit_piece(formatting, "rtcheck_put", (expression[]){number(formatting, (unsigned char)character)}, 1);
}

/* Bytes of the argument that the conversion takes; 0: any that an argument can have. */
static uint32_t wanted_size(const struct formatting *formatting, const struct conversion *conversion) {
    struct front *front = formatting->lower->front;
    switch (*conversion->length) {
    case '\0':
    case 'h': return type_int(front)->size;
    case 'j': return 8;
    case 'z':
    case 't': return front->program->pointer_size;
    default: return conversion->length[1] ? 8 : 0;
    }
}

static bool put_integer(struct formatting *formatting, const struct conversion *conversion, expression value) {
    struct front *front = formatting->lower->front;
    uint32_t size = value->type->size, wanted = wanted_size(formatting, conversion);
    bool is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    if (value->type->kind != C_INTEGER || (wanted && size != wanted)) return false;
    if (formatting->only_asks) return true;
    if (*conversion->length == 'h') size = conversion->length[1] ? 1 : 2;
    value = build_convert(front, value, type_integer(front, size, is_signed), formatting->place);
    value = build_convert(front, value, type_integer(front, 8, is_signed), formatting->place);
    int base = conversion->letter == 'o' ? 8 : conversion->letter == 'x' || conversion->letter == 'X' ? 16 : 10;
    emit_piece(formatting, is_signed ? "rtcheck_put_signed" : "rtcheck_put_unsigned",
               (expression[]){value, number(formatting, is_signed ? conversion->sign : base),
                              number(formatting, conversion->flags), number(formatting, conversion->width),
                              number(formatting, conversion->precision)},
               5);
    return true;
}

static bool put_real(struct formatting *formatting, const struct conversion *conversion, expression value) {
    if (value->type->kind != C_FLOAT || *conversion->length == 'L') return false;
    emit_piece(formatting, "rtcheck_put_real",
               (expression[]){value, number(formatting, conversion->letter | 0x20),
                              number(formatting, conversion->sign), number(formatting, conversion->flags),
                              number(formatting, conversion->width), number(formatting, conversion->precision)},
               6);
    return true;
}

static bool put_argument(struct formatting *formatting, const struct conversion *conversion) {
    if (formatting->next >= formatting->count) return false;
    expression value = formatting->values[formatting->next++];
    expression left = number(formatting, conversion->flags & LEFT), width = number(formatting, conversion->width);
    switch (conversion->letter) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o': return put_integer(formatting, conversion, value);
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return put_real(formatting, conversion, value);
    case 'c':
        if (value->type->kind != C_INTEGER || *conversion->length) return false;
        emit_piece(formatting, "rtcheck_put_character", (expression[]){value, left, width}, 3);
        return true;
    case 's':
        if (value->type->kind != C_POINTER || *conversion->length) return false;
        emit_piece(formatting, "rtcheck_put_text",
                   (expression[]){value, left, width, number(formatting, conversion->precision)}, 4);
        return true;
    default: return false;
    }
}

static bool put_pieces(struct formatting *formatting, const char *format) {
    while (*format) {
        if (*format != '%') {
            emit_character(formatting, *format++);
            continue;
        }
        format++;
        struct conversion conversion = take_conversion(&format);
        if (conversion.letter == '%')
            emit_character(formatting, '%');
        else if (!put_argument(formatting, &conversion))
            return false;
    }
    return true;
}

bool lower_formats(struct lower *lower, CXCursor cursor, const char *format, const CXCursor *arguments,
                   unsigned count) {
    struct front *front = lower->front;
    struct formatting formatting = {
        .lower = lower, .cursor = cursor, .place = front_place(front, cursor), .count = count, .only_asks = true};
    formatting.values = arena_new_array(front->scratch, expression, count + 1);
    for (unsigned i = 0; i < count; i++) {
        struct c_expression *value = arena_new_object(front->scratch, struct c_expression);
        value->kind = C_LOAD, value->type = type_adjusted(front, type_of_cursor(front, arguments[i]));
        formatting.values[i] = value;
    }
    return put_pieces(&formatting, format);
}

expression lower_format(struct lower *lower, CXCursor cursor, expression to, expression size, const char *format,
                        expression *values, unsigned count) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    const struct c_type *word = type_integer(front, front->program->pointer_size, false);
    if (!size) size = build_integer(front, word, -1, place);
    to = lower_keep(lower, to, place);
    size = lower_keep(lower, size, place);
    struct formatting formatting = {.lower = lower,
                                    .cursor = cursor,
                                    .place = place,
                                    .to = to,
                                    .size = size,
                                    .at = lower_temporary(lower, word, place),
                                    .values = values,
                                    .count = count};
    for (unsigned i = 0; i < count; i++) values[i] = lower_keep(lower, values[i], place);
    lower_assign(lower, formatting.at, build_integer(front, word, 0, place), place);
    if (!put_pieces(&formatting, format)) return lower_refuse(lower, cursor, "this format cannot be modelled");
    emit_piece(&formatting, "rtcheck_put_end", NULL, 0);
    return build_convert(front, build_load(front, formatting.at, place), type_int(front), place);
}
