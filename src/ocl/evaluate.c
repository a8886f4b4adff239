/* Total evaluation: the inner loop of composing environments.
 *
 * Invariant: evaluate() returns a value unless machine->failure is set, which every caller looks at before it uses the
 * value. Nothing is allocated: frames and bags live on the C stack, and the depth is bounded by typing. */
#include "jit/jit.h"
#include "ocl/machine.h"
#include "ocl/memo.h"

#include <string.h>

static int64_t evaluate(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame);

const char ocl_cannot_evaluate[] = "this cannot be evaluated";

static int64_t fail(struct ocl_machine *machine, const struct ocl_node *node) {
    machine->failure = node->failure ? node->failure : ocl_cannot_evaluate;
    return 0;
}

/* What most operands are, without a call: literals, locals, self, and members of these. */
static inline int64_t operand(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT: return node->number;
    case OCL_OP_SELF: return machine->self;
    case OCL_OP_SLOT: return frame[node->slot];
    case OCL_OP_MEMBER: {
        const struct ocl_node *object = node->first;
        int64_t index = object->op == OCL_OP_SLOT   ? frame[object->slot]
                        : object->op == OCL_OP_SELF ? machine->self
                                                    : -1;
        if (index < 0) return evaluate(machine, node, frame);
        return machine->world->values[node->class_index][(size_t)index * node->stride + node->member];
    }
    default: return evaluate(machine, node, frame);
    }
}

/* A slot holds a bag as a pointer to it: it lives in the C frame of the let that made it. */
static int64_t pointer_to(const struct ocl_bag *bag) {
    int64_t value = 0;
    memcpy(&value, &bag, sizeof bag);
    return value;
}

static const struct ocl_bag *bag_at(int64_t value) {
    const struct ocl_bag *bag;
    memcpy(&bag, &value, sizeof bag);
    return bag;
}

static void evaluate_bag(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame, struct ocl_bag *bag);

/* A let whose result is a bag. */
static void evaluate_bag_let(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame,
                             struct ocl_bag *bag) {
    struct ocl_bag inner;
    if (node->first->type.kind == OCL_INTEGERS) {
        evaluate_bag(machine, node->first, frame, &inner);
        frame[node->slot] = pointer_to(&inner);
    } else {
        frame[node->slot] = evaluate(machine, node->first, frame);
    }
    if (!machine->failure) evaluate_bag(machine, node->second, frame, bag);
}

static void evaluate_bag(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame,
                         struct ocl_bag *bag) {
    bag->count = 0;
    switch (node->op) {
    case OCL_OP_COLLECT: {
        uint64_t set = (uint64_t)evaluate(machine, node->first, frame);
        for (; set && !machine->failure; set &= set - 1) {
            frame[node->slot] = __builtin_ctzll(set);
            bag->items[bag->count++] = evaluate(machine, node->second, frame);
        }
        return;
    }
    case OCL_OP_IF: {
        int64_t condition = evaluate(machine, node->first, frame);
        if (!machine->failure) evaluate_bag(machine, condition ? node->second : node->third, frame, bag);
        return;
    }
    case OCL_OP_LET: evaluate_bag_let(machine, node, frame, bag); return;
    default: memcpy(bag, bag_at(frame[node->slot]), sizeof *bag); return; /* SLOT */
    }
}

static int compare_numbers(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static bool bags_equal(struct ocl_bag *a, struct ocl_bag *b) {
    if (a->count != b->count) return false;
    qsort(a->items, a->count, sizeof *a->items, compare_numbers);
    qsort(b->items, b->count, sizeof *b->items, compare_numbers);
    return !memcmp(a->items, b->items, a->count * sizeof *a->items);
}

static int64_t bag_extreme(struct ocl_machine *machine, const struct ocl_node *node, const struct ocl_bag *bag) {
    if (!bag->count) return fail(machine, node);
    int64_t best = bag->items[0];
    for (unsigned i = 1; i < bag->count; i++) {
        if (node->op == OCL_OP_BAG_MIN ? bag->items[i] < best : bag->items[i] > best) best = bag->items[i];
    }
    return best;
}

static int64_t bag_sum(struct ocl_machine *machine, const struct ocl_node *node, const struct ocl_bag *bag) {
    __int128 sum = 0; /* in whatever order */
    for (unsigned i = 0; i < bag->count; i++) sum += bag->items[i];
    return sum < INT64_MIN || sum > INT64_MAX ? fail(machine, node) : (int64_t)sum;
}

static int64_t evaluate_on_bag(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    struct ocl_bag bag;
    evaluate_bag(machine, node->first, frame, &bag);
    if (machine->failure) return 0;
    if (node->op == OCL_OP_BAG_EQUAL || node->op == OCL_OP_BAG_DIFFERENT) {
        struct ocl_bag other;
        evaluate_bag(machine, node->second, frame, &other);
        if (machine->failure) return 0;
        return bags_equal(&bag, &other) == (node->op == OCL_OP_BAG_EQUAL);
    }
    int64_t wanted = node->second ? evaluate(machine, node->second, frame) : 0;
    if (machine->failure) return 0;
    int64_t count = 0;
    for (unsigned i = 0; i < bag.count; i++) count += bag.items[i] == wanted;
    switch (node->op) {
    case OCL_OP_BAG_SIZE: return bag.count;
    case OCL_OP_BAG_IS_EMPTY: return bag.count == 0;
    case OCL_OP_BAG_NOT_EMPTY: return bag.count != 0;
    case OCL_OP_BAG_COUNT: return count;
    case OCL_OP_BAG_INCLUDES: return count != 0;
    case OCL_OP_BAG_EXCLUDES: return count == 0;
    case OCL_OP_BAG_SUM: return bag_sum(machine, node, &bag);
    default: return bag_extreme(machine, node, &bag);
    }
}

/* A let of a bag whose result is none. */
static int64_t evaluate_let_bag(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    struct ocl_bag bag;
    evaluate_bag(machine, node->first, frame, &bag);
    if (machine->failure) return 0;
    frame[node->slot] = pointer_to(&bag);
    return evaluate(machine, node->second, frame);
}

static size_t memo_place(const struct ocl_node *node, int64_t argument) {
    return (size_t)node->member * OCL_MEMO_ARGUMENTS + (size_t)(node->count ? argument : 0);
}

/* True if the value is known. `place` is where it is, or may be kept; NULL if nowhere. */
static bool remembers(struct ocl_memo *memo, const struct ocl_node *node, int64_t argument, int64_t **place) {
    if (!memo || !memo->usable[node->member]) return false;
    if (node->count && (argument < 0 || argument >= OCL_MEMO_ARGUMENTS)) return false;
    *place = &memo->values[memo_place(node, argument)];
    return memo->times[memo_place(node, argument)] == memo->now;
}

static void remember(struct ocl_memo *memo, const struct ocl_node *node, int64_t argument, int64_t value) {
    memo->values[memo_place(node, argument)] = value;
    memo->times[memo_place(node, argument)] = memo->now;
}

static int64_t evaluate_call(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    const struct ocl_expression *body = machine->world->schema->functions.items[node->member].body;
    int64_t inner[body->slots + 1];
    inner[0] = 0;
    for (unsigned i = 0; i < node->count; i++) {
        inner[i] = evaluate(machine, node->arguments[i], frame);
        if (machine->failure) return 0;
    }
    int64_t *remembered = NULL;
    if (remembers(machine->world->memo, node, inner[0], &remembered)) return *remembered;
    int64_t self = machine->self;
    machine->self = -1;
    int64_t value = evaluate(machine, body->root, inner);
    machine->self = self;
    if (remembered && !machine->failure) remember(machine->world->memo, node, inner[0], value);
    return value;
}

static int64_t evaluate_reference(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    int64_t arguments[OCL_MAX_ARGUMENTS];
    if (!machine->world->reference) return fail(machine, node);
    for (unsigned i = 0; i < node->count; i++) {
        arguments[i] = evaluate(machine, node->arguments[i], frame);
        if (machine->failure) return 0;
    }
    int64_t value = machine->world->reference(machine->world->context, node->member, arguments);
    return node->type.kind == OCL_BOOLEAN ? value != 0 : value;
}

static int64_t arithmetic(struct ocl_machine *machine, const struct ocl_node *node, int64_t a, int64_t b) {
    int64_t value;
    switch (node->op) {
    case OCL_OP_ADD: return __builtin_add_overflow(a, b, &value) ? fail(machine, node) : value;
    case OCL_OP_SUBTRACT: return __builtin_sub_overflow(a, b, &value) ? fail(machine, node) : value;
    case OCL_OP_MULTIPLY: return __builtin_mul_overflow(a, b, &value) ? fail(machine, node) : value;
    case OCL_OP_DIV:
        if (b == -1 && a == INT64_MIN) {
            machine->failure = "a quotient beyond 64 bits";
            return 0;
        }
        return b == 0 ? fail(machine, node) : a / b;
    case OCL_OP_MOD: return b == 0 ? fail(machine, node) : b == -1 ? 0 : a % b;
    case OCL_OP_LESSER: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

/* As in OCL, a failure is a value that is not known: the other operand may decide. `decisive` does, on either side. */
static int64_t connective(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame,
                          int64_t left_decisive, int64_t right_decisive, int64_t decided) {
    int64_t left = evaluate(machine, node->first, frame);
    const char *failure = machine->failure;
    if (!failure && left == left_decisive) return decided;
    machine->failure = NULL;
    int64_t right = evaluate(machine, node->second, frame);
    if (!machine->failure && right == right_decisive) return decided;
    if (failure) machine->failure = failure;
    return !decided;
}

/* exists and forAll: one object that decides is enough, though others fail. */
static int64_t quantify(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    int64_t decisive = node->op == OCL_OP_EXISTS;
    uint64_t set = (uint64_t)evaluate(machine, node->first, frame);
    if (machine->failure) return 0;
    const char *failure = NULL;
    for (; set; set &= set - 1) {
        frame[node->slot] = __builtin_ctzll(set);
        int64_t value = evaluate(machine, node->second, frame);
        if (machine->failure) {
            if (!failure) failure = machine->failure;
            machine->failure = NULL;
        } else if (value == decisive) {
            return decisive;
        }
    }
    machine->failure = failure;
    return !decisive;
}

static int64_t filter(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    uint64_t set = (uint64_t)evaluate(machine, node->first, frame), chosen = 0;
    int64_t wanted = node->op == OCL_OP_SELECT;
    for (; set && !machine->failure; set &= set - 1) {
        frame[node->slot] = __builtin_ctzll(set);
        if (evaluate(machine, node->second, frame) == wanted) chosen |= set & -set;
    }
    return (int64_t)chosen;
}

/* Would any() take another object if the objects had other numbers: is there one more that it could take, or one that
 * it would fail at? */
static bool has_choice(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame, uint64_t others) {
    if (!node->second) return others != 0;
    const struct ocl_world *world = machine->world;
    struct ocl_world alone = *world; /* the target is not asked what it would not be asked otherwise */
    alone.reference = NULL;
    machine->world = &alone;
    bool found = false;
    for (; others && !found; others &= others - 1) {
        frame[node->slot] = __builtin_ctzll(others);
        int64_t value = evaluate(machine, node->second, frame);
        found = machine->failure || value;
        machine->failure = NULL;
    }
    machine->world = world;
    return found;
}

static int64_t take_any(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame, uint64_t others,
                        int64_t object) {
    if (machine->world->choices && has_choice(machine, node, frame, others))
        machine->world->choices[node->class_index] = 1;
    return object;
}

static int64_t find_any(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    uint64_t set = (uint64_t)evaluate(machine, node->first, frame);
    for (; set && !machine->failure; set &= set - 1) {
        int64_t object = __builtin_ctzll(set);
        if (!node->second) return take_any(machine, node, frame, set & (set - 1), object);
        frame[node->slot] = object;
        if (evaluate(machine, node->second, frame) && !machine->failure)
            return take_any(machine, node, frame, set & (set - 1), object);
    }
    return machine->failure ? 0 : fail(machine, node);
}

static int64_t exactly_one(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    uint64_t set = (uint64_t)evaluate(machine, node->first, frame);
    unsigned count = 0;
    for (; set && !machine->failure; set &= set - 1) {
        frame[node->slot] = __builtin_ctzll(set);
        count += evaluate(machine, node->second, frame) != 0;
    }
    return count == 1;
}

static int64_t is_unique(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    uint64_t set = (uint64_t)evaluate(machine, node->first, frame);
    int64_t values[64];
    unsigned count = 0;
    for (; set && !machine->failure; set &= set - 1) {
        frame[node->slot] = __builtin_ctzll(set);
        values[count++] = evaluate(machine, node->second, frame);
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (values[i] == values[j]) return 0;
        }
    }
    return 1;
}

static uint64_t bit_of(int64_t object) { return object < 0 ? 0 : 1ull << object; }

static int64_t collect_set(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    uint64_t set = (uint64_t)evaluate(machine, node->first, frame), all = 0;
    for (; set && !machine->failure; set &= set - 1) {
        frame[node->slot] = __builtin_ctzll(set);
        int64_t value = evaluate(machine, node->second, frame);
        all |= node->second->type.kind == OCL_SET ? (uint64_t)value : bit_of(value);
    }
    return (int64_t)all;
}

static int64_t look_at(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    int64_t object = operand(machine, node->first, frame);
    if (machine->failure) return 0;
    if (object < 0) return fail(machine, node);
    if (node->op == OCL_OP_ID) return object + 1;
    if (node->op == OCL_OP_MEMBER)
        return machine->world->values[node->class_index][(size_t)object * node->stride + node->member];
    if (!machine->world->states || !machine->world->states[node->class_index]) return fail(machine, node);
    return machine->world->states[node->class_index][object] == node->member;
}

static int64_t of_sets(struct ocl_machine *machine, const struct ocl_node *node, int64_t a, int64_t b) {
    uint64_t s = (uint64_t)a, t = (uint64_t)b;
    switch (node->op) {
    case OCL_OP_INCLUDES: return (s & bit_of(b)) != 0;
    case OCL_OP_EXCLUDES: return (s & bit_of(b)) == 0;
    case OCL_OP_INCLUDES_ALL: return (t & ~s) == 0;
    case OCL_OP_EXCLUDES_ALL: return (t & s) == 0;
    case OCL_OP_UNION: return (int64_t)(s | t);
    case OCL_OP_INTERSECTION: return (int64_t)(s & t);
    case OCL_OP_DIFFERENCE: return (int64_t)(s & ~t);
    case OCL_OP_SYMMETRIC: return (int64_t)(s ^ t);
    case OCL_OP_INCLUDING: return b < 0 ? fail(machine, node) : (int64_t)(s | bit_of(b));
    default: return (int64_t)(s & ~bit_of(b)); /* EXCLUDING */
    }
}

static int64_t of_one(struct ocl_machine *machine, const struct ocl_node *node, int64_t a) {
    switch (node->op) {
    case OCL_OP_NOT: return !a;
    case OCL_OP_NEGATE: return a == INT64_MIN ? fail(machine, node) : -a;
    case OCL_OP_ABS: return a == INT64_MIN ? fail(machine, node) : a < 0 ? -a : a;
    case OCL_OP_SIZE: return __builtin_popcountll((uint64_t)a);
    case OCL_OP_IS_EMPTY: return a == 0;
    case OCL_OP_NOT_EMPTY: return a != 0;
    default: return (int64_t)bit_of(a); /* AS_SET */
    }
}

static int64_t of_two(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    int64_t a = operand(machine, node->first, frame);
    if (machine->failure) return 0;
    int64_t b = operand(machine, node->second, frame);
    if (machine->failure) return 0;
    switch (node->op) {
    case OCL_OP_LT: return a < b;
    case OCL_OP_LE: return a <= b;
    case OCL_OP_GT: return a > b;
    case OCL_OP_GE: return a >= b;
    case OCL_OP_EQUAL: return a == b;
    case OCL_OP_XOR:
    case OCL_OP_DIFFERENT: return a != b;
    case OCL_OP_ADD:
    case OCL_OP_SUBTRACT:
    case OCL_OP_MULTIPLY:
    case OCL_OP_DIV:
    case OCL_OP_MOD:
    case OCL_OP_LESSER:
    case OCL_OP_GREATER: return arithmetic(machine, node, a, b);
    default: return of_sets(machine, node, a, b);
    }
}

static int64_t evaluate(struct ocl_machine *machine, const struct ocl_node *node, int64_t *frame) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT: return node->number;
    case OCL_OP_SELF: return machine->self;
    case OCL_OP_SLOT: return frame[node->slot];
    case OCL_OP_ALL: return (int64_t)ocl_all_objects(machine->world->sizes[node->class_index]);
    case OCL_OP_ID:
    case OCL_OP_MEMBER:
    case OCL_OP_STATE: return look_at(machine, node, frame);
    case OCL_OP_CALL: return evaluate_call(machine, node, frame);
    case OCL_OP_REFERENCE: return evaluate_reference(machine, node, frame);
    case OCL_OP_NOT:
    case OCL_OP_NEGATE:
    case OCL_OP_ABS:
    case OCL_OP_SIZE:
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY:
    case OCL_OP_AS_SET: {
        int64_t a = evaluate(machine, node->first, frame);
        return machine->failure ? 0 : of_one(machine, node, a);
    }
    case OCL_OP_AND: return connective(machine, node, frame, 0, 0, 0);
    case OCL_OP_OR: return connective(machine, node, frame, 1, 1, 1);
    case OCL_OP_IMPLIES: return connective(machine, node, frame, 0, 1, 1);
    case OCL_OP_IF: {
        int64_t condition = evaluate(machine, node->first, frame);
        return machine->failure ? 0 : evaluate(machine, condition ? node->second : node->third, frame);
    }
    case OCL_OP_LET:
        if (node->first->type.kind == OCL_INTEGERS) return evaluate_let_bag(machine, node, frame);
        frame[node->slot] = evaluate(machine, node->first, frame);
        return machine->failure ? 0 : evaluate(machine, node->second, frame);
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL: return quantify(machine, node, frame);
    case OCL_OP_ONE: return exactly_one(machine, node, frame);
    case OCL_OP_ANY: return find_any(machine, node, frame);
    case OCL_OP_SELECT:
    case OCL_OP_REJECT: return filter(machine, node, frame);
    case OCL_OP_IS_UNIQUE: return is_unique(machine, node, frame);
    case OCL_OP_COLLECT_SET: return collect_set(machine, node, frame);
    case OCL_OP_COLLECT: return 0; /* only below an operation on bags: evaluate_bag() */
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
    case OCL_OP_BAG_DIFFERENT: return evaluate_on_bag(machine, node, frame);
    default: return of_two(machine, node, frame);
    }
}

static int64_t run(const struct ocl_expression *expression, struct ocl_machine *machine, int64_t *frame) {
    ocl_run *const *code = jit_entry(expression->jit);
    return code[expression->number](machine, frame);
}

bool ocl_evaluate(const struct ocl_expression *expression, const struct ocl_world *world, unsigned self,
                  const int64_t *arguments, struct ocl_value *value, const char **error) {
    struct ocl_machine machine = {.world = world, .self = self, .interpret = evaluate};
    int64_t frame[expression->slots + 1];
    for (unsigned i = 0; i < expression->parameter_count; i++) frame[i] = arguments[i];
    *value = (struct ocl_value){.type = expression->type};
    if (expression->type.kind == OCL_INTEGERS) {
        *error = "a bag is no single value";
        return false;
    }
    int64_t result = expression->jit ? run(expression, &machine, frame) : evaluate(&machine, expression->root, frame);
    if (machine.failure) {
        *error = machine.failure;
        return false;
    }
    if (expression->type.kind == OCL_SET)
        value->set = (uint64_t)result;
    else
        value->number = result;
    return true;
}
