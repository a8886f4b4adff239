#include "cfront/outside/open_widths.h"

#include "base/word.h"
#include "cfront/program/symbols.h"
#include "cfront/program/types.h"

#include <string.h>

/* The variable that says which width it has. */
static const struct c_object *chosen_width(struct front *front, const struct cfront_number *value) {
    const char *name = arena_printf(front->arena, NUMBER_WIDTH_OF "%s", value->type);
    for (size_t i = 0; i < front->globals.count; i++)
        if (are_same_texts(front->globals.items[i]->name, name)) return front->globals.items[i];
    struct c_object *object =
        symbols_new_object(front, name, type_integer(front, 1, false), C_GLOBAL, (struct place){0});
    object->starts_with_any = object->has_range = true;
    object->low = 0, object->high = number_widths_count(value->widths);
    return object;
}

unsigned open_widths_number(const struct cfront_number *value, unsigned width) {
    return value->is_narrow ? width : width + 1;
}

/* What is in both; of what a stub says nothing else is known. */
static struct number_width_range cut(struct number_width_range given, int64_t low, int64_t high) {
    struct number_width_range both = {given.low > low ? given.low : low, given.high < high ? given.high : high};
    return both.low <= both.high ? both : given;
}

void open_widths_choose(struct lower *lower, const struct cfront_number *value, int64_t low, int64_t high,
                        open_widths_emit *emit, void *context, struct place place) {
    struct front *front = lower->front;
    struct number_width_range all = {low, high};
    unsigned count = value ? number_widths_count(value->widths) : 0;
    label end = lower_new_label(lower);
    for (unsigned i = 0; i < count; i++) {
        label body = lower_new_label(lower), next = lower_new_label(lower);
        struct number_width_range width = number_width_range(number_widths_at(value->widths, i));
        struct number_width_range range = cut(all, width.low, width.high);
        expression is = build_load(front, build_object(front, chosen_width(front, value), place), place);
        expression number = build_integer(front, is->type, open_widths_number(value, i), place);
        lower_branch(lower, build_binary(front, C_EQUAL, is, number, type_int(front), place), body, next, place);
        lower_place_label(lower, body);
        emit(context, range.low, range.high);
        lower_jump(lower, end, place);
        lower_place_label(lower, next);
    }
    if (value && value->is_narrow) all = cut(all, value->low, value->high);
    emit(context, all.low, all.high);
    lower_place_label(lower, end);
}

/* ---- assignments ---- */

struct storing {
    struct lower *lower;
    const struct cfront_number *value;
    expression stored, to;
    unsigned width; /* how many have had their turn */
    struct place place;
};

static expression cut_to(const struct storing *storing, struct number_width_range range) {
    struct front *front = storing->lower->front;
    bool is_whole = range.low < 0 || range.high == UINT8_MAX || range.high == UINT16_MAX;
    const struct c_type *type = type_integer(front, range.high <= UINT8_MAX ? 1 : 2, range.low < 0);
    if (is_whole)
        return build_convert(front, build_convert(front, storing->stored, type, storing->place), storing->to->type,
                             storing->place);
    expression mask = build_integer(front, storing->to->type, range.high, storing->place);
    return build_binary(front, C_BIT_AND, storing->stored, mask, storing->to->type, storing->place);
}

/* Runs in which it is another number are left to other questions. */
static void assume_within(const struct storing *storing, int64_t low, int64_t high) {
    struct front *front = storing->lower->front;
    const struct c_type *number = type_int(front);
    expression least = build_integer(front, storing->stored->type, low, storing->place),
               most = build_integer(front, storing->stored->type, high, storing->place);
    expression is_above = build_binary(front, C_LESS_EQUAL, least, storing->stored, number, storing->place),
               is_below = build_binary(front, C_LESS_EQUAL, storing->stored, most, number, storing->place);
    lower_emit(storing->lower, C_ASSUME, storing->place)->value =
        build_logical(front, C_AND, is_above, is_below, storing->place);
}

static void store_as(void *context, int64_t low, int64_t high) {
    struct storing *storing = context;
    unsigned width = storing->width++;
    bool is_cut = width < number_widths_count(storing->value->widths);
    expression stored = storing->stored;
    if (is_cut)
        stored = cut_to(storing, number_width_range(number_widths_at(storing->value->widths, width)));
    else if (storing->value->is_narrow)
        assume_within(storing, low, high);
    lower_assign(storing->lower, storing->to, stored, storing->place);
}

expression open_widths_stored(struct lower *lower, const struct cfront_number *value, expression stored,
                              struct place place) {
    int64_t low, high;
    struct storing storing = {.lower = lower,
                              .value = value,
                              .stored = lower_keep(lower, stored, place),
                              .to = lower_temporary(lower, stored->type, place),
                              .place = place};
    type_range(stored->type, &low, &high);
    open_widths_choose(lower, value, low, high, store_as, &storing, place);
    return build_load(lower->front, storing.to, place);
}

/* ---- memory ---- */

/* What a pointer leads to may be hardware, or not: whoever runs the program knows. */
struct memory_read {
    struct lower *lower;
    expression from, to;
    int64_t low, high; /* that it has room for */
    struct place place;
};

static expression read_as(const struct memory_read *read, const struct c_type *type) {
    struct front *front = read->lower->front;
    const struct c_type *pointer = type_pointer_to(front, type);
    expression address = build_address(front, read->from, type_pointer_to(front, read->from->type), read->place);
    expression cast = build_convert(front, address, pointer, read->place);
    return build_load(front, build_dereference(front, cast, true, read->place), read->place);
}

/* In so many bytes, or some bits of those. */
static void read_memory(void *context, int64_t low, int64_t high) {
    const struct memory_read *read = context;
    struct front *front = read->lower->front;
    expression value = build_load(front, read->from, read->place);
    bool is_narrow = low > read->low || high < read->high;
    if (is_narrow) value = read_as(read, type_integer(front, high <= UINT8_MAX ? 1 : 2, low < 0));
    value = build_convert(front, value, read->to->type, read->place);
    bool is_whole = low < 0 || high == UINT8_MAX || high == UINT16_MAX;
    if (is_narrow && !is_whole) {
        expression mask = build_integer(front, read->to->type, high, read->place);
        value = build_binary(front, C_BIT_AND, value, mask, read->to->type, read->place);
    }
    lower_assign(read->lower, read->to, value, read->place);
}

expression open_widths_read(struct lower *lower, const struct cfront_number *value, expression from,
                            struct place place) {
    expression to = lower_temporary(lower, from->type, place), kept = lower_keep_place(lower, from, place);
    struct memory_read read = {.lower = lower, .from = kept, .to = to, .place = place};
    type_range(from->type, &read.low, &read.high);
    open_widths_choose(lower, value, read.low, read.high, read_memory, &read, place);
    return build_load(lower->front, to, place);
}
