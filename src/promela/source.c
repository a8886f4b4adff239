#include "promela/source.h"

#include "base/file.h"
#include "base/invariant.h"
#include "promela/preprocess.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Mapping a column looks at its whole line: too slow for every token of a line that fills a file. */
enum { LONGEST_MAPPED_LINE = 4096 };

/* A file whose lines are needed to map columns back. */
struct original {
    const char *file;
    const char *text; /* NULL: cannot be read */
    size_t length;
    VEC(size_t) line_starts;
};

struct loader {
    struct source *source;
    struct arena *arena;
    const char *path;
    const struct parse_options *options;
    struct diagnostics *diagnostics;
    VEC(struct original *) originals;
};

static bool has_directive(const char *text, size_t length) {
    bool line_start = true;
    for (size_t i = 0; i < length; i++) {
        if (line_start && text[i] == '#') return true;
        if (text[i] == '\n')
            line_start = true;
        else if (!isspace((unsigned char)text[i]))
            line_start = false;
    }
    return false;
}

static void index_lines(struct original *original) {
    vec_push(&original->line_starts, 0);
    for (size_t i = 0; i < original->length; i++)
        if (original->text[i] == '\n') vec_push(&original->line_starts, i + 1);
}

static struct original *add_original(struct loader *loader, const char *file, const char *text, size_t length) {
    struct original *original = arena_new_object(loader->arena, struct original);
    original->file = file;
    original->text = arena_text_n(loader->arena, text, length);
    original->length = length;
    index_lines(original);
    vec_push(&loader->originals, original);
    return original;
}

/* The name a line marker gives, relative to the working directory of the user and not of the preprocessor. */
static const char *user_name(struct loader *loader, const char *name) {
    const char *slash = strrchr(loader->path, '/');
    if (!strcmp(name, loader->path) || name[0] == '/' || name[0] == '<' || !slash) return name;
    return arena_printf(loader->arena, "%.*s/%s", (int)(slash - loader->path), loader->path, name);
}

static struct original *find_original(struct loader *loader, const char *name) {
    const char *file = user_name(loader, name);
    for (size_t i = 0; i < loader->originals.count; i++)
        if (!strcmp(loader->originals.items[i]->file, file)) return loader->originals.items[i];
    struct text text = {0};
    bool readable = file[0] != '<' && preprocess_allows(file, loader->path, loader->options) && file_read(file, &text);
    struct original *original =
        add_original(loader, arena_text(loader->arena, file), text_chars(&text), readable ? text.length : 0);
    text_free(&text);
    return original;
}

/* Where what begins at `at`, a string or a comment, ends; on this line. */
static size_t end_of(const char *line, size_t length, size_t at) {
    if (line[at] == '"') {
        for (at++; at < length && line[at] != '"'; at++) at += line[at] == '\\';
        return at < length ? at + 1 : length;
    }
    if (line[at + 1] == '/') return length;
    for (at += 2; at + 1 < length; at++)
        if (line[at] == '*' && line[at + 1] == '/') return at + 2;
    return length;
}

static const char *without_comments(struct arena *arena, const char *line, size_t length) {
    char *bare = NULL;
    for (size_t at = 0, end; at + 1 < length; at = end) {
        bool is_comment = line[at] == '/' && (line[at + 1] == '/' || line[at + 1] == '*');
        end = is_comment || line[at] == '"' ? end_of(line, length, at) : at + 1;
        if (!is_comment) continue;
        if (!bare) bare = arena_text_n(arena, line, length);
        memset(bare + at, ' ', end - at);
    }
    return bare ? bare : line;
}

static void add_line(struct loader *loader, size_t start, size_t end_of_line, struct original *original,
                     unsigned line) {
    struct source_line entry = {.start = start, .file = original->file, .line = line};
    if (line >= 1 && line <= original->line_starts.count) {
        size_t from = original->line_starts.items[line - 1];
        const char *end = memchr(original->text + from, '\n', original->length - from);
        entry.original = original->text + from;
        entry.original_length = end ? (size_t)(end - entry.original) : original->length - from;
        entry.identical = entry.original_length == end_of_line - start &&
                          !memcmp(loader->source->text + start, entry.original, entry.original_length);
        entry.bare =
            entry.identical ? entry.original : without_comments(loader->arena, entry.original, entry.original_length);
    }
    vec_push(&loader->source->lines, entry);
}

/* `# 12 "name" flags`: true if this is such a marker; then line and name are set. Flag 1: a file is entered. */
static bool read_marker(struct loader *loader, const char *text, size_t length, unsigned *line, const char **name,
                        bool *entered) {
    size_t i = 1;
    if (length < 3 || text[0] != '#') return false;
    while (i < length && text[i] == ' ') i++;
    if (i == length || !isdigit((unsigned char)text[i])) return false;
    unsigned number = 0;
    while (i < length && isdigit((unsigned char)text[i]) && number < UINT_MAX / 16)
        number = number * 10 + (unsigned)(text[i++] - '0');
    while (i < length && text[i] == ' ') i++;
    *line = number;
    if (i == length || text[i] != '"') return true;
    struct text decoded = {0};
    for (i++; i < length && text[i] != '"'; i++) {
        if (text[i] == '\\' && i + 1 < length) i++;
        text_add_char(&decoded, text[i]);
    }
    *name = arena_text(loader->arena, text_chars(&decoded));
    text_free(&decoded);
    *entered = i + 2 < length && text[i + 1] == ' ' && text[i + 2] == '1' && (i + 3 == length || text[i + 3] == ' ');
    return true;
}

/* Splits the preprocessed text into lines with their origins, and blanks the markers out. */
static void follow_markers(struct loader *loader, bool preprocessed) {
    struct source *source = loader->source;
    struct original *original = loader->originals.items[0];
    unsigned line = 1;
    for (size_t start = 0; start <= source->length;) {
        const char *newline = memchr(source->text + start, '\n', source->length - start);
        size_t end = newline ? (size_t)(newline - source->text) : source->length;
        add_line(loader, start, end, original, line++);
        const char *name = NULL;
        bool entered = false;
        if (preprocessed && source->text[start] == '#') {
            struct place place = {original->file, line - 1, 1}; /* of the directive, which has become the marker */
            if (read_marker(loader, source->text + start, end - start, &line, &name, &entered) && name)
                original = find_original(loader, name);
            if (entered && name[0] != '<' && !preprocess_allows(original->file, loader->path, loader->options))
                diag_error(loader->diagnostics, place, PREPROCESS_OUTSIDE, original->file);
            memset(source->text + start, ' ', end - start); /* #pragma and #ident too */
        }
        start = end + 1;
    }
}

static bool every_line_has_an_origin(const struct source *source) {
    size_t line = 0;
    for (size_t at = 0; at <= source->length; at++) {
        if (at && source->text[at - 1] != '\n') continue;
        if (line >= source->lines.count || source->lines.items[line].start != at || !source->lines.items[line].file)
            return false;
        line++;
    }
    return line == source->lines.count;
}

bool source_load(struct source *source, struct arena *arena, const char *text, size_t length, const char *path,
                 const struct parse_options *options, struct diagnostics *diagnostics) {
    struct loader loader = {
        .source = source, .arena = arena, .path = path, .options = options, .diagnostics = diagnostics};
    struct text output = {0};
    bool preprocessed = has_directive(text, length) || (options && options->defines && options->defines[0]);
    bool ok = true;
    if (preprocessed)
        ok = preprocess(text, length, path, options, arena, &output, diagnostics);
    else
        text_add_n(&output, text, length);
    if (ok) {
        add_original(&loader, path, text, length);
        source->text = arena_text_n(arena, text_chars(&output), output.length);
        source->length = output.length;
        unsigned errors = diagnostics->errors;
        follow_markers(&loader, preprocessed);
        ok = diagnostics->errors == errors;
        invariant(!source->text[source->length] && source->lines.items[0].start == 0);
        invariant_dear(every_line_has_an_origin(source));
    }
    text_free(&output);
    for (size_t i = 0; i < loader.originals.count; i++) {
        struct original *original = loader.originals.items[i];
        vec_push(&source->files, ((struct source_file){original->file, original->text, original->length}));
        vec_free(&original->line_starts);
    }
    vec_free(&loader.originals);
    return ok;
}

void source_free(struct source *source) {
    vec_free(&source->lines);
    vec_free(&source->files);
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }

/* Characters that are not blank, of [text, text + length). */
static size_t count_solid(const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length; i++) count += !blank(text[i]);
    return count;
}

/* The index of the solid character number `wanted` (from 0); `length` if there are fewer. */
static size_t find_solid(const char *text, size_t length, size_t wanted) {
    for (size_t i = 0; i < length; i++)
        if (!blank(text[i]) && wanted-- == 0) return i;
    return length;
}

/* How many solid characters two lines have in common, from the front. */
static size_t common_front(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t i = 0, j = 0, same = 0;
    for (;;) {
        while (i < a_length && blank(a[i])) i++;
        while (j < b_length && blank(b[j])) j++;
        if (i == a_length || j == b_length || a[i] != b[j]) return same;
        i++, j++, same++;
    }
}

static size_t common_back(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t same = 0;
    for (;;) {
        while (a_length && blank(a[a_length - 1])) a_length--;
        while (b_length && blank(b[b_length - 1])) b_length--;
        if (!a_length || !b_length || a[a_length - 1] != b[b_length - 1]) return same;
        a_length--, b_length--, same++;
    }
}

/* Where the two lines agree at the front or at the back, a character maps exactly; what lies between came from a
 * macro and maps to where the difference begins. */
static size_t map_column(const char *now, size_t now_length, size_t offset, const char *was, size_t was_length) {
    size_t ordinal = count_solid(now, offset), total = count_solid(now, now_length);
    size_t front = common_front(now, now_length, was, was_length);
    if (ordinal < front || (ordinal == front && front == total)) return find_solid(was, was_length, ordinal);
    size_t back = common_back(now, now_length, was, was_length), was_total = count_solid(was, was_length);
    if (back > was_total - front) back = was_total - front;
    if (total - ordinal <= back) return find_solid(was, was_length, was_total - (total - ordinal));
    return find_solid(was, was_length, front < was_total ? front : 0);
}

static size_t length_of(const struct source *source, size_t line) {
    size_t end = line + 1 < source->lines.count ? source->lines.items[line + 1].start - 1 : source->length;
    return end - source->lines.items[line].start;
}

bool source_knows_columns(const struct source *source, size_t line) {
    return source->lines.items[line].identical || length_of(source, line) <= LONGEST_MAPPED_LINE;
}

struct place source_place(const struct source *source, size_t line, size_t offset) {
    const struct source_line *entry = &source->lines.items[line];
    size_t column = offset - entry->start;
    if (entry->original && !entry->identical && source_knows_columns(source, line))
        column = map_column(source->text + entry->start, length_of(source, line), column, entry->bare,
                            entry->original_length);
    return (struct place){entry->file, entry->line, (unsigned)column + 1};
}
