#include "app/watch/formula.h"

#include "app/subject/variable.h"
#include "app/watch/formula_name.h"
#include "app/watch/formula_token.h"
#include "app/watch/formula_type.h"

#include <ctype.h>
#include <string.h>

enum { MOST_NESTING = 200 };

struct parser {
    struct watch *watch;
    struct atoms *atoms;
    const struct app_property *property;
    struct diagnostics *diagnostics;
    struct formula_token token;
    unsigned depth;
    bool failed;
};

static void complain(struct parser *parser, const char *message) {
    struct place place = parser->property->place;
    if (parser->failed) return;
    parser->failed = true;
    if (place.file && place.line) place.column += (unsigned)(parser->token.start - parser->property->text);
    if (parser->token.kind == FORMULA_END)
        diag_error(parser->diagnostics, place, "the formula '%s' ends too early: %s", parser->property->text, message);
    else
        diag_error(parser->diagnostics, place, "in the formula '%s', at '%.*s': %s", parser->property->text,
                   (int)(parser->token.length ? parser->token.length : 1), parser->token.start, message);
}

static void complain_at(struct parser *parser, const struct formula_token *token, const char *message) {
    if (!parser->failed) parser->token = *token;
    complain(parser, message);
}

static void advance(struct parser *parser) {
    parser->token = formula_token(parser->token.start + parser->token.length);
}

static bool at(const struct parser *parser, const char *what) { return formula_token_is(&parser->token, what); }

static bool accept(struct parser *parser, const char *what) {
    if (!at(parser, what)) return false;
    advance(parser);
    return true;
}

static void expect(struct parser *parser, const char *what) {
    if (accept(parser, what)) return;
    complain(parser, arena_printf(parser->watch->arena, "'%s' is expected here", what));
}

static struct node *new_node(struct parser *parser, enum node_kind kind) {
    struct node *node = arena_new_object(parser->watch->arena, struct node);
    node->kind = kind;
    node->type = parser->watch->subject->program->int_type;
    return node;
}

static const struct node *parse(struct parser *parser, unsigned level);

/* ---- atoms ---- */

static const char *take_name(struct parser *parser) {
    if (parser->token.kind != FORMULA_NAME) {
        complain(parser, "a name is expected here");
        return "";
    }
    const char *name = arena_text_n(parser->watch->arena, parser->token.start, parser->token.length);
    advance(parser);
    return name;
}

#define SEVERAL_NUMBERS                                                                                                \
    "enumerators of this name have different values; write file.c::name, or function::name for one inside of a "       \
    "function"
#define GUESSED_NUMBER "only a missing header says which number this is"

static uint64_t take_number(struct parser *parser) {
    struct formula_token token = parser->token;
    if (token.kind == FORMULA_NUMBER) {
        advance(parser);
        return (uint64_t)token.number;
    }
    const char *name = take_name(parser);
    struct formula_constant constant = {0};
    if (!parser->failed) constant = formula_find_constant(parser->watch, name, token.qualifier);
    if (!constant.meanings) complain_at(parser, &token, "there is no number of this name");
    if (constant.meanings > 1) complain_at(parser, &token, SEVERAL_NUMBERS);
    if (constant.is_guess) complain_at(parser, &token, GUESSED_NUMBER);
    return (uint64_t)constant.value;
}

/* An argument that names an object of the configuration, or is a number. */
static uint64_t take_object(struct parser *parser, enum formula_kind kind) {
    struct formula_token token = parser->token;
    uint64_t value = 0;
    if (kind == FORMULA_ANY_NUMBER) return take_number(parser);
    const char *name = take_name(parser);
    if (!parser->failed && !formula_find_name(parser->watch, kind, name, &value))
        complain_at(parser, &token,
                    arena_printf(parser->watch->arena, "there is no %s of this name%s", formula_kind_word(kind),
                                 kind == FORMULA_RESOURCE ? " that services take (an internal one belongs to its "
                                                            "task from its start until it ends or waits)"
                                                          : ""));
    return value;
}

static struct node *take_call(struct parser *parser) {
    struct node *node = new_node(parser, NODE_CALL);
    struct call_atom atom = {0};
    struct formula_token token = parser->token;
    const char *service = take_name(parser);
    if (!parser->failed && !osek_service_by_name(service, &atom.call.service))
        complain_at(parser, &token, "there is no service of this name");
    while (!parser->failed && accept(parser, ",")) {
        enum formula_kind kind = formula_argument_kind(atom.call.service, atom.argument_count);
        if (kind == FORMULA_NOTHING)
            complain(parser, "the service does not have so many arguments, but for those that it fills in");
        else
            atom.call.arguments[atom.argument_count++] = take_object(parser, kind);
    }
    if (parser->atoms->calls.count == MOST_CALL_ATOMS) complain(parser, "there are too many calls in the formulas");
    node->first = (uint32_t)parser->atoms->calls.count;
    vec_push(&parser->atoms->calls, atom);
    return node;
}

static struct node *take_line(struct parser *parser) {
    struct node *node = new_node(parser, NODE_LINE);
    if (parser->token.kind != FORMULA_STRING) {
        complain(parser, "\"file:line\" is expected here");
        return node;
    }
    char *text = arena_text_n(parser->watch->arena, parser->token.start + 1, parser->token.length - 2);
    char *colon = strrchr(text, ':'), *end;
    unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
    if (!line || *end || line > UINT32_MAX) {
        complain(parser, "\"file:line\" is expected here");
        return node;
    }
    *colon = 0;
    struct source_lines atom = {.file = text, .length = strlen(text), .first = line, .last = line};
    const char *fault = source_lines_settle(&atom, parser->watch->subject->program, parser->watch->arena);
    if (fault) complain(parser, fault);
    formula_watch_line(parser->watch, &atom);
    node->first = (uint32_t)parser->atoms->lines.count;
    vec_push(&parser->atoms->lines, atom);
    advance(parser);
    return node;
}

struct predicate {
    const char *name;
    enum node_kind kind;
    enum osek_task_state state;
    enum formula_kind first, second;
};

static const struct predicate predicates[] = {
    {"running", NODE_TASK_STATE, OSEK_RUNNING, FORMULA_TASK, FORMULA_NOTHING},
    {"ready", NODE_TASK_STATE, OSEK_READY, FORMULA_TASK, FORMULA_NOTHING},
    {"waiting", NODE_TASK_STATE, OSEK_WAITING, FORMULA_TASK, FORMULA_NOTHING},
    {"suspended", NODE_TASK_STATE, OSEK_SUSPENDED, FORMULA_TASK, FORMULA_NOTHING},
    {"active", NODE_ACTIVE, 0, FORMULA_CONTEXT, FORMULA_NOTHING},
    {"under_way", NODE_UNDER_WAY, 0, FORMULA_CONTEXT, FORMULA_NOTHING},
    {"holds", NODE_HOLDS, 0, FORMULA_CONTEXT, FORMULA_RESOURCE},
    {"set", NODE_SET, 0, FORMULA_TASK, FORMULA_EVENT},
    {"alarm", NODE_ALARM, 0, FORMULA_ALARM, FORMULA_NOTHING},
    {"idle", NODE_IDLE, 0, FORMULA_NOTHING, FORMULA_NOTHING},
    {"shut_down", NODE_SHUT_DOWN, 0, FORMULA_NOTHING, FORMULA_NOTHING},
};

static const struct predicate *find_predicate(const char *name) {
    for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++)
        if (!strcmp(name, predicates[i].name)) return &predicates[i];
    return NULL;
}

/* It would never be set, or be another event of the task, which has the same bit. */
static void refuse_foreign_event(struct parser *parser, uint32_t task, const struct formula_token *event) {
    const char *name = arena_text_n(parser->watch->arena, event->start, event->length);
    const char *fault = formula_foreign_event(parser->watch, task, name);
    if (fault) complain_at(parser, event, fault);
}

static struct node *take_predicate(struct parser *parser, const struct predicate *predicate) {
    struct node *node = new_node(parser, predicate->kind);
    node->number = predicate->state;
    if (predicate->first == FORMULA_NOTHING) return node;
    node->first = (uint32_t)take_object(parser, predicate->first);
    if (predicate->second == FORMULA_NOTHING) return node;
    expect(parser, ",");
    struct formula_token token = parser->token;
    uint64_t second = take_object(parser, predicate->second);
    node->second = (uint32_t)second;
    if (predicate->kind == NODE_SET) node->number = (int64_t)second;
    if (predicate->kind == NODE_SET && !parser->failed) refuse_foreign_event(parser, node->first, &token);
    return node;
}

static struct node *predicate(struct parser *parser, const char *name) {
    struct node *node = NULL;
    const struct predicate *known = find_predicate(name);
    expect(parser, "(");
    if (!strcmp(name, "call")) node = take_call(parser);
    if (!strcmp(name, "line")) node = take_line(parser);
    if (known) node = take_predicate(parser, known);
    if (!node) {
        complain(parser, "there is no such predicate");
        return new_node(parser, NODE_NUMBER);
    }
    expect(parser, ")");
    return node;
}

/* ---- variables ---- */

static void select_field(struct parser *parser, struct node *node) {
    const struct c_type *record = node->type;
    struct formula_token token = parser->token;
    const char *name = take_name(parser);
    for (uint32_t i = 0; record->kind == C_RECORD && i < record->count; i++) {
        const struct c_field *field = &record->fields[i];
        if (!field->name || strcmp(field->name, name) != 0) continue;
        node->offset += field->offset;
        node->type = field->type;
        node->bits = field->bit_width ? field : NULL;
        node->is_volatile |= field->is_volatile;
        return;
    }
    complain_at(parser, &token, "there is no such field");
}

static void select_element(struct parser *parser, struct node *node) {
    if (parser->token.kind != FORMULA_NUMBER)
        complain(parser, "an index is a number");
    else if (node->type->kind != C_ARRAY)
        complain(parser, "what is indexed is no array");
    else if ((uint64_t)parser->token.number >= node->type->count)
        complain(parser, "the array has fewer elements");
    if (parser->failed) return;
    node->type = node->type->target;
    node->offset += (uint32_t)parser->token.number * node->type->size;
    advance(parser);
    expect(parser, "]");
}

/* The program writes what lies there itself. */
static bool is_own(const struct c_own *own, const struct c_type *type, uint32_t offset) {
    while (type->kind == C_ARRAY) type = type->target;
    for (uint32_t i = 0; own && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        uint32_t at = offset % type->size;
        if (at < field->offset || at - field->offset >= field->type->size) continue;
        if (own[i].is_own || is_own(own[i].members, field->type, at - field->offset)) return true;
    }
    return false;
}

/* A stub makes it an input. */
static bool is_stubbed(const struct c_object *object, const struct node *node) {
    for (uint32_t i = 0; i < object->input_count; i++)
        if (node->offset < object->inputs[i].offset + object->inputs[i].type->size &&
            object->inputs[i].offset < node->offset + node->type->size && node->bits == object->inputs[i].bits)
            return true;
    return false;
}

static struct node *variable(struct parser *parser, const struct c_object *object) {
    struct node *node = new_node(parser, NODE_VARIABLE);
    node->object = object;
    node->type = object->type;
    while (!parser->failed && (at(parser, ".") || at(parser, "["))) {
        bool field = at(parser, ".");
        advance(parser);
        if (field)
            select_field(parser, node);
        else
            select_element(parser, node);
    }
    if (!parser->failed && (node->type->kind == C_RECORD || node->type->kind == C_ARRAY))
        complain(parser, "a record or an array as a whole has no value; name a part of it");
    if (object->is_input || is_stubbed(object, node) ||
        (object->has_inputs && node->is_volatile && !is_own(object->own, object->type, node->offset)))
        complain(parser, "an input has no value between two reads");
    parser->watch->executor->observed[object->index] = 1;
    return node;
}

/* ---- names ---- */

/* All that a name may mean: none is chosen silently. */
struct meanings {
    const struct c_object *variable;
    unsigned variables;
    const struct predicate *atom; /* one without arguments */
    struct formula_constant constant;
};

static struct meanings meanings_of(const struct parser *parser, const char *name, size_t qualifier) {
    struct meanings meanings = {.atom = find_predicate(name)};
    meanings.variable = variable_find(parser->watch->subject->program, name, qualifier, &meanings.variables);
    meanings.constant = formula_find_constant(parser->watch, name, qualifier);
    if (meanings.atom && meanings.atom->first != FORMULA_NOTHING) meanings.atom = NULL;
    return meanings;
}

/* Why it cannot be said what is meant; NULL: it can. */
static const char *unclear_name(struct parser *parser, const char *name, const struct meanings *meanings) {
    bool is_number = meanings->constant.meanings;
    if (meanings->atom && (meanings->variables || is_number))
        return arena_printf(parser->watch->arena,
                            "the program has %s of this name, too; write %s() for what formulas mean by it, and "
                            "file.c::%s for the program's",
                            is_number ? "an enumerator" : "a variable", name, name);
    if (meanings->variables && is_number)
        return "there are a variable and a constant of this name; write file.c::name or function::name";
    if (meanings->variables > 1) return "there are several of this name; write file.c::name or function::name";
    if (meanings->constant.meanings > 1) return SEVERAL_NUMBERS;
    if (meanings->constant.is_guess) return GUESSED_NUMBER;
    return meanings->variables || is_number || meanings->atom ? NULL : "there is no variable of this name";
}

static const struct node *named(struct parser *parser) {
    struct formula_token token = parser->token;
    const char *name = take_name(parser);
    if (at(parser, "(") && !token.qualifier) return predicate(parser, name);
    struct meanings meanings = meanings_of(parser, name, token.qualifier);
    const char *unclear = unclear_name(parser, name, &meanings);
    if (unclear) complain_at(parser, &token, unclear);
    if (meanings.variable) return variable(parser, meanings.variable);
    if (meanings.atom) return take_predicate(parser, meanings.atom);
    struct node *node = new_node(parser, NODE_NUMBER);
    node->number = meanings.constant.value;
    node->type = formula_enumerator_type(parser->watch->subject->program, node->number);
    return node;
}

/* ---- operators ---- */

enum { COMPARISONS = 5 }; /* the level of operators over values: []x == 1 means [](x == 1) */

static void convert_operands(struct parser *parser, struct node *operation) {
    const char *wrong = parser->failed ? NULL : formula_convert_operands(parser->watch, operation);
    if (wrong) complain(parser, wrong);
}

static const struct node *unary(struct parser *parser, enum node_kind kind, enum operator_kind op) {
    struct node *node = new_node(parser, kind);
    node->op = op;
    node->left = parse(parser, kind == NODE_UNARY ? UINT32_MAX : COMPARISONS);
    node->temporal = kind != NODE_UNARY || node->left->temporal;
    if (kind == NODE_UNARY) convert_operands(parser, node);
    return node;
}

static const struct {
    const char *word;
    enum node_kind kind;
    enum operator_kind op;
} prefixes[] = {
    {"[]", NODE_ALWAYS, 0},
    {"always", NODE_ALWAYS, 0},
    {"<>", NODE_EVENTUALLY, 0},
    {"eventually", NODE_EVENTUALLY, 0},
    {"X", NODE_NEXT, 0},
    {"next", NODE_NEXT, 0},
    {"!", NODE_UNARY, OP_NOT},
    {"-", NODE_UNARY, OP_NEGATE},
    {"~", NODE_UNARY, OP_COMPLEMENT},
};

static const char *other_spelling(const char *word) {
    for (size_t i = 0; i + 1 < sizeof prefixes / sizeof *prefixes; i += 2) {
        if (!strcmp(word, prefixes[i].word)) return prefixes[i + 1].word;
        if (!strcmp(word, prefixes[i + 1].word)) return prefixes[i].word;
    }
    return word;
}

/* `X - 1` may be what comes next, or a difference. */
static void refuse_name_as_operator(struct parser *parser, const char *word) {
    struct meanings meanings = meanings_of(parser, word, 0);
    if (!meanings.variables && !meanings.constant.meanings) return;
    complain(parser, arena_printf(parser->watch->arena,
                                  "this is an operator, and the program has a %s of this name; write %s for the "
                                  "operator, and file.c::%s for the program's",
                                  meanings.variables ? "variable" : "constant", other_spelling(word), word));
}

static const struct node *primary(struct parser *parser) {
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (!at(parser, prefixes[i].word)) continue;
        refuse_name_as_operator(parser, prefixes[i].word);
        advance(parser);
        return unary(parser, prefixes[i].kind, prefixes[i].op);
    }
    if (accept(parser, "(")) {
        const struct node *inner = parse(parser, 0);
        expect(parser, ")");
        return inner;
    }
    if (parser->token.kind == FORMULA_NAME) return named(parser);
    struct node *node = new_node(parser, NODE_NUMBER);
    if (parser->token.kind != FORMULA_NUMBER) {
        bool is_number = parser->token.kind == FORMULA_BAD && isdigit((unsigned char)*parser->token.start);
        complain(parser, is_number ? "numbers in formulas are whole, and have at most 64 bits"
                                   : "a variable, a number or a predicate is expected here");
        return node;
    }
    node->number = parser->token.number;
    node->type = formula_number_type(parser->watch->subject->program, &parser->token);
    advance(parser);
    return node;
}

/* The levels of Spin's grammar: what rtcheck's Promela has. */
static const struct infix {
    const char *word;
    unsigned level;
    enum node_kind kind;
    enum operator_kind op;
} infixes[] = {
    {"->", 1, NODE_BINARY, OP_IMPLIES},
    {"implies", 1, NODE_BINARY, OP_IMPLIES},
    {"<->", 1, NODE_BINARY, OP_EQUIVALENT},
    {"equivalent", 1, NODE_BINARY, OP_EQUIVALENT},
    {"||", 2, NODE_BINARY, OP_OR},
    {"&&", 3, NODE_BINARY, OP_AND},
    {"U", 4, NODE_UNTIL, 0},
    {"until", 4, NODE_UNTIL, 0},
    {"stronguntil", 4, NODE_UNTIL, 0},
    {"W", 4, NODE_WEAK_UNTIL, 0},
    {"weakuntil", 4, NODE_WEAK_UNTIL, 0},
    {"R", 4, NODE_RELEASE, 0},
    {"V", 4, NODE_RELEASE, 0},
    {"release", 4, NODE_RELEASE, 0},
    {"|", 5, NODE_BINARY, OP_BIT_OR},
    {"^", 6, NODE_BINARY, OP_BIT_XOR},
    {"&", 7, NODE_BINARY, OP_BIT_AND},
    {"==", 8, NODE_BINARY, OP_EQUAL},
    {"!=", 8, NODE_BINARY, OP_NOT_EQUAL},
    {">", 9, NODE_BINARY, OP_GREATER},
    {"<", 9, NODE_BINARY, OP_LESS},
    {">=", 9, NODE_BINARY, OP_GREATER_EQUAL},
    {"<=", 9, NODE_BINARY, OP_LESS_EQUAL},
    {"<<", 10, NODE_BINARY, OP_SHIFT_LEFT},
    {">>", 10, NODE_BINARY, OP_SHIFT_RIGHT},
    {"+", 11, NODE_BINARY, OP_ADD},
    {"-", 11, NODE_BINARY, OP_SUBTRACT},
    {"*", 12, NODE_BINARY, OP_MULTIPLY},
    {"/", 12, NODE_BINARY, OP_DIVIDE},
    {"%", 12, NODE_BINARY, OP_MODULO},
};

static const struct infix *infix(const struct parser *parser) {
    for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++)
        if (at(parser, infixes[i].word)) return &infixes[i];
    return NULL;
}

/* People read `p -> q -> r` and `p U q U r` in two ways. */
static bool needs_parentheses(const struct infix *infix) { return infix->level == 1 || infix->kind != NODE_BINARY; }

static bool is_truth(const struct node *node) {
    bool is_operation = node->kind == NODE_UNARY || node->kind == NODE_BINARY;
    if (is_operation) return operator_is_comparison(node->op) || operator_is_connective(node->op);
    return node->type->is_bool || (node->kind >= NODE_TASK_STATE && node->kind <= NODE_SHUT_DOWN);
}

/* As compilers warn of it: `!x == 5` is `(!x) == 5`, which nobody means. */
static bool is_misread_negation(const struct infix *infix, const struct node *right) {
    return (operator_is_comparison(infix->op) || infix->op == OP_BIT_AND) && !is_truth(right);
}

static const char *misread_negation(struct parser *parser, const struct infix *infix) {
    return arena_printf(parser->watch->arena, "`!` binds tighter: write !(x %s y), or (!x) %s y", infix->word,
                        infix->word);
}

static const struct node *combine(struct parser *parser, const struct infix *infix, const struct node *left,
                                  const struct node *right) {
    struct node *node = new_node(parser, infix->kind);
    node->op = infix->op;
    node->left = left;
    node->right = right;
    node->temporal = infix->kind != NODE_BINARY || left->temporal || right->temporal;
    if (infix->kind == NODE_BINARY && !operator_is_connective(infix->op) && node->temporal)
        complain(parser, "an operator over time stands inside arithmetic");
    if (infix->kind == NODE_BINARY) convert_operands(parser, node);
    return node;
}

/* What was read since `start` is the node's text, unless it has a shorter one (without parentheses). */
static const struct node *with_text(struct parser *parser, const struct node *node, const char *start) {
    struct node *made = (struct node *)node; /* by this parser */
    if (made->text) return made;
    size_t length = (size_t)(parser->token.start - start);
    while (length && start[length - 1] == ' ') length--;
    made->text = arena_text_n(parser->watch->arena, start, length);
    return made;
}

/* Operators of at least this level; UINT32_MAX: none. */
static const struct node *parse(struct parser *parser, unsigned level) {
    const char *start = parser->token.start;
    if (++parser->depth > MOST_NESTING) complain(parser, "the formula nests too deep");
    if (parser->failed) return new_node(parser, NODE_NUMBER);
    bool is_negation = at(parser, "!");
    const struct node *left = with_text(parser, primary(parser), start);
    for (const struct infix *i = infix(parser); !parser->failed && i && i->level >= level; i = infix(parser)) {
        struct formula_token token = parser->token;
        advance(parser);
        const struct node *right = parse(parser, i->level + 1);
        if (is_negation && is_misread_negation(i, right)) complain_at(parser, &token, misread_negation(parser, i));
        is_negation = false;
        left = with_text(parser, combine(parser, i, left, right), start);
        const struct infix *next = infix(parser);
        if (next && next->level == i->level && needs_parentheses(i))
            complain(parser, "parentheses are needed to say which of the two operators is meant first");
    }
    parser->depth--;
    return left;
}

const struct node *formula_parse(struct watch *watch, struct atoms *atoms, const struct app_property *property,
                                 struct diagnostics *diagnostics) {
    struct parser parser = {.watch = watch, .atoms = atoms, .property = property, .diagnostics = diagnostics};
    parser.token = formula_token(property->text);
    const struct node *node = parse(&parser, 0);
    if (parser.token.kind != FORMULA_END) complain(&parser, "an operator is expected here");
    return parser.failed ? NULL : node;
}
