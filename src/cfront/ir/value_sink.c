#include "cfront/ir/value_sink.h"

enum { CHAR_BITS = 8, INT_BITS = 32, MOST_OF_SIGNED_CHAR = 127 };

unsigned value_sink_bits(int64_t number) {
    unsigned bits = 0;
    for (; number > 0; number >>= 1) bits++;
    return bits;
}

/* What is never below 0, and no longer than any of the types, is the same in all of them; only what it meets may see
 * whether it is one without sign. */
static struct sink_effect effect_of_masked(const struct sink *sink) {
    bool meets_sign = sink->kind == SINK_COMPARED || sink->kind >= SINK_SIZE;
    bool meets_negative = (sink->kind == SINK_ORDERED || sink->kind == SINK_EQUAL) && sink->constant < 0;
    bool is_less = sink->wraps && sink->kind >= SINK_REAL && sink->kind != SINK_EQUAL;
    bool is_longer = sink->wraps && sink->kind == SINK_NUMBER && sink->bits > INT_BITS;
    bool is_beyond = sink->is_computed && value_sink_bits(sink->mask) > CHAR_BITS;
    bool matters = meets_sign || meets_negative || is_less || is_longer;
    return (struct sink_effect){.by_sign = matters, .narrower = matters || is_beyond};
}

static struct sink_effect effect_of_constant(const struct sink *sink, bool is_unsigned) {
    bool is_order = sink->kind == SINK_ORDERED, is_negative = sink->constant < 0;
    bool asks_for_sign = is_order && !sink->constant;
    bool is_beyond = sink->constant >= INT32_MAX, is_large = sink->constant >= MOST_OF_SIGNED_CHAR;
    return (struct sink_effect){.by_sign = is_negative || (asks_for_sign && is_unsigned),
                                .by_width = is_beyond && !is_unsigned,
                                .narrower = is_negative || asks_for_sign || is_large};
}

static struct sink_effect effect_of_whole(const struct sink *sink, bool is_unsigned) {
    static const struct sink_effect any = {.by_sign = true, .narrower = true};
    switch (sink->kind) {
    case SINK_NOTHING:
    case SINK_TRUTH: return (struct sink_effect){.narrower = sink->wraps};
    case SINK_NUMBER:
        if (sink->bits > INT_BITS)
            return (struct sink_effect){.by_sign = true, .by_width = !is_unsigned, .narrower = true};
        return (struct sink_effect){.narrower = sink->bits > CHAR_BITS};
    case SINK_REAL: return (struct sink_effect){.by_sign = true, .by_width = !is_unsigned, .narrower = true};
    case SINK_ORDERED:
    case SINK_EQUAL: return sink->wraps ? any : effect_of_constant(sink, is_unsigned);
    case SINK_UNSIGNED:
    case SINK_ALIKE: return sink->wraps ? any : (struct sink_effect){.narrower = true};
    case SINK_SIZE:
        return (struct sink_effect){
            .by_sign = true, .by_width = sink->wraps && !is_unsigned, .by_size = true, .narrower = true};
    case SINK_INDEX: return sink->wraps ? any : (struct sink_effect){.narrower = true};
    default: return any;
    }
}

bool value_sink_is_put(const struct sink *sink) {
    return (sink->kind == SINK_NUMBER || sink->kind == SINK_INDEX) && !sink->wraps && !sink->is_high;
}

struct sink_effect value_sink_effect(const struct sink *sink, bool is_unsigned) {
    if (sink->kind == SINK_NOTHING) return (struct sink_effect){0};
    struct sink_effect effect = sink->is_masked ? effect_of_masked(sink) : effect_of_whole(sink, is_unsigned);
    effect.by_sign |= !sink->is_masked && sink->leaves && is_unsigned;
    effect.narrower |= !sink->is_masked && (sink->leaves || sink->is_high);
    effect.decides = effect.narrower && (sink->is_masked || !value_sink_is_put(sink));
    return effect;
}
