#include "promela/annotation.h"

#include "promela/parser.h"

#include <ctype.h>
#include <string.h>

static const char *skip_blank(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

/* The one word between `from` and `to`, or NULL. */
static const char *only_word(struct arena *arena, const char *from, const char *to) {
    const char *start = skip_blank(from, to), *end = start;
    while (end < to && !isspace((unsigned char)*end)) end++;
    if (start == end || skip_blank(end, to) != to) return NULL;
    return arena_text_n(arena, start, (size_t)(end - start));
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

static void find_in_line(const struct source_line *line, bool exact, struct model *model) {
    const char *at = line->original, *end = at + line->original_length;
    while (at + 1 < end) {
        if (*at == '"') {
            at = after_string(at, end);
        } else if (at[0] == '/' && at[1] == '/') {
            return;
        } else if (at[0] == '/' && at[1] == '*') {
            const char *close = closing(at, end);
            const char *name = at + 2 < close && at[2] == '@' ? only_word(model->arena, at + 3, close) : NULL;
            struct place place = {line->file, line->line, (unsigned)(at - line->original) + 1};
            if (name) list_add(model->arena, &model->annotations, ((struct annotation){name, place, exact}));
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

void annotations_find(const struct source *source, struct model *model) {
    for (size_t i = 0; i < source->lines.count; i++)
        if (source->lines.items[i].original && !is_left_out(source, &source->lines.items[i]))
            find_in_line(&source->lines.items[i], source_knows_columns(source, i), model);
}
