#include "cfront/text/code_only.h"

#include "base/word.h"

#include <string.h>

static void blank(char *from, const char *to) {
    for (; from < to; from++)
        if (*from != '\n') *from = ' ';
}

static char *line_end(char *at) { return at + strcspn(at, "\n"); }

/* A line of the preprocessor begins at `line` with this word. */
static bool is_directive(const char *line, const char *word) {
    const char *at = line + strspn(line, " \t");
    if (*at != '#') return false;
    at += 1 + strspn(at + 1, " \t");
    return begins_with(at, word) && (word[strlen(word) - 1] == 'f' || !is_word_char(at[strlen(word)]));
}

static bool is_never(const char *line) {
    if (!is_directive(line, "if")) return false;
    const char *at = strstr(line, "if") + 2;
    at += strspn(at, " \t");
    const char *behind = at + 1 + (*at ? strspn(at + 1, " \t\r") : 0);
    return *at == '0' && (!*behind || *behind == '\n' || *behind == '/'); /* a comment */
}

/* Behind the part that `#if 0` at `line` leaves out, which is blank then. */
static char *skip_never(char *line) {
    char *from = line_end(line), *at = from;
    for (unsigned depth = 1; *at;) {
        at += *at == '\n';
        bool others = depth == 1 && (is_directive(at, "else") || is_directive(at, "elif"));
        depth += is_directive(at, "if"); /* #ifdef and #ifndef, too */
        depth -= is_directive(at, "endif");
        if (!depth || others) break;
        at = line_end(at);
    }
    blank(from, at);
    return at;
}

static char *skip_comment(char *from) {
    char *end = from[1] == '/' ? line_end(from) : strstr(from + 2, "*/");
    end = !end ? from + strlen(from) : from[1] == '/' ? end : end + 2;
    blank(from, end);
    return end;
}

static char *skip_string(char *from, bool keeps) {
    char *end = from + 1;
    while (*end && *end != '\n' && *end != *from) end += *end == '\\' && end[1] ? 2 : 1;
    if (!keeps) blank(from + 1, end);
    return end + (*end == *from);
}

char *code_only(struct arena *arena, const char *text, bool without_strings) {
    char *copy = arena_text(arena, text);
    bool begins = true, directive = false; /* a line; of the preprocessor */
    for (char *at = copy; *at;) {
        if (begins) directive = at[strspn(at, " \t")] == '#';
        if (begins && is_never(at)) {
            at = skip_never(at);
            continue;
        }
        begins = *at == '\n';
        if (*at == '/' && (at[1] == '/' || at[1] == '*'))
            at = skip_comment(at);
        else if (*at == '"' || *at == '\'')
            at = skip_string(at, directive || !without_strings);
        else
            at++;
    }
    return copy;
}
