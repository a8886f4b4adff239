#include "env/pattern.h"

#include <string.h>

enum { MOST_VALUES = 8 /* of an attribute, that conditions name */, MOST_LINKS = 4 };

struct range {
    int64_t low, high;
};

struct maker {
    const struct env_model *const *models;
    size_t count;
    const struct ocl_schema *schema; /* of the first model */
    struct shapes *shapes;
};

/* ---- what the models allow ---- */

static bool range_is_flag(struct range range) { return range.low == 0 && range.high == 1; }

static const struct ocl_member *member_of(const struct ocl_schema *schema, unsigned class_index, unsigned member) {
    return &schema->classes.items[class_index].members.items[member];
}

static struct range member_range(const struct maker *maker, unsigned class_index, unsigned member) {
    struct range range = {INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < maker->count; i++) {
        const struct ocl_member *of = member_of(&maker->models[i]->schema, class_index, member);
        if (of->low < range.low) range.low = of->low;
        if (of->high > range.high) range.high = of->high;
    }
    return range;
}

static int64_t most_objects(const struct maker *maker, unsigned class_index) {
    int64_t most = 0;
    for (size_t i = 0; i < maker->count; i++) {
        int64_t high = maker->models[i]->classes.items[class_index].high;
        if (high > most) most = high;
    }
    return most;
}

static bool is_attribute(const struct ocl_member *member) {
    return member->kind == OCL_ATTRIBUTE && strcmp(member->name, "id") != 0;
}

/* Are their values of the same sort, so that comparing them means something? */
static bool comparable(const struct maker *maker, unsigned class_a, unsigned a, unsigned class_b, unsigned b) {
    const struct ocl_member *first = member_of(maker->schema, class_a, a),
                            *second = member_of(maker->schema, class_b, b);
    if (!is_attribute(first) || !is_attribute(second)) return false;
    if (strcmp(first->name, second->name) == 0) return true;
    struct range one = member_range(maker, class_a, a), two = member_range(maker, class_b, b);
    return one.low == two.low && one.high == two.high && one.high - one.low >= 2;
}

/* ---- conditions ---- */

static void add_condition(struct shape *shape, struct condition condition) {
    if (shape->conditions.count < PATTERN_CONDITIONS) vec_push(&shape->conditions, condition);
}

static void add_values(const struct maker *maker, struct shape *shape, unsigned object, unsigned member) {
    struct range range = member_range(maker, shape->classes[object], member);
    bool is_flag = range_is_flag(range);
    struct condition condition = {.kind = CONDITION_VALUE, .first = object, .member = member};
    for (int64_t value = range.low; value <= range.high && value - range.low < MOST_VALUES; value++) {
        condition.value = value;
        condition.comparison = COMPARE_EQUAL;
        condition.cost = is_flag ? 1 : 3;
        add_condition(shape, condition);
        if (is_flag) continue;
        condition.cost = 2;
        condition.comparison = COMPARE_AT_LEAST;
        if (value > range.low) add_condition(shape, condition);
        condition.comparison = COMPARE_AT_MOST;
        if (value < range.high) add_condition(shape, condition);
    }
}

static void add_counts(struct shape *shape, struct condition condition, int64_t most) {
    for (int64_t value = 1; value <= most && value <= MOST_LINKS; value++) {
        condition.value = value;
        condition.comparison = COMPARE_AT_LEAST;
        condition.cost = 1;
        add_condition(shape, condition);
    }
    condition.value = 0;
    condition.comparison = COMPARE_EQUAL;
    condition.cost = 1;
    add_condition(shape, condition);
}

/* What can be said of one object alone. */
static void add_own(const struct maker *maker, struct shape *shape, unsigned object) {
    unsigned class_index = shape->classes[object];
    const struct ocl_class *class = &maker->schema->classes.items[class_index];
    for (unsigned m = 0; m < class->members.count; m++) {
        if (class->members.items[m].kind == OCL_ASSOCIATION)
            add_counts(shape, (struct condition){.kind = CONDITION_LINKS, .first = object, .member = m},
                       most_objects(maker, class->members.items[m].type.class_index));
        else if (is_attribute(&class->members.items[m]))
            add_values(maker, shape, object, m);
    }
    for (unsigned c = 0; c < maker->schema->classes.count; c++) {
        const struct ocl_class *from = &maker->schema->classes.items[c];
        for (unsigned m = 0; m < from->members.count; m++) {
            if (from->members.items[m].kind != OCL_ASSOCIATION ||
                from->members.items[m].type.class_index != class_index)
                continue;
            add_counts(shape,
                       (struct condition){.kind = CONDITION_LINKED, .first = object, .member = m, .from_class = c},
                       most_objects(maker, c));
        }
    }
}

/* Of flags it is simpler to say which value they have. */
static unsigned comparison_cost(const struct maker *maker, unsigned class_index, unsigned member,
                                enum comparison comparison) {
    struct range range = member_range(maker, class_index, member);
    return comparison == COMPARE_DIFFERENT || range_is_flag(range) ? 2 : 1;
}

/* Comparisons of attributes of two objects, or of two attributes of one. */
static void add_comparisons(const struct maker *maker, struct shape *shape, unsigned first, unsigned second) {
    unsigned one = shape->classes[first], two = shape->classes[second];
    static const enum comparison order[] = {COMPARE_LESS,    COMPARE_EQUAL,    COMPARE_GREATER,
                                            COMPARE_AT_MOST, COMPARE_AT_LEAST, COMPARE_DIFFERENT};
    for (unsigned a = 0; a < maker->schema->classes.items[one].members.count; a++)
        for (unsigned b = 0; b < maker->schema->classes.items[two].members.count; b++) {
            if (!comparable(maker, one, a, two, b) || (first == second && a >= b)) continue;
            /* Objects of one class: different attributes of them are rarely worth a comparison. */
            if (first != second && one == two && a != b) continue;
            for (size_t i = 0; i < sizeof order / sizeof *order; i++)
                add_condition(shape, (struct condition){.kind = CONDITION_COMPARE,
                                                        .comparison = order[i],
                                                        .first = first,
                                                        .second = second,
                                                        .member = a,
                                                        .other = b,
                                                        .cost = comparison_cost(maker, one, a, order[i])});
        }
}

/* ---- shapes ---- */

static void add_shape(const struct maker *maker, struct shape shape) {
    add_condition(&shape, (struct condition){.kind = CONDITION_TRUE});
    for (unsigned i = 0; i < shape.objects; i++)
        for (unsigned j = i; j < shape.objects; j++) add_comparisons(maker, &shape, i, j);
    if (shape.kind == SHAPE_LINK_OTHER)
        add_condition(&shape, (struct condition){.kind = CONDITION_INCLUDES,
                                                 .first = 2,
                                                 .second = 1,
                                                 .member = shape.member,
                                                 .comparison = COMPARE_EQUAL,
                                                 .cost = 1});
    for (unsigned i = 0; i < shape.objects; i++) add_own(maker, &shape, i);
    vec_push(&maker->shapes->list, shape);
}

static void add_link_shapes(const struct maker *maker, unsigned class_index, unsigned member) {
    unsigned other = member_of(maker->schema, class_index, member)->type.class_index;
    struct shape shape = {
        .kind = SHAPE_LINK, .objects = 2, .classes = {class_index, other, class_index}, .member = member, .cost = 1};
    add_shape(maker, shape);
    shape.objects = 3;
    shape.cost = 2;
    shape.kind = SHAPE_LINK_OTHER;
    if (most_objects(maker, class_index) > 1) add_shape(maker, shape);
    shape.kind = SHAPE_TWO_LINKS;
    shape.classes[2] = other;
    if (most_objects(maker, other) > 1) add_shape(maker, shape);
}

static void add_cross_shapes(const struct maker *maker, unsigned class_index) {
    for (unsigned other = class_index + 1; other < maker->schema->classes.count; other++) {
        struct shape shape = {.kind = SHAPE_CROSS, .objects = 2, .classes = {class_index, other, 0}, .cost = 1};
        if (most_objects(maker, class_index) && most_objects(maker, other)) add_shape(maker, shape);
    }
}

void shapes_make(struct shapes *shapes, const struct env_model *const *models, size_t count) {
    struct maker maker = {.models = models, .count = count, .schema = &models[0]->schema, .shapes = shapes};
    for (unsigned c = 0; c < maker.schema->classes.count; c++) {
        struct shape shape = {.kind = SHAPE_ONE, .objects = 1, .classes = {c, c, c}};
        int64_t most = most_objects(&maker, c);
        if (most >= 1) add_shape(&maker, shape);
        shape.kind = SHAPE_TWO, shape.objects = 2, shape.cost = 1;
        if (most >= 2) add_shape(&maker, shape);
        shape.kind = SHAPE_THREE, shape.objects = 3, shape.cost = 2;
        if (most >= 3) add_shape(&maker, shape);
        const struct ocl_class *class = &maker.schema->classes.items[c];
        for (unsigned m = 0; m < class->members.count; m++)
            if (class->members.items[m].kind == OCL_ASSOCIATION) add_link_shapes(&maker, c, m);
        add_cross_shapes(&maker, c);
    }
}

void shapes_free(struct shapes *shapes) {
    for (size_t i = 0; i < shapes->list.count; i++) vec_free(&shapes->list.items[i].conditions);
    vec_free(&shapes->list);
}

/* ---- looking at a graph ---- */

struct choice {
    const struct shape *shape;
    const struct ocl_schema *schema;
    const struct env_graph *graph;
    unsigned objects[PATTERN_OBJECTS];
};

static int64_t value_of(const struct choice *choice, unsigned class_index, unsigned object, unsigned member) {
    size_t members = choice->schema->classes.items[class_index].members.count;
    return choice->graph->values[class_index][object * members + member];
}

static bool links(const struct choice *choice, unsigned class_index, unsigned from, unsigned member, unsigned to) {
    return (uint64_t)value_of(choice, class_index, from, member) >> to & 1;
}

static bool compare(int64_t a, enum comparison comparison, int64_t b) {
    switch (comparison) {
    case COMPARE_EQUAL: return a == b;
    case COMPARE_LESS: return a < b;
    case COMPARE_AT_MOST: return a <= b;
    case COMPARE_AT_LEAST: return a >= b;
    case COMPARE_GREATER: return a > b;
    default: return a != b;
    }
}

static bool meets(const struct choice *choice, const struct condition *condition) {
    const unsigned *classes = choice->shape->classes, *objects = choice->objects;
    unsigned first = condition->first, second = condition->second;
    int64_t number = 0;
    switch (condition->kind) {
    case CONDITION_TRUE: return true;
    case CONDITION_VALUE: number = value_of(choice, classes[first], objects[first], condition->member); break;
    case CONDITION_COMPARE:
        return compare(value_of(choice, classes[first], objects[first], condition->member), condition->comparison,
                       value_of(choice, classes[second], objects[second], condition->other));
    case CONDITION_LINKS:
        number = __builtin_popcountll((uint64_t)value_of(choice, classes[first], objects[first], condition->member));
        break;
    case CONDITION_LINKED:
        for (unsigned i = 0; i < choice->graph->sizes[condition->from_class]; i++)
            number += links(choice, condition->from_class, i, condition->member, objects[first]);
        break;
    case CONDITION_INCLUDES:
        return links(choice, classes[first], objects[first], condition->member, objects[second]) ==
               (condition->comparison == COMPARE_EQUAL);
    }
    return compare(number, condition->comparison, condition->value);
}

static bool fits(const struct choice *choice) {
    const struct shape *shape = choice->shape;
    const unsigned *objects = choice->objects;
    for (unsigned i = 0; i < shape->objects; i++)
        for (unsigned j = 0; j < i; j++)
            if (shape->classes[i] == shape->classes[j] && objects[i] == objects[j]) return false;
    bool is_linked = shape->kind == SHAPE_LINK || shape->kind == SHAPE_LINK_OTHER || shape->kind == SHAPE_TWO_LINKS;
    if (is_linked && !links(choice, shape->classes[0], objects[0], shape->member, objects[1])) return false;
    return shape->kind != SHAPE_TWO_LINKS || links(choice, shape->classes[0], objects[0], shape->member, objects[2]);
}

void shape_visit(const struct shape *shape, const struct ocl_schema *schema, const struct env_graph *graph,
                 void (*visit)(void *context, const struct condition_set *met), void *context) {
    struct choice choice = {.shape = shape, .schema = schema, .graph = graph};
    unsigned sizes[PATTERN_OBJECTS] = {1, 1, 1};
    for (unsigned i = 0; i < shape->objects; i++) sizes[i] = graph->sizes[shape->classes[i]];
    for (choice.objects[0] = 0; choice.objects[0] < sizes[0]; choice.objects[0]++)
        for (choice.objects[1] = 0; choice.objects[1] < sizes[1]; choice.objects[1]++)
            for (choice.objects[2] = 0; choice.objects[2] < sizes[2]; choice.objects[2]++) {
                if (!fits(&choice)) continue;
                struct condition_set met = {{0}};
                for (unsigned c = 0; c < shape->conditions.count; c++)
                    if (meets(&choice, &shape->conditions.items[c])) met.bits[c / 64] |= UINT64_C(1) << c % 64;
                visit(context, &met);
            }
}
