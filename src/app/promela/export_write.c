/* What all parts write with: lines of the process that is written now, marks in them, and refusals. */
#include "app/promela/export_internal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool export_refuse(struct exporter *exporter, struct place place, const char *what) {
    diag_error(exporter->diagnostics, place, "%s cannot be written as Promela", what);
    return false;
}

/* ---- Lines ---- */

void export_line(struct exporter *exporter, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_add(&exporter->body, "    ");
    text_vprintf(&exporter->body, format, arguments);
    text_add(&exporter->body, "\n");
    va_end(arguments);
    exporter->after_label = false;
}

void export_label(struct exporter *exporter, const char *name) {
    if (exporter->after_label) export_line(exporter, "skip;");
    text_printf(&exporter->body, "%s:\n", name);
    exporter->after_label = true;
}

void export_before(struct exporter *exporter) {
    if (exporter->before.length) exporter->after_label = false;
    text_add(&exporter->body, text_chars(&exporter->before));
    text_clear(&exporter->before);
}

void export_begin_code(struct exporter *exporter) {
    text_clear(&exporter->declarations);
    text_clear(&exporter->body);
    vec_clear(&exporter->calls);
    exporter->most_loads = 0;
    exporter->told = (struct place){0};
    exporter->after_label = false;
}

void export_add_declarations(struct exporter *exporter, const char *own) {
    struct text *out = &exporter->processes;
    text_printf(out, "    byte result;  /* of the last service */\n");
    if (strstr(text_chars(&exporter->body), "choice")) text_add(out, "    int choice;\n");
    for (uint32_t i = 1; i <= exporter->most_loads; i++) text_printf(out, i == 1 ? "    int load1" : ", load%u", i);
    if (exporter->most_loads) text_add(out, ";  /* what was read of variables that others change */\n");
    text_printf(out, "%s%s", own, text_chars(&exporter->declarations));
}

/* ---- Lines that can fail ---- */

/* Bytes that no text has: MARK number MARK, a finding; NOTE number NOTE, a note. */
enum { MARK = 1, NOTE = 2 };

const char *export_finding(struct exporter *exporter, const char *kind, struct place place, const char *format, ...) {
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    struct export_finding finding = {.kind = kind,
                                     .place = place,
                                     .context = exporter->context,
                                     .message = arena_text(exporter->arena, text_chars(&message))};
    text_free(&message);
    vec_push(&exporter->findings, finding);
    return arena_printf(exporter->arena, "%c%zu%c", MARK, exporter->findings.count - 1, MARK);
}

const char *export_noted(struct exporter *exporter, const struct export_note *note) {
    vec_push(&exporter->notes, *note);
    return arena_printf(exporter->arena, "%c%zu%c", NOTE, exporter->notes.count - 1, NOTE);
}

static void settle(struct exporter *exporter, char mark, size_t number, unsigned line, struct app_export *out) {
    if (mark == MARK) {
        struct export_finding finding = exporter->findings.items[number];
        finding.line = line;
        vec_push(&out->findings, finding);
    } else {
        struct export_note note = exporter->notes.items[number];
        note.line = line;
        vec_push(&out->notes, note);
    }
}

/* Takes the marks out of the text: what they marked learns its line. */
void export_settle_marks(struct exporter *exporter, const char *marked, struct app_export *out) {
    unsigned line = 1;
    while (*marked) {
        if (*marked == MARK || *marked == NOTE) {
            char *end;
            settle(exporter, *marked, strtoul(marked + 1, &end, 10), line, out);
            marked = end + 1;
            continue;
        }
        line += *marked == '\n';
        text_add_char(&out->model, *marked++);
    }
}
