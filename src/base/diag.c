#include "base/diag.h"

#include "base/file.h"

#include <stdarg.h>
#include <string.h>

const char *place_file(struct place place) { return place.file ? file_name(place.file) : "?"; }

bool place_is_same(struct place a, struct place b) {
    return a.line == b.line && a.column == b.column &&
           (a.file == b.file || (a.file && b.file && !strcmp(a.file, b.file)));
}

static void add(struct diagnostics *diagnostics, enum severity severity, struct place place, const char *format,
                va_list arguments) {
    struct text message = {0};
    text_vprintf(&message, format, arguments);
    if (place.file) place.file = memory_copy_text(place.file);
    vec_push(&diagnostics->list, (struct diagnostic){severity, place, text_take(&message)});
    if (severity == SEVERITY_ERROR) diagnostics->errors++;
}

void diag_error(struct diagnostics *diagnostics, struct place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(diagnostics, SEVERITY_ERROR, place, format, arguments);
    va_end(arguments);
}

void diag_warning(struct diagnostics *diagnostics, struct place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(diagnostics, SEVERITY_WARNING, place, format, arguments);
    va_end(arguments);
}

void diag_note(struct diagnostics *diagnostics, struct place place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add(diagnostics, SEVERITY_NOTE, place, format, arguments);
    va_end(arguments);
}

void diag_print(const struct diagnostics *diagnostics, FILE *out) {
    static const char *const names[] = {"error", "warning", "note"};
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        const struct diagnostic *d = &diagnostics->list.items[i];
        struct text file = {0}, message = {0};
        if (d->place.file) text_add_visible(&file, d->place.file, strlen(d->place.file), false);
        text_add_visible(&message, d->message, strlen(d->message), false);
        if (d->place.file) fprintf(out, "%s:", text_chars(&file));
        if (d->place.line) fprintf(out, "%u:", d->place.line);
        if (d->place.line && d->place.column) fprintf(out, "%u:", d->place.column);
        fprintf(out, "%s%s: %s\n", d->place.file || d->place.line ? " " : "", names[d->severity], text_chars(&message));
        text_free(&file);
        text_free(&message);
    }
}

void diag_take(struct diagnostics *diagnostics, struct diagnostics *from) {
    for (size_t i = 0; i < from->list.count; i++) vec_push(&diagnostics->list, from->list.items[i]);
    diagnostics->errors += from->errors;
    vec_free(&from->list);
    from->errors = 0;
}

const struct diagnostic *diag_first_error(const struct diagnostics *diagnostics) {
    for (size_t i = 0; i < diagnostics->list.count; i++)
        if (diagnostics->list.items[i].severity == SEVERITY_ERROR) return &diagnostics->list.items[i];
    return NULL;
}

void diag_free(struct diagnostics *diagnostics) {
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        free(diagnostics->list.items[i].message);
        free((char *)diagnostics->list.items[i].place.file);
    }
    vec_free(&diagnostics->list);
    diagnostics->errors = 0;
}
