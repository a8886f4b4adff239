/* Evaluation when some members are not known yet: used to prune while graphs are built, so it must be sound. The same
 * rules as in evaluate.c, over partial values. */
#include "ocl/partial_value.h"

#include <string.h>

struct machine {
    const struct ocl_world *world;
    const unsigned char *const *known;
    unsigned self;
};

typedef struct ocl_partial partial;
typedef struct ocl_partial_bag partial_bag;

static partial evaluate(const struct machine *machine, const struct ocl_node *node, partial *frame);
static void evaluate_bag(const struct machine *machine, const struct ocl_node *node, partial *frame, partial_bag *bag);

static uint64_t objects_of(const struct machine *machine, struct ocl_type type) {
    if (type.kind != OCL_OBJECT && type.kind != OCL_SET) return 0;
    return ocl_all_objects(machine->world->sizes[type.class_index]);
}

static partial failing(const struct machine *machine, struct ocl_type type) {
    partial value = ocl_partial_anything(type, objects_of(machine, type));
    value.fails = true;
    return value;
}

/* ---- members and states: joined over the objects that it may be ---- */

static partial unknown_member(const struct machine *machine, const struct ocl_node *node) {
    const struct ocl_member *member =
        &machine->world->schema->classes.items[node->class_index].members.items[node->member];
    uint64_t objects = objects_of(machine, member->type);
    if (member->kind == OCL_ATTRIBUTE) return ocl_partial_range(member->low, member->high);
    if (member->kind == OCL_ASSOCIATION) return ocl_partial_set(0, objects, member->low, member->high);
    return ocl_partial_anything(member->type, objects);
}

static partial look_at_one(const struct machine *machine, const struct ocl_node *node, unsigned object) {
    const struct ocl_world *world = machine->world;
    if (node->op == OCL_OP_ID) return ocl_partial_number((int64_t)object + 1);
    if (node->op == OCL_OP_STATE) {
        if (!world->states || !world->states[node->class_index]) return failing(machine, node->type);
        return ocl_partial_number(world->states[node->class_index][object] == node->member);
    }
    size_t index = (size_t)object * node->stride + node->member;
    if (!machine->known[node->class_index][index]) return unknown_member(machine, node);
    return ocl_partial_known(node->type, world->values[node->class_index][index]);
}

static partial look_at(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial object = evaluate(machine, node->first, frame);
    if (!object.may) return failing(machine, node->type);
    uint64_t may = object.may;
    partial value = look_at_one(machine, node, (unsigned)__builtin_ctzll(may));
    for (may &= may - 1; may; may &= may - 1)
        value = ocl_partial_join(node->type, value, look_at_one(machine, node, (unsigned)__builtin_ctzll(may)));
    value.fails |= object.fails || object.null;
    return value;
}

/* ---- operations with a variable ---- */

/* What a condition says of the elements of a set. */
struct verdicts {
    uint64_t surely, possibly; /* among the elements that may be */
    bool fails;
};

static struct verdicts test_elements(const struct machine *machine, const struct ocl_node *node, partial *frame,
                                     const partial *set) {
    struct verdicts verdicts = {0};
    for (uint64_t rest = set->may; rest; rest &= rest - 1) {
        frame[node->slot] = ocl_partial_object((unsigned)__builtin_ctzll(rest));
        partial value = evaluate(machine, node->second, frame);
        if (ocl_partial_is(&value, 1)) verdicts.surely |= rest & -rest;
        if (value.high) verdicts.possibly |= rest & -rest;
        verdicts.fails |= value.fails;
    }
    return verdicts;
}

/* Is at least one element of the set among `good`, surely? Either one that must be in it, or since it has more elements
 * than there are others. */
static bool surely_meets(const partial *set, uint64_t good) {
    return (set->must & good) || set->low > __builtin_popcountll(set->may & ~good);
}

static partial quantify(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    int64_t decisive = node->op == OCL_OP_EXISTS;
    partial set = evaluate(machine, node->first, frame);
    uint64_t surely = 0;
    bool possibly = false, fails = set.fails;
    for (uint64_t rest = set.may; rest; rest &= rest - 1) {
        frame[node->slot] = ocl_partial_object((unsigned)__builtin_ctzll(rest));
        partial value = evaluate(machine, node->second, frame);
        if (ocl_partial_is(&value, decisive)) {
            surely |= rest & -rest;
            if (!set.fails && (set.must & rest & -rest)) return ocl_partial_number(decisive);
        }
        possibly |= decisive ? value.high == 1 : value.low == 0;
        fails |= value.fails;
    }
    if (!set.fails && surely_meets(&set, surely)) return ocl_partial_number(decisive);
    partial value = decisive ? ocl_partial_range(0, possibly) : ocl_partial_range(!possibly, 1);
    value.fails = fails;
    return value;
}

static partial filter(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial set = evaluate(machine, node->first, frame);
    struct verdicts verdicts = test_elements(machine, node, frame, &set);
    uint64_t surely = verdicts.surely, possibly = verdicts.possibly;
    if (node->op == OCL_OP_REJECT) {
        surely = set.may & ~verdicts.possibly; /* if the condition fails there, so does all */
        possibly = set.may & ~verdicts.surely;
    }
    int64_t others = __builtin_popcountll(set.may & ~surely), gone = __builtin_popcountll(set.must & ~possibly);
    partial value = ocl_partial_set(set.must & surely, set.may & possibly, set.low - others, set.high - gone);
    value.fails = set.fails || verdicts.fails;
    return value;
}

static partial exactly_one(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial chosen = filter(machine, node, frame), one = ocl_partial_number(1);
    partial size = ocl_partial_range(chosen.low, chosen.high);
    size.fails = chosen.fails;
    return ocl_partial_equal((struct ocl_type){OCL_INTEGER, 0}, size, one);
}

static partial find_any(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial set = evaluate(machine, node->first, frame), value = {.fails = set.fails};
    uint64_t surely = 0;
    bool found = false;
    for (uint64_t rest = set.may; rest && !found; rest &= rest - 1) {
        partial test = ocl_partial_number(1);
        if (node->second) {
            frame[node->slot] = ocl_partial_object((unsigned)__builtin_ctzll(rest));
            test = evaluate(machine, node->second, frame);
        }
        if (test.high) value.may |= rest & -rest;
        if (ocl_partial_is(&test, 1)) surely |= rest & -rest;
        value.fails |= test.fails;
        found = set.must & surely & rest & -rest;
    }
    if (!found && !surely_meets(&set, surely)) value.fails = true;
    return value.may ? value : failing(machine, node->type);
}

static partial is_unique(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial set = evaluate(machine, node->first, frame), values[64];
    bool fails = set.fails, surely = true, never = false;
    for (uint64_t rest = set.may; rest; rest &= rest - 1) {
        unsigned object = (unsigned)__builtin_ctzll(rest);
        frame[node->slot] = ocl_partial_object(object);
        values[object] = evaluate(machine, node->second, frame);
        fails |= values[object].fails;
        for (uint64_t before = set.may & ((rest & -rest) - 1); before; before &= before - 1) {
            unsigned other = (unsigned)__builtin_ctzll(before);
            partial same = ocl_partial_equal(node->second->type, values[object], values[other]);
            if (same.high) surely = false;
            if (same.low && (set.must >> object & 1) && (set.must >> other & 1)) never = true;
        }
    }
    partial value = ocl_partial_range(surely, !never);
    value.fails = fails;
    return value;
}

static partial collect_set(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial set = evaluate(machine, node->first, frame);
    uint64_t must = 0, may = 0;
    bool fails = set.fails;
    for (uint64_t rest = set.may; rest; rest &= rest - 1) {
        frame[node->slot] = ocl_partial_object((unsigned)__builtin_ctzll(rest));
        partial value = evaluate(machine, node->second, frame);
        if (node->second->type.kind == OCL_OBJECT) value = ocl_partial_as_set(value);
        may |= value.may;
        if (set.must & rest & -rest) must |= value.must;
        fails |= value.fails;
    }
    partial value = ocl_partial_set(must, may, 0, 64);
    value.fails = fails;
    return value;
}

/* ---- bags ---- */

static void collect(const struct machine *machine, const struct ocl_node *node, partial *frame, partial_bag *bag) {
    partial set = evaluate(machine, node->first, frame);
    bag->must = set.must;
    bag->may = set.may;
    bag->low = set.low;
    bag->high = set.high;
    bag->fails = set.fails;
    bag->opaque = false;
    for (uint64_t rest = set.may; rest; rest &= rest - 1) {
        unsigned object = (unsigned)__builtin_ctzll(rest);
        frame[node->slot] = ocl_partial_object(object);
        partial value = evaluate(machine, node->second, frame);
        bag->items[object].low = value.low;
        bag->items[object].high = value.high;
        bag->fails |= value.fails;
    }
}

static void bag_of_let(const struct machine *machine, const struct ocl_node *node, partial *frame, partial_bag *bag) {
    partial_bag inner;
    bool fails;
    if (node->first->type.kind == OCL_INTEGERS) {
        evaluate_bag(machine, node->first, frame, &inner);
        fails = inner.fails;
        inner.fails = false;
        frame[node->slot] = (partial){.bag = &inner};
    } else {
        frame[node->slot] = evaluate(machine, node->first, frame);
        fails = frame[node->slot].fails;
        frame[node->slot].fails = false;
    }
    evaluate_bag(machine, node->second, frame, bag);
    bag->fails |= fails;
}

static void bag_of_if(const struct machine *machine, const struct ocl_node *node, partial *frame, partial_bag *bag) {
    partial condition = evaluate(machine, node->first, frame);
    if (condition.low == condition.high) {
        evaluate_bag(machine, condition.low ? node->second : node->third, frame, bag);
        bag->fails |= condition.fails;
    } else {
        bag->opaque = bag->fails = true;
    }
}

static void evaluate_bag(const struct machine *machine, const struct ocl_node *node, partial *frame, partial_bag *bag) {
    switch (node->op) {
    case OCL_OP_COLLECT: collect(machine, node, frame, bag); break;
    case OCL_OP_LET: bag_of_let(machine, node, frame, bag); break;
    case OCL_OP_IF: bag_of_if(machine, node, frame, bag); break;
    default: memcpy(bag, frame[node->slot].bag, sizeof *bag); break; /* SLOT */
    }
}

static partial bag_sum(const partial_bag *bag) {
    partial sum = ocl_partial_number(0);
    for (uint64_t rest = bag->may; rest; rest &= rest - 1) {
        unsigned item = (unsigned)__builtin_ctzll(rest);
        partial value = ocl_partial_range(bag->items[item].low, bag->items[item].high);
        if (!(bag->must & rest & -rest)) { /* or nothing */
            if (value.low > 0) value.low = 0;
            if (value.high < 0) value.high = 0;
        }
        sum = ocl_partial_arithmetic(OCL_OP_ADD, sum, value);
    }
    return sum;
}

static partial bag_extreme(const struct machine *machine, const struct ocl_node *node, const partial_bag *bag) {
    bool max = node->op == OCL_OP_BAG_MAX;
    enum ocl_op op = max ? OCL_OP_GREATER : OCL_OP_LESSER;
    if (!bag->may) return failing(machine, node->type);
    partial all = {0}, sure = {0};
    bool some = false, some_sure = false;
    for (uint64_t rest = bag->may; rest; rest &= rest - 1) {
        unsigned item = (unsigned)__builtin_ctzll(rest);
        partial value = ocl_partial_range(bag->items[item].low, bag->items[item].high);
        all = some ? ocl_partial_join(node->type, all, value) : value;
        some = true;
        if (!(bag->must & rest & -rest)) continue;
        sure = some_sure ? ocl_partial_arithmetic(op, sure, value) : value;
        some_sure = true;
    }
    /* It lies among all, and not below (above) the greatest (least) of those that are surely there. */
    if (some_sure && max) all.low = sure.low;
    if (some_sure && !max) all.high = sure.high;
    all.fails = bag->low < 1;
    return all;
}

static partial bag_count(const partial_bag *bag, partial wanted) {
    int64_t surely = 0, possibly = 0;
    for (uint64_t rest = bag->may; rest; rest &= rest - 1) {
        unsigned item = (unsigned)__builtin_ctzll(rest);
        partial value = ocl_partial_range(bag->items[item].low, bag->items[item].high);
        partial same = ocl_partial_equal((struct ocl_type){OCL_INTEGER, 0}, value, wanted);
        possibly += same.high;
        if (bag->must & rest & -rest) surely += same.low;
    }
    return ocl_partial_range(surely, possibly);
}

static int compare_numbers(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* The items in order, if all is known; their number, or -1. */
static int known_items(const partial_bag *bag, int64_t items[OCL_MAX_BAG]) {
    int count = 0;
    if (bag->must != bag->may) return -1;
    for (uint64_t rest = bag->may; rest; rest &= rest - 1) {
        unsigned item = (unsigned)__builtin_ctzll(rest);
        if (bag->items[item].low != bag->items[item].high) return -1;
        items[count++] = bag->items[item].low;
    }
    qsort(items, (size_t)count, sizeof *items, compare_numbers);
    return count;
}

static partial bags_equal(const struct machine *machine, const struct ocl_node *node, partial *frame,
                          const partial_bag *bag) {
    partial_bag other;
    evaluate_bag(machine, node->second, frame, &other);
    partial value = ocl_partial_range(0, 1);
    if (!bag->opaque && !other.opaque) {
        int64_t left[OCL_MAX_BAG], right[OCL_MAX_BAG];
        int count = known_items(bag, left);
        if (bag->low > other.high || other.low > bag->high)
            value = ocl_partial_number(0);
        else if (count >= 0 && count == known_items(&other, right))
            value = ocl_partial_number(!memcmp(left, right, (size_t)count * sizeof *left));
    }
    value.fails = other.fails;
    return node->op == OCL_OP_BAG_EQUAL ? value : ocl_partial_not(value);
}

static partial of_bag(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    static const struct ocl_type integer = {OCL_INTEGER, 0};
    partial_bag bag;
    evaluate_bag(machine, node->first, frame, &bag);
    if (node->op == OCL_OP_BAG_EQUAL || node->op == OCL_OP_BAG_DIFFERENT) {
        partial value = bags_equal(machine, node, frame, &bag);
        value.fails |= bag.fails;
        return value;
    }
    partial wanted = node->second ? evaluate(machine, node->second, frame) : ocl_partial_number(0);
    if (bag.opaque) return failing(machine, node->type);
    partial value, size = ocl_partial_range(bag.low, bag.high), none = ocl_partial_number(0);
    switch (node->op) {
    case OCL_OP_BAG_SIZE: value = size; break;
    case OCL_OP_BAG_IS_EMPTY: value = ocl_partial_equal(integer, size, none); break;
    case OCL_OP_BAG_NOT_EMPTY: value = ocl_partial_not(ocl_partial_equal(integer, size, none)); break;
    case OCL_OP_BAG_COUNT: value = bag_count(&bag, wanted); break;
    case OCL_OP_BAG_EXCLUDES: value = ocl_partial_equal(integer, bag_count(&bag, wanted), none); break;
    case OCL_OP_BAG_INCLUDES: value = ocl_partial_not(ocl_partial_equal(integer, bag_count(&bag, wanted), none)); break;
    case OCL_OP_BAG_SUM: value = bag_sum(&bag); break;
    default: value = bag_extreme(machine, node, &bag); break;
    }
    value.fails |= bag.fails || wanted.fails;
    return value;
}

/* ---- the rest ---- */

/* A value that is named: if it fails, all fails; where the name is used, it has not failed. */
static partial let(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial_bag bag;
    partial value;
    if (node->first->type.kind == OCL_INTEGERS) {
        evaluate_bag(machine, node->first, frame, &bag);
        value = (partial){.bag = &bag, .fails = bag.fails};
        bag.fails = false;
    } else {
        value = evaluate(machine, node->first, frame);
    }
    bool fails = value.fails;
    value.fails = false;
    frame[node->slot] = value;
    partial result = evaluate(machine, node->second, frame);
    result.fails |= fails;
    return result;
}

static partial call(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    const struct ocl_expression *body = machine->world->schema->functions.items[node->member].body;
    partial inner[body->slots + 1];
    bool fails = false;
    for (unsigned i = 0; i < node->count; i++) {
        inner[i] = evaluate(machine, node->arguments[i], frame);
        fails |= inner[i].fails;
        inner[i].fails = false;
    }
    partial value = evaluate(machine, body->root, inner);
    value.fails |= fails;
    return value;
}

static partial choose(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial condition = evaluate(machine, node->first, frame), value;
    if (condition.low == condition.high)
        value = evaluate(machine, condition.low ? node->second : node->third, frame);
    else
        value =
            ocl_partial_join(node->type, evaluate(machine, node->second, frame), evaluate(machine, node->third, frame));
    value.fails |= condition.fails;
    return value;
}

static partial size_of(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial set = evaluate(machine, node->first, frame), size = ocl_partial_range(set.low, set.high);
    size.fails = set.fails;
    if (node->op == OCL_OP_SIZE) return size;
    partial empty = ocl_partial_equal((struct ocl_type){OCL_INTEGER, 0}, size, ocl_partial_number(0));
    return node->op == OCL_OP_IS_EMPTY ? empty : ocl_partial_not(empty);
}

/* A first operand that decides alone saves the second: the usual `t <> self implies ...`. */
static partial connective(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial left = evaluate(machine, node->first, frame);
    if (ocl_partial_is(&left, node->op == OCL_OP_OR)) return ocl_partial_number(node->op != OCL_OP_AND);
    return ocl_partial_connect(node->op, left, evaluate(machine, node->second, frame));
}

static partial of_two(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    partial a = evaluate(machine, node->first, frame), b = evaluate(machine, node->second, frame);
    switch (node->op) {
    case OCL_OP_EQUAL: return ocl_partial_equal(node->first->type, a, b);
    case OCL_OP_XOR:
    case OCL_OP_DIFFERENT: return ocl_partial_not(ocl_partial_equal(node->first->type, a, b));
    case OCL_OP_LT:
    case OCL_OP_LE:
    case OCL_OP_GT:
    case OCL_OP_GE: return ocl_partial_compare(node->op, a, b);
    case OCL_OP_ADD:
    case OCL_OP_SUBTRACT:
    case OCL_OP_MULTIPLY:
    case OCL_OP_DIV:
    case OCL_OP_MOD:
    case OCL_OP_LESSER:
    case OCL_OP_GREATER: return ocl_partial_arithmetic(node->op, a, b);
    default: return ocl_partial_of_sets(node->op, a, b);
    }
}

static partial evaluate(const struct machine *machine, const struct ocl_node *node, partial *frame) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT: return ocl_partial_known(node->type, node->number);
    case OCL_OP_SELF: return ocl_partial_object(machine->self);
    case OCL_OP_SLOT: return frame[node->slot];
    case OCL_OP_ALL: return ocl_partial_known(node->type, (int64_t)objects_of(machine, node->type));
    case OCL_OP_ID:
    case OCL_OP_MEMBER:
    case OCL_OP_STATE: return look_at(machine, node, frame);
    case OCL_OP_CALL: return call(machine, node, frame);
    case OCL_OP_REFERENCE: return failing(machine, node->type);
    case OCL_OP_NOT: return ocl_partial_not(evaluate(machine, node->first, frame));
    case OCL_OP_NEGATE:
    case OCL_OP_ABS: return ocl_partial_arithmetic(node->op, evaluate(machine, node->first, frame), (partial){0});
    case OCL_OP_AS_SET: return ocl_partial_as_set(evaluate(machine, node->first, frame));
    case OCL_OP_SIZE:
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY: return size_of(machine, node, frame);
    case OCL_OP_AND:
    case OCL_OP_OR:
    case OCL_OP_IMPLIES: return connective(machine, node, frame);
    case OCL_OP_IF: return choose(machine, node, frame);
    case OCL_OP_LET: return let(machine, node, frame);
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL: return quantify(machine, node, frame);
    case OCL_OP_ONE: return exactly_one(machine, node, frame);
    case OCL_OP_ANY: return find_any(machine, node, frame);
    case OCL_OP_SELECT:
    case OCL_OP_REJECT: return filter(machine, node, frame);
    case OCL_OP_IS_UNIQUE: return is_unique(machine, node, frame);
    case OCL_OP_COLLECT_SET: return collect_set(machine, node, frame);
    case OCL_OP_BAG_SIZE:
    case OCL_OP_BAG_IS_EMPTY:
    case OCL_OP_BAG_NOT_EMPTY:
    case OCL_OP_BAG_INCLUDES:
    case OCL_OP_BAG_EXCLUDES:
    case OCL_OP_BAG_COUNT:
    case OCL_OP_BAG_SUM:
    case OCL_OP_BAG_MIN:
    case OCL_OP_BAG_MAX:
    case OCL_OP_BAG_EQUAL:
    case OCL_OP_BAG_DIFFERENT: return of_bag(machine, node, frame);
    default: return of_two(machine, node, frame);
    }
}

int ocl_evaluate_partly(const struct ocl_expression *expression, const struct ocl_world *world,
                        const unsigned char *const *known, unsigned self, const int64_t *arguments) {
    struct machine machine = {.world = world, .known = known, .self = self};
    partial frame[expression->slots + 1];
    for (unsigned i = 0; i < expression->parameter_count; i++)
        frame[i] = ocl_partial_known(expression->parameters[i].type, arguments[i]);
    partial value = evaluate(&machine, expression->root, frame);
    if (expression->type.kind != OCL_BOOLEAN || value.fails || value.low != value.high) return -1;
    return (int)value.low;
}
