/* Tokens as the parser sees them: inline calls replaced by their bodies, and the separators that Spin lets a writer
 * leave out put in (at the end of a line, after `}`, after `else`).
 *
 * Invariant: a frame's arguments are tokens in which the calling frame's parameters are already replaced, so that they
 * are never looked at again. */
#ifndef PROMELA_STREAM_H
#define PROMELA_STREAM_H

#include "promela/ast.h"
#include "promela/token.h"

/* A piece of a token vector. */
struct token_span {
    const struct token *first;
    size_t count;
};

struct inline_body {
    const struct inline_definition *definition;
    size_t index; /* in model->inlines */
    struct token_span body;
};

struct stream_frame {
    const struct inline_body *inlined; /* NULL: not an inline */
    struct token_span span;
    size_t at;
    struct token_span *arguments;      /* one per parameter */
    const struct token_span *argument; /* being delivered now, or NULL */
    size_t argument_at;
    bool argument_newline;
    struct reference *return_target; /* `x = name(..)`: where `return` puts its value, or NULL */
};

struct stream {
    struct arena *arena;
    VEC(struct stream_frame) frames;
    struct token raw; /* read, but a separator went before it */
    bool has_raw;
    struct token held; /* likewise, one level up */
    bool has_held;
    struct token ahead;
    bool has_ahead;
    enum token_kind last_raw, last; /* delivered by either level */
    bool in_sequence;               /* line ends separate statements here */
    unsigned parens;
    size_t inlined_tokens;
    struct place end; /* of the whole text */
};

/* More tokens than this out of inlines is taken for a mistake (or an attack). */
enum { MOST_INLINED_TOKENS = 4 * 1000 * 1000, DEEPEST_INLINE = 32 };

void stream_open(struct stream *stream, struct arena *arena, struct token_span span);
void stream_free(struct stream *stream);
struct token stream_next(struct stream *stream);
/* The token after the next call's result, without taking it. */
const struct token *stream_peek(struct stream *stream);
/* From here on the body's tokens come first. Only when nothing was peeked at. */
void stream_push(struct stream *stream, const struct inline_body *inlined, struct token_span *arguments,
                 struct reference *return_target);
/* The innermost inline being delivered, or NULL. */
struct stream_frame *stream_inline(struct stream *stream);
bool stream_is_inside(const struct stream *stream, const struct inline_body *inlined);
/* A name, or a whole block in braces, as written, if it is next; `span` then is what stands between the braces. Only
 * outside of inlines. */
bool stream_take_name(struct stream *stream, struct token *name);
bool stream_take_block(struct stream *stream, struct token_span *span);
/* Nothing more comes. */
void stream_stop(struct stream *stream);

#endif
