#include "promela/parser.h"

#include <stdarg.h>
#include <stdio.h>

bool stopped(const struct parser *parser) {
    return parser->diagnostics->errors - parser->errors_before >= MOST_PARSE_ERRORS;
}

void advance(struct parser *parser) {
    if (parser->token.kind == TOKEN_END) return;
    parser->token = stream_next(&parser->stream);
    if (parser->token.kind == TOKEN_END && parser->stream.inlined_tokens > MOST_INLINED_TOKENS)
        error_at(parser, parser->token.place, "the inlines expand to more than %d tokens", MOST_INLINED_TOKENS);
}

bool at(const struct parser *parser, enum token_kind kind) { return parser->token.kind == kind; }

bool accept(struct parser *parser, enum token_kind kind) {
    if (parser->panicking || !at(parser, kind)) return false;
    advance(parser);
    return true;
}

/* The same words at the same place are said once: an inline is parsed at every call. */
static bool said_before(const struct parser *parser, struct place place, const char *message) {
    for (size_t i = 0; i < parser->diagnostics->list.count; i++) {
        const struct diagnostic *said = &parser->diagnostics->list.items[i];
        if (said->place.line == place.line && said->place.column == place.column && said->place.file && place.file &&
            !strcmp(said->place.file, place.file) && !strcmp(said->message, message))
            return true;
    }
    return false;
}

void error_at(struct parser *parser, struct place place, const char *format, ...) {
    if (parser->panicking) return;
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    if (!said_before(parser, place, text_chars(&message)))
        diag_error(parser->diagnostics, place, "%s", text_chars(&message));
    text_free(&message);
    if (!stopped(parser)) return;
    stream_stop(&parser->stream);
    parser->token = (struct token){.kind = TOKEN_END, .place = place, .text = ""};
    parser->panicking = true;
}

void warn_at(struct parser *parser, struct place place, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    size_t said = parser->diagnostics->list.count;
    if (!parser->panicking && said < MOST_DIAGNOSTICS && !said_before(parser, place, text_chars(&message))) {
        bool last = said + 1 == MOST_DIAGNOSTICS;
        diag_warning(parser->diagnostics, place, "%s%s", text_chars(&message),
                     last ? " (further warnings are not shown)" : "");
    }
    text_free(&message);
}

void syntax_error(struct parser *parser, const char *expected) {
    error_at(parser, parser->token.place, "unexpected %s: expected %s", token_describe(parser->arena, &parser->token),
             expected);
    parser->panicking = true;
}

bool expect(struct parser *parser, enum token_kind kind, const char *where) {
    if (parser->panicking) return false;
    if (accept(parser, kind)) return true;
    syntax_error(parser, arena_printf(parser->arena, "`%s` %s", token_kind_name(kind), where));
    return false;
}

const char *expect_name(struct parser *parser, const char *what) {
    if (!parser->panicking && at(parser, TOKEN_NAME)) {
        const char *name = parser->token.text;
        advance(parser);
        return name;
    }
    syntax_error(parser, what);
    return "?";
}

bool enter(struct parser *parser) {
    if (++parser->nesting <= DEEPEST_NESTING) return true;
    error_at(parser, parser->token.place, "nested too deeply (more than %d levels)", DEEPEST_NESTING);
    parser->panicking = true;
    return false;
}

void leave(struct parser *parser) { parser->nesting--; }

/* To the separator or closing word that ends the statement at fault; what is open inside it is passed over. */
void skip_to_statement_end(struct parser *parser) {
    unsigned depth = 0;
    for (; !at(parser, TOKEN_END); advance(parser)) {
        switch (parser->token.kind) {
        case TOKEN_OPEN_BRACE:
        case TOKEN_IF:
        case TOKEN_DO: depth++; break;
        case TOKEN_CLOSE_BRACE:
        case TOKEN_FI:
        case TOKEN_OD:
            if (depth == 0) goto found;
            depth--;
            break;
        case TOKEN_SEMICOLON:
        case TOKEN_ARROW:
        case TOKEN_OPTION:
            if (depth == 0) goto found;
            break;
        case TOKEN_PROCTYPE:
        case TOKEN_INIT:
        case TOKEN_NEVER: goto found;
        default: break;
        }
    }
found:
    parser->stream.parens = 0;
    parser->panicking = stopped(parser);
}

void skip_to_unit(struct parser *parser) {
    unsigned depth = 0;
    for (; !at(parser, TOKEN_END); advance(parser)) {
        enum token_kind kind = parser->token.kind;
        if (kind == TOKEN_OPEN_BRACE) depth++;
        if (kind == TOKEN_CLOSE_BRACE && depth && --depth == 0) {
            advance(parser);
            break;
        }
        if (depth == 0 && kind == TOKEN_SEMICOLON) break;
        if (kind == TOKEN_PROCTYPE || kind == TOKEN_D_PROCTYPE || kind == TOKEN_ACTIVE || kind == TOKEN_INIT ||
            kind == TOKEN_NEVER || kind == TOKEN_INLINE || kind == TOKEN_TYPEDEF || kind == TOKEN_LTL)
            break;
    }
    parser->stream.parens = 0;
    parser->panicking = stopped(parser);
}

struct name *lookup(struct parser *parser, const char *text) {
    return names_find(&parser->names, text, parser->proctype, parser->scope);
}
