/* Variables between which values are copied are one. Constants that meet one are rivals, and so are the rivals of
 * these. What is taken for a rival and is none costs a question; nothing is assumed of rivals for something to hold. */
#include "cfront/rival_constants.h"

#include "base/some_names.h"
#include "cfront/build.h"
#include "cfront/ir/walk.h"
#include "cfront/unknown_constants.h"

#include <ctype.h>
#include <string.h>

enum { MOST_TOLD = 12 };

typedef VEC(struct c_rival) rival_list;

/* What holds values: objects, members of all structures of a type, results of functions, indices of an array. */
struct meeting {
    uint32_t constant, holder;
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

/* The indices of what is held there. */
struct index_node {
    uint32_t array, node;
};

/* A number that C wants to know when it compiles, and stands in code: no object. */
struct guess_node {
    const char *name;
    uint32_t node;
};

/* What code does with constants, or what holds them, that says what kind of numbers they are. */
enum use_kind { USE_BITS, USE_NUMBER, USE_ORDER, USE_SIGN };
struct use {
    uint32_t node;
    enum use_kind kind;
};

struct finding {
    struct front *front;
    uint32_t *first_local; /* by function */
    uint32_t first_result;
    const struct c_function *function; /* that is looked at */
    uint32_t *temporaries;             /* nodes of its locals; temporaries are others in each statement */
    VEC(struct field_node) fields;
    VEC(struct index_node) indices;
    VEC(struct guess_node) guesses;
    VEC(uint32_t) parents; /* of holders, and then of constants */
    VEC(struct meeting) meetings;
    VEC(struct label) labels;
    VEC(struct answer) answers;
    VEC(struct use) uses;
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

static uint32_t node_of_indices(struct finding *finding, uint32_t array) {
    for (size_t i = 0; i < finding->indices.count; i++)
        if (root_of(finding, finding->indices.items[i].array) == root_of(finding, array))
            return finding->indices.items[i].node;
    uint32_t node = new_node(finding);
    vec_push(&finding->indices, ((struct index_node){array, node}));
    return node;
}

static uint32_t node_of_guess(struct finding *finding, const char *name) {
    for (size_t i = 0; i < finding->guesses.count; i++)
        if (!strcmp(finding->guesses.items[i].name, name)) return finding->guesses.items[i].node;
    uint32_t node = new_node(finding);
    vec_push(&finding->guesses, ((struct guess_node){name, node}));
    return node;
}

static uint32_t node_of_object(const struct finding *finding, const struct c_object *object) {
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

static bool find_constant(struct finding *finding, const struct c_expression *e, uint32_t *node) {
    const struct c_object *object = unknown_constants_read(finding->front, e);
    while (e && e->kind == C_CONVERT) e = e->left;
    bool is_guess = e && e->kind == C_CONSTANT && e->guessed;
    bool is_object = object && object->is_of_header;
    if (is_object) *node = object->index;
    if (is_guess) *node = node_of_guess(finding, e->guessed);
    return is_object || is_guess;
}

/* Who holds it; false: it is computed. Who holds its bits, too. */
static bool find_holder(struct finding *finding, const struct c_expression *e, uint32_t *node) {
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

static void meet_node(struct finding *finding, uint32_t holder, const struct c_expression *value) {
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

static void note_use(struct finding *finding, const struct c_expression *e, enum use_kind kind) {
    uint32_t node;
    if (find_constant(finding, e, &node) || find_holder(finding, e, &node))
        vec_push(&finding->uses, ((struct use){node, kind}));
}

/* A constant that labels are compared with is their holder. */
static void relate(struct finding *finding, const struct c_expression *left, const struct c_expression *right) {
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
static void note_uses(struct finding *finding, const struct c_expression *e, const struct c_expression *one,
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
static bool look_at_mask(struct finding *finding, const struct c_expression *e) {
    uint32_t left, right;
    bool are_constants =
        e->op == C_BIT_AND && find_constant(finding, e->left, &left) && find_constant(finding, e->right, &right);
    if (!are_constants) return false;
    vec_push(&finding->meetings, ((struct meeting){left, right}));
    vec_push(&finding->meetings, ((struct meeting){right, left}));
    return true;
}

static void look_at_operands(struct finding *finding, const struct c_expression *e) {
    bool compares = e->op >= C_LESS && e->op <= C_NOT_EQUAL;
    for (unsigned side = 0; side < 2; side++) {
        const struct c_expression *one = side ? e->right : e->left, *other = side ? e->left : e->right;
        if (compares) note_label(finding, one, other);
        note_uses(finding, e, one, other);
    }
    if (!look_at_mask(finding, e) && (compares || is_of_bits(e))) relate(finding, e->left, e->right);
}

static void look_at_expression(void *context, const struct c_expression *e) {
    struct finding *finding = context;
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
        walk_instruction(code, look_at_expression, finding);
        if (code->kind == C_ASSIGN && code->value->type->kind == C_INTEGER) meet(finding, code->target, code->value);
        if (code->kind == C_CALL) look_at_call(finding, code);
        if (code->kind == C_CHOOSE) look_at_choice(finding, code);
        if (code->kind == C_CLEAR && c_is_temporary(code->target))
            finding->temporaries[c_object_of(code->target)->index] = new_node(finding);
        if (code->kind == C_RETURN && code->value) meet_node(finding, finding->first_result + number, code->value);
    }
}

static void look_at_first_values(struct finding *finding) {
    const struct front *front = finding->front;
    for (size_t i = 0; i < front->first_values.count; i++)
        meet(finding, front->first_values.items[i].place, front->first_values.items[i].value);
}

/* ---- sets ---- */

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

/* Constants whose number is known are none that could be counted. */
static bool is_open(const struct c_object *constant) {
    return constant->starts_with_any && constant->is_of_header && constant->type->kind == C_INTEGER &&
           !(constant->has_range && constant->low == constant->high);
}

static bool is_held(const struct finding *finding, uint32_t constant, uint32_t holder) {
    bool is = root_of(finding, holder) == root_of(finding, constant);
    for (size_t i = 0; !is && i < finding->meetings.count; i++) {
        struct meeting meeting = finding->meetings.items[i];
        is = meeting.constant == constant && root_of(finding, meeting.holder) == root_of(finding, holder);
    }
    return is;
}

/* NULL: it is known, or no object. */
static struct c_object *find_open(const struct front *front, const char *name) {
    for (size_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        if (is_open(global) && !strcmp(global->name, name)) return global;
    }
    return NULL;
}

/* Which number it is, as somebody asked for that. */
static bool find_number(const struct front *front, const char *name, int64_t *number) {
    for (size_t i = 0; i < front->options->counted_count; i++) {
        if (strcmp(front->options->counted[i].name, name) != 0) continue;
        *number = front->options->counted[i].number;
        return true;
    }
    return false;
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

static struct met numbers_met(const struct finding *finding, uint32_t node) {
    struct met met = {.count = 0};
    const struct front *front = finding->front;
    uint32_t root = root_of(finding, node);
    for (size_t i = 0; i < finding->labels.count; i++)
        if (root_of(finding, finding->labels.items[i].holder) == root)
            meet_number(&met, finding->labels.items[i].number);
    for (size_t i = 0; i < finding->meetings.count; i++) {
        struct meeting meeting = finding->meetings.items[i];
        bool is_global = meeting.constant < front->globals.count; /* labels were met */
        int64_t number = INT32_MAX + (int64_t)meeting.constant;   /* another one than labels are */
        if (!is_global || root_of(finding, meeting.holder) != root) continue;
        const struct c_object *constant = front->globals.items[meeting.constant];
        bool is_told = find_number(front, constant->name, &number);
        if (is_told || (!front->options->counts_rivals && is_open(constant))) meet_number(&met, number);
    }
    return met;
}

/* Of a constant that may be a variable: labels are compared with it, or, as its name says so, with what holds it. */
static struct met labels_met(const struct finding *finding, uint32_t constant) {
    struct met met = {.count = 0};
    bool is_variable = islower((unsigned char)*finding->front->globals.items[constant]->name);
    for (size_t i = 0; i < finding->labels.count; i++) {
        uint32_t holder = finding->labels.items[i].holder;
        bool is_compared = root_of(finding, holder) == root_of(finding, constant);
        if (is_compared || (is_variable && is_held(finding, constant, holder)))
            meet_number(&met, finding->labels.items[i].number);
    }
    return met;
}

static void limit_choice(struct front *front, struct c_instruction *choice, struct met met) {
    const struct c_type *type = choice->target->type;
    if (!c_range_fits(type, type->size * 8, met.low, met.high)) return;
    choice->value = build_integer(front, type, met.low, choice->place);
    choice->other = build_integer(front, type, met.high, choice->place);
}

static const char *add_name(struct front *front, const char *names, const char *name) {
    const char *quoted = arena_printf(front->arena, "`%s`", name);
    return strstr(names, quoted) ? names : arena_printf(front->arena, "%s%s%s", names, *names ? ", " : "", quoted);
}

/* Functions give, and variables that only a header has are, one of the constants that they are compared with, if
 * somebody asks for that. Returns their names; NULL: there are none. */
static const char *limit_answers(struct finding *finding) {
    struct front *front = finding->front;
    const char *names = "";
    for (size_t i = 0; i < finding->answers.count; i++) {
        struct answer answer = finding->answers.items[i];
        struct met met = numbers_met(finding, answer.holder);
        if (met.count < 2) continue;
        names = add_name(front, names, answer.choice->text);
        if (front->options->counts_rivals) limit_choice(front, answer.choice, met);
    }
    for (uint32_t i = 0; i < front->globals.count; i++) {
        struct c_object *global = front->globals.items[i];
        int64_t number;
        struct met met = is_open(global) ? labels_met(finding, i) : (struct met){.count = 0};
        if (met.count < 2 || find_number(front, global->name, &number)) continue;
        names = add_name(front, names, global->name);
        if (front->options->counts_rivals) unknown_constants_narrow(global, met.low, met.high);
    }
    return *names ? names : NULL;
}

/* ---- rivals ---- */

static bool has_use(const struct finding *finding, uint32_t node, enum use_kind kind) {
    for (size_t i = 0; i < finding->uses.count; i++)
        if (finding->uses.items[i].kind == kind && is_held(finding, node, finding->uses.items[i].node)) return true;
    return false;
}

static void add_rival(struct finding *finding, rival_list *rivals, const char *name, uint32_t node) {
    struct c_rival rival = {.name = arena_text(finding->front->arena, name),
                            .set = root_of(finding, node),
                            .are_bits = has_use(finding, node, USE_BITS),
                            .are_numbers = has_use(finding, node, USE_NUMBER),
                            .are_ordered = has_use(finding, node, USE_ORDER),
                            .may_be_below = has_use(finding, node, USE_SIGN)};
    vec_push(rivals, rival);
}

/* What counts elements, unless a bit-field was not wide enough for the number that it had. */
static void add_sizes(const struct front *front, rival_list *rivals) {
    for (size_t i = 0; i < front->invented.list.count; i++) {
        const struct invention *invention = front->invented.list.items[i];
        bool is_free = invention->kind == INVENTED_NUMBER && invention->number == invention->own_number;
        if (is_free && invention->is_size && !invention->is_usual && !invention->is_address)
            vec_push(rivals, ((struct c_rival){.name = arena_text(front->arena, invention->name),
                                               .is_size = true,
                                               .number = invention->own_number}));
    }
}

static bool can_be_counted(const struct front *front, const char *name) {
    const struct invention *invention = invented_find(&front->invented, name);
    return invention && !invention->is_size && !invention->is_usual && !invention->is_address;
}

static bool is_number(const struct front *front, const char *name) {
    const struct invention *invention = invented_find(&front->invented, name);
    return invention && invention->kind == INVENTED_NUMBER;
}

/* What is known of one is known of its set. */
static void share_uses(rival_list *rivals) {
    for (size_t i = 0; i < rivals->count; i++)
        for (size_t j = 0; j < rivals->count; j++) {
            struct c_rival *one = &rivals->items[i];
            const struct c_rival *other = &rivals->items[j];
            if (one->is_size || other->is_size || one->set != other->set) continue;
            one->are_bits |= other->are_bits;
            one->are_numbers |= other->are_numbers;
            one->are_ordered |= other->are_ordered;
            one->may_be_below |= other->may_be_below;
        }
}

static void find_rivals(struct finding *finding) {
    struct front *front = finding->front;
    rival_list rivals = {0};
    for (uint32_t i = 0; i < front->globals.count; i++) {
        const struct c_object *global = front->globals.items[i];
        bool is_counted = is_open(global) && !global->is_time && !labels_met(finding, i).count;
        if (is_counted) add_rival(finding, &rivals, global->name, i);
    }
    for (size_t i = 0; i < finding->guesses.count; i++) {
        struct guess_node guess = finding->guesses.items[i];
        if (can_be_counted(front, guess.name)) add_rival(finding, &rivals, guess.name, guess.node);
    }
    share_uses(&rivals);
    add_sizes(front, &rivals);
    struct c_rival *list = arena_new_array(front->arena, struct c_rival, rivals.count + 1);
    for (size_t i = 0; i < rivals.count; i++) list[i] = rivals.items[i];
    front->program->rivals = list;
    front->program->rival_count = (uint32_t)rivals.count;
    vec_free(&rivals);
}

/* Unless their uses ask for something else. */
static void settle(struct front *front, const char *limited) {
    struct some_names counted = {.most = MOST_TOLD};
    for (size_t i = 0; i < front->options->counted_count; i++) {
        const struct cfront_counted *number = &front->options->counted[i];
        struct c_object *global = find_open(front, number->name);
        if (global) unknown_constants_narrow(global, number->number, number->number);
        bool is_so = global ? !is_open(global) : is_number(front, number->name);
        if (is_so)
            some_names_add(&counted, arena_printf(front->scratch, "`%s` is %d", number->name, number->number), NULL);
    }
    const char *words = counted.count ? some_names_chars(&counted) : "";
    if (limited)
        words = arena_printf(front->scratch, "%s%swhat comes of %s is one of the constants that it is compared with",
                             words, *words ? ", and " : "", limited);
    if (*words) front->program->rivals_counted = arena_text(front->arena, words);
    some_names_free(&counted);
}

static bool are_any(const struct front *front) {
    for (size_t i = 0; i < front->globals.count; i++)
        if (is_open(front->globals.items[i])) return true;
    return front->invented.list.count;
}

static void free_finding(struct finding *finding) {
    vec_free(&finding->fields);
    vec_free(&finding->indices);
    vec_free(&finding->guesses);
    vec_free(&finding->parents);
    vec_free(&finding->meetings);
    vec_free(&finding->labels);
    vec_free(&finding->answers);
    vec_free(&finding->uses);
}

void rival_constants_find(struct front *front) {
    struct finding finding = {.front = front};
    if (!are_any(front)) return;
    begin(&finding);
    look_at_first_values(&finding);
    for (uint32_t i = 0; i < front->functions.count; i++) look_at_function(&finding, i);
    join_rivals(&finding);
    find_rivals(&finding);
    front->program->limited_answers = limit_answers(&finding);
    if (front->options->counts_rivals) settle(front, front->program->limited_answers);
    free_finding(&finding);
}
