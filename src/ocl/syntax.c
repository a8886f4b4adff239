#include "ocl/syntax.h"

#include <string.h>

/* Tightest last. All are left-associative, as in OCL. */
static const char *const levels[][5] = {
    {"implies"}, {"xor"}, {"or"}, {"and"}, {"=", "<>"}, {"<", "<=", ">", ">="}, {"+", "-"}, {"*", "div", "mod"}};
enum { LEVELS = sizeof levels / sizeof *levels, SUM_LEVEL = LEVELS - 2 };

static struct ocl_syntax *parse_level(struct ocl_parser *parser, unsigned level);

bool ocl_is_reserved(const char *name) {
    static const char *const words[] = {"and",   "or",  "xor", "not", "implies", "if",     "then", "else",
                                        "endif", "let", "in",  "div", "mod",     "null",   "true", "self",
                                        "false", "Set", "Bag", "id",  "Integer", "Boolean"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(words[i], name)) return true;
    }
    return false;
}

void ocl_parse_expected(struct ocl_parser *parser, const char *what) {
    const struct ocl_token *token = &parser->lexer.token;
    if (token->kind == OCL_TOKEN_BAD)
        diag_error(parser->diagnostics, token->place, "%s", token->problem);
    else
        diag_error(parser->diagnostics, token->place, "expected %s, not %s", what,
                   ocl_token_describe(token, parser->arena));
}

bool ocl_parse_symbol(struct ocl_parser *parser, const char *symbol) {
    if (ocl_lexer_accept(&parser->lexer, symbol)) return true;
    ocl_parse_expected(parser, arena_printf(parser->arena, "'%s'", symbol));
    return false;
}

static const char *take_name(struct ocl_parser *parser) {
    const char *name = arena_text_n(parser->arena, parser->lexer.token.text, parser->lexer.token.length);
    ocl_lexer_advance(&parser->lexer);
    return name;
}

const char *ocl_parse_name(struct ocl_parser *parser, const char *what, struct place *place) {
    if (parser->lexer.token.kind != OCL_TOKEN_NAME) {
        ocl_parse_expected(parser, what);
        return NULL;
    }
    if (place) *place = parser->lexer.token.place;
    return take_name(parser);
}

bool ocl_parse_type(struct ocl_parser *parser, struct ocl_type_syntax *type) {
    type->name = ocl_parse_name(parser, "a type (Integer, Boolean, a class, or Set(class))", &type->place);
    if (!type->name) return false;
    type->kind = OCL_PLAIN_TYPE;
    bool set = !strcmp(type->name, "Set"), bag = !strcmp(type->name, "Bag");
    if (!set && !bag) return true;
    type->kind = set ? OCL_SET_TYPE : OCL_BAG_TYPE;
    if (!ocl_parse_symbol(parser, "(")) return false;
    type->name = ocl_parse_name(parser, set ? "a class" : "Integer", &type->place);
    return type->name && ocl_parse_symbol(parser, ")");
}

static unsigned depth_of(const struct ocl_syntax *syntax) { return syntax ? syntax->depth : 0; }

/* Every node goes through here when its parts are known: the depth is checked. */
static struct ocl_syntax *finish(struct ocl_parser *parser, struct ocl_syntax *syntax) {
    unsigned depth = depth_of(syntax->first);
    if (depth < depth_of(syntax->second)) depth = depth_of(syntax->second);
    if (depth < depth_of(syntax->third)) depth = depth_of(syntax->third);
    for (size_t i = 0; i < syntax->argument_count; i++) {
        if (depth < depth_of(syntax->arguments[i])) depth = depth_of(syntax->arguments[i]);
    }
    syntax->depth = depth + 1;
    if (syntax->depth <= OCL_MAX_DEPTH) return syntax;
    diag_error(parser->diagnostics, syntax->place, "this expression is nested too deeply (more than %d levels)",
               OCL_MAX_DEPTH);
    return NULL;
}

static struct ocl_syntax *new_syntax(struct ocl_parser *parser, enum ocl_syntax_kind kind, struct place place) {
    struct ocl_syntax *syntax = arena_new_object(parser->arena, struct ocl_syntax);
    syntax->kind = kind;
    syntax->place = syntax->name_place = place;
    return syntax;
}

/* After the opening bracket: expressions, commas, and the closing one. */
static bool parse_arguments(struct ocl_parser *parser, struct ocl_syntax *syntax, const char *close) {
    VEC(struct ocl_syntax *) list = {0};
    bool good = true;
    if (!ocl_token_is(&parser->lexer.token, close)) {
        do {
            struct ocl_syntax *argument = ocl_parse_expression(parser);
            good = argument != NULL;
            vec_push(&list, argument);
        } while (good && ocl_lexer_accept(&parser->lexer, ","));
    }
    syntax->arguments = arena_new_array(parser->arena, struct ocl_syntax *, list.count + 1);
    if (list.count) memcpy(syntax->arguments, list.items, list.count * sizeof *list.items);
    syntax->argument_count = list.count;
    vec_free(&list);
    return good && ocl_parse_symbol(parser, close);
}

static bool parse_variable(struct ocl_parser *parser, struct ocl_syntax_variable *variable) {
    variable->name = ocl_parse_name(parser, "the name of a variable", &variable->place);
    if (!variable->name) return false;
    if (ocl_is_reserved(variable->name)) {
        diag_error(parser->diagnostics, variable->place, "'%s' is a word of the language, not a variable's name",
                   variable->name);
        return false;
    }
    return !ocl_lexer_accept(&parser->lexer, ":") || ocl_parse_type(parser, &variable->type);
}

/* Does `x |`, `x : T |` or `x, y |` follow? Looks ahead on a copy. */
static bool variables_follow(const struct ocl_parser *parser) {
    struct ocl_lexer ahead = parser->lexer;
    do {
        if (ahead.token.kind != OCL_TOKEN_NAME) return false;
        ocl_lexer_advance(&ahead);
        if (ocl_token_is(&ahead.token, ":")) return true;
    } while (ocl_lexer_accept(&ahead, ","));
    return ocl_token_is(&ahead.token, "|");
}

static bool parse_operation_variables(struct ocl_parser *parser, struct ocl_syntax *syntax) {
    VEC(struct ocl_syntax_variable) list = {0};
    bool good;
    do {
        struct ocl_syntax_variable variable = {0};
        good = parse_variable(parser, &variable);
        vec_push(&list, variable);
    } while (good && ocl_lexer_accept(&parser->lexer, ","));
    syntax->variables = arena_new_array(parser->arena, struct ocl_syntax_variable, list.count);
    memcpy(syntax->variables, list.items, list.count * sizeof *list.items);
    syntax->variable_count = list.count;
    vec_free(&list);
    return good && ocl_parse_symbol(parser, "|");
}

static struct ocl_syntax *parse_operation(struct ocl_parser *parser, struct ocl_syntax *first) {
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_OPERATION, first->place);
    syntax->first = first;
    syntax->name =
        ocl_parse_name(parser, "an operation on sets (exists, forAll, select, size ...)", &syntax->name_place);
    if (!syntax->name || !ocl_parse_symbol(parser, "(")) return NULL;
    if (variables_follow(parser)) {
        if (!parse_operation_variables(parser, syntax)) return NULL;
        syntax->second = ocl_parse_expression(parser);
        if (!syntax->second || !ocl_parse_symbol(parser, ")")) return NULL;
    } else if (!parse_arguments(parser, syntax, ")")) {
        return NULL;
    }
    return finish(parser, syntax);
}

static struct ocl_syntax *parse_member(struct ocl_parser *parser, struct ocl_syntax *first) {
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_MEMBER, first->place);
    syntax->first = first;
    syntax->name = ocl_parse_name(parser, "the name of a member", &syntax->name_place);
    if (!syntax->name) return NULL;
    if (ocl_lexer_accept(&parser->lexer, "(")) {
        syntax->kind = OCL_SYNTAX_METHOD;
        if (!parse_arguments(parser, syntax, ")")) return NULL;
    }
    return finish(parser, syntax);
}

static struct ocl_syntax *parse_state_test(struct ocl_parser *parser, struct ocl_syntax *first) {
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_STATE, first->place);
    syntax->first = first;
    syntax->name = ocl_parse_name(parser, "the name of a state", &syntax->name_place);
    return syntax->name ? finish(parser, syntax) : NULL;
}

static struct ocl_syntax *parse_if(struct ocl_parser *parser, struct place place) {
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_IF, place);
    if (!(syntax->first = ocl_parse_expression(parser)) || !ocl_parse_symbol(parser, "then")) return NULL;
    if (!(syntax->second = ocl_parse_expression(parser)) || !ocl_parse_symbol(parser, "else")) return NULL;
    if (!(syntax->third = ocl_parse_expression(parser)) || !ocl_parse_symbol(parser, "endif")) return NULL;
    return finish(parser, syntax);
}

static struct ocl_syntax *parse_let(struct ocl_parser *parser, struct place place) {
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_LET, place);
    syntax->variables = arena_new_object(parser->arena, struct ocl_syntax_variable);
    syntax->variable_count = 1;
    if (!parse_variable(parser, syntax->variables) || !ocl_parse_symbol(parser, "=")) return NULL;
    if (!(syntax->first = ocl_parse_expression(parser))) return NULL;
    if (ocl_token_is(&parser->lexer.token, ",")) { /* let x = 1, y = 2 in ... */
        struct place next = parser->lexer.token.place;
        ocl_lexer_advance(&parser->lexer);
        if (++parser->depth > OCL_MAX_DEPTH) {
            diag_error(parser->diagnostics, next, "too many variables in one 'let' (more than %d)", OCL_MAX_DEPTH);
            return NULL;
        }
        syntax->second = parse_let(parser, next);
        parser->depth--;
    } else {
        if (!ocl_parse_symbol(parser, "in")) return NULL;
        syntax->second = ocl_parse_expression(parser);
    }
    return syntax->second ? finish(parser, syntax) : NULL;
}

static struct ocl_syntax *parse_named(struct ocl_parser *parser, struct place place) {
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_NAME, place);
    syntax->name = take_name(parser);
    bool bracket = ocl_token_is(&parser->lexer.token, "(");
    if (!strcmp(syntax->name, "Set") && ocl_lexer_accept(&parser->lexer, "{")) {
        syntax->kind = OCL_SYNTAX_SET;
        if (!parse_arguments(parser, syntax, "}")) return NULL;
    } else if (ocl_is_reserved(syntax->name) && strcmp(syntax->name, "id") != 0) {
        diag_error(parser->diagnostics, place, "expected an expression, not '%s'", syntax->name);
        return NULL;
    } else if (bracket) {
        ocl_lexer_advance(&parser->lexer);
        syntax->kind = OCL_SYNTAX_CALL;
        if (!parse_arguments(parser, syntax, ")")) return NULL;
    }
    return finish(parser, syntax);
}

static struct ocl_syntax *parse_literal(struct ocl_parser *parser, enum ocl_syntax_kind kind, int64_t number) {
    struct ocl_syntax *syntax = new_syntax(parser, kind, parser->lexer.token.place);
    syntax->number = number;
    ocl_lexer_advance(&parser->lexer);
    return finish(parser, syntax);
}

static struct ocl_syntax *parse_primary(struct ocl_parser *parser) {
    const struct ocl_token token = parser->lexer.token;
    if (token.kind == OCL_TOKEN_NUMBER) return parse_literal(parser, OCL_SYNTAX_NUMBER, token.number);
    if (ocl_token_is(&token, "true")) return parse_literal(parser, OCL_SYNTAX_BOOLEAN, 1);
    if (ocl_token_is(&token, "false")) return parse_literal(parser, OCL_SYNTAX_BOOLEAN, 0);
    if (ocl_token_is(&token, "null")) return parse_literal(parser, OCL_SYNTAX_NULL, -1);
    if (ocl_token_is(&token, "self")) return parse_literal(parser, OCL_SYNTAX_SELF, 0);
    if (ocl_lexer_accept(&parser->lexer, "if")) return parse_if(parser, token.place);
    if (ocl_lexer_accept(&parser->lexer, "let")) return parse_let(parser, token.place);
    if (ocl_lexer_accept(&parser->lexer, "(")) {
        struct ocl_syntax *inner = ocl_parse_expression(parser);
        return inner && ocl_parse_symbol(parser, ")") ? inner : NULL;
    }
    if (token.kind == OCL_TOKEN_NAME) return parse_named(parser, token.place);
    ocl_parse_expected(parser, "an expression");
    return NULL;
}

struct ocl_syntax *ocl_parse_postfix(struct ocl_parser *parser) {
    struct ocl_syntax *syntax = parse_primary(parser);
    while (syntax) {
        if (ocl_lexer_accept(&parser->lexer, "."))
            syntax = parse_member(parser, syntax);
        else if (ocl_lexer_accept(&parser->lexer, "@"))
            syntax = parse_state_test(parser, syntax);
        else if (ocl_lexer_accept(&parser->lexer, "->"))
            syntax = parse_operation(parser, syntax);
        else
            break;
    }
    return syntax;
}

static struct ocl_syntax *parse_unary(struct ocl_parser *parser) {
    const struct ocl_token token = parser->lexer.token;
    const char *operator= ocl_token_is(&token, "not") ? "not" : ocl_token_is(&token, "-") ? "-" : NULL;
    if (!operator) return ocl_parse_postfix(parser);
    if (++parser->depth > OCL_MAX_DEPTH) {
        diag_error(parser->diagnostics, token.place, "this expression is nested too deeply (more than %d levels)",
                   OCL_MAX_DEPTH);
        return NULL;
    }
    ocl_lexer_advance(&parser->lexer);
    struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_UNARY, token.place);
    syntax->name = operator;
    syntax->first = parse_unary(parser);
    parser->depth--;
    return syntax->first ? finish(parser, syntax) : NULL;
}

static const char *operator_of(const struct ocl_token *token, unsigned level) {
    for (size_t i = 0; i < 5 && levels[level][i]; i++) {
        if (ocl_token_is(token, levels[level][i])) return levels[level][i];
    }
    return NULL;
}

static struct ocl_syntax *parse_level(struct ocl_parser *parser, unsigned level) {
    if (level == LEVELS) return parse_unary(parser);
    struct ocl_syntax *left = parse_level(parser, level + 1);
    const char *operator;
    while (left && (operator= operator_of(&parser->lexer.token, level))) {
        struct ocl_syntax *syntax = new_syntax(parser, OCL_SYNTAX_BINARY, left->place);
        syntax->name = operator;
        syntax->name_place = parser->lexer.token.place;
        ocl_lexer_advance(&parser->lexer);
        syntax->first = left;
        syntax->second = parse_level(parser, level + 1);
        left = syntax->second ? finish(parser, syntax) : NULL;
    }
    return left;
}

static struct ocl_syntax *parse_from(struct ocl_parser *parser, unsigned level) {
    if (++parser->depth > OCL_MAX_DEPTH) {
        diag_error(parser->diagnostics, parser->lexer.token.place,
                   "this expression is nested too deeply (more than %d levels)", OCL_MAX_DEPTH);
        return NULL;
    }
    struct ocl_syntax *syntax = parse_level(parser, level);
    parser->depth--;
    return syntax;
}

struct ocl_syntax *ocl_parse_expression(struct ocl_parser *parser) {
    return parse_from(parser, 0);
}

struct ocl_syntax *ocl_parse_sum(struct ocl_parser *parser) {
    return parse_from(parser, SUM_LEVEL);
}
