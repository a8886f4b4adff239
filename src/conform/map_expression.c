#include "conform/map_expression.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 200 };

/* Weakest first; within a level all associate to the left. Longer symbols come before their prefixes. */
static const struct {
    const char *symbol;
    enum map_op op;
    int level;
} operators[] = {
    {"||", MAP_OR, 0},          {"&&", MAP_AND, 1},        {"|", MAP_BIT_OR, 2},         {"^", MAP_BIT_XOR, 3},
    {"&", MAP_BIT_AND, 4},      {"==", MAP_EQUAL, 5},      {"!=", MAP_NOT_EQUAL, 5},     {"<<", MAP_SHIFT_LEFT, 7},
    {">>", MAP_SHIFT_RIGHT, 7}, {"<=", MAP_LESS_EQUAL, 6}, {">=", MAP_GREATER_EQUAL, 6}, {"<", MAP_LESS, 6},
    {">", MAP_GREATER, 6},      {"+", MAP_ADD, 8},         {"-", MAP_SUBTRACT, 8},       {"*", MAP_MULTIPLY, 9},
    {"/", MAP_DIVIDE, 9},       {"%", MAP_MODULO, 9},
};
enum { LEVELS = 10, OPERATORS = sizeof operators / sizeof *operators };

static struct map_expression *new_node(struct map_reader *reader, enum map_op op, struct place place) {
    struct map_expression *node = arena_new_object(reader->map->arena, struct map_expression);
    node->op = op;
    node->place = place;
    if (op == MAP_VARIABLE || op == MAP_FORMULA) node->slot = reader->map->slot_count++;
    return node;
}

static const struct map_expression *read_level(struct map_reader *reader, int level);

static const struct map_expression *read_local(struct map_reader *reader, const char *name, struct place place) {
    for (unsigned i = 0; i < reader->locals->count; i++) {
        if (strcmp(reader->locals->items[i].name, name) != 0) continue;
        struct map_expression *node = new_node(reader, MAP_LOCAL, place);
        node->number = i;
        node->name = name;
        return node;
    }
    return NULL;
}

/* `task[t].state`: a pattern "task[].state" and the indices. */
static const struct map_expression *read_variable(struct map_reader *reader, const char *name, struct place place) {
    struct scan *scan = &reader->scan;
    struct map_expression *node = new_node(reader, MAP_VARIABLE, place);
    struct text pattern = {0};
    text_add(&pattern, name);
    for (;;) {
        if (scan_take(scan, "[")) {
            if (node->child_count == MAP_INDICES)
                scan_fail(scan, place, "a variable has at most %d indices", MAP_INDICES);
            if (scan->failed) break;
            node->children[node->child_count++] = read_level(reader, 0);
            scan_expect(scan, "]", "after an index");
            text_add(&pattern, "[]");
        } else if (scan_take(scan, ".")) {
            const char *field = scan_name(scan, "a field's name");
            if (field) text_printf(&pattern, ".%s", field);
        } else {
            break;
        }
        if (scan->failed) break;
    }
    node->name = arena_text(reader->map->arena, text_chars(&pattern));
    text_free(&pattern);
    return node;
}

static const struct map_expression *read_formula(struct map_reader *reader, const char *name, struct place place) {
    struct scan *scan = &reader->scan;
    struct map_expression *node = new_node(reader, MAP_FORMULA, place);
    struct text text = {0};
    text_add(&text, name);
    while (!scan->failed && scan->at < scan->end && (*scan->at == '(' || *scan->at == '[')) {
        const char *brackets = scan_brackets(scan);
        if (brackets) text_add(&text, brackets);
    }
    node->formula = (struct map_formula){arena_text(reader->map->arena, text_chars(&text)), place};
    text_free(&text);
    return node;
}

static const struct map_expression *read_atom(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    scan_blanks(scan);
    struct place place = scan->place;
    if (scan_take(scan, "(")) {
        const struct map_expression *inner = read_level(reader, 0);
        scan_expect(scan, ")", "after an expression");
        return inner;
    }
    if (scan_sees_name(scan)) {
        const char *name = scan_name(scan, "a name");
        bool applied = scan->at < scan->end && *scan->at == '(';
        if (applied && reader->design)
            scan_fail(scan, place,
                      "the specification's `%s(...)` cannot stand on the design's side; `forall x in S where (x = "
                      "%s(...))` gives its value a name",
                      name, name);
        const struct map_expression *local = applied ? NULL : read_local(reader, name, place);
        if (local) return local;
        return applied || !reader->design ? read_formula(reader, name, place) : read_variable(reader, name, place);
    }
    int64_t number;
    if (scan->at < scan->end && !isdigit((unsigned char)*scan->at))
        scan_fail(scan, place, "expected a number, a name or `(`, found `%.1s`", scan->at);
    if (!scan_number(scan, &number)) return NULL;
    struct map_expression *node = new_node(reader, MAP_NUMBER, place);
    node->number = number;
    return node;
}

static const struct map_expression *read_unary(struct map_reader *reader) {
    struct scan *scan = &reader->scan;
    scan_blanks(scan);
    struct place place = scan->place;
    enum map_op op = scan_take(scan, "-")   ? MAP_MINUS
                     : scan_take(scan, "!") ? MAP_NOT
                     : scan_take(scan, "~") ? MAP_COMPLEMENT
                                            : MAP_NUMBER;
    if (op == MAP_NUMBER) return read_atom(reader);
    if (reader->depth++ > DEEPEST) scan_fail(scan, place, "this expression is nested too deeply");
    struct map_expression *node = new_node(reader, op, place);
    node->children[node->child_count++] = scan->failed ? NULL : read_unary(reader);
    reader->depth--;
    return scan->failed ? NULL : node;
}

/* The operator of this level that comes next; OPERATORS: none. A prefix of a longer symbol is not one. */
static size_t take_operator(struct scan *scan, int level) {
    for (size_t i = 0; i < OPERATORS; i++) {
        size_t length = strlen(operators[i].symbol);
        scan_blanks(scan);
        if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, operators[i].symbol, length) != 0) continue;
        if (operators[i].level != level) return OPERATORS;
        scan_take(scan, operators[i].symbol);
        return i;
    }
    return OPERATORS;
}

static const struct map_expression *read_level(struct map_reader *reader, int level) {
    struct scan *scan = &reader->scan;
    if (level == LEVELS) return read_unary(reader);
    if (level == 0 && reader->depth++ > DEEPEST) scan_fail(scan, scan->place, "this expression is nested too deeply");
    if (scan->failed) return NULL;
    const struct map_expression *left = read_level(reader, level + 1);
    for (;;) {
        struct place place = scan->place;
        size_t operator= scan->failed ? OPERATORS : take_operator(scan, level);
        if (operator== OPERATORS) break;
        struct map_expression *node = new_node(reader, operators[operator].op, place);
        node->children[node->child_count++] = left;
        node->children[node->child_count++] = read_level(reader, level + 1);
        left = node;
    }
    if (level == 0) reader->depth--;
    return scan->failed ? NULL : left;
}

const struct map_expression *map_read_expression(struct map_reader *reader) {
    reader->depth = 0;
    return read_level(reader, 0);
}

/* ---- values ---- */

static bool divide(enum map_op op, int64_t a, int64_t b, int64_t *value) {
    if (b == 0 || (a == INT64_MIN && b == -1)) return false;
    *value = op == MAP_DIVIDE ? a / b : a % b;
    return true;
}

static bool shift(enum map_op op, int64_t a, int64_t b, int64_t *value) {
    if (b < 0 || b > 62 || a < 0 || (op == MAP_SHIFT_LEFT && a > INT64_MAX >> b)) return false;
    *value = op == MAP_SHIFT_LEFT ? a << b : a >> b;
    return true;
}

static bool combine(enum map_op op, int64_t a, int64_t b, int64_t *value) {
    switch (op) {
    case MAP_MULTIPLY: return !__builtin_mul_overflow(a, b, value);
    case MAP_ADD: return !__builtin_add_overflow(a, b, value);
    case MAP_SUBTRACT: return !__builtin_sub_overflow(a, b, value);
    case MAP_DIVIDE:
    case MAP_MODULO: return divide(op, a, b, value);
    case MAP_SHIFT_LEFT:
    case MAP_SHIFT_RIGHT: return shift(op, a, b, value);
    case MAP_LESS: *value = a < b; return true;
    case MAP_LESS_EQUAL: *value = a <= b; return true;
    case MAP_GREATER: *value = a > b; return true;
    case MAP_GREATER_EQUAL: *value = a >= b; return true;
    case MAP_EQUAL: *value = a == b; return true;
    case MAP_NOT_EQUAL: *value = a != b; return true;
    case MAP_BIT_AND: *value = a & b; return true;
    case MAP_BIT_XOR: *value = a ^ b; return true;
    case MAP_BIT_OR: *value = a | b; return true;
    default: return false;
    }
}

bool map_evaluate(const struct map_expression *expression, map_leaf leaf, void *context, int64_t *value) {
    int64_t a, b;
    switch (expression->op) {
    case MAP_NUMBER: *value = expression->number; return true;
    case MAP_LOCAL:
    case MAP_VARIABLE:
    case MAP_FORMULA: return leaf(context, expression, value);
    default: break;
    }
    if (!map_evaluate(expression->children[0], leaf, context, &a)) return false;
    switch (expression->op) {
    case MAP_MINUS: return !__builtin_sub_overflow((int64_t)0, a, value);
    case MAP_NOT: *value = !a; return true;
    case MAP_COMPLEMENT: *value = ~a; return true;
    default: break;
    }
    if ((expression->op == MAP_AND && !a) || (expression->op == MAP_OR && a)) {
        *value = a != 0;
        return true;
    }
    if (!map_evaluate(expression->children[1], leaf, context, &b)) return false;
    if (expression->op != MAP_AND && expression->op != MAP_OR) return combine(expression->op, a, b, value);
    *value = b != 0;
    return true;
}

const struct map_expression *map_without_value(const struct map_expression *expression, map_leaf leaf, void *context) {
    int64_t value;
    bool decides = expression->op == MAP_AND || expression->op == MAP_OR;
    for (unsigned i = 0; i < expression->child_count; i++) {
        if (!map_evaluate(expression->children[i], leaf, context, &value))
            return map_without_value(expression->children[i], leaf, context);
        if (decides && (value != 0) == (expression->op == MAP_OR)) break;
    }
    return expression;
}

const char *map_why_without_value(const struct map_expression *part) {
    switch (part->op) {
    case MAP_DIVIDE:
    case MAP_MODULO: return "the divisor is 0, or the quotient exceeds 64 bits";
    case MAP_SHIFT_LEFT:
    case MAP_SHIFT_RIGHT:
        return "a negative number is shifted, or by a negative one or more than 62, or the result exceeds 64 bits";
    case MAP_VARIABLE: return "an index is out of range, or the value exceeds 64 bits";
    case MAP_LOCAL: return "this element has no number";
    case MAP_FORMULA: return "the formula has no number";
    default: return "the value exceeds 64 bits";
    }
}
