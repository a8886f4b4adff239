#include "app/cases/written.h"

#include "base/file.h"

#include <string.h>

struct reading {
    const char *at, *end;
    struct text *out;
    unsigned depth; /* of brackets */
    bool gap;       /* something was left out since the last character */
};

static bool begins(const struct reading *reading, const char *word) {
    size_t length = strlen(word);
    return (size_t)(reading->end - reading->at) >= length && memcmp(reading->at, word, length) == 0;
}

/* Beyond what ends it; to the end of all if nothing does. */
static void skip(struct reading *reading, size_t opening, const char *closing) {
    for (reading->at += opening; reading->at < reading->end && !begins(reading, closing);) reading->at++;
    if (reading->at < reading->end) reading->at += strlen(closing);
    reading->gap = true;
}

static bool skip_gap(struct reading *reading) {
    if (begins(reading, "/*"))
        skip(reading, 2, "*/");
    else if (begins(reading, "//"))
        skip(reading, 2, "\n");
    else if (begins(reading, "\\\n") || (*reading->at && strchr(" \t\r\n\f\v", *reading->at)))
        skip(reading, 1, "");
    else
        return false;
    return true;
}

static void take(struct reading *reading) {
    if (reading->gap && reading->out->length) text_add_char(reading->out, ' ');
    reading->gap = false;
    text_add_char(reading->out, *reading->at++);
}

static void take_quoted(struct reading *reading) {
    char quote = *reading->at;
    take(reading);
    while (reading->at < reading->end && *reading->at != quote) {
        if (*reading->at == '\\' && reading->at + 1 < reading->end) take(reading);
        take(reading);
    }
    if (reading->at < reading->end) take(reading);
}

static bool ends_here(const struct reading *reading) {
    return !reading->depth && (strchr(")]};,?:", *reading->at) || /* also the end of a text, a zero */
                               begins(reading, "&&") || begins(reading, "||"));
}

bool written_in(const struct text *source, struct place place, struct text *out) {
    const char *chars = text_chars(source);
    struct reading reading = {.at = chars, .end = chars + source->length, .out = out};
    for (unsigned line = 1; line < place.line && reading.at < reading.end; line++) skip(&reading, 0, "\n");
    if (!place.line || !place.column || place.column > (size_t)(reading.end - reading.at)) return false;
    reading.at += place.column - 1;
    while (reading.at < reading.end && !ends_here(&reading)) {
        if (skip_gap(&reading)) continue;
        if (*reading.at && strchr("([{", *reading.at)) reading.depth++;
        if (*reading.at && strchr(")]}", *reading.at)) reading.depth--;
        if (*reading.at == '"' || *reading.at == '\'')
            take_quoted(&reading);
        else
            take(&reading);
    }
    return reading.at < reading.end && out->length;
}

void written_free(struct written_file *last) {
    text_free(&last->source);
    free(last->path);
    *last = (struct written_file){0};
}

bool written_condition(struct written_file *last, struct place place, struct text *out) {
    if (!place.file) return false;
    if (!last->path || strcmp(last->path, place.file) != 0) {
        struct text path = {0};
        text_add(&path, place.file);
        written_free(last);
        last->path = text_take(&path);
        last->is_there = file_read(place.file, &last->source);
    }
    return last->is_there && written_in(&last->source, place, out);
}
