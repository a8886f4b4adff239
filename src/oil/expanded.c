/* A configuration's text, for those who look for words in it. */
#include "base/file.h"
#include "oil/oil.h"
#include "oil/preprocess.h"

#include <string.h>

/* On one line, whatever ends of lines are in it. */
static void add_string(struct text *out, const char *string) {
    for (const char *at = string; *at; at++) {
        bool is_continued = *at == '\\' && (at[1] == '\n' || at[1] == '\r');
        if (*at == '"') text_add(out, "\\");
        text_printf(out, "%c", is_continued || strchr("\r\n", *at) ? ' ' : *at);
    }
}

/* Strings that stand beside each other are one. */
static void add_token(struct text *out, const struct oil_token *token, bool is_first) {
    if (token->kind == TOKEN_STRING) {
        if (is_first || token[-1].kind != TOKEN_STRING) text_add(out, "\"");
        add_string(out, token->text);
        if (token[1].kind != TOKEN_STRING) text_add(out, "\""); /* the last one is TOKEN_END */
    } else if (token->kind == TOKEN_PUNCTUATION) {
        text_printf(out, "%c", token->punctuation);
    } else {
        if (!token->glued) text_add(out, " ");
        text_add(out, token->text);
    }
    bool ends_line = token->kind == TOKEN_PUNCTUATION && strchr(";{}", token->punctuation);
    if (ends_line) text_add(out, "\n");
}

bool oil_expand(const char *path, const struct oil_options *options, struct arena *arena, struct text *out) {
    struct text text = {0};
    struct oil_tokens tokens = {0};
    struct diagnostics unheard = {0};
    bool good = file_read(path, &text);
    if (good) oil_preprocess(&tokens, text_chars(&text), text.length, path, options, arena, &unheard);
    good = good && !unheard.errors;
    for (size_t i = 0; good && i < tokens.list.count; i++) add_token(out, &tokens.list.items[i], i == 0);
    oil_tokens_free(&tokens);
    diag_free(&unheard);
    text_free(&text);
    return good;
}
