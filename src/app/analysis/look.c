#include "app/analysis/look.h"

#include <string.h>

bool look_add_all(struct look *look, struct place why) {
    if (look->all) return false;
    look->all = true;
    look->why = why;
    look->relative_count = 0;
    return true;
}

bool look_add_cut(struct look *look, number cut, struct place why) {
    unsigned at = 0;
    if (cut < -LOOK_FARTHEST || cut > LOOK_FARTHEST) return false; /* no number is there */
    if (look->all && look->count >= LOOK_MOST_TRIED) return false;
    while (at < look->count && look->cuts[at] < cut) at++;
    if (at < look->count && look->cuts[at] == cut) return false;
    if (look->count == LOOK_MOST_CUTS) return look_add_all(look, why);
    memmove(look->cuts + at + 1, look->cuts + at, (look->count - at) * sizeof *look->cuts);
    look->cuts[at] = cut;
    look->count++;
    return true;
}

bool look_add_bits(struct look *look, uint64_t bits, struct place why) {
    if (look->all || !(bits & ~look->bits)) return false;
    if (__builtin_popcountll(look->bits | bits) > LOOK_MOST_BITS) return look_add_all(look, why);
    look->bits |= bits;
    return true;
}

static uint64_t lowest_bits(unsigned width) { return ((uint64_t)1 << width) - 1; }

/* The bits that are cut are told apart one by one, and those of another width. */
static bool tell_narrow_apart(struct look *look, unsigned width, struct place why) {
    if (width < look->width) width = look->width;
    look->width = look->narrow_count = 0;
    look_add_bits(look, lowest_bits(width), why);
    return true;
}

bool look_add_narrow(struct look *look, unsigned width, uint64_t cut, struct place why) {
    unsigned at = 0;
    if (look->all || !(lowest_bits(width) & ~look->bits)) return false;
    if (look->width && look->width != width) return tell_narrow_apart(look, width, why);
    bool grown = !look->width;
    look->width = width;
    while (at < look->narrow_count && look->narrow[at] < cut) at++;
    if (!cut || (at < look->narrow_count && look->narrow[at] == cut)) return grown;
    if (look->narrow_count == LOOK_MOST_NARROW) return tell_narrow_apart(look, width, why);
    memmove(look->narrow + at + 1, look->narrow + at, (look->narrow_count - at) * sizeof *look->narrow);
    look->narrow[at] = cut;
    look->narrow_count++;
    return true;
}

bool look_add_relative(struct look *look, struct look_relative relative, struct place why) {
    if (look->all) return false;
    for (unsigned i = 0; i < look->relative_count; i++) {
        const struct look_relative *old = &look->relatives[i];
        if (old->kind == relative.kind && old->to == relative.to && old->bits == relative.bits) return false;
    }
    if (look->relative_count == LOOK_MOST_RELATIVES) return look_add_all(look, why);
    look->relatives[look->relative_count++] = relative;
    look->why = why;
    return true;
}

bool look_add(struct look *look, const struct look *more) {
    bool grown = more->all && look_add_all(look, more->why);
    for (unsigned i = 0; i < more->count; i++) grown |= look_add_cut(look, more->cuts[i], more->why);
    if (more->all) return grown;
    grown |= look_add_bits(look, more->bits, more->why);
    if (more->width) grown |= look_add_narrow(look, more->width, 0, more->why);
    for (unsigned i = 0; i < more->narrow_count; i++)
        grown |= look_add_narrow(look, more->width, more->narrow[i], more->why);
    for (unsigned i = 0; i < more->relative_count; i++) grown |= look_add_relative(look, more->relatives[i], more->why);
    return grown;
}

struct look look_at_once(const struct look *look, struct place why) {
    struct look plain = *look;
    if (plain.relative_count) look_add_all(&plain, why);
    return plain;
}

/* Bits beyond the width are the sign, again and again. */
static uint64_t bits_within(uint64_t bits, unsigned width) {
    uint64_t kept = width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX;
    return (bits & kept) | (bits & ~kept ? (uint64_t)1 << (width - 1) : 0);
}

/* Is some bit of the mask there? One that nobody asks for stands for those. Cuts would ask for more. */
static void settle_mask(struct look *look, uint64_t mask) {
    *look = look_without_narrow(look);
    uint64_t others = mask & ~look->bits, one = others & -others;
    bool is_plain = !look->count && !look->zeros;
    look_add_bits(look, is_plain ? one : mask, look->why);
    if (is_plain) look->zeros = others & ~one;
}

struct look look_settled(const struct look *look, unsigned width,
                         number (*value)(void *context, const struct c_expression *), void *context) {
    struct look plain = *look;
    plain.relative_count = 0;
    for (unsigned i = 0; i < look->relative_count; i++) {
        const struct look_relative *relative = &look->relatives[i];
        number to = relative->kind == LOOK_MASK ? 0 : value(context, relative->to);
        if (relative->kind == LOOK_CUTS)
            look_add_cut(&plain, to, look->why), look_add_cut(&plain, to + 1, look->why);
        else if (relative->kind == LOOK_BITS)
            look_add_bits(&plain, bits_within((uint64_t)to, width), look->why);
        else if (relative->kind == LOOK_SHIFTED && to >= 0 && to < 64)
            look_add_bits(&plain, bits_within(relative->bits << (unsigned)to, width), look->why);
    }
    for (unsigned i = 0; i < look->relative_count; i++)
        if (look->relatives[i].kind == LOOK_MASK)
            settle_mask(&plain, bits_within((uint64_t)value(context, look->relatives[i].to), width));
    return plain;
}

struct look look_without_narrow(const struct look *look) {
    struct look plain = *look;
    if (plain.width) tell_narrow_apart(&plain, plain.width, look->why);
    return plain;
}

/* ---- one of each class ---- */

/* The smallest number from `low` to `high` whose bits in `mask` are `pattern`; false: there is none. In two's
 * complement, from -2^63 to 2^64 - 1: the bits beyond the mask only have to be counted up. */
static bool smallest_with(number low, number high, uint64_t mask, uint64_t pattern, number *found) {
    number value = low;
    for (unsigned tries = 0; value <= high && tries <= 130; tries++) {
        uint64_t wrong = ((uint64_t)value ^ pattern) & mask;
        if (!wrong) {
            *found = value;
            return true;
        }
        /* The highest wrong bit b must change: if it has to become 1, set it and clear what is below; if it has to
         * become 0, the bits above it have to be counted up. */
        unsigned b = 63 - (unsigned)__builtin_clzll(wrong);
        number unit = (number)1 << b;
        value = value / unit * unit - (value < 0 && value % unit ? unit : 0); /* rounded down */
        value += unit;
    }
    return false;
}

static uint64_t nth_pattern(uint64_t mask, uint64_t index) {
    uint64_t pattern = 0;
    for (; mask; mask &= mask - 1, index >>= 1)
        if (index & 1) pattern |= mask & -mask;
    return pattern;
}

/* The smallest number from `low` to `high` whose lowest bits are first..last; false: there is none. */
static bool smallest_narrow(number low, number high, unsigned width, uint64_t first, uint64_t last, number *found) {
    uint64_t kept = (uint64_t)low & lowest_bits(width);
    if (kept < first || kept > last) low += (first - kept) & lowest_bits(width);
    *found = low;
    return low <= high;
}

static uint32_t pick_narrow(const struct look *look, number low, number high, number *values, uint32_t count) {
    uint64_t first = 0;
    for (unsigned i = 0; i <= look->narrow_count; i++) {
        uint64_t end = i < look->narrow_count ? look->narrow[i] - 1 : lowest_bits(look->width);
        number value;
        bool is_natural = low < 0 && high >= 0 && smallest_narrow(0, high, look->width, first, end, &value);
        if (is_natural || smallest_narrow(low, high, look->width, first, end, &value)) {
            if (count == LOOK_MOST_VALUES) return 0;
            values[count++] = value;
        }
        first = end + 1;
    }
    return count;
}

static uint32_t pick_between(const struct look *look, number low, number high, number *values, uint32_t count) {
    if (look->width) return pick_narrow(look, low, high, values, count);
    if (!look->bits && !look->zeros) { /* the one that is closest to zero */
        if (count == LOOK_MOST_VALUES) return 0;
        values[count++] = low > 0 ? low : high < 0 ? high : 0;
        return count;
    }
    uint64_t patterns = (uint64_t)1 << __builtin_popcountll(look->bits);
    for (uint64_t i = 0; i < patterns; i++) {
        number value;
        uint64_t mask = look->bits | look->zeros;
        if (!smallest_with(low, high, mask, nth_pattern(look->bits, i), &value)) continue;
        if (count == LOOK_MOST_VALUES) return 0;
        values[count++] = value;
    }
    return count;
}

/* Whichever of their bits are 0, the others may be anything. */
static bool are_all_patterns(number low, number high) {
    number size = high - low + 1;
    return size > 0 && !(size & (size - 1)) && (!low || low == -size / 2);
}

uint32_t look_pick(const struct look *look, number low, number high, number *values) {
    uint32_t count = 0;
    if (look->zeros && !are_all_patterns(low, high)) return 0;
    struct look plain;
    if (look->bits && look->width) {
        plain = look_without_narrow(look);
        look = &plain;
    }
    if (look->all || look->relative_count) return 0;
    for (unsigned i = 0; i <= look->count && low <= high; i++) {
        number end = i < look->count ? look->cuts[i] - 1 : high;
        if (end > high) end = high;
        if (end < low) continue;
        count = pick_between(look, low, end, values, count);
        if (!count) return 0;
        low = end + 1;
    }
    return count;
}

/* ---- a few ---- */

static void add_value(number low, number high, number *values, uint32_t *count, number value) {
    uint32_t at = 0;
    if (value < low || value > high || *count == LOOK_MOST_VALUES) return;
    while (at < *count && values[at] < value) at++;
    if (at < *count && values[at] == value) return;
    memmove(values + at + 1, values + at, (*count - at) * sizeof *values);
    values[at] = value;
    ++*count;
}

uint32_t look_sample(const struct look *look, number low, number high, number *values) {
    uint32_t count = 0;
    for (number i = -1; i <= 1; i++) {
        add_value(low, high, values, &count, i);
        for (unsigned c = 0; c < look->count; c++) add_value(low, high, values, &count, look->cuts[c] + i);
    }
    add_value(low, high, values, &count, low);
    add_value(low, high, values, &count, high);
    for (uint64_t bits = look->bits; bits; bits &= bits - 1) add_value(low, high, values, &count, bits & -bits);
    for (unsigned i = 0; i < look->narrow_count; i++) {
        add_value(low, high, values, &count, (number)look->narrow[i] - 1);
        add_value(low, high, values, &count, look->narrow[i]);
    }
    return count;
}
