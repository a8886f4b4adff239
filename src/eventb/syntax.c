#include "base/word.h"
#include "eventb/chain.h"
#include "eventb/theories.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* ---- Errors ---- */

/* Some of the formula around the token, with a mark before it. */
static void quote(const struct eb_parser *parser, const struct eb_token *at, struct text *out) {
    enum { AROUND = 40 };
    const char *from = parser->lexer.begin, *to = parser->lexer.end;
    if (at->start - from > AROUND) {
        from = at->start - AROUND;
        while (((unsigned char)*from & 0xc0) == 0x80) from++;
        text_add(out, "…");
    }
    bool cut = to - at->start > AROUND;
    if (cut) {
        to = at->start + AROUND;
        while (((unsigned char)*to & 0xc0) == 0x80) to++;
    }
    for (const char *c = from; c <= to; c++) {
        if (c == at->start) text_add(out, "▸");
        if (c < to) text_add_char(out, (unsigned char)*c < ' ' ? ' ' : *c);
    }
    if (cut) text_add(out, "…");
}

void *eb_syntax_error(struct eb_parser *parser, const struct eb_token *at, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    if (!parser->lexer.column_by_column) {
        text_add(&message, ", in: ");
        quote(parser, at, &message);
    }
    diag_error(parser->diagnostics, at->place, "%s", text_chars(&message));
    text_free(&message);
    return NULL;
}

void *eb_syntax_expected(struct eb_parser *parser, const char *what) {
    const struct eb_token *token = &parser->lexer.token;
    struct text room = {0};
    if (token->kind == EB_TOKEN_BAD)
        eb_syntax_error(parser, token, "%s", token->problem);
    else
        eb_syntax_error(parser, token, "expected %s, not %s", what, eb_token_describe(token, &room));
    text_free(&room);
    return NULL;
}

bool eb_syntax_mark(struct eb_parser *parser, char mark, const char *what) {
    if (eb_token_is_mark(&parser->lexer.token, mark)) {
        eb_lexer_advance(&parser->lexer);
        return true;
    }
    eb_syntax_expected(parser, what);
    return false;
}

/* ---- Advice for those who write another language ---- */

/* What a word or sign that stands where a predicate should go on means elsewhere; NULL: it is none of those. */
static const char *advice_on(const struct eb_token *token) {
    static const struct {
        const char *spelling, *advice;
    } foreign[] = {{"and", "'∧', or '&', is 'and'"},
                   {"xor", "¬(… ⇔ …) is 'xor'"},
                   {"implies", "'⇒', or '=>', is 'implies'"},
                   {"iff", "'⇔', or '<=>', is 'iff'"},
                   {"forall", "'∀', or '!', is 'for all'"},
                   {"exists", "'∃', or '#', is 'exists'"},
                   {"in", "'∈', or ':', is 'in'"},
                   {"%", "'%' is λ here: 'mod' gives the remainder"}};
    if (token->quoted || token->primed) return NULL;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (spells(token->text, token->length, foreign[i].spelling)) return foreign[i].advice;
    return NULL;
}

/* Of `a < b || c < d`, `\/` and `/\`: what stands between the comparisons joins sets or relations. */
static const char *advice_on_comparison(const struct eb_formula *comparison) {
    switch (comparison->children[1]->op) {
    case EB_PARALLEL_PRODUCT: return "'||' is of relations: '∨', or 'or', is between predicates";
    case EB_UNION: return "'\\/' is of sets: '∨', or 'or', is between predicates";
    case EB_INTERSECTION: return "'/\\' is of sets: '∧', or '&', is between predicates";
    default: return NULL;
    }
}

/* What a formula should have begun with, and why it perhaps did not. */
static const char *formula_wanted(const struct eb_parser *parser) {
    const struct eb_token *token = &parser->lexer.token;
    if (eb_token_is_operator(token, EB_CONVERSE)) return "a formula ('~' is of relations: '¬', or 'not', negates)";
    bool is_over = token->kind != EB_TOKEN_OPERATOR && token->kind != EB_TOKEN_MARK && token->kind != EB_TOKEN_BAD;
    if (is_over && parser->infix == EB_FORWARD_COMPOSITION)
        return "a formula after ';' (which composes relations: no sign ends a formula or an action)";
    return "a formula";
}

/* ---- Nodes ---- */

bool eb_part_must_be(struct eb_parser *parser, const struct eb_part *part, bool predicate, const struct eb_token *at) {
    if (!part->formula) return false;
    if (eb_is_predicate(part->formula->op) == predicate) return true;
    if (parser->lexer.token.kind == EB_TOKEN_BAD) return eb_syntax_expected(parser, "an operator") != NULL;
    struct text room = {0};
    eb_print(part->formula, false, &room);
    enum { SHOWN = 60 };
    size_t length = room.length < SHOWN ? room.length : SHOWN;
    while (length < room.length && ((unsigned char)room.chars[length] & 0xc0) == 0x80) length++;
    struct eb_token where = *at;
    if (parser->lexer.column_by_column) where.place = part->formula->place;
    const char *advice = predicate ? advice_on(at) : NULL;
    if (predicate && !advice) advice = advice_on(&parser->lexer.token);
    eb_syntax_error(parser, &where, "%.*s%s is %s, but %s was expected here%s%s", (int)length, text_chars(&room),
                    length < room.length ? "…" : "", predicate ? "an expression" : "a predicate",
                    predicate ? "a predicate" : "an expression", advice ? "; " : "", advice ? advice : "");
    text_free(&room);
    return false;
}

static bool children_are_predicates(enum eb_op op) {
    return op == EB_NOT || op == EB_AND || op == EB_OR || op == EB_IMPLIES || op == EB_EQUIVALENT || op == EB_BOOL;
}

struct eb_part eb_part_node(struct eb_parser *parser, enum eb_op op, const struct eb_token *at,
                            const struct eb_part *children, unsigned count) {
    struct eb_part part = {.bare = true};
    for (unsigned i = 0; i < count; i++) {
        if (!eb_part_must_be(parser, &children[i], children_are_predicates(op), at)) return part;
        if (part.depth < children[i].depth) part.depth = children[i].depth;
    }
    if (++part.depth > EB_MAX_DEPTH) {
        eb_syntax_error(parser, at, "this formula is nested too deeply (more than %d levels)", EB_MAX_DEPTH);
        return part;
    }
    struct eb_formula *formula = arena_new_object(parser->arena, struct eb_formula);
    const struct eb_formula **list = count ? arena_new_array(parser->arena, const struct eb_formula *, count) : NULL;
    for (unsigned i = 0; i < count; i++) list[i] = children[i].formula;
    formula->op = op;
    formula->place = count && eb_operator(op)->shape == EB_SHAPE_INFIX ? list[0]->place : at->place;
    formula->children = list;
    formula->child_count = count;
    formula->identifier = EB_UNRESOLVED;
    part.formula = formula;
    return part;
}

struct eb_part eb_part_expression(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part = eb_part_any(parser, EB_LEVEL_QUANTIFIED);
    if (!eb_part_must_be(parser, &part, false, &at)) part.formula = NULL;
    return part;
}

struct eb_part eb_part_predicate(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part = eb_part_any(parser, EB_LEVEL_QUANTIFIED);
    if (!eb_part_must_be(parser, &part, true, &at)) part.formula = NULL;
    return part;
}

/* ---- Operators ---- */

static void incompatible(struct eb_parser *parser, const struct eb_token *at, const struct eb_formula *before) {
    enum eb_op left = before->op, right = at->op;
    if (eb_operator(left)->level == EB_LEVEL_RELATIONAL) {
        const char *advice = advice_on_comparison(before);
        if (advice) {
            eb_syntax_error(parser, at, "%s and %s cannot follow each other: %s", eb_operator(left)->unicode,
                            eb_operator(right)->unicode, advice);
            return;
        }
        eb_syntax_error(parser, at, "%s and %s cannot follow each other: write … %s … ∧ … %s …, or ∨ between them",
                        eb_operator(left)->unicode, eb_operator(right)->unicode, eb_operator(left)->unicode,
                        eb_operator(right)->unicode);
        return;
    }
    eb_syntax_error(parser, at, "%s and %s cannot be mixed without parentheses: write (… %s …) %s … or … %s (… %s …)",
                    eb_operator(left)->unicode, eb_operator(right)->unicode, eb_operator(left)->unicode,
                    eb_operator(right)->unicode, eb_operator(left)->unicode, eb_operator(right)->unicode);
}

static struct eb_part typed(struct eb_parser *parser, const struct eb_part *left, const struct eb_token *at) {
    const struct eb_type *type = eb_syntax_type(parser);
    if (!type) return (struct eb_part){0};
    struct eb_part part = eb_part_node(parser, EB_OF_TYPE, at, left, 1);
    if (part.formula) part.formula->type = type;
    return part;
}

struct operands {
    VEC(struct eb_formula *) list;
    unsigned depth;
};

static bool add_operand(struct eb_parser *parser, struct operands *operands, struct eb_part part,
                        const struct eb_token *at) {
    if (!eb_part_must_be(parser, &part, children_are_predicates(at->op), at)) return false;
    vec_push(&operands->list, part.formula);
    if (operands->depth < part.depth) operands->depth = part.depth;
    return true;
}

/* a op b op c ..., from after the first operator on. */
static struct eb_part chain(struct eb_parser *parser, struct eb_part left, const struct eb_token *at) {
    struct operands operands = {0};
    struct eb_part part = {.bare = true};
    bool good = add_operand(parser, &operands, left, at);
    for (bool more = true; good && more; more = eb_token_is_operator(&parser->lexer.token, at->op)) {
        if (operands.list.count > 1) eb_lexer_advance(&parser->lexer);
        good = add_operand(parser, &operands, eb_part_any(parser, eb_operator(at->op)->level + 1), at);
    }
    part.depth = operands.depth + (good ? eb_chain_depth(operands.list.count) : 0);
    if (good && part.depth > EB_MAX_DEPTH)
        eb_syntax_error(parser, at, "this formula is nested too deeply (more than %d levels)", EB_MAX_DEPTH);
    else if (good)
        part.formula = eb_chain(parser->arena, at->op, operands.list.items, operands.list.count);
    vec_free(&operands.list);
    return part;
}

static struct eb_part infix(struct eb_parser *parser, struct eb_part left) {
    struct eb_token at = parser->lexer.token;
    enum eb_level level = eb_operator(at.op)->level;
    enum eb_op outer = left.formula->op;
    if (left.bare && eb_operator(outer)->level == level &&
        !eb_operators_compatible(outer, at.op, parser->lexer.version_1)) {
        incompatible(parser, &at, left.formula);
        return (struct eb_part){0};
    }
    eb_lexer_advance(&parser->lexer);
    if (at.op == EB_OF_TYPE) return typed(parser, &left, &at);
    parser->infix = at.op;
    if (eb_is_associative(at.op)) return chain(parser, left, &at);
    struct eb_part operands[] = {left, eb_part_any(parser, level + 1)};
    if (!operands[1].formula) return operands[1];
    return eb_part_node(parser, at.op, &at, operands, 2);
}

static struct eb_part postfix(struct eb_parser *parser, struct eb_part left) {
    struct eb_token at = parser->lexer.token;
    eb_lexer_advance(&parser->lexer);
    if (at.kind == EB_TOKEN_OPERATOR) return eb_part_node(parser, EB_CONVERSE, &at, &left, 1);
    bool image = at.mark == '[';
    struct eb_part operands[] = {left, eb_part_expression(parser)};
    if (!operands[1].formula) return operands[1];
    if (!image && eb_token_is_mark(&parser->lexer.token, ',')) {
        eb_syntax_error(parser, &parser->lexer.token, "a function has one argument: write f(a ↦ b) for a pair");
        return (struct eb_part){0};
    }
    if (!eb_syntax_mark(parser, image ? ']' : ')', image ? "']'" : "')'")) return (struct eb_part){0};
    struct eb_part part = eb_part_node(parser, image ? EB_IMAGE : EB_APPLICATION, &at, operands, 2);
    if (part.formula) part.formula->place = left.formula->place;
    return part;
}

static bool is_infix(const struct eb_token *token) {
    return token->kind == EB_TOKEN_OPERATOR && eb_operator(token->op)->shape == EB_SHAPE_INFIX;
}

static bool is_postfix(const struct eb_token *token) {
    return eb_token_is_mark(token, '(') || eb_token_is_mark(token, '[') || eb_token_is_operator(token, EB_CONVERSE);
}

/* An operator of a theory that is written between its operands, loosely enough. */
static bool stands_between(const struct eb_parser *parser, enum eb_level level) {
    const struct eb_theory_operator *operator= eb_theories_infix(parser->theories, &parser->lexer.token);
    return operator&& level <=(operator->is_predicate ? EB_LEVEL_RELATIONAL : EB_LEVEL_BINARY);
}

struct eb_part eb_part_any(struct eb_parser *parser, enum eb_level level) {
    struct eb_part left = {0};
    if (++parser->nesting > EB_MAX_NESTING) {
        eb_syntax_error(parser, &parser->lexer.token, "this formula is nested too deeply");
        return left;
    }
    left = eb_part_atom(parser, level);
    while (left.formula) {
        const struct eb_token *token = &parser->lexer.token;
        /* A function is an expression that binds as tightly as a call, or is in parentheses. */
        bool function = !left.bare || eb_operator(left.formula->op)->level >= EB_LEVEL_POSTFIX;
        if (is_postfix(token) && function && !eb_is_predicate(left.formula->op))
            left = postfix(parser, left);
        else if (stands_between(parser, level))
            left = eb_part_theory_infix(parser, left);
        else if (is_infix(token) && eb_operator(token->op)->level >= level)
            left = infix(parser, left);
        else
            break;
    }
    parser->nesting--;
    return left;
}

/* ---- Atoms ---- */

static struct eb_part literal(struct eb_parser *parser, const struct eb_token *sign) {
    struct eb_token at = parser->lexer.token;
    char *digits = arena_printf(parser->arena, "%s%.*s", sign ? "-" : "", (int)at.length, at.text);
    errno = 0;
    int64_t value = strtoll(digits, NULL, 10);
    if (errno) {
        eb_syntax_error(parser, &at, "%s does not fit into 64 bits", digits);
        return (struct eb_part){0};
    }
    struct eb_part part = eb_part_node(parser, EB_INTEGER_LITERAL, sign ? sign : &at, NULL, 0);
    part.formula->name = digits;
    part.formula->value = value;
    eb_lexer_advance(&parser->lexer);
    return part;
}

static struct eb_part minus(struct eb_parser *parser, enum eb_level level) {
    struct eb_token at = parser->lexer.token;
    eb_lexer_advance(&parser->lexer);
    if (parser->lexer.token.kind == EB_TOKEN_NUMBER && parser->lexer.token.start == at.start + at.length)
        return literal(parser, &at);
    if (level > EB_LEVEL_SUM) {
        enum eb_op outer = parser->infix; /* only after an infix operator is the level so high */
        eb_syntax_error(parser, &at, "%s and unary − cannot be mixed without parentheses: write … %s (− …)",
                        eb_operator(outer)->unicode, eb_operator(outer)->unicode);
        return (struct eb_part){0};
    }
    parser->infix = EB_SUBTRACT;
    struct eb_part operand = eb_part_any(parser, EB_LEVEL_TERM);
    return eb_part_node(parser, EB_NEGATE, &at, &operand, 1);
}

/* Version 1: id(S), prj1(r), prj2(r) are S ◁ id, r ◁ prj1, r ◁ prj2. */
static struct eb_part old_relation(struct eb_parser *parser, const struct eb_token *at) {
    struct eb_part operands[2];
    eb_lexer_advance(&parser->lexer);
    operands[0] = eb_part_expression(parser);
    if (!operands[0].formula || !eb_syntax_mark(parser, ')', "')'")) return (struct eb_part){0};
    operands[1] = eb_part_node(parser, at->op, at, NULL, 0);
    struct eb_part part = eb_part_node(parser, EB_DOMAIN_RESTRICTION, at, operands, 2);
    part.bare = false;
    return part;
}

static struct eb_part constant(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    eb_lexer_advance(&parser->lexer);
    bool relation = at.op == EB_IDENTITY || at.op == EB_PROJECTION_1 || at.op == EB_PROJECTION_2;
    if (parser->lexer.version_1 && relation && eb_token_is_mark(&parser->lexer.token, '('))
        return old_relation(parser, &at);
    return eb_part_node(parser, at.op, &at, NULL, 0);
}

static struct eb_part call(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part failed = {0}, part = failed;
    eb_lexer_advance(&parser->lexer);
    if (!eb_token_is_mark(&parser->lexer.token, '(')) {
        eb_syntax_error(parser, &parser->lexer.token, "%s needs parentheses: %s(…)", eb_operator(at.op)->unicode,
                        eb_operator(at.op)->unicode);
        return failed;
    }
    VEC(struct eb_part) arguments = {0};
    do {
        eb_lexer_advance(&parser->lexer);
        vec_push(&arguments, eb_part_any(parser, EB_LEVEL_QUANTIFIED));
    } while (vec_last(&arguments).formula && at.op == EB_PARTITION && eb_token_is_mark(&parser->lexer.token, ','));
    if (vec_last(&arguments).formula && eb_syntax_mark(parser, ')', "')'"))
        part = eb_part_node(parser, at.op, &at, arguments.items, (unsigned)arguments.count);
    vec_free(&arguments);
    return part;
}

static struct eb_part name(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part = eb_part_node(parser, EB_IDENTIFIER, &at, NULL, 0);
    part.formula->name = arena_text_n(parser->arena, at.text, at.length);
    part.formula->primed = at.primed;
    eb_lexer_advance(&parser->lexer);
    return part;
}

static struct eb_part parenthesised(struct eb_parser *parser) {
    eb_lexer_advance(&parser->lexer);
    struct eb_part part = eb_part_any(parser, EB_LEVEL_QUANTIFIED);
    part.bare = false;
    if (part.formula && !eb_syntax_mark(parser, ')', "')'")) part.formula = NULL;
    return part;
}

static struct eb_part operator_first(struct eb_parser *parser, enum eb_level level) {
    struct eb_token at = parser->lexer.token;
    if (at.op == EB_SUBTRACT) return minus(parser, level);
    switch (eb_operator(at.op)->shape) {
    case EB_SHAPE_ATOM: return constant(parser);
    case EB_SHAPE_CALL: return call(parser);
    case EB_SHAPE_QUANTIFIER: return eb_part_quantified(parser);
    case EB_SHAPE_PREFIX: {
        eb_lexer_advance(&parser->lexer);
        struct eb_part operand = eb_part_any(parser, EB_LEVEL_NOT);
        return eb_part_node(parser, EB_NOT, &at, &operand, 1);
    }
    default: eb_syntax_expected(parser, formula_wanted(parser)); return (struct eb_part){0};
    }
}

struct eb_part eb_part_atom(struct eb_parser *parser, enum eb_level level) {
    const struct eb_token *token = &parser->lexer.token;
    if (token->kind == EB_TOKEN_NUMBER) return literal(parser, NULL);
    if (eb_theories_know(parser->theories, token)) return eb_part_of_theory(parser);
    if (token->kind == EB_TOKEN_NAME) return name(parser);
    if (token->kind == EB_TOKEN_OPERATOR) return operator_first(parser, level);
    if (eb_token_is_mark(token, '(')) return parenthesised(parser);
    if (eb_token_is_mark(token, '{')) return eb_part_brace(parser);
    eb_syntax_expected(parser, formula_wanted(parser));
    return (struct eb_part){0};
}
