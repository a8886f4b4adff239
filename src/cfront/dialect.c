#include "cfront/dialect.h"

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

/* ---- `interrupt void f(void)`, `void interrupt f(void)`, `@interrupt void f(void)` ---- */

static bool stands_at(const char *text, size_t at, size_t length, const char *word) {
    size_t size = strlen(word);
    return at + size <= length && !strncmp(text + at, word, size) &&
           (at + size == length || !is_word_char(text[at + size])) && (!at || !is_word_char(text[at - 1]));
}

static size_t skip_blanks(const char *text, size_t at, size_t length) {
    while (at < length && is_blank(text[at])) at++;
    return at;
}

static bool is_behind_void(const char *text, size_t at) {
    while (at && is_blank(text[at - 1])) at--;
    return at >= 4 && stands_at(text, at - 4, at, "void");
}

/* A name in other programs: a keyword where it stands beside the type of a function, and before its name. */
static bool is_keyword(const char *text, size_t at, size_t end, size_t length) {
    size_t next = skip_blanks(text, end, length);
    if (stands_at(text, next, length, "void")) return true;
    size_t behind = next;
    while (behind < length && is_word_char(text[behind])) behind++;
    size_t open = skip_blanks(text, behind, length);
    return is_behind_void(text, at) && behind > next && open < length && text[open] == '(';
}

/* What begins at `at` is such a word: it becomes the one that interrupts.h knows. Returns where it ends; `at`: it is
 * none. */
static size_t rewrite_keyword(char *text, size_t at, size_t length) {
    static const char ours[] = "__irq", word[] = "interrupt";
    bool is_cosmic = text[at] == '@';
    size_t from = at + is_cosmic;
    if (is_cosmic && (stands_at(text, from, length, "far") || stands_at(text, from, length, "near"))) {
        while (at == from - 1 || (at < length && is_word_char(text[at]))) text[at++] = ' ';
        return at;
    }
    size_t end = from + sizeof word - 1;
    if (!stands_at(text, from, length, word) || !(is_cosmic || is_keyword(text, from, end, length))) return at;
    memset(text + at, ' ', end - at);
    memcpy(text + at, ours, sizeof ours - 1);
    return end;
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
        size_t rewritten = rewrite_keyword(text, at, length);
        if (rewritten > at) {
            changed = true, at = rewritten;
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
