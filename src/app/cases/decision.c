#include "app/cases/decision.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <string.h>

/* ---- the table of conditions ---- */

static size_t slot_of(const struct decisions *decisions, const struct c_expression *expression) {
    size_t slot = ((uintptr_t)expression >> 4) * 0x9e3779b97f4a7c15u % decisions->table_size;
    while (decisions->keys[slot] && decisions->keys[slot] != expression) slot = (slot + 1) % decisions->table_size;
    return slot;
}

uint32_t decisions_condition(const struct decisions *decisions, const struct c_expression *expression) {
    if (!decisions->table_size) return UINT32_MAX;
    size_t slot = slot_of(decisions, expression);
    return decisions->keys[slot] ? decisions->numbers[slot] : UINT32_MAX;
}

static void build_table(struct decisions *decisions) {
    decisions->table_size = 2 * decisions->conditions.count + 3;
    decisions->keys = memory_new(decisions->table_size * sizeof *decisions->keys);
    decisions->numbers = memory_new(decisions->table_size * sizeof *decisions->numbers);
    for (uint32_t i = 0; i < decisions->conditions.count; i++) {
        size_t slot = slot_of(decisions, decisions->conditions.items[i].expression);
        invariant(!decisions->keys[slot]);
        decisions->keys[slot] = decisions->conditions.items[i].expression;
        decisions->numbers[slot] = i;
    }
}

void decisions_free(struct decisions *decisions) {
    vec_free(&decisions->list);
    vec_free(&decisions->conditions);
    vec_free(&decisions->nodes);
    free(decisions->keys);
    free(decisions->numbers);
}

/* ---- finding them ---- */

struct finding {
    struct decisions *decisions;
    const struct subject *subject;
    const struct c_function *function;
};

static void look_into(struct finding *finding, const struct c_expression *e, bool is_tested);

static uint32_t add_node(struct finding *finding, struct decision_node node) {
    vec_push(&finding->decisions->nodes, node);
    return (uint32_t)finding->decisions->nodes.count - 1;
}

/* && or ||, perhaps negated, or as a number of another type. */
static bool is_joined(const struct c_expression *e) {
    while ((e->kind == C_UNARY && e->op == C_LOGICAL_NOT) ||
           (e->kind == C_CONVERT && e->type->kind == C_INTEGER && e->left->type->kind == C_INTEGER))
        e = e->left;
    return e->kind == C_AND || e->kind == C_OR;
}

/* What is inside of a condition are decisions of their own. */
static uint32_t add_condition(struct finding *finding, const struct c_expression *e) {
    struct decisions *decisions = finding->decisions;
    uint32_t number = (uint32_t)decisions->list.count; /* the one under way */
    uint32_t index = vec_last(&decisions->list).count++;
    invariant(number > 0);
    vec_push(&decisions->conditions, (struct condition){e, finding->function, number - 1, index});
    return add_node(finding, (struct decision_node){.kind = NODE_CONDITION, .left = index});
}

static uint32_t add_tree(struct finding *finding, const struct c_expression *e) {
    if (e->kind == C_CONSTANT)
        return add_node(finding,
                        (struct decision_node){.kind = NODE_CONSTANT,
                                               .value = e->type->kind == C_FLOAT ? e->real != 0 : e->integer != 0});
    bool is_negation = e->kind == C_UNARY && e->op == C_LOGICAL_NOT;
    if (!is_negation && !is_joined(e)) return add_condition(finding, e);
    if (e->kind == C_CONVERT) return add_tree(finding, e->left);
    uint32_t left = add_tree(finding, e->left);
    if (is_negation) return add_node(finding, (struct decision_node){.kind = NODE_NOT, .left = left});
    uint32_t right = add_tree(finding, e->right);
    return add_node(finding, (struct decision_node){e->kind == C_AND ? NODE_AND : NODE_OR, left, right, false});
}

static void begin_decision(struct finding *finding, struct place place) {
    struct decision decision = {
        .function = finding->function, .place = place, .first = (uint32_t)finding->decisions->conditions.count};
    vec_push(&finding->decisions->list, decision);
}

/* What is left of it then: what its conditions have inside. */
static void end_decision(struct finding *finding, uint32_t root) {
    struct decisions *decisions = finding->decisions;
    struct decision *decision = &vec_last(&decisions->list);
    uint32_t first = decision->first, count = decision->count;
    decision->root = root;
    if (!count) decisions->list.count--;
    for (uint32_t i = first; i < first + count; i++)
        look_into(finding, decisions->conditions.items[i].expression, false);
}

/* `a[x && y] += 1` has it in what is read and in what is written. */
static bool is_there(const struct finding *finding, const struct c_expression *e) {
    const struct decisions *decisions = finding->decisions;
    for (size_t i = decisions->list.count; i-- > 0 && decisions->list.items[i].function == finding->function;)
        if (decisions->list.items[i].whole == e) return true;
    return false;
}

static void add_decision(struct finding *finding, const struct c_expression *e) {
    if (is_there(finding, e)) return;
    begin_decision(finding, e->place);
    vec_last(&finding->decisions->list).whole = e;
    end_decision(finding, add_tree(finding, e));
}

static void look_into(struct finding *finding, const struct c_expression *e, bool is_tested) {
    if (!e) return;
    if (is_tested || is_joined(e)) {
        add_decision(finding, e);
        return;
    }
    look_into(finding, e->left, e->kind == C_CONDITIONAL);
    look_into(finding, e->right, false);
    look_into(finding, e->third, false);
}

/* ---- decisions of several branches ---- */

static const struct c_expression *tested_by(const struct finding *finding, const struct c_test *test) {
    for (uint32_t i = 0; i < finding->function->code_count; i++)
        if (finding->function->code[i].test == test) return finding->function->code[i].value;
    return NULL;
}

/* What no branch tests any more cannot be reached: nobody will look at it. */
static uint32_t add_test(struct finding *finding, const struct c_test *test) {
    const struct c_expression *tested = test->kind == C_TEST_BRANCH ? tested_by(finding, test) : NULL;
    if (tested) return add_tree(finding, tested);
    if (test->kind == C_TEST_CONSTANT || test->kind == C_TEST_BRANCH)
        return add_node(finding, (struct decision_node){.kind = NODE_CONSTANT, .value = test->value});
    uint32_t left = add_test(finding, test->left);
    if (test->kind == C_TEST_NOT) return add_node(finding, (struct decision_node){.kind = NODE_NOT, .left = left});
    uint32_t right = add_test(finding, test->right);
    return add_node(finding, (struct decision_node){test->kind == C_TEST_AND ? NODE_AND : NODE_OR, left, right, false});
}

static bool is_first_of_its_tests(const struct c_function *function, uint32_t number) {
    for (uint32_t i = 0; i < number; i++)
        if (function->code[i].test && function->code[i].test->whole == function->code[number].test->whole) return false;
    return true;
}

static void look_at_branch(struct finding *finding, uint32_t i) {
    const struct c_instruction *branch = &finding->function->code[i];
    if (!branch->test) {
        look_into(finding, branch->value, true);
    } else if (is_first_of_its_tests(finding->function, i)) {
        begin_decision(finding, branch->place);
        end_decision(finding, add_test(finding, branch->test->whole));
    }
}

static void look_at(struct finding *finding, uint32_t i) {
    const struct c_instruction *code = &finding->function->code[i];
    if (code->kind == C_ASSERT || code->kind == C_ASSUME) return;
    if (code->kind == C_BRANCH) {
        look_at_branch(finding, i);
        return;
    }
    look_into(finding, code->target, false);
    look_into(finding, code->value, false);
    look_into(finding, code->other, false);
    for (uint32_t k = 0; k < code->argument_count; k++) look_into(finding, code->arguments[k], false);
    for (uint32_t k = 0; k < code->output_count; k++) look_into(finding, code->outputs[k], false);
}

void decisions_find(struct decisions *decisions, const struct subject *subject, const bool *wanted) {
    struct finding finding = {.decisions = decisions, .subject = subject};
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        finding.function = subject->program->functions[f];
        for (uint32_t i = 0; wanted[f] && i < finding.function->code_count; i++) look_at(&finding, i);
    }
    build_table(decisions);
}

/* ---- what they come to ---- */

static char outcome_of(const struct decisions *decisions, uint32_t number, const char *values) {
    const struct decision_node *node = &decisions->nodes.items[number];
    if (node->kind == NODE_CONDITION) return values[node->left];
    if (node->kind == NODE_CONSTANT) return node->value ? DECISION_TRUE : DECISION_FALSE;
    char left = outcome_of(decisions, node->left, values);
    if (left == DECISION_NOT_LOOKED_AT) return left;
    if (node->kind == NODE_NOT) return left == DECISION_TRUE ? DECISION_FALSE : DECISION_TRUE;
    if ((left == DECISION_TRUE) == (node->kind == NODE_OR)) return left;
    return outcome_of(decisions, node->right, values);
}

char decision_outcome(const struct decisions *decisions, uint32_t decision, const char *values) {
    return outcome_of(decisions, decisions->list.items[decision].root, values);
}

bool decision_is_pair(const struct decisions *decisions, uint32_t decision, const char *one, const char *other,
                      uint32_t condition) {
    uint32_t count = decisions->list.items[decision].count;
    if (one[condition] == other[condition] || one[condition] == DECISION_NOT_LOOKED_AT ||
        other[condition] == DECISION_NOT_LOOKED_AT)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (i != condition && one[i] != other[i] && one[i] != DECISION_NOT_LOOKED_AT &&
            other[i] != DECISION_NOT_LOOKED_AT)
            return false;
    return decision_outcome(decisions, decision, one) != decision_outcome(decisions, decision, other);
}
