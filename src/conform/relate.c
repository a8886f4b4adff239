/* The relation between states (Vu 2014, definition 8): for each instance of a relation, what the design's number must
 * be is computed once per state of the specification, and compared with many states of the design. */
#include "base/invariant.h"
#include "conform/internal.h"

#include <limits.h>
#include <string.h>

/* ---- the specification's side ---- */

static bool is_true(const struct formula *formula, const void *bytes, uint32_t size, const struct instance *instance,
                    bool *truth) {
    const struct eb_value *value = eb_evaluate(formula->code, bytes, size, instance->values);
    int64_t number;
    if (!value || !eb_value_integer(formula->type, value, &number)) return false;
    *truth = number != 0;
    return true;
}

static bool expect(const struct formula *left, const struct eb_value *value, struct expectation *expected) {
    const struct element_set *set = left->set;
    int64_t number;
    unsigned position;
    if (set) {
        if (!conform_element(set, value, &position) || !set->elements[position].range_count) return false;
        *expected = (struct expectation){position, EXPECT_ELEMENT};
        return true;
    }
    if (!eb_value_integer(left->type, value, &number)) return false;
    bool truth = left->type->kind == EB_TYPE_BOOLEAN && number != 0;
    *expected = truth ? (struct expectation){1, EXPECT_NON_ZERO} : (struct expectation){number, EXPECT_NUMBER};
    return true;
}

bool relate_expected(struct conform *conform, const void *bytes, uint32_t size, struct expectation *expected,
                     uint32_t *undefined) {
    for (size_t i = 0; i < conform->instances.count; i++) {
        const struct instance *instance = &conform->instances.items[i];
        const struct formula *condition = &conform->relation_condition[instance->of];
        const struct formula *left = &conform->relation_left[instance->of];
        bool applies = true;
        expected[i] = (struct expectation){0, EXPECT_ANYTHING};
        *undefined = (uint32_t)i + 1;
        if (condition->code && !is_true(condition, bytes, size, instance, &applies)) return false;
        if (!applies) continue;
        conform->any_applied = true;
        const struct eb_value *value = eb_evaluate(left->code, bytes, size, instance->values);
        if (!value || !expect(left, value, &expected[i])) return false;
    }
    *undefined = 0;
    return true;
}

/* ---- the design's side ---- */

struct reading {
    const struct conform *conform;
    const struct instance *instance;
    const void *state;
    uint32_t size;
    enum design_read read; /* of the last variable */
};

static bool read_leaf(void *context, const struct map_expression *leaf, int64_t *value) {
    struct reading *reading = context;
    if (leaf->op == MAP_LOCAL) {
        *value = reading->instance->numbers[leaf->number];
        return *value != INT64_MIN;
    }
    if (leaf->op != MAP_VARIABLE) return false;
    int64_t indices[MAP_INDICES];
    for (unsigned i = 0; i < leaf->child_count; i++)
        if (!map_evaluate(leaf->children[i], read_leaf, context, &indices[i])) return false;
    const struct design *design = reading->conform->design;
    reading->read =
        design->read(design, reading->conform->handles[leaf->slot], indices, reading->state, reading->size, value);
    return reading->read == DESIGN_READ;
}

enum design_read relate_right(const struct conform *conform, const struct instance *instance, const void *design_state,
                              uint32_t size, int64_t *value) {
    const struct map_expression *right = conform->map->relations.items[instance->of].right;
    struct reading reading = {.conform = conform, .instance = instance, .state = design_state, .size = size};
    if (map_evaluate(right, read_leaf, &reading, value)) return DESIGN_READ;
    return right->op == MAP_VARIABLE && reading.read == DESIGN_BEYOND ? DESIGN_BEYOND : DESIGN_NOTHING;
}

const struct map_expression *relate_culprit(const struct conform *conform, const struct spec_state *state,
                                            const void *design_state, uint32_t size) {
    for (size_t i = 0; i < conform->instances.count; i++) {
        const struct instance *instance = &conform->instances.items[i];
        int64_t value;
        if (known_expectation(state, i).kind == EXPECT_ANYTHING) continue;
        if (relate_right(conform, instance, design_state, size, &value) != DESIGN_NOTHING) continue;
        struct reading reading = {.conform = conform, .instance = instance, .state = design_state, .size = size};
        return map_without_value(conform->map->relations.items[instance->of].right, read_leaf, &reading);
    }
    internal_error("a relation has no value, but each of its parts has one");
}

static bool is_among(const struct element *element, int64_t value) {
    for (unsigned i = 0; i < element->range_count; i++)
        if (value >= element->ranges[i].low && value <= element->ranges[i].high) return true;
    return false;
}

bool expectation_met(const struct conform *conform, const struct instance *instance, struct expectation expected,
                     int64_t value) {
    switch (expected.kind) {
    case EXPECT_ANYTHING: return true;
    case EXPECT_NUMBER: return value == expected.value;
    case EXPECT_NON_ZERO: return value != 0;
    default: break;
    }
    return is_among(&conform->relation_left[instance->of].set->elements[expected.value], value);
}

/* What is not related is not reached: there an expression need not have a value. */
enum relate_result relate_check(const struct conform *conform, const struct spec_state *state, const void *design_state,
                                uint32_t size) {
    enum relate_result result = RELATED;
    for (size_t i = 0; i < conform->instances.count; i++) {
        const struct instance *instance = &conform->instances.items[i];
        struct expectation expected = known_expectation(state, i);
        int64_t value;
        if (expected.kind == EXPECT_ANYTHING) continue;
        enum design_read read = relate_right(conform, instance, design_state, size, &value);
        if (read == DESIGN_NOTHING)
            result = RELATION_UNDEFINED;
        else if (read == DESIGN_BEYOND || !expectation_met(conform, instance, expected, value))
            return NOT_RELATED;
    }
    return result;
}
