#include "env/graph_diagram.h"

#include "base/invariant.h"

#include <string.h>

/* Terminals test this variable, which comes after all others. */
#define NO_VARIABLE UINT32_MAX

enum operation { OPERATION_AND = 1, OPERATION_OR, OPERATION_XOR };

struct node {
    uint32_t variable;
    diagram low, high; /* where the variable is false, true */
};

struct result {
    diagram a, b, value;
    uint32_t operation; /* 0: empty */
};

struct diagrams {
    VEC(struct node) nodes;
    uint32_t max_nodes;
    bool full;
    diagram *unique; /* a hash table of nodes, open addressing, 0: empty */
    uint32_t unique_size;
    struct result *results; /* of operations: a cache that forgets */
    uint32_t result_size;
    /* Marks and counts by node, valid where stamps[node] == stamp. */
    VEC(uint32_t) stamps;
    VEC(uint64_t) counts;
    uint32_t stamp;
    bool (*gives_up)(const void *context); /* NULL: never */
    const void *context;
    uint32_t operations; /* since the beginning */
};

struct diagrams *diagrams_new(uint32_t max_nodes) {
    struct diagrams *diagrams = memory_new(sizeof *diagrams);
    diagrams->max_nodes = max_nodes;
    diagrams->unique_size = 1024;
    diagrams->unique = memory_new(diagrams->unique_size * sizeof *diagrams->unique);
    diagrams->result_size = 1 << 14;
    diagrams->results = memory_new(diagrams->result_size * sizeof *diagrams->results);
    diagrams_clear(diagrams);
    return diagrams;
}

void diagrams_ask(struct diagrams *diagrams, bool (*gives_up)(const void *context), const void *context) {
    diagrams->gives_up = gives_up;
    diagrams->context = context;
}

void diagrams_free(struct diagrams *diagrams) {
    if (!diagrams) return;
    vec_free(&diagrams->nodes);
    vec_free(&diagrams->stamps);
    vec_free(&diagrams->counts);
    free(diagrams->unique);
    free(diagrams->results);
    free(diagrams);
}

void diagrams_clear(struct diagrams *diagrams) {
    vec_clear(&diagrams->nodes);
    vec_push(&diagrams->nodes, (struct node){NO_VARIABLE, DIAGRAM_FALSE, DIAGRAM_FALSE});
    vec_push(&diagrams->nodes, (struct node){NO_VARIABLE, DIAGRAM_TRUE, DIAGRAM_TRUE});
    memset(diagrams->unique, 0, diagrams->unique_size * sizeof *diagrams->unique);
    memset(diagrams->results, 0, diagrams->result_size * sizeof *diagrams->results);
    diagrams->full = false;
}

bool diagrams_full(const struct diagrams *diagrams) { return diagrams->full; }

uint32_t diagrams_nodes(const struct diagrams *diagrams) { return (uint32_t)diagrams->nodes.count; }

static uint32_t mix(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t h = a * 0x9e3779b97f4a7c15u ^ b * 0xc2b2ae3d27d4eb4fu ^ c * 0x165667b19e3779f9u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h >> 32);
}

static uint32_t *find_slot(struct diagrams *diagrams, uint32_t variable, diagram low, diagram high) {
    uint32_t mask = diagrams->unique_size - 1;
    uint32_t at = mix(variable, low, high) & mask;
    while (diagrams->unique[at]) {
        const struct node *node = &diagrams->nodes.items[diagrams->unique[at]];
        if (node->variable == variable && node->low == low && node->high == high) break;
        at = (at + 1) & mask;
    }
    return &diagrams->unique[at];
}

static void grow_unique(struct diagrams *diagrams) {
    free(diagrams->unique);
    diagrams->unique_size *= 2;
    diagrams->unique = memory_new(diagrams->unique_size * sizeof *diagrams->unique);
    for (uint32_t i = 2; i < diagrams->nodes.count; i++) {
        const struct node *node = &diagrams->nodes.items[i];
        *find_slot(diagrams, node->variable, node->low, node->high) = i;
    }
    /* More nodes deserve a larger cache; what it held is lost, which costs time only. */
    if (diagrams->result_size < diagrams->unique_size) {
        free(diagrams->results);
        diagrams->result_size = diagrams->unique_size;
        diagrams->results = memory_new(diagrams->result_size * sizeof *diagrams->results);
    }
}

static diagram make(struct diagrams *diagrams, uint32_t variable, diagram low, diagram high) {
    if (low == high) return low;
    uint32_t *slot = find_slot(diagrams, variable, low, high);
    if (*slot) return *slot;
    if (diagrams->nodes.count >= diagrams->max_nodes) {
        diagrams->full = true;
        return DIAGRAM_FALSE;
    }
    invariant(variable < diagrams->nodes.items[low].variable && variable < diagrams->nodes.items[high].variable);
    diagram node = *slot = (uint32_t)diagrams->nodes.count;
    vec_push(&diagrams->nodes, (struct node){variable, low, high});
    if (diagrams->nodes.count * 2 > diagrams->unique_size) grow_unique(diagrams);
    return node;
}

diagram diagram_variable(struct diagrams *diagrams, uint32_t variable) {
    return make(diagrams, variable, DIAGRAM_FALSE, DIAGRAM_TRUE);
}

/* The result where one operand decides it; false if neither does. */
static bool apply_simply(enum operation operation, diagram a, diagram b, diagram *value) {
    switch (operation) {
    case OPERATION_AND:
        if (a == DIAGRAM_FALSE || b == DIAGRAM_FALSE) return *value = DIAGRAM_FALSE, true;
        if (a == DIAGRAM_TRUE || a == b) return *value = b, true;
        if (b == DIAGRAM_TRUE) return *value = a, true;
        return false;
    case OPERATION_OR:
        if (a == DIAGRAM_TRUE || b == DIAGRAM_TRUE) return *value = DIAGRAM_TRUE, true;
        if (a == DIAGRAM_FALSE || a == b) return *value = b, true;
        if (b == DIAGRAM_FALSE) return *value = a, true;
        return false;
    case OPERATION_XOR:
        if (a == b) return *value = DIAGRAM_FALSE, true;
        if (a == DIAGRAM_FALSE) return *value = b, true;
        if (b == DIAGRAM_FALSE) return *value = a, true;
        return false;
    }
    return false;
}

/* An operation may take exponentially many steps of this kind, and make few nodes. */
static void look_up(struct diagrams *diagrams) {
    enum { OFTEN = 4096 };
    if (++diagrams->operations % OFTEN == 0 && diagrams->gives_up && diagrams->gives_up(diagrams->context))
        diagrams->full = true;
}

static diagram apply(struct diagrams *diagrams, enum operation operation, diagram a, diagram b) {
    diagram value;
    look_up(diagrams);
    if (diagrams->full) return DIAGRAM_FALSE;
    if (apply_simply(operation, a, b, &value)) return value;
    if (a > b) {
        diagram swap = a;
        a = b, b = swap;
    }
    uint32_t at = mix(a, b, operation);
    const struct result *known = &diagrams->results[at & (diagrams->result_size - 1)];
    if (known->operation == operation && known->a == a && known->b == b) return known->value;

    struct node first = diagrams->nodes.items[a], second = diagrams->nodes.items[b];
    uint32_t variable = first.variable < second.variable ? first.variable : second.variable;
    if (first.variable != variable) first.low = first.high = a;
    if (second.variable != variable) second.low = second.high = b;
    diagram low = apply(diagrams, operation, first.low, second.low);
    diagram high = apply(diagrams, operation, first.high, second.high);
    value = make(diagrams, variable, low, high);
    if (!diagrams->full) diagrams->results[at & (diagrams->result_size - 1)] = (struct result){a, b, value, operation};
    return value;
}

diagram diagram_not(struct diagrams *diagrams, diagram a) { return apply(diagrams, OPERATION_XOR, a, DIAGRAM_TRUE); }

diagram diagram_and(struct diagrams *diagrams, diagram a, diagram b) { return apply(diagrams, OPERATION_AND, a, b); }

diagram diagram_or(struct diagrams *diagrams, diagram a, diagram b) { return apply(diagrams, OPERATION_OR, a, b); }

diagram diagram_xor(struct diagrams *diagrams, diagram a, diagram b) { return apply(diagrams, OPERATION_XOR, a, b); }

diagram diagram_choose(struct diagrams *diagrams, diagram condition, diagram then, diagram otherwise) {
    if (condition == DIAGRAM_TRUE) return then;
    if (condition == DIAGRAM_FALSE) return otherwise;
    return diagram_or(diagrams, diagram_and(diagrams, condition, then),
                      diagram_and(diagrams, diagram_not(diagrams, condition), otherwise));
}

static void start_stamp(struct diagrams *diagrams) {
    vec_reserve(&diagrams->counts, diagrams->nodes.count);
    vec_reserve(&diagrams->stamps, diagrams->nodes.count);
    if (++diagrams->stamp == 0) {
        vec_clear(&diagrams->stamps);
        diagrams->stamp = 1;
    }
    while (diagrams->stamps.count < diagrams->nodes.count) vec_push(&diagrams->stamps, 0);
}

static void collect_support(struct diagrams *diagrams, diagram a, struct diagram_variables *variables) {
    if (a <= DIAGRAM_TRUE || diagrams->stamps.items[a] == diagrams->stamp) return;
    diagrams->stamps.items[a] = diagrams->stamp;
    const struct node *node = &diagrams->nodes.items[a];
    vec_push(&variables->list, node->variable);
    collect_support(diagrams, node->low, variables);
    collect_support(diagrams, node->high, variables);
}

void diagram_support(struct diagrams *diagrams, diagram a, struct diagram_variables *variables) {
    start_stamp(diagrams);
    collect_support(diagrams, a, variables);
}

struct counting {
    struct diagrams *diagrams;
    const uint32_t *variables;
    size_t variable_count;
    bool overflow;
};

static size_t position_of(const struct counting *counting, diagram a, size_t from) {
    uint32_t variable = counting->diagrams->nodes.items[a].variable;
    while (from < counting->variable_count && counting->variables[from] < variable) from++;
    return from;
}

static uint64_t times_power(struct counting *counting, uint64_t count, size_t exponent) {
    if (count == 0) return 0;
    if (exponent >= 64 || count > UINT64_MAX >> exponent) counting->overflow = true;
    return counting->overflow ? 0 : count << exponent;
}

/* Assignments of the variables from the node's own on. */
static uint64_t count_below(struct counting *counting, diagram a, size_t position) {
    struct diagrams *diagrams = counting->diagrams;
    if (a <= DIAGRAM_TRUE) return a;
    if (diagrams->stamps.items[a] == diagrams->stamp) return diagrams->counts.items[a];
    struct node node = diagrams->nodes.items[a];
    size_t low = position_of(counting, node.low, position + 1), high = position_of(counting, node.high, position + 1);
    uint64_t of_low = times_power(counting, count_below(counting, node.low, low), low - position - 1);
    uint64_t of_high = times_power(counting, count_below(counting, node.high, high), high - position - 1);
    uint64_t sum;
    if (__builtin_add_overflow(of_low, of_high, &sum)) counting->overflow = true;
    diagrams->stamps.items[a] = diagrams->stamp;
    diagrams->counts.items[a] = sum;
    return sum;
}

void diagrams_start_counting(struct diagrams *diagrams) { start_stamp(diagrams); }

bool diagram_count(struct diagrams *diagrams, diagram a, const uint32_t *variables, size_t variable_count,
                   uint64_t *count) {
    struct counting counting = {diagrams, variables, variable_count, false};
    size_t first = position_of(&counting, a, 0);
    *count = times_power(&counting, count_below(&counting, a, first), first);
    return !counting.overflow;
}

void diagram_assignment(struct diagrams *diagrams, diagram a, const uint32_t *variables, size_t variable_count,
                        uint64_t number, bool *values) {
    struct counting counting = {diagrams, variables, variable_count, false};
    for (size_t i = 0; i < variable_count; i++) {
        struct node node = diagrams->nodes.items[a];
        if (node.variable != variables[i]) node.low = node.high = a;
        size_t low = position_of(&counting, node.low, i + 1);
        uint64_t of_low = times_power(&counting, count_below(&counting, node.low, low), low - i - 1);
        values[i] = number >= of_low;
        if (values[i]) number -= of_low;
        a = values[i] ? node.high : node.low;
    }
    invariant(a == DIAGRAM_TRUE && number == 0);
}
