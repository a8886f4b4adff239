#include "oil/macro.h"

#include "base/word.h"

#include <string.h>

enum { DEEPEST = 50, MOST_WORK = 1000000 };

typedef VEC(struct oil_token) token_list;

struct oil_macro *oil_macro_find(const struct oil_macros *macros, const char *name) {
    for (size_t i = 0; i < macros->list.count; i++)
        if (!strcmp(macros->list.items[i]->name, name)) return macros->list.items[i];
    return NULL;
}

void oil_macro_undefine(struct oil_macros *macros, const char *name) {
    for (size_t i = 0; i < macros->list.count; i++)
        if (!strcmp(macros->list.items[i]->name, name)) macros->list.items[i--] = vec_pop(&macros->list);
}

void oil_macro_note_unknown(struct oil_macros *macros, const char *name) {
    if (is_in_list(name, macros->unknown.items, macros->unknown.count)) return;
    vec_push(&macros->unknown, arena_text(macros->arena, name));
}

void oil_macro_note_asked(struct oil_macros *macros, const char *name) {
    if (is_in_list(name, macros->asked.items, macros->asked.count)) return;
    vec_push(&macros->asked, arena_text(macros->arena, name));
}

bool oil_macro_is_open(const struct oil_macros *macros, const char *name) {
    const struct oil_macro *macro = oil_macro_find(macros, name);
    return (!macro || macro->body->kind != TOKEN_END) && !is_in_list(name, macros->zeros.items, macros->zeros.count);
}

void oil_macro_note_zero(struct oil_macros *macros, const char *name) {
    oil_macro_note_unknown(macros, name);
    if (is_in_list(name, macros->zeros.items, macros->zeros.count)) return;
    vec_push(&macros->zeros, arena_text(macros->arena, name));
}

void oil_macros_free(struct oil_macros *macros) {
    vec_free(&macros->list);
    vec_free(&macros->unknown);
    vec_free(&macros->zeros);
    vec_free(&macros->asked);
}

/* ---- definitions ---- */

static const struct oil_token *keep_tokens(struct arena *arena, const token_list *list) {
    struct oil_token *kept = arena_new_array(arena, struct oil_token, list->count + 1);
    if (list->count) memcpy(kept, list->items, list->count * sizeof *kept);
    kept[list->count].text = "";
    return kept;
}

static bool is_punctuation(const struct oil_token *token, char c) {
    return token->kind == TOKEN_PUNCTUATION && token->punctuation == c;
}

static void read_parameters(struct oil_macros *macros, struct oil_macro *macro, struct oil_lexer *lexer) {
    VEC(const char *) names = {0};
    struct oil_token token = oil_lexer_next(lexer);
    while (token.kind == TOKEN_NAME) {
        vec_push(&names, token.text);
        token = oil_lexer_next(lexer);
        if (is_punctuation(&token, ',')) token = oil_lexer_next(lexer);
    }
    if (!is_punctuation(&token, ')'))
        diag_error(macros->diagnostics, token.place, "expected a parameter of the macro or ')', found %s",
                   oil_token_words(macros->arena, &token));
    const char **kept = arena_new_array(macros->arena, const char *, names.count + 1);
    if (names.count) memcpy(kept, names.items, names.count * sizeof *kept);
    macro->parameters = kept;
    macro->parameter_count = names.count;
    macro->has_parameters = true;
    vec_free(&names);
}

void oil_macro_define(struct oil_macros *macros, const char *definition, struct place place) {
    struct oil_lexer lexer;
    oil_lexer_begin(&lexer, macros->arena, macros->diagnostics, place.file, definition, strlen(definition));
    lexer.only_blanks = false;
    lexer.line = place.line;
    struct oil_token name = oil_lexer_next(&lexer);
    if (name.kind != TOKEN_NAME) {
        diag_error(macros->diagnostics, place, "#define needs a name");
        return;
    }
    struct oil_macro *macro = arena_new_object(macros->arena, struct oil_macro);
    macro->name = name.text;
    if (lexer.at < lexer.end && *lexer.at == '(') {
        oil_lexer_next(&lexer);
        read_parameters(macros, macro, &lexer);
    }
    token_list body = {0};
    for (struct oil_token token = oil_lexer_next(&lexer); token.kind != TOKEN_END; token = oil_lexer_next(&lexer))
        vec_push(&body, token);
    macro->body = keep_tokens(macros->arena, &body);
    vec_free(&body);
    oil_macro_undefine(macros, macro->name);
    vec_push(&macros->list, macro);
}

void oil_macro_define_option(struct oil_macros *macros, const char *option) {
    const char *equals = strchr(option, '=');
    int length = equals ? (int)(equals - option) : (int)strlen(option);
    char *definition = arena_printf(macros->arena, "%.*s %s", length, option, equals ? equals + 1 : "1");
    oil_macro_define(macros, definition, (struct place){.file = "-D"});
}

/* ---- replacement ---- */

struct oil_token oil_source_next(struct oil_token_source *source) {
    if (source->has_put_back) {
        source->has_put_back = false;
        return source->put_back;
    }
    if (source->lexer) return oil_lexer_next(source->lexer);
    struct oil_token token = *source->array;
    if (token.kind != TOKEN_END) source->array++;
    return token;
}

static void put_back(struct oil_token_source *source, struct oil_token token) {
    source->put_back = token;
    source->has_put_back = true;
}

struct arguments {
    token_list tokens; /* all of them, one behind the other, each ended by TOKEN_END */
    VEC(size_t) starts;
};

static bool read_arguments(struct oil_macros *macros, struct oil_token_source *source, const struct oil_token *name,
                           struct arguments *arguments) {
    static const struct oil_token end = {.kind = TOKEN_END, .text = ""};
    unsigned nesting = 0;
    vec_push(&arguments->starts, 0);
    for (;;) {
        struct oil_token token = oil_source_next(source);
        if (token.kind == TOKEN_END || token.kind == TOKEN_DIRECTIVE) {
            diag_error(macros->diagnostics, name->place, "the arguments of the macro '%s' are never closed",
                       name->text);
            if (token.kind == TOKEN_END) put_back(source, token);
            return false;
        }
        if (is_punctuation(&token, ')') && nesting == 0) break;
        if (is_punctuation(&token, '(')) nesting++;
        if (is_punctuation(&token, ')')) nesting--;
        if (is_punctuation(&token, ',') && nesting == 0) {
            vec_push(&arguments->tokens, end);
            vec_push(&arguments->starts, arguments->tokens.count);
        } else {
            vec_push(&arguments->tokens, token);
        }
    }
    vec_push(&arguments->tokens, end);
    return true;
}

static const struct oil_token *argument_for(const struct oil_macro *macro, const struct arguments *arguments,
                                            const char *name) {
    for (size_t i = 0; i < macro->parameter_count; i++)
        if (!strcmp(macro->parameters[i], name)) return arguments->tokens.items + arguments->starts.items[i];
    return NULL;
}

static void substitute(const struct oil_macro *macro, const struct arguments *arguments, struct place place,
                       token_list *out) {
    for (const struct oil_token *token = macro->body; token->kind != TOKEN_END; token++) {
        const struct oil_token *argument =
            token->kind == TOKEN_NAME ? argument_for(macro, arguments, token->text) : NULL;
        if (!argument) {
            vec_push(out, *token);
            vec_last(out).place = place; /* the user looks where the macro is used */
        }
        for (; argument && argument->kind != TOKEN_END; argument++) vec_push(out, *argument);
        if (out->count > MOST_WORK) return;
    }
}

static bool emit_list(struct oil_macros *macros, const token_list *list, oil_token_emit emit, void *context,
                      unsigned depth) {
    struct oil_token_source source = {.array = keep_tokens(macros->arena, list)};
    for (;;) {
        struct oil_token token = oil_source_next(&source);
        if (token.kind == TOKEN_END) return true;
        if (!oil_macro_expand(macros, &source, &token, emit, context, depth)) return false;
    }
}

static bool arguments_fit(struct oil_macros *macros, const struct oil_macro *macro, const struct arguments *arguments,
                          const struct oil_token *name) {
    bool none = arguments->starts.count == 1 && arguments->tokens.count == 1;
    size_t given = none && macro->parameter_count == 0 ? 0 : arguments->starts.count;
    if (given == macro->parameter_count) return true;
    diag_error(macros->diagnostics, name->place, "the macro '%s' has %zu parameters, but %zu arguments are given",
               name->text, macro->parameter_count, given);
    return false;
}

static bool replace(struct oil_macros *macros, struct oil_macro *macro, const struct arguments *arguments,
                    const struct oil_token *token, oil_token_emit emit, void *context, unsigned depth) {
    token_list result = {0};
    substitute(macro, arguments, token->place, &result);
    bool within = macros->work <= MOST_WORK;
    macros->work += result.count + 1;
    if (within && macros->work > MOST_WORK)
        diag_error(macros->diagnostics, token->place, "the macro '%s' expands to too much text", token->text);
    macro->active = true;
    bool go_on = macros->work <= MOST_WORK && emit_list(macros, &result, emit, context, depth + 1);
    macro->active = false;
    vec_free(&result);
    return go_on;
}

bool oil_macro_expand(struct oil_macros *macros, struct oil_token_source *source, const struct oil_token *token,
                      oil_token_emit emit, void *context, unsigned depth) {
    struct oil_macro *macro = token->kind == TOKEN_NAME ? oil_macro_find(macros, token->text) : NULL;
    if (!macro || macro->active) return emit(context, token);
    if (depth >= DEEPEST) {
        diag_error(macros->diagnostics, token->place, "the macro '%s' stands in more than %d others", token->text,
                   DEEPEST);
        return false;
    }
    struct arguments arguments = {0};
    bool go_on = true, good = true;
    if (macro->has_parameters) {
        struct oil_token after = oil_source_next(source);
        if (!is_punctuation(&after, '(')) {
            put_back(source, after);
            return emit(context, token);
        }
        good = read_arguments(macros, source, token, &arguments) && arguments_fit(macros, macro, &arguments, token);
    }
    if (good) go_on = replace(macros, macro, &arguments, token, emit, context, depth);
    vec_free(&arguments.tokens);
    vec_free(&arguments.starts);
    return go_on;
}
