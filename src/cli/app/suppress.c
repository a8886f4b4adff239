#include "cli/app/suppress.h"

#include "app/subject/options.h"
#include "base/file.h"
#include "base/nearest.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *take_word(struct arena *arena, const char **at) {
    *at += strspn(*at, " \t");
    size_t length = strcspn(*at, " \t\r\n");
    const char *word = arena_text_n(arena, *at, length);
    *at += length;
    return word;
}

/* The kinds of findings that are no checks' names. */
static const char *const other_kinds[] = {"memory", "division", "mutex"};
enum { OTHER_KINDS = sizeof other_kinds / sizeof *other_kinds };

static const char *kind_at(unsigned i) {
    return i < APP_CHECK_COUNT ? app_check_name((enum app_check)i) : other_kinds[i - APP_CHECK_COUNT];
}

static void check_kind(const struct suppression *suppression, struct diagnostics *diagnostics) {
    struct nearest nearest;
    char room[NEAREST_ROOM];
    nearest_begin(&nearest, suppression->kind);
    for (unsigned i = 0; i < APP_CHECK_COUNT + OTHER_KINDS; i++) {
        if (strcmp(kind_at(i), suppression->kind) == 0) return;
        nearest_offer(&nearest, kind_at(i));
    }
    diag_error(diagnostics, suppression->place, "there are no findings of kind `%s`%s", suppression->kind,
               nearest_hint(&nearest, '`', room));
}

static void split_place(struct suppression *suppression, struct arena *arena, struct diagnostics *diagnostics) {
    const char *colon = strrchr(suppression->file, ':');
    if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1)) return;
    errno = 0;
    suppression->line = strtoul(colon + 1, NULL, 10);
    if (!suppression->line || suppression->line > UINT_MAX || errno)
        diag_error(diagnostics, suppression->place, "there is no line %s", colon + 1);
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
    check_kind(&suppression, diagnostics);
    split_place(&suppression, arena, diagnostics);
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

static void note_file(struct suppression *suppression, const char *path) {
    if (!suppression->found)
        suppression->found = path;
    else if (strcmp(path, suppression->found) != 0)
        suppression->also_found = path;
}

bool suppressions_have(struct suppressions *suppressions, const char *kind, struct place place) {
    for (size_t i = 0; i < suppressions->list.count; i++) {
        struct suppression *suppression = &suppressions->list.items[i];
        bool here = place.file && is_file(place.file, suppression->file) &&
                    (!suppression->line || suppression->line == place.line);
        if (!here || !kind || strcmp(kind, suppression->kind) != 0) continue;
        suppression->used = true;
        note_file(suppression, place.file);
        return true;
    }
    return false;
}

static struct suppression *find_name(const struct suppressions *suppressions, const char *kind, const char *name) {
    for (size_t i = 0; i < suppressions->list.count; i++) {
        struct suppression *suppression = &suppressions->list.items[i];
        if (!suppression->line && !strcmp(suppression->kind, kind) && !strcmp(suppression->file, name))
            return suppression;
    }
    return NULL;
}

bool suppressions_have_names(struct suppressions *suppressions, const char *kind, const char *const *names,
                             size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!find_name(suppressions, kind, names[i])) return false;
    for (size_t i = 0; i < count; i++) {
        struct suppression *suppression = find_name(suppressions, kind, names[i]);
        suppression->used = suppression->is_name = true;
    }
    return count > 0;
}

void suppressions_report_unused(const struct suppressions *suppressions, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < suppressions->list.count; i++)
        if (!suppressions->list.items[i].used)
            diag_warning(diagnostics, suppressions->list.items[i].place, "nothing was found that this line is about");
}

const char *suppressions_text(const struct suppressions *suppressions, struct arena *arena) {
    struct text text = {0};
    for (size_t i = 0; i < suppressions->list.count; i++) {
        const struct suppression *suppression = &suppressions->list.items[i];
        if (!suppression->used) continue;
        text_printf(&text, "%s%s %s %s", text.length ? "; " : "", suppression->kind, suppression->is_name ? "of" : "at",
                    suppression->file);
        if (suppression->line) text_printf(&text, ":%lu", suppression->line);
        if (suppression->also_found) text_printf(&text, ", of %s and %s", suppression->found, suppression->also_found);
        text_printf(&text, " (%s)", suppression->reason);
    }
    const char *copy =
        text.length ? arena_printf(arena, "runs that end in what is suppressed go on well: %s", text_chars(&text))
                    : NULL;
    text_free(&text);
    return copy;
}
