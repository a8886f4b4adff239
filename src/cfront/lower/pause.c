#include "cfront/lower/pause.h"

#include "cfront/program/build.h"
#include "cfront/program/types.h"

/* Wider than any number that is counted with. */
typedef __int128 wide;

/* if (i < limit) { i = i + 1; goto this; } */
struct counting {
    const struct c_expression *variable; /* i */
    enum c_operator op;
    wide limit;
    int step;                             /* 1, -1 */
    const struct c_expression *next;      /* i + 1, before it is converted back */
    const struct c_expression *condition; /* i < limit, or of what holds the same value */
};

/* Where that leads from any value for which the condition holds. */
struct ending {
    enum { DIRECT, OVER_THE_EDGE, EITHER /* as the value lies on this side of the limit, or on that */ } way;
    wide direct; /* the first value for which it does not hold, if that is before the type's last number */
    wide after;  /* ... and if it is behind, where counting goes on from the type's other end */
    bool never;  /* there is none */
};

static bool is_own(const struct c_object *object) {
    return !c_has_address(object) && !object->exposed && object->type->kind == C_INTEGER && !object->type->is_bool;
}

/* Conversions that keep every value: a comparison looks at the variable itself. */
static bool keeps_values(const struct c_type *from, const struct c_type *to) {
    if (to->kind != C_INTEGER || to->is_bool) return false;
    return from->is_signed == to->is_signed ? to->size >= from->size : !from->is_signed && to->size > from->size;
}

/* The variable that is loaded, through conversions that keep its value; NULL: something else. */
static const struct c_expression *loaded(const struct c_expression *value) {
    const struct c_expression *inner = value;
    while (inner->kind == C_CONVERT) inner = inner->left;
    if (inner->kind != C_LOAD || inner->left->kind != C_OBJECT || !is_own(inner->left->object)) return NULL;
    for (; value != inner; value = value->left)
        if (!keeps_values(inner->type, value->type)) return NULL;
    return inner->left;
}

static enum c_operator opposite(enum c_operator op) {
    switch (op) {
    case C_LESS: return C_GREATER_EQUAL;
    case C_LESS_EQUAL: return C_GREATER;
    case C_GREATER: return C_LESS_EQUAL;
    case C_GREATER_EQUAL: return C_LESS;
    case C_EQUAL: return C_NOT_EQUAL;
    default: return C_EQUAL;
    }
}

/* The loop goes on where the condition holds or, if `is_end`, where it does not. */
static bool read_condition(const struct c_expression *condition, bool is_end, struct counting *counting) {
    for (; condition->kind == C_UNARY && condition->op == C_LOGICAL_NOT; condition = condition->left) is_end = !is_end;
    *counting = (struct counting){.variable = loaded(condition), .op = C_NOT_EQUAL, .condition = condition};
    if (counting->variable) return !is_end; /* while (i) */
    if (condition->kind != C_BINARY || condition->op < C_LESS || condition->op > C_NOT_EQUAL) return false;
    const struct c_expression *right = condition->right;
    counting->variable = loaded(condition->left);
    counting->op = is_end ? opposite(condition->op) : condition->op;
    counting->limit = right->type->is_signed ? (wide)right->integer : (wide)(uint64_t)right->integer;
    return counting->variable && right->kind == C_CONSTANT && right->type->kind == C_INTEGER;
}

/* `i + 1`, `i - 1`, as wide as C computes it and converted back. */
static bool read_step(const struct c_instruction *assignment, struct counting *counting) {
    const struct c_expression *value = assignment->value;
    if (assignment->kind != C_ASSIGN || assignment->text || assignment->target->kind != C_OBJECT) return false;
    for (; value->kind == C_CONVERT; value = value->left)
        if (!keeps_values(counting->variable->type, value->type)) return false;
    if (value->kind != C_BINARY || (value->op != C_ADD && value->op != C_SUBTRACT)) return false;
    const struct c_expression *variable = loaded(value->left);
    if (!variable || variable->object != counting->variable->object) return false;
    if (value->right->kind != C_CONSTANT || value->right->type->kind != C_INTEGER) return false;
    counting->step = value->op == C_ADD ? 1 : -1;
    counting->next = value;
    return value->right->integer == 1;
}

static void type_edges(const struct c_type *type, wide *low, wide *high) {
    int64_t from, to;
    type_range(type, &from, &to);
    *low = from;
    *high = type->is_signed ? (wide)to : (wide)(uint64_t)to;
}

/* The condition holds below `bound`, or, if `is_above`, above it. */
static bool end_at_bound(const struct counting *counting, wide bound, bool is_above, struct ending *ending) {
    wide low, high;
    type_edges(counting->variable->type, &low, &high);
    if (is_above ? bound >= high : bound <= low) return false; /* it never holds */
    bool always = is_above ? bound < low : bound > high;
    bool away = (counting->step > 0) == is_above;
    *ending = (struct ending){.way = always || away ? OVER_THE_EDGE : DIRECT,
                              .direct = bound,
                              .after = is_above ? low : high,
                              .never = always};
    return true;
}

static bool find_ending(const struct counting *counting, struct ending *ending) {
    wide low, high, limit = counting->limit;
    type_edges(counting->variable->type, &low, &high);
    if (counting->variable->type->enumerators) return false;
    switch (counting->op) {
    case C_LESS: return end_at_bound(counting, limit, false, ending);
    case C_LESS_EQUAL: return end_at_bound(counting, limit + 1, false, ending);
    case C_GREATER: return end_at_bound(counting, limit, true, ending);
    case C_GREATER_EQUAL: return end_at_bound(counting, limit - 1, true, ending);
    case C_NOT_EQUAL:
        *ending = (struct ending){.way = EITHER, .direct = limit, .after = limit};
        ending->never = limit < low || limit > high;
        if (ending->never) ending->way = OVER_THE_EDGE;
        return true;
    default: return false;
    }
}

static expression number_of(struct front *front, const struct c_type *type, wide value, struct place place) {
    return build_integer(front, type, (int64_t)value, place);
}

/* Counting over the type's last number is an overflow, where that is looked for, and otherwise nothing special: 0 times
 * the sum that overflows is added. */
static expression behind_edge(struct front *front, const struct counting *counting, expression after,
                              struct place place) {
    const struct c_type *type = counting->variable->type, *computed = counting->next->type;
    wide low, high;
    type_edges(type, &low, &high);
    if (!computed->is_signed || computed->size > type->size) return after; /* it goes round */
    expression edge = number_of(front, computed, counting->step > 0 ? high : low, place);
    expression over = build_binary(front, counting->next->op, edge, counting->next->right, computed, place);
    expression zero = build_integer(front, computed, 0, place);
    expression nothing = build_binary(front, C_MULTIPLY, over, zero, computed, place);
    expression sum = build_binary(front, C_ADD, build_convert(front, after, computed, place), nothing, computed, place);
    return build_convert(front, sum, type, place);
}

/* What the variable is when the loop has ended; if it never does, what it is `now`. */
static expression last_value(struct front *front, const struct counting *counting, const struct ending *ending,
                             expression now, struct place place) {
    const struct c_type *type = counting->variable->type;
    if (ending->way == DIRECT) return number_of(front, type, ending->direct, place);
    expression after = ending->never ? now : number_of(front, type, ending->after, place);
    expression behind = behind_edge(front, counting, after, place);
    if (ending->way == OVER_THE_EDGE || behind == after) return behind;
    expression limit = number_of(front, type, ending->direct, place);
    enum c_operator before = counting->step > 0 ? C_LESS : C_GREATER;
    expression is_before = build_binary(front, before, now, limit, type_int(front), place);
    return build_conditional(front, is_before, limit, behind, place);
}

/* Does the loop go on with this value? */
static expression goes_on(struct front *front, const struct counting *counting, expression value, struct place place) {
    const struct c_expression *condition = counting->condition;
    bool is_compared = condition->kind == C_BINARY;
    const struct c_type *type = is_compared ? condition->left->type : condition->type;
    expression limit = is_compared ? condition->right : build_integer(front, type, 0, place);
    return build_binary(front, counting->op, build_convert(front, value, type, place), limit, type_int(front), place);
}

/* The first value from this one on for which the condition does not hold. */
static expression first_to_end(struct front *front, const struct counting *counting, const struct ending *ending,
                               expression value, struct place place) {
    expression last = last_value(front, counting, ending, value, place);
    return build_conditional(front, goes_on(front, counting, value, place), last, value, place);
}

/* value + 1, or - 1, as the loop computes it. */
static expression counted_on(struct front *front, const struct counting *counting, expression value,
                             struct place place) {
    const struct c_expression *next = counting->next;
    expression from = build_convert(front, value, next->type, place);
    expression sum = build_binary(front, next->op, from, next->right, next->type, place);
    return build_convert(front, sum, counting->variable->type, place);
}

static bool leads_to(const struct c_instruction *instruction, uint32_t at) {
    bool jumps = instruction->kind == C_JUMP || instruction->kind == C_BRANCH;
    return jumps && (instruction->then == at || (instruction->kind == C_BRANCH && instruction->otherwise == at));
}

/* Does anything but the loop itself lead into it behind its head? */
static bool is_entered(const struct c_instruction *code, uint32_t count, uint32_t head, uint32_t back) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t inner = head + 1; inner <= back; inner++)
            if ((i < head || i > back) && leads_to(&code[i], inner)) return true;
    return false;
}

static bool is_way_back(const struct c_instruction *instruction, uint32_t head) {
    return instruction->kind == C_JUMP && instruction->then == head;
}

/* while (i < limit) i++; */
static void shorten_while(struct front *front, struct c_instruction *code, uint32_t count, uint32_t head) {
    struct c_instruction *assignment = &code[head + 1];
    struct counting counting;
    struct ending ending;
    if (head + 2 >= count || code[head].kind != C_BRANCH || !is_way_back(&code[head + 2], head)) return;
    bool is_end = code[head].otherwise == head + 1;
    uint32_t inside = is_end ? code[head].otherwise : code[head].then,
             outside = is_end ? code[head].then : code[head].otherwise;
    if (inside != head + 1 || outside == head + 1 || outside == head + 2) return;
    if (!read_condition(code[head].value, is_end, &counting) || !read_step(assignment, &counting) ||
        assignment->target->object != counting.variable->object || !find_ending(&counting, &ending) ||
        is_entered(code, count, head, head + 2))
        return;
    struct place place = assignment->value->place;
    expression now = build_load(front, counting.variable, place);
    assignment->value = last_value(front, &counting, &ending, now, place);
    assignment->ends_loop = !ending.never;
}

static bool is_object(const struct c_expression *place, const struct c_object *object) {
    return place && place->kind == C_OBJECT && place->object == object;
}

/* t = ...; i = ...; if (t < limit) { clear t; goto this; } clear t; where t is a temporary */
static bool has_tested_temporary(const struct c_instruction *code, uint32_t count, uint32_t head,
                                 struct counting *tested) {
    const uint32_t back = head + 4;
    if (back + 1 >= count || code[head].kind != C_ASSIGN || code[head + 1].kind != C_ASSIGN ||
        code[head + 2].kind != C_BRANCH || code[head + 3].kind != C_CLEAR || !is_way_back(&code[back], head) ||
        code[head + 2].then != head + 3 || code[head + 2].otherwise != back + 1)
        return false;
    const struct c_expression *temporary = code[head].target;
    return temporary->kind == C_OBJECT && is_object(code[head + 3].target, temporary->object) &&
           !code[head + 3].gives_value && read_condition(code[head + 2].value, false, tested) &&
           tested->variable->object == temporary->object && !is_entered(code, count, head, back);
}

/* The way back becomes the assignment of what the loop ends with. */
static void end_there(struct c_instruction *back, const struct counting *counting, expression value) {
    back->kind = C_ASSIGN;
    back->is_back_edge = false;
    back->target = counting->variable;
    back->value = value;
}

/* while (++i < limit); which is t = i + 1; i = t; and so on */
static void shorten_test(struct front *front, struct c_instruction *code, uint32_t count, uint32_t head) {
    struct counting counting, tested;
    struct ending ending;
    if (!has_tested_temporary(code, count, head, &tested)) return;
    const struct c_expression *source = code[head].value, *stored = loaded(code[head + 1].value);
    while (source->kind == C_CONVERT) source = source->left;
    const struct c_expression *variable = source->kind == C_BINARY ? loaded(source->left) : NULL;
    if (!variable || !stored || stored->object != tested.variable->object || stored->type != variable->type ||
        !is_object(code[head + 1].target, variable->object))
        return;
    counting = (struct counting){.variable = variable};
    if (!read_step(&code[head], &counting)) return;
    counting.op = tested.op, counting.limit = tested.limit;
    if (!find_ending(&counting, &ending) || ending.never) return;
    struct place place = code[head].value->place;
    expression now = build_load(front, variable, place);
    end_there(&code[head + 4], &counting, last_value(front, &counting, &ending, now, place));
}

/* while (i++ < limit); which is t = i; i = t + 1; and so on: it ends one behind the first value for which the condition
 * does not hold */
static void shorten_test_before(struct front *front, struct c_instruction *code, uint32_t count, uint32_t head) {
    struct counting counting;
    struct ending ending;
    if (!has_tested_temporary(code, count, head, &counting)) return;
    const struct c_expression *variable = loaded(code[head].value);
    if (!variable || code[head].value->type != variable->type || counting.variable->type != variable->type ||
        !read_step(&code[head + 1], &counting) || !is_object(code[head + 1].target, variable->object))
        return;
    counting.variable = variable;
    if (!find_ending(&counting, &ending) || ending.never) return;
    struct place place = code[head].value->place;
    expression now = build_load(front, variable, place);
    expression last = first_to_end(front, &counting, &ending, now, place);
    end_there(&code[head + 4], &counting, counted_on(front, &counting, last, place));
}

/* do i++; while (i < limit); */
static void shorten_do(struct front *front, struct c_instruction *code, uint32_t count, uint32_t head) {
    struct counting counting;
    struct ending ending;
    struct c_instruction *assignment = &code[head];
    if (head + 2 >= count || assignment->kind != C_ASSIGN || code[head + 1].kind != C_BRANCH ||
        code[head + 1].then != head || code[head + 1].otherwise == head || code[head + 1].otherwise == head + 1)
        return;
    if (!read_condition(code[head + 1].value, false, &counting) || !read_step(assignment, &counting) ||
        !is_object(assignment->target, counting.variable->object) || !find_ending(&counting, &ending) || ending.never ||
        is_entered(code, count, head, head + 1))
        return;
    assignment->value = first_to_end(front, &counting, &ending, assignment->value, assignment->value->place);
    assignment->ends_loop = true;
}

void pause_shorten(struct front *front, struct c_instruction *code, uint32_t count) {
    for (uint32_t head = 0; head + 2 < count; head++) {
        shorten_while(front, code, count, head);
        shorten_test(front, code, count, head);
        shorten_test_before(front, code, count, head);
        shorten_do(front, code, count, head);
    }
}
