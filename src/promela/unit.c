/* The parts of a model: proctypes, claims, inlines, formulas, C declarations. */
#include "promela/expression.h"
#include "promela/parser.h"
#include "promela/walk.h"

static struct proctype *new_proctype(struct parser *parser, enum proctype_kind kind, const char *name,
                                     struct place place) {
    struct proctype *proctype = arena_new_object(parser->arena, struct proctype);
    proctype->kind = kind;
    proctype->name = name;
    proctype->place = place;
    proctype->index = (unsigned)parser->model->proctypes.count;
    list_add(parser->arena, &parser->model->proctypes, proctype);
    return proctype;
}

/* From `{` to `}`. */
static void parse_body(struct parser *parser, struct proctype *proctype) {
    parser->proctype = proctype;
    parser->scope = arena_new_object(parser->arena, struct scope);
    parser->loops = parser->d_steps = 0;
    proctype->body = parser->sequence = arena_new_object(parser->arena, struct sequence);
    if (!parser->panicking && at(parser, TOKEN_OPEN_BRACE)) {
        parser->starting = true;
        parser->stream.in_sequence = true;
        advance(parser);
        parse_steps(parser);
        parser->stream.in_sequence = false;
        proctype->end_place = parser->token.place;
        expect(parser, TOKEN_CLOSE_BRACE, "after the body");
    } else {
        expect(parser, TOKEN_OPEN_BRACE, "before a body");
    }
    resolve_gotos(parser);
    parser->stream.in_sequence = false;
    parser->starting = true;
    parser->proctype = NULL;
    parser->scope = NULL;
    parser->sequence = NULL;
}

/* What `provided` may look at: globals, and the process's own number and priority. */
static bool is_provision(const struct expression *expression) {
    if (!expression) return true;
    switch (expression->kind) {
    case EXPR_NUMBER:
    case EXPR_C:
    case EXPR_TIMEOUT:
    case EXPR_PID:
    case EXPR_PRIORITY:
    case EXPR_NR_PR:
    case EXPR_LAST: return true;
    case EXPR_REFERENCE:
    case EXPR_LEN:
    case EXPR_FULL:
    case EXPR_NFULL:
    case EXPR_EMPTY:
    case EXPR_NEMPTY:
    case EXPR_POLL: return !expression->reference->variable->owner;
    case EXPR_ENABLED:
    case EXPR_PC_VALUE:
    case EXPR_GET_PRIORITY:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
        return is_provision(expression->left) && is_provision(expression->right) && is_provision(expression->third);
    default: return false;
    }
}

static void parse_provided(struct parser *parser, struct proctype *proctype) {
    if (!accept(parser, TOKEN_PROVIDED)) return;
    parser->model->uses_provided = true;
    expect(parser, TOKEN_OPEN_PAREN, "after `provided`");
    proctype->provided = parse_full_expression(parser);
    expect(parser, TOKEN_CLOSE_PAREN, "after the expression of `provided`");
    if (!parser->panicking && !is_provision(proctype->provided))
        error_at(parser, proctype->provided->place, "`provided` can only look at global variables, _pid and _priority");
}

static unsigned parse_active(struct parser *parser) {
    if (!accept(parser, TOKEN_ACTIVE)) return 0;
    if (!accept(parser, TOKEN_OPEN_BRACKET)) return 1;
    struct place place = parser->token.place;
    int32_t count = parse_bound(parser, "a number of processes");
    expect(parser, TOKEN_CLOSE_BRACKET, "after the number of processes");
    if (count < 0 || count > 255) error_at(parser, place, "%d processes: expected at most 255", count);
    return (unsigned)count & 255;
}

static void parse_parameters(struct parser *parser, struct proctype *proctype) {
    parser->proctype = proctype;
    parser->scope = NULL;
    parser->in_parameters = true;
    parser->starting = true;
    expect(parser, TOKEN_OPEN_PAREN, "after the name of a proctype");
    while (!parser->panicking && at_declaration(parser)) {
        parse_declaration(parser);
        if (!accept(parser, TOKEN_SEMICOLON)) break;
    }
    expect(parser, TOKEN_CLOSE_PAREN, "after the parameters of a proctype");
    parser->in_parameters = false;
}

static bool has_array(const struct structure *structure) {
    for (size_t i = 0; i < structure->fields.count; i++) {
        const struct variable *field = structure->fields.items[i];
        if (field->length || (field->type.kind == TYPE_STRUCT && has_array(field->type.structure))) return true;
    }
    return false;
}

static void check_parameters(struct parser *parser, struct proctype *proctype) {
    for (size_t i = 0; i < proctype->parameters.count; i++) {
        const struct variable *parameter = proctype->parameters.items[i];
        proctype->argument_count += flattened_count(parser, &parameter->type, parameter->place);
        if (parameter->type.kind == TYPE_STRUCT && has_array(parameter->type.structure))
            error_at(parser, parameter->place, "the parameter `%s` has an array inside", parameter->name);
    }
}

static void parse_proctype(struct parser *parser) {
    unsigned active = parse_active(parser);
    bool deterministic = at(parser, TOKEN_D_PROCTYPE);
    if (!at(parser, TOKEN_PROCTYPE) && !deterministic) {
        syntax_error(parser, "`proctype` after `active`");
        return;
    }
    advance(parser);
    struct place place = parser->token.place;
    const char *text = expect_name(parser, "the name of a proctype");
    if (parser->panicking) return;
    struct name *name = lookup(parser, text);
    if (name) error_at(parser, place, "`%s` is declared already, as %s", text, name_kind_words(name->kind));
    struct proctype *proctype = new_proctype(parser, PROCTYPE_PROCESS, text, place);
    names_add(&parser->names, text, NAME_PROCTYPE, place, NULL, NULL)->declared = proctype;
    proctype->active = active;
    proctype->deterministic = deterministic;
    parse_parameters(parser, proctype);
    check_parameters(parser, proctype);
    proctype->priority = parse_priority(parser);
    parse_provided(parser, proctype);
    parse_body(parser, proctype);
}

static void parse_init(struct parser *parser) {
    struct place place = parser->token.place;
    for (size_t i = 0; i < parser->model->proctypes.count; i++)
        if (parser->model->proctypes.items[i]->kind == PROCTYPE_INIT) error_at(parser, place, "a second init");
    struct proctype *proctype = new_proctype(parser, PROCTYPE_INIT, "init", place);
    proctype->active = 1;
    advance(parser);
    proctype->priority = parse_priority(parser);
    parse_body(parser, proctype);
}

static void parse_never(struct parser *parser) {
    struct place place = parser->token.place;
    advance(parser);
    const char *name = "never";
    if (at(parser, TOKEN_NAME))
        name = expect_name(parser, "a name");
    else if (parser->unnamed_claims++)
        name = arena_printf(parser->arena, "never_%u", parser->unnamed_claims - 1);
    for (size_t i = 0; i < parser->model->proctypes.count; i++)
        if (!strcmp(parser->model->proctypes.items[i]->name, name))
            error_at(parser, place, "the claim `%s` is there already", name);
    parse_body(parser, new_proctype(parser, PROCTYPE_NEVER, name, place));
}

static void parse_trace(struct parser *parser) {
    struct place place = parser->token.place;
    bool is_trace = at(parser, TOKEN_TRACE);
    if (parser->trace) error_at(parser, place, "a second trace or notrace");
    advance(parser);
    parser->trace =
        new_proctype(parser, is_trace ? PROCTYPE_TRACE : PROCTYPE_NOTRACE, is_trace ? "trace" : "notrace", place);
    parse_body(parser, parser->trace);
}

/* ---- inlines ---- */

static void parse_inline_parameters(struct parser *parser, struct inline_definition *definition) {
    expect(parser, TOKEN_OPEN_PAREN, "after the name of an inline");
    while (!parser->panicking && !at(parser, TOKEN_CLOSE_PAREN)) {
        struct place place = parser->token.place;
        const char *name = expect_name(parser, "the name of a parameter");
        for (size_t i = 0; i < definition->parameters.count; i++)
            if (!strcmp(definition->parameters.items[i], name))
                error_at(parser, place, "a second parameter `%s`", name);
        list_add(parser->arena, &definition->parameters, name);
        if (!accept(parser, TOKEN_COMMA)) break;
    }
    if (!parser->panicking && !at(parser, TOKEN_CLOSE_PAREN))
        syntax_error(parser, "`)` after the parameters of an inline");
}

static void parse_inline(struct parser *parser) {
    advance(parser);
    struct inline_definition definition = {.place = parser->token.place};
    definition.name = expect_name(parser, "the name of an inline");
    parse_inline_parameters(parser, &definition);
    if (parser->panicking) return;
    struct inline_body *inlined = arena_new_object(parser->arena, struct inline_body);
    struct token_span inner;
    if (!stream_take_block(&parser->stream, &inner)) {
        advance(parser);
        error_at(parser, definition.place, "the inline `%s` has no complete body in braces", definition.name);
        parser->panicking = true;
        return;
    }
    advance(parser);
    struct name *name = lookup(parser, definition.name);
    if (name)
        error_at(parser, definition.place, "`%s` is declared already, as %s", definition.name,
                 name_kind_words(name->kind));
    inlined->index = parser->model->inlines.count;
    inlined->body = (struct token_span){inner.first - 1, inner.count + 2};
    struct inline_definition *kept = arena_new_object(parser->arena, struct inline_definition);
    *kept = definition;
    inlined->definition = kept;
    list_add(parser->arena, &parser->model->inlines, definition);
    names_add(&parser->names, definition.name, NAME_INLINE, definition.place, NULL, NULL)->inlined = inlined;
}

/* ---- formulas ---- */

static void parse_ltl(struct parser *parser) {
    struct pending_formula formula = {.place = parser->token.place};
    struct token name;
    if (stream_take_name(&parser->stream, &name))
        formula.name = name.text, formula.place = name.place;
    else
        formula.name = arena_printf(parser->arena, "ltl_%u", parser->unnamed_formulas++);
    bool complete = stream_take_block(&parser->stream, &formula.span);
    advance(parser);
    if (!complete) {
        syntax_error(parser, "a formula in braces after `ltl`");
        return;
    }
    vec_push(&parser->formulas, formula);
}

static const char *formula_text(struct parser *parser, struct token_span span) {
    struct text text = {0};
    for (size_t i = 0; i < span.count; i++) {
        const struct token *token = &span.first[i];
        if (token->kind == TOKEN_C_EXPR)
            text_printf(&text, " c_expr {%s}", token->text);
        else
            text_printf(&text, "%s%s", i ? " " : "", token->text);
    }
    const char *copy = arena_text(parser->arena, text_chars(&text));
    text_free(&text);
    return copy;
}

/* Points the parser at other tokens. */
static void reopen(struct parser *parser, struct token_span span) {
    stream_free(&parser->stream);
    stream_open(&parser->stream, parser->arena, span);
    parser->token = (struct token){.kind = TOKEN_SEMICOLON};
    parser->panicking = stopped(parser);
    advance(parser);
}

static void parse_formula(struct parser *parser, const struct pending_formula *pending) {
    reopen(parser, pending->span);
    struct ltl_property property = {.name = pending->name, .place = pending->place};
    for (size_t i = 0; i < parser->model->ltl.count; i++)
        if (!strcmp(parser->model->ltl.items[i].name, pending->name))
            error_at(parser, pending->place, "a second formula `%s`", pending->name);
    parser->in_formula = true;
    property.formula = parse_full_expression(parser);
    parser->in_formula = false;
    (void)accept(parser, TOKEN_SEMICOLON);
    if (!parser->panicking && !at(parser, TOKEN_END)) syntax_error(parser, "an operator or the end of the formula");
    if (walk_expression_runs(property.formula)) error_at(parser, pending->place, "`run` cannot be used in a formula");
    property.text = formula_text(parser, pending->span);
    list_add(parser->arena, &parser->model->ltl, property);
}

void parse_formulas(struct parser *parser) {
    for (size_t i = 0; i < parser->formulas.count; i++) parse_formula(parser, &parser->formulas.items[i]);
}

/* ---- embedded C ---- */

static void parse_c_declaration(struct parser *parser) {
    struct c_declaration declaration = {.place = parser->token.place, .text = parser->token.text};
    bool is_code = at(parser, TOKEN_C_CODE) || at(parser, TOKEN_C_DECL);
    declaration.kind = at(parser, TOKEN_C_DECL)    ? C_DECL
                       : at(parser, TOKEN_C_CODE)  ? C_FUNCTIONS
                       : at(parser, TOKEN_C_STATE) ? C_STATE
                                                   : C_TRACK;
    parser->model->uses_code = true;
    advance(parser);
    if (!is_code) {
        declaration.text = parser->token.text;
        expect(parser, TOKEN_STRING, "after `c_state` or `c_track`");
        declaration.scope = parser->token.text;
        expect(parser, TOKEN_STRING, "as the second argument");
        if (at(parser, TOKEN_STRING)) {
            declaration.extra = parser->token.text;
            advance(parser);
        }
    }
    list_add(parser->arena, &parser->model->c_declarations, declaration);
}

/* ---- all of it ---- */

static void parse_unit(struct parser *parser) {
    switch (parser->token.kind) {
    case TOKEN_SEMICOLON:
    case TOKEN_ARROW: advance(parser); break;
    case TOKEN_ACTIVE:
    case TOKEN_PROCTYPE:
    case TOKEN_D_PROCTYPE: parse_proctype(parser); break;
    case TOKEN_INIT: parse_init(parser); break;
    case TOKEN_NEVER: parse_never(parser); break;
    case TOKEN_TRACE:
    case TOKEN_NOTRACE: parse_trace(parser); break;
    case TOKEN_INLINE: parse_inline(parser); break;
    case TOKEN_LTL: parse_ltl(parser); break;
    case TOKEN_TYPEDEF: parse_typedef(parser); break;
    case TOKEN_C_CODE:
    case TOKEN_C_DECL:
    case TOKEN_C_STATE:
    case TOKEN_C_TRACK: parse_c_declaration(parser); break;
    default:
        parser->starting = true;
        if (at_declaration(parser))
            parse_declaration(parser);
        else {
            syntax_error(parser, "a declaration, a proctype, init, never, inline, typedef or ltl");
            advance(parser);
        }
    }
}

static bool needs_no_separator(enum token_kind kind) {
    return kind != TOKEN_COMMA && kind != TOKEN_ASSIGN && kind != TOKEN_OPEN_BRACKET && kind != TOKEN_NUMBER &&
           kind != TOKEN_STRING && kind != TOKEN_OPEN_PAREN;
}

void parse_units(struct parser *parser) {
    while (!at(parser, TOKEN_END)) {
        parse_unit(parser);
        if (!parser->panicking && !needs_no_separator(parser->token.kind))
            syntax_error(parser, "`;` or the next declaration");
        if (!parser->panicking) continue;
        parser->proctype = NULL;
        parser->scope = NULL;
        parser->structure = NULL;
        parser->in_parameters = false;
        parser->stream.in_sequence = false;
        skip_to_unit(parser);
    }
}

/* ---- inlines as processes ---- */

struct token_list {
    VEC(struct token) tokens;
};

static void put(struct token_list *list, enum token_kind kind, const char *text, struct place place) {
    vec_push(&list->tokens, (struct token){.kind = kind, .text = text ? text : token_kind_name(kind), .place = place});
    if (kind == TOKEN_TYPE) vec_last(&list->tokens).value = TYPE_INT;
}

/* The parameter's own name, unless it means something among the globals. */
static const char *free_name(struct parser *parser, const char *name) {
    while (lookup(parser, name)) name = arena_printf(parser->arena, "%s_", name);
    return name;
}

/* proctype `call name` (int a; int b) { atomic { name(a, b) } } */
static struct token_list callable_tokens(struct parser *parser, const struct inline_definition *definition) {
    struct token_list list = {0};
    struct place place = definition->place;
    size_t count = definition->parameters.count;
    put(&list, TOKEN_PROCTYPE, NULL, place);
    put(&list, TOKEN_NAME, arena_printf(parser->arena, "call %s", definition->name), place);
    put(&list, TOKEN_OPEN_PAREN, NULL, place);
    for (size_t i = 0; i < count; i++) {
        if (i) put(&list, TOKEN_SEMICOLON, NULL, place);
        put(&list, TOKEN_TYPE, "int", place);
        put(&list, TOKEN_NAME, free_name(parser, definition->parameters.items[i]), place);
    }
    put(&list, TOKEN_CLOSE_PAREN, NULL, place);
    put(&list, TOKEN_OPEN_BRACE, NULL, place);
    put(&list, TOKEN_ATOMIC, NULL, place);
    put(&list, TOKEN_OPEN_BRACE, NULL, place);
    put(&list, TOKEN_NAME, definition->name, place);
    put(&list, TOKEN_OPEN_PAREN, NULL, place);
    for (size_t i = 0; i < count; i++) {
        if (i) put(&list, TOKEN_COMMA, NULL, place);
        put(&list, TOKEN_NAME, free_name(parser, definition->parameters.items[i]), place);
    }
    put(&list, TOKEN_CLOSE_PAREN, NULL, place);
    put(&list, TOKEN_CLOSE_BRACE, NULL, place);
    put(&list, TOKEN_CLOSE_BRACE, NULL, place);
    return list;
}

void parse_callables(struct parser *parser, const char *const *callable) {
    parser->model->is_driven = callable != NULL;
    for (; callable && *callable; callable++) {
        struct name *name = names_find(&parser->names, *callable, NULL, NULL);
        if (!name || name->kind != NAME_INLINE) {
            error_at(parser, (struct place){parser->model->path, 0, 0}, "there is no inline `%s`", *callable);
            continue;
        }
        struct token_list list = callable_tokens(parser, name->inlined->definition);
        reopen(parser, (struct token_span){list.tokens.items, list.tokens.count});
        parse_units(parser);
        vec_free(&list.tokens);
    }
}
