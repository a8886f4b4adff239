#include "ocl/lexer.h"

#include "base/invariant.h"

#include <string.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool looking_at(const struct ocl_lexer *lexer, const char *text) {
    size_t length = strlen(text);
    return (size_t)(lexer->end - lexer->position) >= length && !memcmp(lexer->position, text, length);
}

static void move(struct ocl_lexer *lexer, size_t count) {
    for (; count; count--, lexer->position++) {
        if (*lexer->position == '\n') {
            lexer->place.line++;
            lexer->place.column = 1;
        } else {
            lexer->place.column++;
        }
    }
}

/* False at a comment that does not end. */
static bool skip_blanks(struct ocl_lexer *lexer) {
    while (lexer->position < lexer->end) {
        char c = *lexer->position;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            move(lexer, 1);
        } else if (looking_at(lexer, "//")) {
            while (lexer->position < lexer->end && *lexer->position != '\n') move(lexer, 1);
        } else if (looking_at(lexer, "/*")) {
            const char *close = memmem(lexer->position + 2, (size_t)(lexer->end - lexer->position) - 2, "*/", 2);
            if (!close) return false;
            move(lexer, (size_t)(close + 2 - lexer->position));
        } else {
            return true;
        }
    }
    return true;
}

static size_t symbol_length(const struct ocl_lexer *lexer) {
    static const char *const two[] = {"->", "<=", ">=", "<>", ".."};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        if (looking_at(lexer, two[i])) return 2;
    }
    return strchr("()[]{}<>=+-*.,;:|@", *lexer->position) && *lexer->position ? 1 : 0;
}

static void read_number(struct ocl_token *token, const char *end) {
    token->kind = OCL_TOKEN_NUMBER;
    const char *digit = token->text;
    for (; digit < end && is_digit(*digit); digit++) {
        if (__builtin_mul_overflow(token->number, 10, &token->number) ||
            __builtin_add_overflow(token->number, *digit - '0', &token->number)) {
            token->kind = OCL_TOKEN_BAD;
            token->problem = "this number is too large";
            token->number = 0;
        }
    }
    if (digit < end && is_letter(*digit)) {
        token->kind = OCL_TOKEN_BAD;
        token->problem = "a name cannot start with a digit";
    }
    token->length = (size_t)(digit - token->text);
}

static struct ocl_token scan(struct ocl_lexer *lexer) {
    bool closed = skip_blanks(lexer);
    struct ocl_token token = {.text = lexer->position, .place = lexer->place};
    if (!closed) {
        token.kind = OCL_TOKEN_BAD;
        token.problem = "this comment does not end";
        token.length = (size_t)(lexer->end - lexer->position);
    } else if (lexer->position >= lexer->end) {
        token.kind = OCL_TOKEN_END;
    } else if (is_letter(*lexer->position)) {
        token.kind = OCL_TOKEN_NAME;
        while (token.text + token.length < lexer->end &&
               (is_letter(token.text[token.length]) || is_digit(token.text[token.length])))
            token.length++;
    } else if (is_digit(*lexer->position)) {
        read_number(&token, lexer->end);
    } else {
        token.length = symbol_length(lexer);
        token.kind = token.length ? OCL_TOKEN_SYMBOL : OCL_TOKEN_BAD;
        if (!token.length) {
            token.length = 1;
            token.problem = *token.text == '/' ? "'/' is not an operator here: whole numbers are divided by 'div'"
                                               : "this character means nothing here";
        }
    }
    move(lexer, token.length);
    return token;
}

void ocl_lexer_start(struct ocl_lexer *lexer, const char *text, size_t length, struct place place) {
    *lexer = (struct ocl_lexer){.position = text, .end = text + length, .place = place};
    lexer->token = scan(lexer);
    lexer->next = scan(lexer);
}

void ocl_lexer_advance(struct ocl_lexer *lexer) {
    invariant(lexer->token.text + lexer->token.length <= lexer->next.text && lexer->next.text <= lexer->end);
    lexer->token = lexer->next;
    if (lexer->token.kind != OCL_TOKEN_END) lexer->next = scan(lexer);
}

bool ocl_token_is(const struct ocl_token *token, const char *text) {
    return (token->kind == OCL_TOKEN_SYMBOL || token->kind == OCL_TOKEN_NAME) && token->length == strlen(text) &&
           !memcmp(token->text, text, token->length);
}

bool ocl_lexer_accept(struct ocl_lexer *lexer, const char *text) {
    if (!ocl_token_is(&lexer->token, text)) return false;
    ocl_lexer_advance(lexer);
    return true;
}

const char *ocl_token_describe(const struct ocl_token *token, struct arena *arena) {
    if (token->kind == OCL_TOKEN_END) return "the end";
    if (token->kind == OCL_TOKEN_BAD) return token->problem;
    return arena_printf(arena, "'%.*s'", (int)token->length, token->text);
}
