#include "env/parse_syntax.h"

#include <string.h>

bool env_parse_new_name(struct ocl_parser *parser, const char *what, const char **name, struct place *place) {
    *name = ocl_parse_name(parser, what, place);
    if (!*name) return false;
    if (!ocl_is_reserved(*name)) return true;
    diag_error(parser->diagnostics, *place, "'%s' is a word of the language, expected %s", *name, what);
    return false;
}

/* `low..high`; if `single` also `n`, `*` and `low..*`. */
bool env_parse_range(struct ocl_parser *parser, struct env_range_syntax *range, bool single) {
    range->place = parser->lexer.token.place;
    if (single && ocl_lexer_accept(&parser->lexer, "*")) return range->open = true;
    if (!(range->low = ocl_parse_sum(parser))) return false;
    if (single && !ocl_token_is(&parser->lexer.token, "..")) return true;
    if (!ocl_parse_symbol(parser, "..")) return false;
    if (single && ocl_lexer_accept(&parser->lexer, "*")) return range->open = true;
    return (range->high = ocl_parse_sum(parser)) != NULL;
}

static bool parse_constant(struct ocl_parser *parser, struct env_item_syntax *constant) {
    if (!env_parse_new_name(parser, "the name of a constant", &constant->name, &constant->place)) return false;
    if (ocl_lexer_accept(&parser->lexer, "=") && !(constant->value = ocl_parse_expression(parser))) return false;
    return ocl_parse_symbol(parser, ";");
}

enum parameter_style { RANGED, RANGE_OPTIONAL, TYPED };

/* (a: 1..T, b: ...), the opening bracket included. */
static bool parse_parameters(struct ocl_parser *parser, struct env_item_syntax **tail, enum parameter_style style) {
    if (!ocl_parse_symbol(parser, "(")) return false;
    if (ocl_lexer_accept(&parser->lexer, ")")) return true;
    do {
        struct env_item_syntax *parameter = env_append(parser, tail, struct env_item_syntax);
        tail = &parameter->next;
        if (!env_parse_new_name(parser, "the name of a parameter", &parameter->name, &parameter->place)) return false;
        if (style == RANGE_OPTIONAL && !ocl_token_is(&parser->lexer.token, ":")) continue;
        if (!ocl_parse_symbol(parser, ":")) return false;
        if (style == TYPED ? !ocl_parse_type(parser, &parameter->type)
                           : !env_parse_range(parser, &parameter->range, false))
            return false;
    } while (ocl_lexer_accept(&parser->lexer, ","));
    return ocl_parse_symbol(parser, ")");
}

/* A variable of the design: task[tid].dpr, as pieces of text and indices. */
static bool parse_place(struct ocl_parser *parser, struct env_item_syntax **tail) {
    struct text piece = {0};
    bool good = true, more = true;
    const char *name = ocl_parse_name(parser, "a variable of the design", NULL);
    if (!name) return false;
    text_add(&piece, name);
    while (good && more) {
        if (ocl_lexer_accept(&parser->lexer, ".")) {
            name = ocl_parse_name(parser, "the name of a field", NULL);
            good = name != NULL;
            if (good) text_printf(&piece, ".%s", name);
        } else if (ocl_lexer_accept(&parser->lexer, "[")) {
            text_add(&piece, "[");
            struct env_item_syntax *before = env_append(parser, tail, struct env_item_syntax);
            before->name = arena_text(parser->arena, text_chars(&piece));
            struct env_item_syntax *index = env_append(parser, &before->next, struct env_item_syntax);
            tail = &index->next;
            index->value = ocl_parse_expression(parser);
            good = index->value && ocl_parse_symbol(parser, "]");
            text_clear(&piece);
            text_add(&piece, "]");
        } else {
            more = false;
        }
    }
    if (good) env_append(parser, tail, struct env_item_syntax)->name = arena_text(parser->arena, text_chars(&piece));
    text_free(&piece);
    return good;
}

static bool parse_reference(struct ocl_parser *parser, struct env_function_syntax *function) {
    if (!parse_parameters(parser, &function->parameters, RANGE_OPTIONAL)) return false;
    if (ocl_lexer_accept(&parser->lexer, ":") && !ocl_parse_type(parser, &function->result)) return false;
    if (ocl_lexer_accept(&parser->lexer, "=")) return parse_place(parser, &function->pieces);
    if (ocl_lexer_accept(&parser->lexer, "into")) {
        function->into = ocl_parse_name(parser, "a variable of the design", NULL);
        return function->into != NULL;
    }
    return true;
}

/* (arguments) for x in set, y in set */
static bool parse_configuration(struct ocl_parser *parser, struct env_function_syntax *function) {
    if (!ocl_parse_symbol(parser, "(")) return false;
    struct env_item_syntax **tail = &function->arguments;
    if (!ocl_lexer_accept(&parser->lexer, ")")) {
        do {
            struct env_item_syntax *argument = env_append(parser, tail, struct env_item_syntax);
            tail = &argument->next;
            if (!(argument->value = ocl_parse_expression(parser))) return false;
        } while (ocl_lexer_accept(&parser->lexer, ","));
        if (!ocl_parse_symbol(parser, ")")) return false;
    }
    if (!ocl_lexer_accept(&parser->lexer, "for")) return true;
    tail = &function->parameters;
    do {
        struct env_item_syntax *iterator = env_append(parser, tail, struct env_item_syntax);
        tail = &iterator->next;
        if (!env_parse_new_name(parser, "the name of a variable", &iterator->name, &iterator->place)) return false;
        if (!ocl_parse_symbol(parser, "in") || !(iterator->value = ocl_parse_expression(parser))) return false;
    } while (ocl_lexer_accept(&parser->lexer, ","));
    return true;
}

static bool parse_target_item(struct ocl_parser *parser, struct env_function_syntax *function) {
    const char *what;
    if (ocl_lexer_accept(&parser->lexer, "fun")) {
        function->kind = ENV_FUN;
        what = "the name of a trigger function";
    } else if (ocl_lexer_accept(&parser->lexer, "ref")) {
        function->kind = ENV_REF;
        what = "the name of a reference function";
    } else if (ocl_lexer_accept(&parser->lexer, "configure")) {
        function->kind = ENV_CONFIGURE;
        what = "the name of an inline of the design";
    } else {
        ocl_parse_expected(parser, "'fun', 'ref', 'configure' or '}'");
        return false;
    }
    if (!env_parse_new_name(parser, what, &function->name, &function->place)) return false;
    bool good = function->kind == ENV_FUN   ? parse_parameters(parser, &function->parameters, RANGED)
                : function->kind == ENV_REF ? parse_reference(parser, function)
                                            : parse_configuration(parser, function);
    return good && ocl_parse_symbol(parser, ";");
}

static bool parse_target(struct ocl_parser *parser, struct env_syntax *syntax, struct env_function_syntax ***tail) {
    struct place place = parser->lexer.token.place;
    if (syntax->target) {
        diag_error(parser->diagnostics, place, "a second 'target': there can be only one (%s)", syntax->target);
        return false;
    }
    if (!env_parse_new_name(parser, "the name of the target system", &syntax->target, &syntax->target_place))
        return false;
    if (!ocl_parse_symbol(parser, "{")) return false;
    while (!ocl_lexer_accept(&parser->lexer, "}")) {
        struct env_function_syntax *function = env_append(parser, *tail, struct env_function_syntax);
        *tail = &function->next;
        if (!parse_target_item(parser, function)) return false;
    }
    return true;
}

static bool parse_definition(struct ocl_parser *parser, struct env_function_syntax *function) {
    function->kind = ENV_DEF;
    if (!env_parse_new_name(parser, "the name of a function", &function->name, &function->place)) return false;
    if (!parse_parameters(parser, &function->parameters, TYPED)) return false;
    if (!ocl_parse_symbol(parser, ":") || !ocl_parse_type(parser, &function->result)) return false;
    if (!ocl_parse_symbol(parser, "=")) return false;
    return (function->body = ocl_parse_expression(parser)) && ocl_parse_symbol(parser, ";");
}

static bool parse_class(struct ocl_parser *parser, struct env_class_syntax *class) {
    if (!env_parse_new_name(parser, "the name of a class", &class->name, &class->place)) return false;
    class->size.place = class->place;
    if (ocl_lexer_accept(&parser->lexer, "[")) {
        if (ocl_token_is(&parser->lexer.token, "*")) {
            ocl_parse_expected(parser, "a number of objects");
            return false;
        }
        if (!env_parse_range(parser, &class->size, true)) return false;
        if (class->size.open) {
            diag_error(parser->diagnostics, class->size.place,
                       "the number of objects must have an end, expected low..high");
            return false;
        }
        if (!ocl_parse_symbol(parser, "]")) return false;
    }
    return ocl_parse_symbol(parser, "{") && env_parse_class_body(parser, class);
}

bool env_parse_syntax(struct ocl_parser *parser, struct env_syntax *syntax) {
    struct env_item_syntax **constants = &syntax->constants;
    struct env_function_syntax **functions = &syntax->functions;
    struct env_class_syntax **classes = &syntax->classes;
    bool good = true;
    while (good && parser->lexer.token.kind != OCL_TOKEN_END) {
        if (ocl_lexer_accept(&parser->lexer, "const")) {
            struct env_item_syntax *constant = env_append(parser, constants, struct env_item_syntax);
            constants = &constant->next;
            good = parse_constant(parser, constant);
        } else if (ocl_lexer_accept(&parser->lexer, "target")) {
            good = parse_target(parser, syntax, &functions);
        } else if (ocl_lexer_accept(&parser->lexer, "def")) {
            struct env_function_syntax *function = env_append(parser, functions, struct env_function_syntax);
            functions = &function->next;
            good = parse_definition(parser, function);
        } else if (ocl_lexer_accept(&parser->lexer, "class")) {
            struct env_class_syntax *class = env_append(parser, classes, struct env_class_syntax);
            classes = &class->next;
            good = parse_class(parser, class);
        } else {
            ocl_parse_expected(parser, "'const', 'target', 'def' or 'class'");
            good = false;
        }
    }
    return good;
}
