#include "promela/parse.h"

#include "base/file.h"
#include "promela/allowed.h"
#include "promela/annotation.h"
#include "promela/parser.h"

#include <errno.h>

static const struct {
    const char *text;
    enum expression_kind kind;
} specials[] = {
    {"_", EXPR_NUMBER}, {"_pid", EXPR_PID}, {"_nr_pr", EXPR_NR_PR}, {"_last", EXPR_LAST}, {"_priority", EXPR_PRIORITY},
};

static void add_specials(struct parser *parser) {
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        names_add(&parser->names, specials[i].text, NAME_SPECIAL, (struct place){0}, NULL, NULL)->special =
            specials[i].kind;
}

/* Remote references may come before the proctype they name. */
static void note_proctypes(struct parser *parser, const struct tokens *tokens) {
    for (size_t i = 0; i + 1 < tokens->list.count; i++) {
        enum token_kind kind = tokens->list.items[i].kind;
        if ((kind == TOKEN_PROCTYPE || kind == TOKEN_D_PROCTYPE) && tokens->list.items[i + 1].kind == TOKEN_NAME)
            vec_push(&parser->later_proctypes, tokens->list.items[i + 1].text);
    }
}

static void parse_tokens(struct parser *parser, const struct tokens *tokens, const struct parse_options *options) {
    names_init(&parser->names, parser->arena);
    add_specials(parser);
    note_proctypes(parser, tokens);
    parser->starting = true;
    stream_open(&parser->stream, parser->arena, (struct token_span){tokens->list.items, tokens->list.count - 1});
    parser->stream.end = vec_last(&tokens->list).place;
    parser->token = (struct token){.kind = TOKEN_SEMICOLON};
    advance(parser);
    parse_units(parser);
    parse_formulas(parser);
    if (options) parse_callables(parser, options->callable);
    resolve_model(parser);
    stream_free(&parser->stream);
    names_free(&parser->names);
    vec_free(&parser->gotos);
    vec_free(&parser->remotes);
    vec_free(&parser->runs);
    vec_free(&parser->formulas);
    vec_free(&parser->later_proctypes);
    vec_free(&parser->extents);
}

/* The formula of the command line is read as part of the model, so that the model's macros apply to it. */
static const char *const extra_head = "\nltl command_line_ {";
static const char *const extra_mark = "command_line_";
static const char *const extra_name = "command line";
static const struct place extra_place = {"<command line>", 1, 1};

static void add_extra(struct text *text, const char *formula) {
    text_add(text, extra_head);
    text_add(text, formula);
    text_add(text, "\n}\n");
}

/* The `{` that the last token closes, if that is a `}`; 0 otherwise. */
static size_t last_block(const struct tokens *tokens) {
    unsigned open = 0;
    for (size_t i = tokens->list.count; i-- > 0;) {
        enum token_kind kind = tokens->list.items[i].kind;
        if (kind == TOKEN_END) continue;
        open += kind == TOKEN_CLOSE_BRACE;
        if (!open) return 0;
        if (kind == TOKEN_OPEN_BRACE && --open == 0) return i;
    }
    return 0;
}

static bool is_extra(const struct tokens *tokens, size_t name) {
    return name >= 1 && tokens->list.items[name - 1].kind == TOKEN_LTL &&
           strcmp(tokens->list.items[name].text, extra_mark) == 0;
}

/* False: the formula closes the braces it was put into, and goes on with something else. */
static bool rename_extra(struct tokens *tokens) {
    size_t name = last_block(tokens);
    if (!name || !is_extra(tokens, --name)) return false;
    for (size_t i = 0; i < name; i++)
        if (is_extra(tokens, i)) return false;
    tokens->list.items[name].text = extra_name;
    for (size_t i = name; i < tokens->list.count; i++) {
        struct token *token = &tokens->list.items[i];
        token->place.file = extra_place.file;
        token->place.line = 1;
        unsigned before = (unsigned)strlen(extra_head) - 1;
        token->place.column = token->place.column > before ? token->place.column - before : 1;
    }
    return true;
}

static bool read_model(struct model *model, const char *text, size_t length, const struct parse_options *options,
                       struct diagnostics *diagnostics) {
    struct source source = {0};
    struct tokens tokens = {0};
    unsigned errors_before = diagnostics->errors;
    struct parser parser = {
        .arena = model->arena, .model = model, .diagnostics = diagnostics, .errors_before = errors_before};
    if (source_load(&source, model->arena, text, length, model->path, options, diagnostics)) {
        tokenize(&source, model->arena, &tokens, diagnostics);
        annotations_find(&source, model);
        if (options && options->extra_ltl && !rename_extra(&tokens) && diagnostics->errors == errors_before)
            diag_error(diagnostics, extra_place, "this is not one formula: its brackets do not fit together");
        parse_tokens(&parser, &tokens, options);
        if (diagnostics->errors == errors_before) allowed_check(model, diagnostics);
    }
    vec_free(&tokens.list);
    source_free(&source);
    return diagnostics->errors == errors_before;
}

/* A text with a NUL byte is no Promela, wherever the byte stands: strings and embedded C would end there. */
static bool refuse_nul(const char *text, size_t length, const char *path, struct diagnostics *diagnostics) {
    const char *nul = memchr(text, '\0', length);
    if (!nul) return false;
    struct place place = {path, 1, 1};
    for (const char *c = text; c < nul; c++) {
        place.column = *c == '\n' ? 1 : place.column + 1;
        place.line += *c == '\n';
    }
    diag_error(diagnostics, place, "a NUL byte: expected Promela text");
    return true;
}

struct model *promela_parse_text(const char *text, size_t length, const char *path, const struct parse_options *options,
                                 struct diagnostics *diagnostics) {
    if (length && refuse_nul(text, length, path, diagnostics)) return NULL;
    struct arena *arena = arena_new();
    struct model *model = arena_new_object(arena, struct model);
    struct text whole = {0};
    model->arena = arena;
    model->path = arena_text(arena, path);
    text_add_n(&whole, text, length);
    if (options && options->extra_ltl) add_extra(&whole, options->extra_ltl);
    bool ok = read_model(model, text_chars(&whole), whole.length, options, diagnostics);
    text_free(&whole);
    if (ok) return model;
    model_free(model);
    return NULL;
}

struct model *promela_parse_file(const char *path, const struct parse_options *options,
                                 struct diagnostics *diagnostics) {
    struct text text = {0};
    struct model *model = NULL;
    if (file_read(path, &text)) {
        model = promela_parse_text(text_chars(&text), text.length, path, options, diagnostics);
    } else {
        diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
    }
    text_free(&text);
    return model;
}

void model_free(struct model *model) {
    if (model) arena_free(model->arena);
}
