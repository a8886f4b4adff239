#include "cfront/missing/other_number.h"

#include "cfront/missing/invented_parts.h"

enum { CHAR_WIDTH = 8, SHORT_WIDTH = 16, INT_WIDTH = 32 };

/* ---- room ---- */

/* -1 in a type without a sign is the usual way to write its largest number. */
static bool has_room(struct number_range range, unsigned bits, bool is_signed) {
    int64_t most = ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
    return range.least >= (is_signed ? -most - 1 : -1) && range.most <= most;
}

static bool fits(const struct invented *invented, const struct invented_type *type, unsigned bits, bool is_signed) {
    bool is_below = !is_signed && type->compared.least < 0; /* never: compilers warn of that */
    if (invented->strains_types) return bits == INT_WIDTH || (has_room(type->held, bits, is_signed) && !is_below);
    return (is_signed || !type->has_sign) && has_room(type->held, bits, is_signed) &&
           has_room(type->compared, bits, is_signed);
}

/* The first one, from so many bits on, in which there is room. */
static const char *without_sign(const struct invented *invented, const struct invented_type *type, unsigned bits) {
    if (bits <= CHAR_WIDTH && fits(invented, type, CHAR_WIDTH, false)) return "unsigned char";
    if (bits <= SHORT_WIDTH && fits(invented, type, SHORT_WIDTH, false)) return "unsigned short";
    return fits(invented, type, INT_WIDTH, false) ? "unsigned" : NULL;
}

static const char *with_sign(const struct invented *invented, const struct invented_type *type, unsigned bits) {
    if (bits <= CHAR_WIDTH && fits(invented, type, CHAR_WIDTH, true)) return "signed char";
    return fits(invented, type, SHORT_WIDTH, true) ? "short" : NULL;
}

/* Somebody asks whether it is 1, and for nothing beyond that. */
static bool is_flag(const struct invented_type *type) {
    bool is_beyond = type->held.least < 0 || type->held.most > 1 || type->compared.least < 0 || type->compared.most > 1;
    return !is_beyond && !type->is_counted && type->compared.most == 1;
}

/* ---- one type ---- */

static const char *other_than_int(const struct invented *invented, const struct invented_type *type,
                                  enum cfront_types types) {
    switch (types) {
    case TYPES_UNSIGNED_CHAR: return without_sign(invented, type, CHAR_WIDTH);
    case TYPES_UNSIGNED_SHORT: return without_sign(invented, type, SHORT_WIDTH);
    case TYPES_UNSIGNED: return without_sign(invented, type, INT_WIDTH);
    case TYPES_SIGNED_CHAR: return with_sign(invented, type, CHAR_WIDTH);
    case TYPES_SHORT: return with_sign(invented, type, SHORT_WIDTH);
    case TYPES_LONG: return "long long";
    case TYPES_UNSIGNED_LONG: return type->has_sign && !invented->strains_types ? "long long" : "unsigned long long";
    case TYPES_REAL: return type->is_divided ? "double" : NULL;
    case TYPES_BOOL: return is_flag(type) ? "_Bool" : NULL;
    default: return NULL;
    }
}

/* What constants say leaves less to choose from. */
static const char *other_than_wide(const struct invented_type *type, enum cfront_types types) {
    switch (types) {
    case TYPES_LONG: return type->rank == RANK_UNSIGNED ? "long long" : NULL;
    case TYPES_UNSIGNED_LONG: return type->rank < RANK_REAL ? "unsigned long long" : NULL;
    case TYPES_REAL: return type->rank == RANK_REAL ? "float" : NULL;
    default: return NULL;
    }
}

const char *other_number(const struct invented *invented, const struct invented_type *type, enum cfront_types types) {
    const struct invention *of = invented_of_type(invented, type);
    bool counts = !of || (of->kind == INVENTED_TYPE && invented_is_lacked(of));
    bool is_named = type->number && type->rank == RANK_INT;
    if (!counts || type->shape != SHAPE_NUMBER || type->is_at_address || is_named) return NULL;
    if (types == TYPES_FIELD) return other_number_bits(invented, type) ? "unsigned" : NULL;
    if (types == TYPES_VOLATILE) return type->rank == RANK_INT ? "volatile int" : NULL;
    return type->rank == RANK_INT ? other_than_int(invented, type, types) : other_than_wide(type, types);
}

/* ---- bit-fields ---- */

/* It has room for all that is put there, but never is what it is compared with. Whatever else is put there, or counted,
 * need not fit. */
static unsigned bits_that_miss(const struct invented_type *type) {
    unsigned bits = 1;
    while (bits < INT_WIDTH && !has_room(type->held, bits, false)) bits++;
    bool is_known = !type->is_filled && !type->is_counted && bits < INT_WIDTH;
    return is_known && !has_room(type->compared, bits, false) ? bits : 0;
}

static unsigned bits_with_room(const struct invented_type *type) {
    unsigned bits = 1;
    while (bits < INT_WIDTH && !(has_room(type->held, bits, false) && has_room(type->compared, bits, false))) bits++;
    return bits < INT_WIDTH ? bits : 0;
}

static bool gets_constants_only(const struct invented_type *type) { return !type->is_filled && !type->is_counted; }

static bool is_one_bit(const struct invented_type *type) {
    return type->shape == SHAPE_NUMBER && gets_constants_only(type) && bits_with_room(type) == 1;
}

/* Flags share a word with their neighbours: who writes one of them writes all of them back. */
static bool is_beside_flag(const struct invented *invented, const struct invented_type *type) {
    for (size_t i = 0; i < invented->types.count; i++) {
        const struct invented_type *whole = invented->types.items[i];
        bool has_it = false, has_flag = false;
        for (size_t m = 0; m < whole->members.count; m++) {
            has_it |= whole->members.items[m].type == type;
            has_flag |= is_one_bit(whole->members.items[m].type);
        }
        if (has_it && has_flag) return true;
    }
    return false;
}

static unsigned strained_bits(const struct invented *invented, const struct invented_type *type) {
    unsigned bits = bits_that_miss(type);
    if (bits) return bits;
    return gets_constants_only(type) && is_beside_flag(invented, type) ? bits_with_room(type) : 0;
}

unsigned other_number_bits(const struct invented *invented, const struct invented_type *type) {
    bool is_plain = type->shape == SHAPE_NUMBER && !type->is_array && !type->is_addressed && !type->is_at_address;
    bool is_whole = type->rank < RANK_REAL && !type->has_sign;
    if (!is_plain || !is_whole || invented_of_type(invented, type)) return 0;
    bool is_strained = invented->strains_types && invented->reading == TYPES_FIELD;
    return is_strained ? strained_bits(invented, type) : bits_with_room(type);
}

bool other_number_has_fields(const struct invented *invented, const struct invented_type *type) {
    for (size_t i = 0; i < type->members.count; i++)
        if (other_number_bits(invented, type->members.items[i].type) ||
            other_number_has_fields(invented, type->members.items[i].type))
            return true;
    return false;
}

/* ---- several ---- */

const char *other_number_of_members(const struct invented *invented, const struct invented_type *type,
                                    enum cfront_types types) {
    const char *other = NULL;
    for (size_t i = 0; !other && i < type->members.count; i++) {
        other = other_number(invented, type->members.items[i].type, types);
        if (!other) other = other_number_of_members(invented, type->members.items[i].type, types);
    }
    return other;
}

void other_number_tell_all(const struct invented *invented, struct text *out) {
    for (size_t i = 0; i < invented->types.count; i++) {
        const struct invented_type *type = invented->types.items[i];
        const char *other = other_number(invented, type, invented->reading);
        unsigned bits = invented->reading == TYPES_FIELD ? other_number_bits(invented, type) : 0;
        if (bits)
            text_printf(out, "%s : %u;", type->name, bits);
        else if (other)
            text_printf(out, "%s %s;", other, type->name);
    }
    for (size_t i = 0; invented->reading == TYPES_VOLATILE && i < invented->list.count; i++)
        if (invented_is_open_word(invented->list.items[i])) text_printf(out, "%s;", invented->list.items[i]->name);
}
