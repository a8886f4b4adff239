#include "promela/stream.h"

#include <string.h>

void stream_open(struct stream *stream, struct arena *arena, struct token_span span) {
    *stream = (struct stream){.arena = arena, .last = TOKEN_SEMICOLON, .last_raw = TOKEN_SEMICOLON};
    vec_push(&stream->frames, (struct stream_frame){.span = span});
    if (span.count) stream->end = span.first[span.count - 1].place;
}

void stream_free(struct stream *stream) { vec_free(&stream->frames); }

void stream_stop(struct stream *stream) {
    vec_clear(&stream->frames);
    stream->has_raw = stream->has_held = stream->has_ahead = false;
}

struct stream_frame *stream_inline(struct stream *stream) {
    for (size_t i = stream->frames.count; i-- > 0;)
        if (stream->frames.items[i].inlined) return &stream->frames.items[i];
    return NULL;
}

bool stream_is_inside(const struct stream *stream, const struct inline_body *inlined) {
    for (size_t i = 0; i < stream->frames.count; i++)
        if (stream->frames.items[i].inlined == inlined) return true;
    return false;
}

void stream_push(struct stream *stream, const struct inline_body *inlined, struct token_span *arguments,
                 struct reference *return_target) {
    vec_push(&stream->frames,
             (struct stream_frame){
                 .inlined = inlined, .span = inlined->body, .arguments = arguments, .return_target = return_target});
    stream->last_raw = stream->last = TOKEN_SEMICOLON; /* no separator before the body's brace */
}

/* The argument that stands for this name, or NULL. */
static const struct token_span *find_argument(const struct stream_frame *frame, const struct token *token) {
    if (!frame->inlined || token->kind != TOKEN_NAME) return NULL;
    const struct inline_definition *definition = frame->inlined->definition;
    for (size_t i = 0; i < definition->parameters.count; i++)
        if (!strcmp(definition->parameters.items[i], token->text)) return &frame->arguments[i];
    return NULL;
}

static bool next_of_argument(struct stream_frame *frame, struct token *token) {
    if (!frame->argument) return false;
    if (frame->argument_at == frame->argument->count) {
        frame->argument = NULL;
        return false;
    }
    *token = frame->argument->first[frame->argument_at];
    token->newline_before = frame->argument_at == 0 && frame->argument_newline;
    frame->argument_at++;
    return true;
}

/* The next token as written, inlines and their parameters replaced. */
static struct token next_raw(struct stream *stream) {
    struct token token;
    while (stream->frames.count) {
        struct stream_frame *frame = &vec_last(&stream->frames);
        if (frame->inlined && ++stream->inlined_tokens > MOST_INLINED_TOKENS) break;
        if (next_of_argument(frame, &token)) return token;
        if (frame->at == frame->span.count) {
            if (stream->frames.count == 1) break;
            (void)vec_pop(&stream->frames);
            continue;
        }
        token = frame->span.first[frame->at++];
        frame->argument = find_argument(frame, &token);
        if (!frame->argument) return token;
        frame->argument_at = 0;
        frame->argument_newline = token.newline_before;
    }
    return (struct token){.kind = TOKEN_END, .place = stream->end, .text = ""};
}

/* Tokens after which the end of a line separates statements. */
static bool ends_a_step(const struct stream *stream) {
    switch (stream->last_raw) {
    case TOKEN_CLOSE_BRACE:
    case TOKEN_CLOSE_PAREN:
    case TOKEN_CLOSE_BRACKET:
    case TOKEN_OD:
    case TOKEN_FI:
    case TOKEN_ELSE:
    case TOKEN_BREAK:
    case TOKEN_C_CODE:
    case TOKEN_C_EXPR:
    case TOKEN_C_DECL:
    case TOKEN_NAME:
    case TOKEN_NUMBER:
    case TOKEN_INCREMENT:
    case TOKEN_DECREMENT:
    case TOKEN_TIMEOUT: return true;
    default: return false;
    }
}

static struct token separator(const struct token *before) {
    return (struct token){.kind = TOKEN_SEMICOLON, .place = before->place, .text = ";"};
}

/* With the separators that line ends stand for. */
static struct token next_lexed(struct stream *stream) {
    struct token token = stream->has_raw ? stream->raw : next_raw(stream);
    bool fresh = !stream->has_raw;
    stream->has_raw = false;
    bool continues = stream->last_raw == TOKEN_CLOSE_BRACE && token.text && token.text[0] == 'u';
    if (fresh && token.newline_before && token.kind != TOKEN_END && stream->in_sequence && stream->parens == 0 &&
        ends_a_step(stream) && !continues) {
        stream->raw = token;
        stream->has_raw = true;
        stream->last_raw = TOKEN_SEMICOLON;
        return separator(&token);
    }
    stream->last_raw = token.kind;
    if (token.kind == TOKEN_OPEN_PAREN) stream->parens++;
    if (token.kind == TOKEN_CLOSE_PAREN && stream->parens) stream->parens--;
    return token;
}

static bool may_follow_brace(enum token_kind kind) {
    switch (kind) {
    case TOKEN_PROCTYPE:
    case TOKEN_INIT:
    case TOKEN_NEVER:
    case TOKEN_OPTION:
    case TOKEN_FI:
    case TOKEN_OD:
    case TOKEN_CLOSE_BRACE:
    case TOKEN_UNLESS:
    case TOKEN_SEMICOLON:
    case TOKEN_ARROW:
    case TOKEN_COMMA:
    case TOKEN_END: return true;
    default: return false;
    }
}

static bool is_separator(enum token_kind kind) { return kind == TOKEN_SEMICOLON || kind == TOKEN_ARROW; }

static bool needs_separator(enum token_kind last, enum token_kind kind) {
    if (last == TOKEN_ELSE) return !is_separator(kind) && kind != TOKEN_FI;
    return last == TOKEN_CLOSE_BRACE && !may_follow_brace(kind);
}

static struct token next_separated(struct stream *stream) {
    if (stream->has_held) {
        stream->has_held = false;
        return stream->held;
    }
    struct token token = next_lexed(stream);
    if (needs_separator(stream->last, token.kind)) {
        stream->held = token;
        stream->has_held = true;
        return separator(&token);
    }
    while (is_separator(token.kind)) { /* of several, and before `}`, the last one counts */
        struct token after = next_lexed(stream);
        if (after.kind != TOKEN_CLOSE_BRACE && !is_separator(after.kind)) {
            stream->held = after;
            stream->has_held = true;
            break;
        }
        token = after;
    }
    return token;
}

struct token stream_next(struct stream *stream) {
    if (stream->has_ahead) {
        stream->has_ahead = false;
        return stream->ahead;
    }
    struct token token = next_separated(stream);
    stream->last = token.kind;
    return token;
}

const struct token *stream_peek(struct stream *stream) {
    if (!stream->has_ahead) {
        stream->ahead = stream_next(stream);
        stream->has_ahead = true;
    }
    return &stream->ahead;
}

bool stream_take_name(struct stream *stream, struct token *name) {
    struct stream_frame *frame = stream->frames.count == 1 ? &stream->frames.items[0] : NULL;
    if (!frame || frame->at == frame->span.count || frame->span.first[frame->at].kind != TOKEN_NAME) return false;
    *name = frame->span.first[frame->at++];
    return true;
}

bool stream_take_block(struct stream *stream, struct token_span *span) {
    struct stream_frame *frame = stream->frames.count == 1 ? &stream->frames.items[0] : NULL;
    if (!frame || frame->at == frame->span.count || frame->span.first[frame->at].kind != TOKEN_OPEN_BRACE) return false;
    unsigned depth = 0;
    for (size_t i = frame->at; i < frame->span.count; i++) {
        enum token_kind kind = frame->span.first[i].kind;
        depth += kind == TOKEN_OPEN_BRACE;
        if (kind != TOKEN_CLOSE_BRACE || --depth > 0) continue;
        *span = (struct token_span){frame->span.first + frame->at + 1, i - frame->at - 1};
        frame->at = i + 1;
        stream->last = stream->last_raw = TOKEN_SEMICOLON;
        return true;
    }
    return false;
}
