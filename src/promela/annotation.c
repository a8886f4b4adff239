#include "promela/annotation.h"

#include "promela/parser.h"

#include <ctype.h>
#include <string.h>

static const char *skip_blank(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

/* What stands between `from` and `to`: one word is an annotation. */
static void add_words(const char *from, const char *to, struct annotation found, struct model *model) {
    const char *start = skip_blank(from, to), *end = start;
    while (end < to && !isspace((unsigned char)*end)) end++;
    if (start == end) return;
    bool is_one = skip_blank(end, to) == to;
    found.name = arena_text_n(model->arena, start, (size_t)((is_one ? end : to) - start));
    if (is_one)
        list_add(model->arena, &model->annotations, found);
    else
        list_add(model->arena, &model->remarks, found);
}

static const char *after_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\') at++;
    return at < end ? at + 1 : end;
}

/* Where the comment that begins here is closed; `end` if it is not on this line. */
static const char *closing(const char *at, const char *end) {
    for (at += 2; at + 1 < end; at++)
        if (at[0] == '*' && at[1] == '/') return at;
    return end;
}

/* The comments of a line that begins at `at`; `found` has what they have in common. */
static void find_in_line(const char *at, const char *end, struct annotation found, struct model *model) {
    const char *start = at;
    while (at + 1 < end) {
        if (*at == '"') {
            at = after_string(at, end);
        } else if (at[0] == '/' && at[1] == '/') {
            return;
        } else if (at[0] == '/' && at[1] == '*') {
            const char *close = closing(at, end);
            found.place.column = (unsigned)(at - start) + 1;
            if (at + 2 < close && at[2] == '@') add_words(at + 3, close, found, model);
            at = close < end ? close + 2 : end;
        } else {
            at++;
        }
    }
}

/* Nothing is left of the line, though there is more than comments on it. (Of a few lines that it leaves out, a
 * preprocessor makes empty ones.) */
static bool is_left_out(const struct source *source, const struct source_line *line) {
    const char *text = source->text + line->start, *rest = text + strcspn(text, "\n");
    const char *written = line->bare + line->original_length;
    return skip_blank(text, rest) == rest && skip_blank(line->bare, written) != written;
}

/* `#define`, with blanks where they may be. */
static bool defines(const char *at, const char *end) {
    static const char word[] = "define";
    at = skip_blank(at, end);
    if (at == end || *at != '#') return false;
    at = skip_blank(at + 1, end);
    return (size_t)(end - at) >= strlen(word) && !memcmp(at, word, strlen(word));
}

static bool is_continued(const char *at, const char *end) {
    while (end > at && isspace((unsigned char)end[-1])) end--;
    return end > at && end[-1] == '\\';
}

static void find_in_macros(const struct source_file *file, struct model *model) {
    struct annotation lost = {.place = {file->name, 1, 1}, .in_macro = true};
    const char *at = file->text, *last = at + file->length;
    for (bool inside = false; at < last; lost.place.line++) {
        const char *newline = memchr(at, '\n', (size_t)(last - at)), *end = newline ? newline : last;
        inside = inside || defines(at, end);
        if (inside) find_in_line(at, end, lost, model);
        inside = inside && is_continued(at, end);
        at = newline ? newline + 1 : last;
    }
}

void annotations_find(const struct source *source, struct model *model) {
    for (size_t i = 0; i < source->lines.count; i++) {
        const struct source_line *line = &source->lines.items[i];
        struct annotation found = {.place = {line->file, line->line, 1}, .exact = source_knows_columns(source, i)};
        if (line->original && !is_left_out(source, line))
            find_in_line(line->original, line->original + line->original_length, found, model);
    }
    for (size_t i = 0; i < source->files.count; i++) find_in_macros(&source->files.items[i], model);
}
