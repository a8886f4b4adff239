#include "cli/make_build.h"

#include "base/text.h"
#include "base/word.h"

#include <string.h>

static bool continues(const char *end, const char *line) {
    return end > line && (end[-1] == '\\' || (end[-1] == '\r' && end - 1 > line && end[-2] == '\\'));
}

/* Where the line ends, with those that continue it. */
static const char *end_of_line(const char *line) {
    const char *end = line + strcspn(line, "\n");
    while (*end && continues(end, line)) end += 1 + strcspn(end + 1, "\n");
    return end;
}

/* `NAME =`, `NAME :=`, `NAME +=`: behind it; NULL: the line is another one. */
static const char *assigned(const char *line, const char *name, bool *adds) {
    size_t length = strlen(name);
    line += strspn(line, " ");
    if (strncmp(line, name, length) != 0) return NULL;
    line += length + strspn(line + length, " \t");
    *adds = *line == '+';
    if (*line && strchr(":+?", *line)) line++;
    return *line == '=' ? line + 1 : NULL;
}

/* Comments end where their lines do, but for those that go on. */
static void add_value(struct text *value, const char *from, const char *end) {
    for (; from < end && *from != '#'; from++) text_add_char(value, strchr("\\\n\r\t", *from) ? ' ' : *from);
    text_add_char(value, ' ');
}

static void find_value(const char *text, const char *name, struct text *value) {
    for (const char *line = text; *line;) {
        bool adds = false;
        const char *end = end_of_line(line), *from = assigned(line, name, &adds);
        if (from && !adds) text_clear(value);
        if (from) add_value(value, from, end);
        line = *end ? end + 1 : end;
    }
}

static const char *trimmed(struct arena *arena, const char *value) {
    value += strspn(value, " ");
    size_t length = strlen(value);
    while (length && value[length - 1] == ' ') length--;
    return arena_text_n(arena, value, length);
}

/* `$(NAME)` becomes what the name stands for; what is in turn in that stays, and what is no name of this file. */
const char *make_build_value(struct arena *arena, const char *text, const char *name) {
    struct text value = {0}, expanded = {0}, inner = {0};
    find_value(text, name, &value);
    for (const char *at = text_chars(&value); *at;) {
        const char *close = begins_with(at, "$(") ? strchr(at, ')') : NULL;
        if (!close) {
            text_add_char(&expanded, *at++);
            continue;
        }
        text_clear(&inner);
        find_value(text, arena_text_n(arena, at + 2, (size_t)(close - at - 2)), &inner);
        if (inner.length)
            text_add(&expanded, trimmed(arena, text_chars(&inner)));
        else
            text_add_n(&expanded, at, (size_t)(close + 1 - at));
        at = close + 1;
    }
    const char *result = arena_text(arena, text_chars(&expanded));
    text_free(&value);
    text_free(&expanded);
    text_free(&inner);
    return result;
}

const char *make_build_word(const char *from, size_t *length) {
    from += strspn(from, " ");
    if (begins_with(from, "./")) from += 2;
    *length = strcspn(from, " ");
    return *length ? from : NULL;
}
