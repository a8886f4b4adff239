/* Both states of a pair in words, side by side. */
#include "conform/internal.h"

#include <ctype.h>
#include <string.h>

/* A text in which the locals' names are replaced: "t_state(t)" becomes "t_state(t1)". */
static void add_instance_text(const struct map_locals *locals, const struct instance *instance, const char *text,
                              bool numbers, struct text *out) {
    while (*text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_' || (unsigned char)text[length] >= 0x80)
            length++;
        unsigned local = 0;
        while (length && local < locals->count &&
               (strncmp(locals->items[local].name, text, length) != 0 || locals->items[local].name[length]))
            local++;
        if (!length) {
            text_add_char(out, *text++);
            continue;
        }
        if (local == locals->count)
            text_add_n(out, text, length);
        else if (numbers)
            text_printf(out, "%lld", (long long)instance->numbers[local]);
        else
            text_add(out, instance->names[local]);
        text += length;
    }
}

static void add_left_value(const struct conform *conform, const struct spec_state *state,
                           const struct instance *instance, struct text *out) {
    const struct formula *left = &conform->relation_left[instance->of];
    const struct eb_value *value = eb_evaluate(left->code, state->bytes, state->size, instance->values);
    if (value)
        eb_value_print(conform->machine, left->type, value, out);
    else
        text_add(out, "undefined");
}

static void add_expected(const struct conform *conform, const struct instance *instance, struct expectation expected,
                         struct text *out) {
    if (expected.kind == EXPECT_NUMBER) text_printf(out, "%lld", (long long)expected.value);
    if (expected.kind == EXPECT_NON_ZERO) text_add(out, "not 0");
    if (expected.kind != EXPECT_ELEMENT) return;
    const struct element *element = &conform->relation_left[instance->of].set->elements[expected.value];
    for (unsigned i = 0; i < element->range_count; i++) {
        text_printf(out, "%s%lld", i ? " or " : "", (long long)element->ranges[i].low);
        if (element->ranges[i].low != element->ranges[i].high)
            text_printf(out, "..%lld", (long long)element->ranges[i].high);
    }
}

static void tell_instance(const struct conform *conform, const struct spec_state *state, size_t number,
                          const void *design, uint32_t size, struct text texts[5], struct conform_row *row) {
    const struct instance *instance = &conform->instances.items[number];
    const struct map_relation *relation = &conform->map->relations.items[instance->of];
    struct expectation expected = known_expectation(state, number);
    int64_t value;
    row->constrained = expected.kind != EXPECT_ANYTHING;
    add_instance_text(&relation->locals, instance, relation->left.text, false, &texts[0]);
    add_left_value(conform, state, instance, &texts[1]);
    add_instance_text(&relation->locals, instance, relation->right_text, true, &texts[2]);
    enum design_read read = relate_right(conform, instance, design, size, &value);
    if (read == DESIGN_READ)
        text_printf(&texts[3], "%lld", (long long)value);
    else if (read == DESIGN_BEYOND)
        text_printf(&texts[3], "%llu", (unsigned long long)value);
    else
        text_add(&texts[3], "undefined");
    add_expected(conform, instance, expected, &texts[4]);
    row->differs = row->constrained && (read != DESIGN_READ || !expectation_met(conform, instance, expected, value));
}

void conform_compare(const struct conform *conform, const void *pair, uint32_t size,
                     void (*visit)(void *context, const struct conform_row *row), void *context) {
    const struct spec_state *state = known_state(&conform->known, pair_number(pair));
    struct text texts[5] = {0};
    for (size_t i = 0; i < conform->instances.count; i++) {
        struct conform_row row = {0};
        for (unsigned k = 0; k < 5; k++) text_clear(&texts[k]);
        tell_instance(conform, state, i, pair_design(pair), size - PAIR_HEAD, texts, &row);
        row.left = text_chars(&texts[0]);
        row.left_value = text_chars(&texts[1]);
        row.right = text_chars(&texts[2]);
        row.right_value = text_chars(&texts[3]);
        row.expected = text_chars(&texts[4]);
        visit(context, &row);
    }
    for (unsigned k = 0; k < 5; k++) text_free(&texts[k]);
}

void conform_describe_setup(const struct conform *conform, const void *pair, uint32_t size, struct text *out) {
    struct arena *arena = arena_new();
    struct design_run run;
    struct place failed;
    (void)size;
    if (spec_setup(conform, pair_number(pair), arena, &run, &failed))
        spec_describe_run(conform, &run, out);
    else
        text_add(out, SPEC_NO_SETUP);
    arena_free(arena);
}
