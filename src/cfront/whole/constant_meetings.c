/* Variables between which values are copied are one. */
#include "cfront/whole/constant_meetings.h"

#include "cfront/ir/walk.h"
#include "cfront/whole/unknown_constants.h"

#include <string.h>

/* ---- sets ---- */

/* The way there is half as long the next time. */
static uint32_t root_of(const struct constant_meetings *finding, uint32_t node) {
    uint32_t *parents = finding->parents.items;
    while (parents[node] != node) node = parents[node] = parents[parents[node]];
    return node;
}

static void unite(struct constant_meetings *finding, uint32_t one, uint32_t other) {
    one = root_of(finding, one), other = root_of(finding, other);
    finding->parents.items[one > other ? one : other] = one > other ? other : one;
}

static uint32_t new_node(struct constant_meetings *finding) {
    uint32_t node = (uint32_t)finding->parents.count;
    vec_push(&finding->parents, node);
    return node;
}

static uint32_t node_of_field(struct constant_meetings *finding, const struct c_field *field) {
    for (size_t i = 0; i < finding->fields.count; i++)
        if (finding->fields.items[i].field == field) return finding->fields.items[i].node;
    uint32_t node = new_node(finding);
    vec_push(&finding->fields, ((struct field_node){field, node}));
    return node;
}

static uint32_t node_of_indices(struct constant_meetings *finding, uint32_t array) {
    for (size_t i = 0; i < finding->indices.count; i++)
        if (root_of(finding, finding->indices.items[i].array) == root_of(finding, array))
            return finding->indices.items[i].node;
    uint32_t node = new_node(finding);
    vec_push(&finding->indices, ((struct index_node){array, node}));
    return node;
}

static uint32_t node_of_guess(struct constant_meetings *finding, const char *name) {
    for (size_t i = 0; i < finding->guesses.count; i++)
        if (!strcmp(finding->guesses.items[i].name, name)) return finding->guesses.items[i].node;
    uint32_t node = new_node(finding);
    vec_push(&finding->guesses, ((struct guess_node){name, node}));
    return node;
}

static uint32_t node_of_object(const struct constant_meetings *finding, const struct c_object *object) {
    if (c_has_address(object)) return object->index;
    bool is_here = object->function == finding->function && object->storage == C_TEMPORARY;
    return is_here ? finding->temporaries[object->index]
                   : finding->first_local[object->function->index] + object->index;
}

/* ---- one value ---- */

static bool is_of_bits(const struct c_expression *e) {
    bool puts_together = e->kind == C_BINARY && (e->op == C_BIT_AND || e->op == C_BIT_OR || e->op == C_BIT_XOR);
    return puts_together || (e->kind == C_UNARY && e->op == C_NOT);
}

static bool find_constant(struct constant_meetings *finding, const struct c_expression *e, uint32_t *node) {
    const struct c_object *object = unknown_constants_read(finding->front, e);
    while (e && e->kind == C_CONVERT) e = e->left;
    bool is_guess = e && e->kind == C_CONSTANT && e->guessed;
    bool is_object = object && object->is_of_header;
    if (is_object) *node = object->index;
    if (is_guess) *node = node_of_guess(finding, e->guessed);
    return is_object || is_guess;
}

/* Who holds it; false: it is computed. Who holds its bits, too. */
static bool find_holder(struct constant_meetings *finding, const struct c_expression *e, uint32_t *node) {
    while (e && (e->kind == C_CONVERT || e->kind == C_LOAD || e->kind == C_INDEX || e->kind == C_DEREFERENCE))
        e = e->left;
    if (e && is_of_bits(e)) {
        uint32_t constant;
        bool is_left = !e->right || !find_constant(finding, e->left, &constant);
        return (is_left && find_holder(finding, e->left, node)) || find_holder(finding, e->right, node);
    }
    bool is_member = e && e->kind == C_MEMBER, is_object = e && e->kind == C_OBJECT;
    bool is_known = is_object && (c_has_address(e->object) || e->object->function);
    if (is_member) *node = node_of_field(finding, e->field);
    if (is_known) *node = node_of_object(finding, e->object);
    return is_member || is_known;
}

static void meet_node(struct constant_meetings *finding, uint32_t holder, const struct c_expression *value) {
    uint32_t node;
    while (value && value->kind == C_CONVERT) value = value->left;
    if (value && (value->kind == C_CONDITIONAL || is_of_bits(value))) {
        meet_node(finding, holder, value->kind == C_CONDITIONAL ? value->third : value->left);
        meet_node(finding, holder, value->right);
        return;
    }
    if (find_constant(finding, value, &node))
        vec_push(&finding->meetings, ((struct meeting){node, holder}));
    else if (value && find_holder(finding, value, &node))
        unite(finding, holder, node);
}

static void meet(struct constant_meetings *finding, const struct c_expression *one, const struct c_expression *other) {
    uint32_t node;
    if (find_holder(finding, one, &node)) meet_node(finding, node, other);
}

static void note_label(struct constant_meetings *finding, const struct c_expression *value,
                       const struct c_expression *label) {
    const struct c_expression *number = c_constant(label);
    const struct c_object *constant = unknown_constants_read(finding->front, value);
    uint32_t node = constant ? constant->index : 0;
    bool is_label = number && number->is_guess && number->type->kind == C_INTEGER;
    if (is_label && (constant || find_holder(finding, value, &node)))
        vec_push(&finding->labels, ((struct label){node, number->integer}));
}

static void note_use(struct constant_meetings *finding, const struct c_expression *e, enum use_kind kind) {
    uint32_t node;
    if (find_constant(finding, e, &node) || find_holder(finding, e, &node))
        vec_push(&finding->uses, ((struct use){node, kind}));
}

/* A constant that labels are compared with is their holder. */
static void relate(struct constant_meetings *finding, const struct c_expression *left,
                   const struct c_expression *right) {
    const struct c_object *one = unknown_constants_read(finding->front, left),
                          *other = unknown_constants_read(finding->front, right);
    uint32_t node, holder;
    if (one && other)
        unite(finding, one->index, other->index);
    else if ((one && find_constant(finding, right, &node)) || (other && find_constant(finding, left, &node)))
        vec_push(&finding->meetings, ((struct meeting){node, one ? one->index : other->index}));
    else if (find_constant(finding, left, &node) && !find_constant(finding, right, &holder))
        meet(finding, right, left);
    else
        meet(finding, left, right);
}

/* Which number it is matters where it meets one that the program has, or is counted with. */
static void note_uses(struct constant_meetings *finding, const struct c_expression *e, const struct c_expression *one,
                      const struct c_expression *other) {
    const struct c_expression *number = c_constant(other);
    bool is_own = number && !number->is_guess && number->type->kind == C_INTEGER;
    bool orders = e->op >= C_LESS && e->op <= C_GREATER_EQUAL, counts = e->op <= C_SHIFT_RIGHT;
    if (is_of_bits(e)) note_use(finding, one, USE_BITS);
    if (counts || (is_own && number->integer != 0)) note_use(finding, one, USE_NUMBER);
    if (orders && !is_own) note_use(finding, one, USE_ORDER);
    if (orders && is_own && number->integer <= 0 && one->type->is_signed) note_use(finding, one, USE_SIGN);
}

/* `PORT & A`, where both are constants: one of them may be a register, and hold the other one. */
static bool look_at_mask(struct constant_meetings *finding, const struct c_expression *e) {
    uint32_t left, right;
    bool are_constants =
        e->op == C_BIT_AND && find_constant(finding, e->left, &left) && find_constant(finding, e->right, &right);
    if (!are_constants) return false;
    vec_push(&finding->meetings, ((struct meeting){left, right}));
    vec_push(&finding->meetings, ((struct meeting){right, left}));
    return true;
}

static void look_at_operands(struct constant_meetings *finding, const struct c_expression *e) {
    bool compares = e->op >= C_LESS && e->op <= C_NOT_EQUAL;
    for (unsigned side = 0; side < 2; side++) {
        const struct c_expression *one = side ? e->right : e->left, *other = side ? e->left : e->right;
        if (compares) note_label(finding, one, other);
        note_uses(finding, e, one, other);
    }
    if (!look_at_mask(finding, e) && (compares || is_of_bits(e))) relate(finding, e->left, e->right);
}

static void look_at_expression(void *context, const struct c_expression *e) {
    struct constant_meetings *finding = context;
    uint32_t array;
    if (e->kind == C_INDEX && find_holder(finding, e->left, &array)) {
        meet_node(finding, node_of_indices(finding, array), e->right);
        note_use(finding, e->right, USE_NUMBER);
    }
    bool are_numbers = e->kind == C_BINARY && e->left->type->kind == C_INTEGER && e->right->type->kind == C_INTEGER;
    if (are_numbers) look_at_operands(finding, e);
}

/* ---- calls ---- */

/* By a pointer any function may be called that has that type and whose address is taken. */
static bool may_be_called(const struct c_instruction *call, const struct c_function *function) {
    if (call->callee) return call->callee == function;
    return function->is_taken && function->parameter_count == call->argument_count;
}

static void look_at_call(struct constant_meetings *finding, const struct c_instruction *call) {
    struct front *front = finding->front;
    for (size_t f = 0; f < front->functions.count; f++) {
        const struct c_function *function = front->functions.items[f];
        if (!may_be_called(call, function)) continue;
        for (uint32_t i = 0; i < function->parameter_count && i < call->argument_count; i++)
            meet_node(finding, finding->first_local[f] + i, call->arguments[i]);
        if (call->target) meet_node(finding, finding->first_result + (uint32_t)f, call->target);
    }
}

static void look_at_choice(struct constant_meetings *finding, const struct c_instruction *code) {
    struct answer answer = {.choice = (struct c_instruction *)code};
    bool is_given = code->text && !code->is_order && !code->is_register && code->target->type->kind == C_INTEGER;
    if (is_given && find_holder(finding, code->target, &answer.holder)) vec_push(&finding->answers, answer);
}

static void begin_function(struct constant_meetings *finding, uint32_t number) {
    const struct c_function *function = finding->front->functions.items[number];
    finding->function = function;
    finding->temporaries = arena_new_array(finding->front->scratch, uint32_t, function->local_count + 1);
    for (uint32_t i = 0; i < function->local_count; i++) finding->temporaries[i] = finding->first_local[number] + i;
}

static void look_at_function(struct constant_meetings *finding, uint32_t number) {
    const struct c_function *function = finding->front->functions.items[number];
    begin_function(finding, number);
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        walk_instruction(code, look_at_expression, finding);
        if (code->kind == C_ASSIGN && code->value->type->kind == C_INTEGER) meet(finding, code->target, code->value);
        if (code->kind == C_CALL) look_at_call(finding, code);
        if (code->kind == C_CHOOSE) look_at_choice(finding, code);
        if (code->kind == C_CLEAR && c_is_temporary(code->target))
            finding->temporaries[c_object_of(code->target)->index] = new_node(finding);
        if (code->kind == C_RETURN && code->value) meet_node(finding, finding->first_result + number, code->value);
    }
}

/* Those that one enumeration is made of differ, and lead to numbers in order. */
static void look_at_enumerations(struct constant_meetings *finding) {
    const struct invented *invented = &finding->front->invented;
    for (size_t i = 0; i < invented->list.count; i++) {
        const struct invention *one = invented->list.items[i];
        if (one->kind != INVENTED_NUMBER || !one->enumeration) continue;
        uint32_t node = node_of_guess(finding, one->name);
        vec_push(&finding->uses, ((struct use){node, USE_ORDER}));
        for (size_t j = 0; j < i; j++) {
            const struct invention *other = invented->list.items[j];
            bool is_together = other->kind == INVENTED_NUMBER && other->enumeration == one->enumeration;
            if (is_together) unite(finding, node, node_of_guess(finding, other->name));
        }
    }
}

static void look_at_first_values(struct constant_meetings *finding) {
    const struct front *front = finding->front;
    for (size_t i = 0; i < front->first_values.count; i++)
        meet(finding, front->first_values.items[i].place, front->first_values.items[i].value);
}

/* ---- sets ---- */

static void begin(struct constant_meetings *finding) {
    struct front *front = finding->front;
    uint32_t count = (uint32_t)front->globals.count;
    finding->first_local = arena_new_array(front->scratch, uint32_t, front->functions.count + 1);
    for (size_t f = 0; f < front->functions.count; f++) {
        finding->first_local[f] = count;
        count += front->functions.items[f]->local_count;
    }
    finding->first_result = count;
    for (uint32_t i = 0; i < count + front->functions.count; i++) new_node(finding);
}

/* The constants of each holder are one set. */
static void join_rivals(struct constant_meetings *finding) {
    for (size_t i = 0; i < finding->meetings.count; i++)
        for (size_t j = 0; j < i; j++) {
            struct meeting one = finding->meetings.items[i], other = finding->meetings.items[j];
            if (root_of(finding, one.holder) == root_of(finding, other.holder)) {
                unite(finding, one.constant, other.constant);
                break;
            }
        }
}

/* ---- all of it ---- */

static void note_sets_of_uses(struct constant_meetings *finding) {
    unsigned char *uses = arena_new_array(finding->front->scratch, unsigned char, finding->parents.count + 1);
    for (size_t i = 0; i < finding->uses.count; i++)
        uses[root_of(finding, finding->uses.items[i].node)] |= (unsigned char)finding->uses.items[i].kind;
    finding->uses_of = uses;
}

void constant_meetings_find(struct constant_meetings *finding) {
    begin(finding);
    look_at_enumerations(finding);
    look_at_first_values(finding);
    for (uint32_t i = 0; i < finding->front->functions.count; i++) look_at_function(finding, i);
    join_rivals(finding);
    note_sets_of_uses(finding);
}

void constant_meetings_free(struct constant_meetings *finding) {
    vec_free(&finding->fields);
    vec_free(&finding->indices);
    vec_free(&finding->guesses);
    vec_free(&finding->parents);
    vec_free(&finding->meetings);
    vec_free(&finding->labels);
    vec_free(&finding->answers);
    vec_free(&finding->uses);
}

uint32_t constant_meetings_set(const struct constant_meetings *finding, uint32_t node) {
    return root_of(finding, node);
}

bool constant_meetings_hold(const struct constant_meetings *finding, uint32_t constant, uint32_t holder) {
    bool is = root_of(finding, holder) == root_of(finding, constant);
    for (size_t i = 0; !is && i < finding->meetings.count; i++) {
        struct meeting meeting = finding->meetings.items[i];
        is = meeting.constant == constant && root_of(finding, meeting.holder) == root_of(finding, holder);
    }
    return is;
}

unsigned constant_meetings_uses(const struct constant_meetings *finding, uint32_t constant) {
    unsigned uses = finding->uses_of[root_of(finding, constant)];
    for (size_t i = 0; i < finding->meetings.count; i++)
        if (finding->meetings.items[i].constant == constant)
            uses |= finding->uses_of[root_of(finding, finding->meetings.items[i].holder)];
    return uses;
}
