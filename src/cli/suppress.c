#include "cli/suppress.h"

#include "base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *take_word(struct arena *arena, const char **at) {
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t\r\n");
    const char *word = arena_text_n(arena, *at, length);
    *at += length;
    return word;
}

static void split_place(struct suppression *suppression, struct arena *arena) {
    const char *colon = strrchr(suppression->file, ':');
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1)) return;
    suppression->line = (unsigned)strtoul(colon + 1, NULL, 10);
    suppression->file = arena_text_n(arena, suppression->file, (size_t)(colon - suppression->file));
}

static void read_line(struct suppressions *suppressions, const char *line, size_t length, struct place place,
                      struct arena *arena, struct diagnostics *diagnostics) {
    const char *at = arena_text_n(arena, line, length);
    at += strspn(at, " \t");
    if (!*at || *at == '#' || *at == '\r') return;
    struct suppression suppression = {.kind = take_word(arena, &at), .place = place};
    suppression.file = take_word(arena, &at);
    at += strspn(at, " \t");
    suppression.reason = arena_text_n(arena, at, strcspn(at, "\r\n"));
    if (!*suppression.file || !*suppression.reason)
        diag_error(diagnostics, place, "a line is `KIND FILE:LINE reason`, with a reason");
    split_place(&suppression, arena);
    vec_push(&suppressions->list, suppression);
}

bool suppressions_read(struct suppressions *suppressions, const char *path, struct arena *arena,
                       struct diagnostics *diagnostics) {
    struct text text = {0};
    unsigned errors = diagnostics->errors, number = 1;
    if (!file_read(path, &text))
        diag_error(diagnostics, (struct place){path, 0, 0}, "cannot read: %s", strerror(errno));
    for (const char *line = text_chars(&text); *line; number++) {
        size_t length = strcspn(line, "\n");
        read_line(suppressions, line, length, (struct place){path, number, 1}, arena, diagnostics);
        line += length + (line[length] == '\n');
    }
    text_free(&text);
    return diagnostics->errors == errors;
}

/* "wheel.c" is every file of that name. */
static bool is_file(const char *path, const char *wanted) {
    size_t length = strlen(path), end = strlen(wanted);
    return length >= end && !strcmp(path + length - end, wanted) && (length == end || path[length - end - 1] == '/');
}

struct suppression *suppressions_find(struct suppressions *suppressions, const char *kind, struct place place) {
    for (size_t i = 0; i < suppressions->list.count; i++) {
        struct suppression *suppression = &suppressions->list.items[i];
        bool here = place.file && is_file(place.file, suppression->file) &&
                    (!suppression->line || suppression->line == place.line);
        if (!here || !kind || strcmp(kind, suppression->kind) != 0) continue;
        suppression->used = true;
        return suppression;
    }
    return NULL;
}

const char *suppressions_text(const struct suppressions *suppressions, struct arena *arena) {
    struct text text = {0};
    for (size_t i = 0; i < suppressions->list.count; i++) {
        const struct suppression *suppression = &suppressions->list.items[i];
        if (!suppression->used) continue;
        text_printf(&text, "%s%s at %s", text.length ? "; " : "", suppression->kind, suppression->file);
        if (suppression->line) text_printf(&text, ":%u", suppression->line);
        text_printf(&text, " (%s)", suppression->reason);
    }
    const char *copy =
        text.length ? arena_printf(arena, "runs that end in what is suppressed go on well: %s", text_chars(&text))
                    : NULL;
    text_free(&text);
    return copy;
}
