#include "cfront/lower/left_open.h"
#include "cfront/lower/lower.h"
#include "cfront/outside/open_values.h"
#include "cfront/outside/open_widths.h"

/* ---- Types of operands ---- */

/* A place's value after the integer promotions (6.3.1.1); narrow bit-fields become int whatever their type. */
static const struct c_type *promoted_type(struct front *front, expression place) {
    const struct c_type *integer = type_int(front);
    if (c_is_bit_field(place) && place->type->kind == C_INTEGER) {
        bool narrow = place->field->bit_width < integer->size * 8;
        bool wide = place->field->bit_width > integer->size * 8;
        return narrow ? integer : type_integer(front, wide ? 8 : integer->size, place->type->is_signed);
    }
    return type_promoted(front, place->type);
}

static bool is_pointer(expression e) { return e->type->kind == C_POINTER; }

static bool operator_of(enum CXBinaryOperatorKind kind, enum c_operator *op) {
    switch (kind) {
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign: *op = C_MULTIPLY; return true;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_DivAssign: *op = C_DIVIDE; return true;
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_RemAssign: *op = C_REMAINDER; return true;
    case CXBinaryOperator_Add:
    case CXBinaryOperator_AddAssign: *op = C_ADD; return true;
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign: *op = C_SUBTRACT; return true;
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_ShlAssign: *op = C_SHIFT_LEFT; return true;
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_ShrAssign: *op = C_SHIFT_RIGHT; return true;
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign: *op = C_BIT_AND; return true;
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign: *op = C_BIT_XOR; return true;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign: *op = C_BIT_OR; return true;
    case CXBinaryOperator_LT: *op = C_LESS; return true;
    case CXBinaryOperator_GT: *op = C_GREATER; return true;
    case CXBinaryOperator_LE: *op = C_LESS_EQUAL; return true;
    case CXBinaryOperator_GE: *op = C_GREATER_EQUAL; return true;
    case CXBinaryOperator_EQ: *op = C_EQUAL; return true;
    case CXBinaryOperator_NE: *op = C_NOT_EQUAL; return true;
    default: return false;
    }
}

static bool is_shift(enum c_operator op) { return op == C_SHIFT_LEFT || op == C_SHIFT_RIGHT; }
static bool is_comparison(enum c_operator op) { return op >= C_LESS && op <= C_NOT_EQUAL; }

/* ---- Arithmetic ---- */

static expression compare(struct front *front, enum c_operator op, expression left, expression right,
                          struct place place) {
    if (is_pointer(left) || is_pointer(right)) {
        const struct c_type *type = is_pointer(left) ? left->type : right->type;
        left = build_convert(front, left, type, place), right = build_convert(front, right, type, place);
    } else {
        const struct c_type *type = type_arithmetic(front, left->type, right->type);
        left = build_convert(front, left, type, place), right = build_convert(front, right, type, place);
    }
    return build_binary(front, op, left, right, type_int(front), place);
}

/* `type` is the operator's: what the compiler says its result is. */
static expression calculate(struct front *front, enum c_operator op, expression left, expression right,
                            const struct c_type *type, struct place place) {
    if (is_comparison(op)) return compare(front, op, left, right, place);
    if (is_pointer(right) && !is_pointer(left)) { /* 1 + p */
        expression swap = left;
        left = right, right = swap;
    }
    if (is_pointer(left)) {
        if (is_pointer(right)) right = build_convert(front, right, left->type, place);
        return build_binary(front, op, left, right, is_pointer(right) ? type : left->type, place);
    }
    left = build_convert(front, left, type, place);
    if (!is_shift(op)) right = build_convert(front, right, type, place);
    return build_binary(front, op, left, right, type, place);
}

/* ---- Assignments ---- */

static bool is_static_path(expression e) {
    while (e->kind == C_MEMBER || (e->kind == C_INDEX && e->right->kind == C_CONSTANT)) e = e->left;
    return e->kind == C_OBJECT;
}

/* Nobody else can change what is read on the way to the place: locals, as far as that can be told here. */
static bool is_own(expression e) {
    if (!e || e->kind == C_CONSTANT) return true;
    if (e->kind == C_OBJECT) return !c_has_address(e->object) && !e->is_volatile && !e->object->is_volatile;
    return e->kind != C_DEREFERENCE && is_own(e->left) && is_own(e->right) && is_own(e->third);
}

static bool has_own_path(expression e) {
    for (; e->kind == C_MEMBER || e->kind == C_INDEX; e = e->left)
        if (e->kind == C_INDEX && !is_own(e->right)) return false;
    return e->kind != C_DEREFERENCE || is_own(e->left);
}

/* f().a[0] = 1: what a value's elements are cannot be changed (6.2.4p8). */
static void forbid_values(struct lower *lower, expression target, struct place place) {
    if (!c_is_temporary(target)) return;
    struct c_instruction *never = lower_emit(lower, C_ASSERT, place);
    never->value = build_integer(lower->front, type_int(lower->front), 0, place);
    never->text = "an element of a value, which is no object's, is written";
    never->is_memory = true;
}

/* Stores, and gives the value back if it is needed. */
static expression store(struct lower *lower, expression target, expression value, bool needed, struct place place) {
    forbid_values(lower, target, place);
    value = build_convert(lower->front, value, target->type, place);
    if (!needed) {
        lower_assign(lower, target, value, place);
        return NULL;
    }
    if (target->type->kind == C_RECORD) {
        lower_assign(lower, target, value, place);
        return build_load(lower->front, target, place);
    }
    if (c_is_bit_field(target)) { /* the value is what fits */
        target = lower_keep_place(lower, target, place);
        lower_assign(lower, target, value, place);
        return lower_keep(lower, lower_place_value(lower, target, place), place);
    }
    if (value->kind != C_CONSTANT && !is_static_path(target)) target = lower_keep_place(lower, target, place);
    value = lower_keep(lower, value, place);
    lower_assign(lower, target, value, place);
    return value;
}

/* ... as what a missing header declares has it, for once. */
static expression as_declared(struct lower *lower, CXCursor left, expression value, struct place place) {
    struct front *front = lower->front;
    const char *type = value && front->options->number_count ? open_values_type(front, left) : NULL;
    const struct cfront_number *once = open_widths_of_type(front, type);
    bool is_cut = once && value->type->kind == C_INTEGER;
    return is_cut ? open_widths_stored(lower, once, value, place) : value;
}

static expression assignment(struct lower *lower, CXCursor left, CXCursor right, bool needed, struct place place) {
    struct front *front = lower->front;
    size_t first = lower->code.count;
    expression target = lower_place(lower, left);
    if (lower_has_effects(front, right)) target = lower_keep_place(lower, target, place);
    CXCursor call = lower_direct_call(lower, right, target->type);
    if (!needed && !front->clang.Cursor_isNull(call) && is_static_path(target) && !c_is_bit_field(target)) {
        forbid_values(lower, target, place);
        lower_call(lower, call, target, false, false);
        return NULL;
    }
    size_t middle = lower->code.count;
    expression value = lower_value(lower, right);
    const struct lower_operand both[] = {{first, middle, target}, {middle, lower->code.count, value}};
    lower_unordered(lower, both, 2, target, place);
    return as_declared(lower, left, store(lower, target, value, needed, place), place);
}

/* What is in the target now, and the value on the right; the target is the same for both accesses. */
static expression read_both(struct lower *lower, CXCursor cursor, struct cursors operands, expression values[2]) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    size_t first = lower->code.count;
    expression target = lower_place(lower, operands.items[0]);
    bool may_turn = is_static_path(target) && !lower_reads_input(target);
    if (may_turn && lower_in_either_order(lower, cursor, operands.items, 2, target, values)) return target;
    bool keeps = lower_has_effects(front, operands.items[1]);
    if (keeps || !has_own_path(target)) target = lower_keep_place(lower, target, place);
    values[0] = lower_named_value(lower, operands.items[0], target, place);
    if (keeps) values[0] = lower_keep(lower, values[0], place);
    size_t middle = lower->code.count;
    values[1] = lower_value(lower, operands.items[1]);
    const struct lower_operand both[] = {{first, middle, values[0]}, {middle, lower->code.count, values[1]}};
    if (may_turn)
        lower_unordered_of(lower, both, 2, target, cursor);
    else
        lower_unordered(lower, both, 2, target, place);
    return target;
}

expression lower_compound_assignment(struct lower *lower, CXCursor cursor, bool needed) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors operands = front_expressions(front, cursor);
    enum c_operator op;
    if (operands.count != 2 || !operator_of(front->clang.getCursorBinaryOperatorKind(cursor), &op))
        return lower_refuse(lower, cursor, "this assignment cannot be modelled");
    expression values[2], target = read_both(lower, cursor, operands, values), before = values[0], right = values[1];
    const struct c_type *promoted = promoted_type(front, target);
    if (!is_pointer(before)) before = build_convert(front, before, promoted, place);
    const struct c_type *type =
        is_shift(op) || is_pointer(before) ? promoted : type_arithmetic(front, promoted, right->type);
    expression stored = store(lower, target, calculate(front, op, before, right, type, place), needed, place);
    return as_declared(lower, operands.items[0], stored, place);
}

/* ++ and -- (6.5.2.4, 6.5.3.1) */
static expression step(struct lower *lower, CXCursor cursor, enum CXUnaryOperatorKind kind, bool needed) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    bool is_post = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PostDec;
    enum c_operator op = kind == CXUnaryOperator_PostInc || kind == CXUnaryOperator_PreInc ? C_ADD : C_SUBTRACT;
    expression target = lower_place(lower, front_last_expression(front, cursor));
    expression one = build_integer(front, type_int(front), 1, place);
    if (needed || !has_own_path(target)) target = lower_keep_place(lower, target, place);
    expression before = lower_named_value(lower, front_last_expression(front, cursor), target, place);
    if (needed && is_post) before = lower_keep(lower, before, place);
    const struct c_type *type = type_arithmetic(front, promoted_type(front, target), type_int(front));
    expression left = is_pointer(before) ? before : build_convert(front, before, promoted_type(front, target), place);
    expression after = calculate(front, op, left, one, is_pointer(before) ? before->type : type, place);
    expression stored = store(lower, target, after, needed && !is_post, place);
    CXCursor operand = front_last_expression(front, cursor);
    return needed && is_post ? before : as_declared(lower, operand, stored, place);
}

/* ---- Unary operators ---- */

static expression address_of(struct lower *lower, CXCursor cursor, CXCursor operand) {
    struct front *front = lower->front;
    const struct c_type *type = type_of_cursor(front, cursor);
    if (type->target && type->target->kind == C_FUNCTION) return lower_value(lower, operand);
    return build_address(front, lower_place(lower, operand), type, front_place(front, cursor));
}

static expression unary_value(struct lower *lower, CXCursor cursor, enum CXUnaryOperatorKind kind, CXCursor operand) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    const struct c_type *type = type_of_cursor(front, cursor);
    switch (kind) {
    case CXUnaryOperator_AddrOf: return address_of(lower, cursor, operand);
    case CXUnaryOperator_Deref: return lower_named_value(lower, cursor, lower_place(lower, cursor), place);
    case CXUnaryOperator_Extension: return lower_value(lower, operand);
    case CXUnaryOperator_Plus: return build_convert(front, lower_value(lower, operand), type, place);
    case CXUnaryOperator_Minus:
        return build_unary(front, C_NEGATE, build_convert(front, lower_value(lower, operand), type, place), type,
                           place);
    case CXUnaryOperator_Not:
        return build_unary(front, C_NOT, build_convert(front, lower_value(lower, operand), type, place), type, place);
    case CXUnaryOperator_LNot:
        left_open_tested(lower, operand);
        return build_unary(front, C_LOGICAL_NOT, lower_value(lower, operand), type_int(front), place);
    default: return lower_refuse(lower, cursor, "this operator cannot be modelled");
    }
}

/* Nobody needs the value, but computing it may go wrong. */
static expression unneeded(struct lower *lower, expression value, bool needed, struct place place) {
    if (!needed && value->kind != C_CONSTANT && type_is_scalar(value->type)) lower_keep(lower, value, place);
    return value;
}

expression lower_unary(struct lower *lower, CXCursor cursor, bool needed) {
    struct front *front = lower->front;
    enum CXUnaryOperatorKind kind = front->clang.getCursorUnaryOperatorKind(cursor);
    CXCursor operand = front_last_expression(front, cursor);
    switch (kind) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: return step(lower, cursor, kind, needed);
    case CXUnaryOperator_Extension:
        if (needed) break;
        lower_discard(lower, operand);
        return NULL;
    default: break;
    }
    return unneeded(lower, unary_value(lower, cursor, kind, operand), needed, front_place(front, cursor));
}

/* ---- Binary operators ---- */

/* Both arms give `result` a value, or NULL: nothing. */
static void lower_arm(struct lower *lower, CXCursor arm, expression result, label end, struct place place) {
    if (result)
        lower_assign(lower, result, build_convert(lower->front, lower_value(lower, arm), result->type, place), place);
    else
        lower_discard(lower, arm);
    lower_jump(lower, end, place);
}

/* && and || with a right side that does something, here or on the left: they cannot be one expression. */
static bool is_split(struct front *front, CXCursor cursor) {
    for (;;) {
        cursor = front_skip_parentheses(front, cursor);
        enum CXCursorKind kind = front->clang.getCursorKind(cursor);
        struct cursors operands = front_expressions(front, cursor);
        if (kind == CXCursor_UnaryOperator && operands.count == 1) {
            if (front->clang.getCursorUnaryOperatorKind(cursor) != CXUnaryOperator_LNot) return false;
        } else if (kind == CXCursor_BinaryOperator && operands.count == 2) {
            enum CXBinaryOperatorKind op = front->clang.getCursorBinaryOperatorKind(cursor);
            if (op != CXBinaryOperator_LAnd && op != CXBinaryOperator_LOr) return false;
            if (lower_has_effects(front, operands.items[1])) return true;
        } else {
            return false;
        }
        cursor = operands.items[0];
    }
}

static expression short_circuit(struct lower *lower, CXCursor cursor, struct place place) {
    struct front *front = lower->front;
    expression result = lower_temporary(lower, type_int(front), place);
    label yes = lower_new_label(lower), no = lower_new_label(lower), end = lower_new_label(lower);
    lower_condition(lower, cursor, yes, no);
    lower_place_label(lower, yes);
    lower_assign(lower, result, build_integer(front, result->type, 1, place), place);
    lower_jump(lower, end, place);
    lower_place_label(lower, no);
    lower_assign(lower, result, build_integer(front, result->type, 0, place), place);
    lower_place_label(lower, end);
    return build_load(front, result, place);
}

/* A condition as an operand of && and || is used as it is: what is not zero is true. */
static expression logical(struct lower *lower, CXCursor cursor, enum c_expression_kind kind, struct cursors operands) {
    struct place place = front_place(lower->front, cursor);
    if (is_split(lower->front, cursor)) return short_circuit(lower, cursor, place);
    left_open_tested(lower, operands.items[0]);
    expression left = lower_value(lower, operands.items[0]);
    left_open_tested(lower, operands.items[1]);
    return build_logical(lower->front, kind, left, lower_value(lower, operands.items[1]), place);
}

static expression binary_value(struct lower *lower, CXCursor cursor, enum CXBinaryOperatorKind kind,
                               struct cursors operands) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    enum c_operator op;
    if (!operator_of(kind, &op)) return lower_refuse(lower, cursor, "this operator cannot be modelled");
    left_open_compared(lower, op, operands);
    expression values[2];
    if (lower_in_either_order(lower, cursor, operands.items, 2, NULL, values))
        return calculate(front, op, values[0], values[1], type_of_cursor(front, cursor), place);
    size_t first = lower->code.count;
    expression left = lower_value(lower, operands.items[0]);
    if (lower_has_effects(front, operands.items[1])) left = lower_keep(lower, left, place);
    size_t middle = lower->code.count;
    expression right = lower_value(lower, operands.items[1]);
    const struct lower_operand both[] = {{first, middle, left}, {middle, lower->code.count, right}};
    lower_unordered_of(lower, both, 2, NULL, cursor);
    return calculate(front, op, left, right, type_of_cursor(front, cursor), place);
}

expression lower_binary(struct lower *lower, CXCursor cursor, bool needed) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    enum CXBinaryOperatorKind kind = front->clang.getCursorBinaryOperatorKind(cursor);
    struct cursors operands = front_expressions(front, cursor);
    if (operands.count != 2) return lower_refuse(lower, cursor, "this expression cannot be modelled");
    switch (kind) {
    case CXBinaryOperator_Assign: return assignment(lower, operands.items[0], operands.items[1], needed, place);
    case CXBinaryOperator_Comma:
        lower_discard(lower, operands.items[0]);
        if (needed) return lower_value(lower, operands.items[1]);
        lower_discard(lower, operands.items[1]);
        return NULL;
    case CXBinaryOperator_LAnd: return unneeded(lower, logical(lower, cursor, C_AND, operands), needed, place);
    case CXBinaryOperator_LOr: return unneeded(lower, logical(lower, cursor, C_OR, operands), needed, place);
    default: return unneeded(lower, binary_value(lower, cursor, kind, operands), needed, place);
    }
}

/* ---- Conditions ---- */

static struct c_test *new_test(struct lower *lower, const struct c_test *whole) {
    struct c_test *test = arena_new_object(lower->front->arena, struct c_test);
    test->whole = whole ? whole : test;
    return test;
}

static void branch_on(struct lower *lower, CXCursor cursor, label then, label otherwise, struct c_test *test,
                      struct place place) {
    left_open_tested(lower, cursor);
    expression value = lower_value(lower, cursor);
    struct c_instruction *branch = lower_branch(lower, value, then, otherwise, place);
    if (branch && test->whole != test) branch->test = test;
    if (!branch) test->kind = C_TEST_CONSTANT, test->value = lower_is_true(value);
}

static void condition(struct lower *lower, CXCursor cursor, label then, label otherwise, struct c_test *test) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    cursor = front_skip_parentheses(front, cursor);
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct cursors operands = front_expressions(front, cursor);
    if (kind == CXCursor_UnaryOperator && front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_LNot &&
        operands.count == 1 && (is_split(front, cursor) || lower_has_effects(front, cursor))) {
        struct c_test *negated = new_test(lower, test->whole);
        test->kind = C_TEST_NOT, test->left = negated;
        condition(lower, operands.items[0], otherwise, then, negated);
        return;
    }
    if (kind == CXCursor_BinaryOperator && is_split(front, cursor)) {
        label middle = lower_new_label(lower);
        bool is_and = front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_LAnd;
        struct c_test *left = new_test(lower, test->whole), *right = new_test(lower, test->whole);
        test->kind = is_and ? C_TEST_AND : C_TEST_OR, test->left = left, test->right = right;
        condition(lower, operands.items[0], is_and ? middle : then, is_and ? otherwise : middle, left);
        lower_place_label(lower, middle);
        condition(lower, operands.items[1], then, otherwise, right);
        return;
    }
    branch_on(lower, cursor, then, otherwise, test, place);
}

void lower_condition(struct lower *lower, CXCursor cursor, label then, label otherwise) {
    condition(lower, cursor, then, otherwise, new_test(lower, NULL));
}

static expression branches(struct lower *lower, CXCursor condition, CXCursor yes_arm, CXCursor no_arm,
                           expression result, struct place place) {
    label yes = lower_new_label(lower), no = lower_new_label(lower), end = lower_new_label(lower);
    lower_condition(lower, condition, yes, no);
    lower_place_label(lower, yes);
    lower_arm(lower, yes_arm, result, end, place);
    lower_place_label(lower, no);
    lower_arm(lower, no_arm, result, end, place);
    lower_place_label(lower, end);
    return result ? build_load(lower->front, result, place) : NULL;
}

expression lower_conditional(struct lower *lower, CXCursor cursor, bool needed) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors arms = front_expressions(front, cursor);
    if (arms.count != 3) return lower_refuse(lower, cursor, "this expression cannot be modelled");
    const struct c_type *type = type_of_cursor(front, cursor);
    if (!needed || type->kind == C_VOID) {
        branches(lower, arms.items[0], arms.items[1], arms.items[2], NULL, place);
        return build_integer(front, type_int(front), 0, place);
    }
    if (type->kind == C_RECORD || lower_has_effects(front, arms.items[1]) || lower_has_effects(front, arms.items[2]) ||
        is_split(front, arms.items[0]))
        return branches(lower, arms.items[0], arms.items[1], arms.items[2], lower_temporary(lower, type, place), place);
    left_open_tested(lower, arms.items[0]);
    expression condition = lower_value(lower, arms.items[0]);
    expression yes = build_convert(front, lower_value(lower, arms.items[1]), type, place);
    expression no = build_convert(front, lower_value(lower, arms.items[2]), type, place);
    return build_conditional(front, condition, yes, no, place);
}

/* `a ?: b`: children are a, twice a as the compiler sees it, and b. */
expression lower_elvis(struct lower *lower, CXCursor cursor) {
    struct front *front = lower->front;
    struct place place = front_place(front, cursor);
    struct cursors arms = front_expressions(front, cursor);
    const struct c_type *type = type_of_cursor(front, cursor);
    expression first = lower_keep(lower, lower_value(lower, arms.items[0]), place);
    expression result = lower_temporary(lower, type, place);
    label yes = lower_new_label(lower), no = lower_new_label(lower), end = lower_new_label(lower);
    lower_branch(lower, first, yes, no, place);
    lower_place_label(lower, yes);
    lower_assign(lower, result, build_convert(front, first, type, place), place);
    lower_jump(lower, end, place);
    lower_place_label(lower, no);
    lower_arm(lower, arms.items[3], result, end, place);
    lower_place_label(lower, end);
    return build_load(front, result, place);
}
