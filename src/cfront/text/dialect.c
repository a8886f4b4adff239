#include "cfront/text/dialect.h"

#include "base/word.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* The end of a comment, a string or a character constant that begins at `at`; `at` if none does. */
static size_t skip_quoted(const char *text, size_t at, size_t length) {
    if (text[at] == '/' && at + 1 < length && text[at + 1] == '/') {
        while (at < length && text[at] != '\n') at++;
    } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '*') {
        for (at += 2; at + 1 < length && !(text[at] == '*' && text[at + 1] == '/'); at++) {
        }
        at = at + 2 < length ? at + 2 : length;
    } else if (text[at] == '"' || text[at] == '\'') {
        char quote = text[at++];
        while (at < length && text[at] != quote && text[at] != '\n') at += text[at] == '\\' && at + 1 < length ? 2 : 1;
        if (at < length) at++;
    }
    return at;
}

/* `TASK name ( )` or `TASK name(void)` at `at`: the blank after TASK becomes the parenthesis, and the one pair that was
 * there goes. Returns where it ends; 0 if it is something else. */
static size_t rewrite_heading(char *text, size_t at, size_t word, size_t length) {
    size_t name = at + word;
    if (name >= length || !is_blank(text[name])) return 0;
    while (name < length && is_blank(text[name])) name++;
    size_t end = name;
    while (end < length && is_word_char(text[end])) end++;
    size_t open = end;
    while (open < length && is_blank(text[open])) open++;
    if (end == name || open >= length || text[open] != '(') return 0;
    size_t close = open + 1;
    while (close < length && is_blank(text[close])) close++;
    if (close + 4 < length && begins_with(text + close, "void")) close += 4;
    while (close < length && is_blank(text[close])) close++;
    if (close >= length || text[close] != ')') return 0;
    text[name - 1] = '(';
    memset(text + end, ' ', close - end + 1);
    text[end] = ')';
    return close + 1;
}

bool dialect_rewrite(char *text, size_t length) {
    static const char *const words[] = {"TASK", "ISR", "ALARMCALLBACK"};
    bool changed = false;
    for (size_t at = 0; at < length;) {
        size_t skipped = skip_quoted(text, at, length);
        if (skipped > at) {
            at = skipped;
            continue;
        }
        size_t end = at;
        while (end < length && is_word_char(text[end])) end++;
        for (size_t i = 0; end > at && i < sizeof words / sizeof *words; i++)
            if (spells(text + at, end - at, words[i])) {
                size_t after = rewrite_heading(text, at, end - at, length);
                if (after) changed = true, end = after;
                break;
            }
        at = end > at ? end : at + 1;
    }
    return changed;
}
