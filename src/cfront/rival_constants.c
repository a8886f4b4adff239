/* Variables between which values are copied are one. Constants that meet one are rivals, and so are the rivals of
 * these. What is taken for a rival and is none costs a question; nothing is assumed of rivals for something to hold. */
#include "cfront/rival_constants.h"

#include "cfront/build.h"
#include "cfront/ir/walk.h"
#include "cfront/unknown_constants.h"

#include <string.h>

enum { MOST_PERMUTED = 4, MOST_ORDERS = 24, MOST_SETS = 8, SELDOM = 101 };

/* What holds values: objects, members of all structures of a type, results of functions. */
struct meeting {
    uint32_t constant, holder; /* ... the former a number of a global */
};

/* What a `case` says is the number of a constant, which was picked. */
struct label {
    uint32_t holder; /* or a constant */
    int64_t number;
};

/* What a function without a body, or a variable that is an input, gives. */
struct answer {
    struct c_instruction *choice;
    uint32_t holder;
};

struct field_node {
    const struct c_field *field;
    uint32_t node;
};

struct finding {
    struct front *front;
    uint32_t *first_local; /* by function */
    uint32_t first_result;
    const struct c_function *function; /* that is looked at */
    uint32_t *temporaries;             /* nodes of its locals; temporaries are others in each statement */
    VEC(struct field_node) fields;
    VEC(uint32_t) parents; /* of holders, and then of constants */
    VEC(struct meeting) meetings;
    VEC(struct label) labels;
    VEC(struct answer) answers;
};

/* ---- sets ---- */

/* The way there is half as long the next time. */
static uint32_t root_of(const struct finding *finding, uint32_t node) {
    uint32_t *parents = finding->parents.items;
    while (parents[node] != node) node = parents[node] = parents[parents[node]];
    return node;
}

static void unite(struct finding *finding, uint32_t one, uint32_t other) {
    one = root_of(finding, one), other = root_of(finding, other);
    finding->parents.items[one > other ? one : other] = one > other ? other : one;
}

static uint32_t new_node(struct finding *finding) {
    uint32_t node = (uint32_t)finding->parents.count;
    vec_push(&finding->parents, node);
    return node;
}

static uint32_t node_of_field(struct finding *finding, const struct c_field *field) {
    for (size_t i = 0; i < finding->fields.count; i++)
        if (finding->fields.items[i].field == field) return finding->fields.items[i].node;
    uint32_t node = new_node(finding);
    vec_push(&finding->fields, ((struct field_node){field, node}));
    return node;
}

static uint32_t node_of_object(const struct finding *finding, const struct c_object *object) {
    if (c_has_address(object)) return object->index;
    bool is_here = object->function == finding->function && object->storage == C_TEMPORARY;
    return is_here ? finding->temporaries[object->index]
                   : finding->first_local[object->function->index] + object->index;
}

/* ---- one value ---- */

/* Who holds it; false: it is computed. */
static bool find_holder(struct finding *finding, const struct c_expression *e, uint32_t *node) {
    while (e && (e->kind == C_CONVERT || e->kind == C_LOAD || e->kind == C_INDEX || e->kind == C_DEREFERENCE))
        e = e->left;
    bool is_member = e && e->kind == C_MEMBER, is_object = e && e->kind == C_OBJECT;
    bool is_known = is_object && (c_has_address(e->object) || e->object->function);
    if (is_member) *node = node_of_field(finding, e->field);
    if (is_known) *node = node_of_object(finding, e->object);
    return is_member || is_known;
}

static void meet_node(struct finding *finding, uint32_t holder, const struct c_expression *value) {
    uint32_t node;
    if (value && value->kind == C_CONDITIONAL) {
        meet_node(finding, holder, value->right);
        meet_node(finding, holder, value->third);
        return;
    }
    const struct c_object *constant = value ? unknown_constants_read(finding->front, value) : NULL;
    if (constant && constant->is_of_header)
        vec_push(&finding->meetings, ((struct meeting){constant->index, holder}));
    else if (value && find_holder(finding, value, &node))
        unite(finding, holder, node);
}

static void meet(struct finding *finding, const struct c_expression *one, const struct c_expression *other) {
    uint32_t node;
    if (find_holder(finding, one, &node)) meet_node(finding, node, other);
}

static void note_label(struct finding *finding, const struct c_expression *value, const struct c_expression *label) {
    const struct c_expression *number = c_constant(label);
    const struct c_object *constant = unknown_constants_read(finding->front, value);
    uint32_t node = constant ? constant->index : 0;
    bool is_label = number && number->is_guess && number->type->kind == C_INTEGER;
    if (is_label && (constant || find_holder(finding, value, &node)))
        vec_push(&finding->labels, ((struct label){node, number->integer}));
}

static void look_at_comparison(void *context, const struct c_expression *e) {
    struct finding *finding = context;
    bool is_of_values = e->kind == C_BINARY && (e->op == C_EQUAL || e->op == C_NOT_EQUAL);
    if (!is_of_values || e->left->type->kind == C_POINTER) return;
    note_label(finding, e->left, e->right);
    note_label(finding, e->right, e->left);
    const struct c_object *left = unknown_constants_read(finding->front, e->left),
                          *right = unknown_constants_read(finding->front, e->right);
    if (left && right)
        unite(finding, left->index, right->index);
    else
        meet(finding, left ? e->right : e->left, left ? e->left : e->right);
}

/* ---- calls ---- */

/* By a pointer any function may be called that has that type and whose address is taken. */
static bool may_be_called(const struct c_instruction *call, const struct c_function *function) {
    if (call->callee) return call->callee == function;
    return function->is_taken && function->parameter_count == call->argument_count;
}

static void look_at_call(struct finding *finding, const struct c_instruction *call) {
    struct front *front = finding->front;
    for (size_t f = 0; f < front->functions.count; f++) {
        const struct c_function *function = front->functions.items[f];
        if (!may_be_called(call, function)) continue;
        for (uint32_t i = 0; i < function->parameter_count && i < call->argument_count; i++)
            meet_node(finding, finding->first_local[f] + i, call->arguments[i]);
        if (call->target) meet_node(finding, finding->first_result + (uint32_t)f, call->target);
    }
}

static void look_at_choice(struct finding *finding, const struct c_instruction *code) {
    struct answer answer = {.choice = (struct c_instruction *)code};
    bool is_given = code->text && !code->is_order && !code->is_register && code->target->type->kind == C_INTEGER;
    if (is_given && find_holder(finding, code->target, &answer.holder)) vec_push(&finding->answers, answer);
}

static void begin_function(struct finding *finding, uint32_t number) {
    const struct c_function *function = finding->front->functions.items[number];
    finding->function = function;
    finding->temporaries = arena_new_array(finding->front->scratch, uint32_t, function->local_count + 1);
    for (uint32_t i = 0; i < function->local_count; i++) finding->temporaries[i] = finding->first_local[number] + i;
}

static void look_at_function(struct finding *finding, uint32_t number) {
    const struct c_function *function = finding->front->functions.items[number];
    begin_function(finding, number);
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        walk_instruction(code, look_at_comparison, finding);
        if (code->kind == C_ASSIGN && code->value->type->kind == C_INTEGER) meet(finding, code->target, code->value);
        if (code->kind == C_CALL) look_at_call(finding, code);
        if (code->kind == C_CHOOSE) look_at_choice(finding, code);
        if (code->kind == C_CLEAR && c_is_temporary(code->target))
            finding->temporaries[c_object_of(code->target)->index] = new_node(finding);
        if (code->kind == C_RETURN && code->value) meet_node(finding, finding->first_result + number, code->value);
    }
}

/* ---- groups ---- */

static void begin(struct finding *finding) {
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
static void join_rivals(struct finding *finding) {
    for (size_t i = 0; i < finding->meetings.count; i++)
        for (size_t j = 0; j < i; j++) {
            struct meeting one = finding->meetings.items[i], other = finding->meetings.items[j];
            if (root_of(finding, one.holder) == root_of(finding, other.holder)) {
                unite(finding, one.constant, other.constant);
                break;
            }
        }
}

static uint32_t factorial(uint32_t n) { return n > 1 ? n * factorial(n - 1) : 1; }

static uint32_t orders_of(uint32_t count) {
    uint32_t orders = count <= MOST_PERMUTED ? factorial(count) : count;
    return orders < MOST_ORDERS ? orders : MOST_ORDERS;
}

/* What the one at this place counts as in that order: few are permuted, many go round. */
static uint32_t number_in_order(uint32_t at, uint32_t count, uint32_t order) {
    bool taken[MOST_PERMUTED] = {false};
    uint32_t number = 0;
    order %= orders_of(count);
    if (count > MOST_PERMUTED) return (at + order) % count;
    for (uint32_t i = 0; i <= at; i++) {
        uint32_t left = factorial(count - 1 - i), skip = order / left;
        order %= left;
        for (number = 0; taken[number] || skip; number++) skip -= !taken[number];
        taken[number] = true;
    }
    return number;
}

/* Constants whose number is known are none that could be counted. */
static bool is_open(const struct c_object *constant) {
    return constant->starts_with_any && constant->is_of_header && constant->type->kind == C_INTEGER &&
           !(constant->has_range && constant->low == constant->high);
}

static uint32_t size_of_group(const struct finding *finding, uint32_t root, uint32_t before) {
    uint32_t size = 0;
    for (uint32_t i = 0; i < before; i++)
        size += is_open(finding->front->globals.items[i]) && root_of(finding, i) == root;
    return size;
}

/* How many rivals it has, with itself; 0: it is none. */
static uint32_t rivals_of(const struct finding *finding, uint32_t global) {
    const struct front *front = finding->front;
    if (!is_open(front->globals.items[global])) return 0;
    uint32_t size = size_of_group(finding, root_of(finding, global), (uint32_t)front->globals.count);
    return size < 2 ? 0 : size;
}

/* Each set of rivals has orders of its own: all combinations, if they are few, and some otherwise. */
struct sets {
    uint32_t counts[MOST_SETS]; /* of orders of each */
    uint32_t roots[MOST_SETS];
    uint32_t count, combinations;
    bool are_many; /* there are more */
};

static struct sets find_sets(const struct finding *finding, const uint32_t *sizes) {
    struct sets sets = {.combinations = 1};
    uint32_t most = 0;
    for (uint32_t i = 0; i < finding->front->globals.count; i++) {
        uint32_t at = 0, root = root_of(finding, i);
        if (!sizes[i]) continue;
        while (at < sets.count && sets.roots[at] != root) at++;
        if (orders_of(sizes[i]) > most) most = orders_of(sizes[i]);
        if (at < sets.count || at == MOST_SETS) continue;
        sets.roots[at] = root, sets.counts[at] = orders_of(sizes[i]);
        sets.count++;
        sets.combinations *= sets.counts[at];
        sets.are_many |= sets.combinations > MOST_ORDERS;
        if (sets.are_many) sets.combinations = MOST_ORDERS;
    }
    sets.are_many |= sets.count == MOST_SETS;
    if (!sets.count) sets.combinations = 0;
    if (sets.are_many) sets.combinations = most;
    return sets;
}

/* The order of a set in that combination: of the first set each comes in turn, and of the next one when all have come;
 * of many, all go on side by side. */
static uint32_t order_in(const struct sets *sets, uint32_t root, uint32_t combination) {
    for (uint32_t at = 0; !sets->are_many && at < sets->count && sets->roots[at] != root; at++)
        combination /= sets->counts[at];
    return combination;
}

/* By global: what it counts as; -1: it has no rival, or nobody asked for it. In the last order they are numbers that
 * programs seldom have themselves. */
static int64_t *count_rivals(const struct finding *finding) {
    struct front *front = finding->front;
    uint32_t globals = (uint32_t)front->globals.count, order = front->options->rivals;
    int64_t *numbers = arena_new_array(front->scratch, int64_t, globals + 1);
    uint32_t *sizes = arena_new_array(front->scratch, uint32_t, globals + 1);
    for (uint32_t i = 0; i < globals; i++) sizes[i] = rivals_of(finding, i);
    struct sets sets = find_sets(finding, sizes);
    for (uint32_t i = 0; i < globals; i++) {
        numbers[i] = -1;
        if (!sizes[i] || !order) continue;
        uint32_t root = root_of(finding, i), at = size_of_group(finding, root, i);
        numbers[i] =
            order > sets.combinations ? SELDOM + at : number_in_order(at, sizes[i], order_in(&sets, root, order - 1));
    }
    front->program->rival_orders = sets.combinations ? sets.combinations + 1 : 0;
    return numbers;
}

/* ---- what comes from outside, and is compared with them ---- */

/* The numbers of constants that one holder meets. */
struct met {
    int64_t low, high;
    uint32_t count; /* of different ones, or more */
};

static void meet_number(struct met *met, int64_t number) {
    bool is_known = met->count && number >= met->low && number <= met->high;
    if (!met->count || number < met->low) met->low = number;
    if (!met->count || number > met->high) met->high = number;
    met->count += !is_known;
}

static struct met numbers_met(const struct finding *finding, uint32_t node, const int64_t *numbers) {
    struct met met = {.count = 0};
    uint32_t root = root_of(finding, node);
    for (size_t i = 0; i < finding->labels.count; i++)
        if (root_of(finding, finding->labels.items[i].holder) == root)
            meet_number(&met, finding->labels.items[i].number);
    for (size_t i = 0; i < finding->meetings.count; i++) {
        struct meeting meeting = finding->meetings.items[i];
        int64_t number = numbers[meeting.constant];
        if (root_of(finding, meeting.holder) == root && number >= 0) meet_number(&met, number);
    }
    return met;
}

static bool is_held(const struct finding *finding, uint32_t constant, uint32_t holder) {
    bool is = root_of(finding, holder) == root_of(finding, constant);
    for (size_t i = 0; !is && i < finding->meetings.count; i++) {
        struct meeting meeting = finding->meetings.items[i];
        is = meeting.constant == constant && root_of(finding, meeting.holder) == root_of(finding, holder);
    }
    return is;
}

/* Of a constant without rivals: it may be a variable. */
static struct met labels_met(const struct finding *finding, uint32_t constant) {
    struct met met = {.count = 0};
    for (size_t i = 0; i < finding->labels.count; i++)
        if (is_held(finding, constant, finding->labels.items[i].holder))
            meet_number(&met, finding->labels.items[i].number);
    return met;
}

/* How many constants it is compared with. */
static bool meets_several(const struct finding *finding, uint32_t node) {
    uint32_t globals = (uint32_t)finding->front->globals.count;
    int64_t *numbers = arena_new_array(finding->front->scratch, int64_t, globals + 1);
    for (uint32_t i = 0; i < globals; i++) /* labels are others */
        numbers[i] = is_open(finding->front->globals.items[i]) ? INT32_MAX + (int64_t)i : -1;
    return numbers_met(finding, node, numbers).count > 1;
}

static void limit_choice(struct front *front, struct c_instruction *choice, struct met met) {
    const struct c_type *type = choice->target->type;
    if (!c_range_fits(type, type->size * 8, met.low, met.high)) return;
    choice->value = build_integer(front, type, met.low, choice->place);
    choice->other = build_integer(front, type, met.high, choice->place);
}

/* Functions give, and variables that only a header has are, one of the constants that they are compared with, if
 * somebody asks for that. Returns their names; NULL: there are none. */
static const char *limit_answers(struct finding *finding, const int64_t *numbers) {
    struct front *front = finding->front;
    const char *names = "";
    for (size_t i = 0; i < finding->answers.count; i++) {
        struct answer answer = finding->answers.items[i];
        const char *name = arena_printf(front->arena, "`%s`", answer.choice->text);
        if (!meets_several(finding, answer.holder)) continue;
        if (!strstr(names, name)) names = arena_printf(front->arena, "%s%s%s", names, *names ? ", " : "", name);
        struct met met = numbers_met(finding, answer.holder, numbers);
        if (front->options->rivals && met.count > 1) limit_choice(front, answer.choice, met);
    }
    for (uint32_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        if (!is_open(global) || numbers[i] >= 0) continue;
        struct met met = labels_met(finding, i);
        if (met.count < 2) continue;
        names = arena_printf(front->arena, "%s%s`%s`", names, *names ? ", " : "", global->name);
        if (front->options->rivals) unknown_constants_narrow(global, met.low, met.high);
    }
    return *names ? names : NULL;
}

/* Unless their uses ask for something else. */
static void settle(struct front *front, const int64_t *numbers, const char *limited) {
    struct text counted = {0};
    for (uint32_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        if (numbers[i] < 0) continue;
        unknown_constants_narrow(global, numbers[i], numbers[i]);
        if (!is_open(global))
            text_printf(&counted, "%s`%s` is %d", counted.length ? ", " : "", global->name, (int)numbers[i]);
    }
    if (limited && front->options->rivals)
        text_printf(&counted, "%swhat comes of %s is one of the constants that it is compared with",
                    counted.length ? ", and " : "", limited);
    if (counted.length) front->program->rivals_counted = arena_text(front->arena, text_chars(&counted));
    text_free(&counted);
}

static bool are_several(const struct front *front) {
    uint32_t count = 0;
    for (size_t i = 0; i < front->globals.count; i++) count += is_open(front->globals.items[i]);
    return count > 1;
}

void rival_constants_find(struct front *front) {
    struct finding finding = {.front = front};
    if (!are_several(front) && !front->invented.list.count) return;
    begin(&finding);
    for (uint32_t i = 0; i < front->functions.count; i++) look_at_function(&finding, i);
    join_rivals(&finding);
    const int64_t *numbers = count_rivals(&finding);
    const char *limited = limit_answers(&finding, numbers);
    settle(front, numbers, limited);
    front->program->limited_answers = limited;
    if (limited && !front->program->rival_orders) front->program->rival_orders = 1;
    vec_free(&finding.fields);
    vec_free(&finding.parents);
    vec_free(&finding.meetings);
    vec_free(&finding.labels);
    vec_free(&finding.answers);
}
