#include "app/sequential/estimate.h"

/* Of one function: orders from an instruction on, to where it is left. */
struct estimating {
    const struct sequential_code *code;
    double *of_function; /* 0: not known yet */
};

static double orders_of(struct estimating *estimating, uint32_t function);

/* How often what lies behind an instruction counts: for each order that it has itself. 0: it calls no service. */
static double weight_of(struct estimating *estimating, const struct sequential_function *function, uint32_t i) {
    const struct c_instruction *instruction = &function->code[i];
    if (instruction->kind == C_SERVICE || instruction->kind == C_INTERRUPT) return 1;
    if (instruction->kind != C_CALL) return 0;
    double orders = orders_of(estimating, function->callees[i]);
    return orders > 1 ? orders : 0;
}

/* The ways ahead of an instruction: a jump back goes on behind the loop. Their number. */
static unsigned ahead_of(const struct sequential_function *function, uint32_t i, uint32_t next[2]) {
    const struct c_instruction *instruction = &function->code[i];
    unsigned count = 0;
    if (instruction->kind == C_RETURN) return 0;
    bool falls = instruction->kind != C_BRANCH && (instruction->kind != C_JUMP || instruction->then <= i);
    if (falls) {
        if (i + 1 < function->code_count) next[count++] = i + 1;
        return count;
    }
    if (instruction->then > i) next[count++] = instruction->then;
    if (instruction->kind == C_BRANCH && instruction->otherwise > i) next[count++] = instruction->otherwise;
    return count;
}

/* Marks what is reached without a service. The orders behind the services that are reached first, and the one without
 * any. */
static double orders_from(const struct sequential_function *function, uint32_t start, const double *weights,
                          const double *behind, bool *reached) {
    double orders = 0;
    bool ends = false;
    for (uint32_t i = start; i < function->code_count; i++) reached[i] = i == start;
    for (uint32_t i = start; i < function->code_count; i++) {
        uint32_t next[2];
        if (!reached[i]) continue;
        if (weights[i] > 0) {
            orders += weights[i] * behind[i];
            continue;
        }
        unsigned count = ahead_of(function, i, next);
        for (unsigned k = 0; k < count; k++) reached[next[k]] = true;
        ends |= count == 0;
    }
    return orders + ends;
}

static double orders_of(struct estimating *estimating, uint32_t number) {
    const struct sequential_function *function = &estimating->code->functions.items[number];
    if (estimating->of_function[number] > 0) return estimating->of_function[number];
    double *weights = memory_new((function->code_count + 1) * sizeof *weights);
    double *behind = memory_new((function->code_count + 1) * sizeof *behind);
    bool *reached = memory_new(function->code_count + 1);
    for (uint32_t i = function->code_count; i-- > 0;) {
        weights[i] = weight_of(estimating, function, i);
        behind[i] = 1;
        if (weights[i] > 0 && i + 1 < function->code_count)
            behind[i] = orders_from(function, i + 1, weights, behind, reached);
    }
    double orders = orders_from(function, 0, weights, behind, reached);
    estimating->of_function[number] = orders > 1 ? orders : 1;
    free(weights);
    free(behind);
    free(reached);
    return estimating->of_function[number];
}

struct sequential_estimate sequential_estimate(const struct sequential_code *code) {
    struct sequential_estimate estimate = {0, OSEK_NONE};
    struct estimating estimating = {code, memory_new((code->functions.count + 1) * sizeof *estimating.of_function)};
    for (uint32_t c = 0; c < code->subject->context_count; c++) {
        double orders = code->entries[c] == OSEK_NONE ? 0 : orders_of(&estimating, code->entries[c]);
        if (orders > estimate.orders) estimate = (struct sequential_estimate){orders, c};
    }
    free(estimating.of_function);
    return estimate;
}
