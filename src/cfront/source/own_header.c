#include "cfront/source/own_header.h"

#include "base/file.h"
#include "cfront/library/headers.h"
#include "cfront/source/kernel_headers.h"
#include "cfront/text/code_only.h"
#include "cfront/text/directive.h"

#include <ctype.h>
#include <string.h>

/* ---- What it says once more ---- */

struct reader {
    struct front *front;
    const char *names; /* the header of the configuration's names */
    unsigned braces, parentheses;
    bool saw_enum, in_enum;
    bool uses, collides; /* words of ours */
};

static bool is_ours(const struct reader *reader, const char *word) {
    const char *declared = arena_printf(reader->front->scratch, "enum { %s = ", word);
    return headers_declare(word) || strstr(reader->names, declared);
}

/* `#define NAME`, `#undef NAME`: behind it all goes on, up to the end of the line. */
static const char *read_directive(struct reader *reader, const char *line) {
    const char *defined = directive_behind(line, "define"), *at = defined ? defined : directive_behind(line, "undef");
    if (at && is_ours(reader, arena_text_n(reader->front->scratch, at, word_length(at)))) reader->collides = true;
    while (*line && (*line != '\n' || line[-1] == '\\')) line++;
    return line;
}

/* A name is declared where it stands before one of these, outside of all bodies and parameters; or in an enumeration.
 */
static const char *read_word(struct reader *reader, const char *at) {
    size_t length = word_length(at);
    const char *word = arena_text_n(reader->front->scratch, at, length), *next = at + length;
    next += strspn(next, " \t\r\n");
    if (!reader->braces && !strcmp(word, "enum")) reader->saw_enum = true;
    if (!isdigit((unsigned char)*word) && is_ours(reader, word)) {
        bool declares = !reader->braces && !reader->parentheses && *next && strchr(";(=,[", *next);
        reader->collides |= declares || (reader->in_enum && *next && strchr("=,}", *next));
        reader->uses = true;
    }
    return at + length;
}

static void read_mark(struct reader *reader, char mark) {
    if (mark == '{' && !reader->braces++) reader->in_enum = reader->saw_enum;
    if (mark == '}' && reader->braces && !--reader->braces) reader->in_enum = reader->saw_enum = false;
    if (mark == ';' && !reader->braces) reader->saw_enum = false;
    if (mark == '(') reader->parentheses++;
    if (mark == ')' && reader->parentheses) reader->parentheses--;
}

static void read_code(struct reader *reader, const char *code) {
    for (const char *at = code; *at && !reader->collides;) {
        if (*at == '#') {
            at = read_directive(reader, at);
        } else if (is_word_char(*at)) {
            at = read_word(reader, at);
        } else {
            read_mark(reader, *at++);
        }
    }
}

/* ---- Its text ---- */

const char *own_header_text(struct front *front, const char *path, const char *ours, const char *names) {
    struct text text = {0};
    struct reader reader = {.front = front, .names = names};
    const char *result = ours;
    if (file_read_plain(path, &text) && !kernel_headers_has(text_chars(&text), text.length)) {
        const char *code = code_only(front->scratch, text_chars(&text), true);
        read_code(&reader, code);
        bool brings = strstr(code, "#include") != NULL; /* what it uses; lines stay where they are */
        if (reader.collides)
            front_assume_once(front, arena_printf(front->arena,
                                                  "`%s`, in whose place rtcheck's own header is read, has nothing else "
                                                  "that matters",
                                                  path));
        else if (reader.uses && !brings)
            result = arena_printf(front->scratch, "%s%s", ours, text_chars(&text));
        else
            result = arena_printf(front->scratch, "%s\n%s", text_chars(&text), ours);
    }
    text_free(&text);
    return result;
}
