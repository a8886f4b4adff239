#include "cfront/open_widths.h"

#include "base/word.h"
#include "cfront/symbols.h"
#include "cfront/types.h"

#include <string.h>

bool open_widths_has(const struct cfront_number *number) { return number->widths || number->is_narrow; }

const struct cfront_number *open_widths_of_type(const struct front *front, const char *type) {
    for (size_t i = 0; type && i < front->options->number_count; i++) {
        const struct cfront_number *number = &front->options->numbers[i];
        if (open_widths_has(number) && !number->function && !strcmp(number->type, type)) return number;
    }
    return NULL;
}

const struct cfront_number *open_widths_of_function(const struct front *front, const char *function) {
    for (size_t i = 0; i < front->options->number_count; i++) {
        const struct cfront_number *number = &front->options->numbers[i];
        if (open_widths_has(number) && are_same_texts(number->function, function)) return number;
    }
    return NULL;
}

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
