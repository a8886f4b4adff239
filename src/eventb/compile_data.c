/* Values of data types, functions of theories, and COND. */
#include "eventb/check.h"
#include "eventb/node.h"

#include <string.h>

/* ---- values ---- */

static struct eb_value run_construct(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value *fields = eb_frame_alloc(frame, node->count * sizeof *fields + 1);
    for (unsigned i = 0; i < node->count; i++) fields[i] = eb_run_node(node->list[i], frame);
    return (struct eb_value){node->slot, fields};
}

/* The field `constant` of the constructor `slot`. */
static struct eb_value run_destruct(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value value = eb_run_node(node->a, frame);
    if (value.code != node->slot) eb_fail(frame, node->fault);
    return eb_field(value, (unsigned)node->constant.code);
}

static struct eb_value run_is_constructed(const struct eb_node *node, struct eb_frame *frame) {
    return eb_truth_value(eb_run_node(node->a, frame).code == node->slot ? EB_YES : EB_NO);
}

static struct eb_value run_conditional(const struct eb_node *node, struct eb_frame *frame) {
    enum eb_truth holds = eb_truth(node->a, frame);
    eb_require_decided(frame, holds);
    return eb_run_node(node->list[holds == EB_YES ? 0 : 1], frame);
}

/* ---- functions ---- */

/* A function for the types of one use. Its identifiers share their slots with those of formulas that call it: a call
 * keeps the values that were there. */
struct eb_called {
    const struct eb_function *function;
    const struct eb_type *const *types; /* of the parameters, then of the value */
    const struct eb_node *body;
    const unsigned *slots; /* of the parameters */
    unsigned first_slot;   /* from here on they are kept */
    uint32_t too_deep;
};

/* Functions that call themselves for ever larger types are not for us. */
enum { DEEPEST_CALL = 2000, MOST_CALLED = 1000 };

struct calling {
    const struct eb_called *called;
    const struct eb_value *arguments;
    struct eb_value value;
};

static void run_body(struct eb_frame *frame, void *context) {
    struct calling *calling = context;
    const struct eb_called *called = calling->called;
    for (unsigned i = 0; i < called->function->definition->bound_count; i++) {
        frame->slots[called->slots[i]] = calling->arguments[i];
        frame->cut_slots[called->slots[i]] = false;
    }
    calling->value = eb_run_node(called->body, frame);
}

static struct eb_value run_call(const struct eb_node *node, struct eb_frame *frame) {
    const struct eb_called *called = node->called;
    if (frame->calls >= DEEPEST_CALL) eb_fail(frame, called->too_deep);
    eb_frame_work(frame);
    struct eb_value *arguments = eb_frame_alloc(frame, node->count * sizeof *arguments + 1);
    for (unsigned i = 0; i < node->count; i++) arguments[i] = eb_run_node(node->list[i], frame);
    unsigned count = frame->slot_count - called->first_slot;
    struct eb_value *slots = eb_frame_alloc(frame, count * sizeof *slots + 1);
    bool *cut_slots = eb_frame_alloc(frame, count * sizeof *cut_slots + 1);
    memcpy(slots, frame->slots + called->first_slot, count * sizeof *slots);
    memcpy(cut_slots, frame->cut_slots + called->first_slot, count * sizeof *cut_slots);
    struct calling calling = {.called = called, .arguments = arguments};
    frame->calls++;
    bool good = eb_attempt(frame, run_body, &calling);
    frame->calls--;
    memcpy(frame->slots + called->first_slot, slots, count * sizeof *slots);
    memcpy(frame->cut_slots + called->first_slot, cut_slots, count * sizeof *cut_slots);
    if (!good) eb_fail_again(frame);
    return calling.value;
}

static const struct eb_type *const *types_of(struct eb_compiler *compiler, const struct eb_formula *call) {
    const struct eb_type **types = arena_new_array(compiler->arena, const struct eb_type *, call->child_count + 1);
    for (unsigned i = 0; i < call->child_count; i++) types[i] = call->children[i]->type;
    types[call->child_count] = call->type;
    return types;
}

static unsigned most_slots(const struct eb_formula *formula) {
    unsigned most = 0;
    for (unsigned i = 0; i < formula->bound_count; i++)
        if (formula->bound[i].slot >= most) most = formula->bound[i].slot + 1;
    for (unsigned i = 0; i < formula->child_count; i++) {
        unsigned inside = most_slots(formula->children[i]);
        if (inside > most) most = inside;
    }
    return most;
}

static void compile_body(struct eb_compiler *compiler, struct eb_called *called, const struct eb_formula *typed) {
    unsigned most = most_slots(typed), *slots = arena_new_array(compiler->arena, unsigned, typed->bound_count + 1);
    if (compiler->fresh < most) compiler->fresh = most;
    if (compiler->slot_count < compiler->bound + most) compiler->slot_count = compiler->bound + most;
    for (unsigned i = 0; i < typed->bound_count; i++) slots[i] = compiler->bound + typed->bound[i].slot;
    called->slots = slots;
    const char *site = compiler->site;
    compiler->site = arena_printf(compiler->arena, "operator %s", called->function->name);
    called->body = eb_compile_expression(compiler, typed->children[1]);
    compiler->site = site;
}

static const struct eb_called *called_for(struct eb_compiler *compiler, const struct eb_formula *call) {
    const struct eb_type *const *types = types_of(compiler, call);
    for (size_t i = 0; i < compiler->called.count; i++) {
        struct eb_called *called = compiler->called.items[i];
        bool same = called->function == call->function;
        for (unsigned t = 0; same && t <= call->child_count; t++) same = eb_type_equal(called->types[t], types[t]);
        if (same) return called;
    }
    struct eb_called *called = arena_new_object(compiler->arena, struct eb_called);
    *called = (struct eb_called){.function = call->function, .types = types, .first_slot = compiler->bound};
    called->too_deep = eb_fault_new(compiler, "limit", call->place,
                                    "%s calls itself more than %d times inside of itself", call->name, DEEPEST_CALL);
    vec_push(&compiler->called, called);
    const struct eb_formula *typed =
        compiler->called.count > MOST_CALLED
            ? NULL
            : eb_check_function(compiler->arena, call->function, types, call->type, compiler->diagnostics);
    if (typed) {
        compile_body(compiler, called, typed);
    } else if (!compiler->failed) {
        compiler->failed = true;
        diag_error(compiler->diagnostics, call->place, "%s cannot be evaluated for the types that it is used with here",
                   call->name);
    }
    return called;
}

/* ---- compilation ---- */

/* The sum or product (flag) of the values of a function; of a relation that is none, axioms say nothing. */
static struct eb_value run_fold(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value relation = eb_run_node(node->a, frame), pair;
    int64_t result = node->flag;
    if (!eb_is_functional(node->left, relation)) eb_fail(frame, node->fault);
    for (struct eb_elements all = eb_elements_of(node->left, relation); eb_next_element(&all, &pair);) {
        int64_t value = (int64_t)eb_right(node->left->left, pair).code;
        bool overflows = node->flag ? __builtin_mul_overflow(result, value, &result)
                                    : __builtin_add_overflow(result, value, &result);
        if (overflows) eb_fail(frame, node->second_fault);
    }
    return (struct eb_value){(uint64_t)result, NULL};
}

static const struct eb_node *fold(struct eb_compiler *compiler, const struct eb_formula *formula,
                                  struct eb_node *node) {
    const char *text = eb_formula_text(compiler, formula);
    node->run = run_fold;
    node->flag = formula->function->fold == EB_FOLD_PRODUCT;
    node->left = eb_domain_for(compiler, formula->children[0]);
    node->fault =
        eb_fault_new(compiler, "well-definedness", formula->place, "'%s' is not well-defined: '%s' is not a function",
                     text, eb_formula_text(compiler, formula->children[0]));
    node->second_fault = eb_fault_new(compiler, "overflow", formula->place, "the value of '%s' exceeds 64 bits", text);
    return node;
}

static const struct eb_node *call(struct eb_compiler *compiler, const struct eb_formula *formula,
                                  struct eb_node *node) {
    node->called = called_for(compiler, formula);
    compiler->may_cut = true; /* it may be in its own definition, of which this is not known yet */
    return node;
}

static const struct eb_node *conditional(struct eb_compiler *compiler, const struct eb_formula *formula,
                                         struct eb_node *node) {
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, 2);
    for (unsigned i = 0; i < 2; i++) list[i] = eb_compile_expression(compiler, formula->children[i + 1]);
    node->a = eb_compile_predicate(compiler, formula->children[0]);
    node->list = list;
    return node;
}

const struct eb_node *eb_compile_data(struct eb_compiler *compiler, const struct eb_formula *formula) {
    static const eb_run runs[] = {[EB_CONSTRUCT] = run_construct,
                                  [EB_DESTRUCT] = run_destruct,
                                  [EB_CALL] = run_call,
                                  [EB_CONDITIONAL] = run_conditional,
                                  [EB_IS_CONSTRUCTED] = run_is_constructed};
    struct eb_node *node = eb_node_new(compiler, runs[formula->op]);
    if (formula->type) node->domain = eb_domain_for(compiler, formula);
    if (formula->op == EB_CONDITIONAL) return conditional(compiler, formula, node);
    const struct eb_node **list = arena_new_array(compiler->arena, const struct eb_node *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++) list[i] = eb_compile_expression(compiler, formula->children[i]);
    node->list = list;
    node->a = list[0];
    node->count = formula->child_count;
    node->slot = formula->index;
    node->constant.code = (uint64_t)formula->value;
    if (formula->op == EB_CALL && formula->function->assumes) compiler->assumed = formula->function->name;
    if (formula->op == EB_CALL && formula->function->fold) return fold(compiler, formula, node);
    if (formula->op == EB_CALL) return call(compiler, formula, node);
    if (formula->op == EB_DESTRUCT)
        node->fault = eb_fault_new(
            compiler, "well-definedness", formula->place, "'%s' is not well-defined: that was not made by %s",
            eb_formula_text(compiler, formula), formula->data->constructors[formula->index].name);
    return node;
}

/* ---- sets ---- */

/* The set of all values of a field's type that are made of elements of the parameters' sets. */
static const struct eb_shape *field_shape(struct eb_compiler *compiler, const struct eb_formula *set,
                                          const struct eb_datatype *data, const struct eb_type *type);

static struct eb_formula *set_node(struct eb_compiler *compiler, const struct eb_formula *at, enum eb_op op,
                                   const struct eb_type *type) {
    struct eb_formula *node = arena_new_object(compiler->arena, struct eb_formula);
    *node = (struct eb_formula){.op = op, .place = at->place, .type = eb_type_power(compiler->arena, type)};
    return node;
}

/* A type over the parameters as a set expression, with the sets in place of the parameters. */
static const struct eb_formula *as_set(struct eb_compiler *compiler, const struct eb_formula *set,
                                       const struct eb_datatype *data, const struct eb_type *type) {
    for (unsigned i = 0; type->kind == EB_TYPE_GIVEN && i < data->parameter_count; i++)
        if (!strcmp(type->name, data->parameters[i])) return set->children[i];
    const struct eb_type **arguments =
        arena_new_array(compiler->arena, const struct eb_type *, data->parameter_count + 1);
    eb_data_arguments(set->type->left, arguments);
    const struct eb_type *real =
        eb_type_instance(compiler->arena, type, data->parameters, data->parameter_count, arguments);
    static const enum eb_op ops[] = {[EB_TYPE_INTEGER] = EB_INTEGERS,
                                     [EB_TYPE_BOOLEAN] = EB_BOOLEANS,
                                     [EB_TYPE_POWER] = EB_POWER_SET,
                                     [EB_TYPE_PRODUCT] = EB_PRODUCT,
                                     [EB_TYPE_DATA] = EB_DATA_SET};
    struct eb_formula *node = set_node(compiler, set, ops[type->kind], real);
    const struct eb_type *parts[2] = {type->left, type->right};
    unsigned count = type->kind == EB_TYPE_POWER ? 1 : type->kind == EB_TYPE_PRODUCT ? 2 : 0;
    const struct eb_type **inner = parts;
    if (type->kind == EB_TYPE_DATA) {
        count = type->data->parameter_count;
        inner = arena_new_array(compiler->arena, const struct eb_type *, count + 1);
        eb_data_arguments(type, inner);
        node->data = type->data;
        node->name = type->data->name;
    }
    const struct eb_formula **children = arena_new_array(compiler->arena, const struct eb_formula *, count + 1);
    for (unsigned i = 0; i < count; i++) children[i] = as_set(compiler, set, data, inner[i]);
    node->children = children;
    node->child_count = count;
    return node;
}

static const struct eb_shape *field_shape(struct eb_compiler *compiler, const struct eb_formula *set,
                                          const struct eb_datatype *data, const struct eb_type *type) {
    return eb_compile_set(compiler, as_set(compiler, set, data, type));
}

const struct eb_shape *eb_compile_data_set(struct eb_compiler *compiler, const struct eb_formula *formula) {
    const struct eb_datatype *data = formula->data;
    struct eb_shape *shape = arena_new_object(compiler->arena, struct eb_shape);
    const struct eb_shape ***fields =
        arena_new_array(compiler->arena, const struct eb_shape **, data->constructor_count);
    shape->kind = EB_EXTENT_DATA;
    shape->set = eb_domain_for(compiler, formula);
    shape->whole_type = true;
    for (unsigned i = 0; i < data->constructor_count; i++) {
        const struct eb_constructor *constructor = &data->constructors[i];
        fields[i] = arena_new_array(compiler->arena, const struct eb_shape *, constructor->field_count + 1);
        for (unsigned j = 0; j < constructor->field_count; j++) {
            if (eb_field_recurs(data, &constructor->fields[j])) continue;
            fields[i][j] = field_shape(compiler, formula, data, constructor->fields[j].type);
            shape->whole_type = shape->whole_type && fields[i][j]->whole_type;
        }
    }
    shape->fields = (const struct eb_shape *const *const *)fields;
    return shape;
}
