#include "cfront/assembly.h"

#include "base/word.h"

#include <ctype.h>
#include <string.h>

struct reader {
    const char *at, *end;
};

static void skip_spaces(struct reader *reader) {
    while (reader->at < reader->end && (isspace((unsigned char)*reader->at) || *reader->at == '\\')) reader->at++;
}

static bool take(struct reader *reader, char sign) {
    skip_spaces(reader);
    if (reader->at >= reader->end || *reader->at != sign) return false;
    reader->at++;
    return true;
}

/* `asm volatile (`, however it is spelled; false: it jumps, or is something else. */
static bool take_head(struct reader *reader) {
    static const char *const words[] = {"asm",    "__asm",      "__asm__",      "volatile", "__volatile",
                                        "inline", "__inline__", "__volatile__", NULL};
    for (skip_spaces(reader); reader->at < reader->end && is_word_char(*reader->at); skip_spaces(reader)) {
        char word[16] = "";
        for (size_t i = 0; reader->at < reader->end && is_word_char(*reader->at); i++, reader->at++)
            if (i + 1 < sizeof word) word[i] = *reader->at;
        if (!is_one_of(word, words)) return false;
    }
    return take(reader, '(');
}

/* What is between the quotes of a string without escapes but `\n`, `\t`; NULL: there is none. */
static const char *take_string(struct reader *reader, size_t *length) {
    if (!take(reader, '"')) return NULL;
    const char *begin = reader->at;
    while (reader->at < reader->end && *reader->at != '"') reader->at += *reader->at == '\\' ? 2 : 1;
    if (reader->at >= reader->end) return NULL;
    *length = (size_t)(reader->at++ - begin);
    return begin;
}

/* The strings behind the third colon: is "memory" one of them? */
static bool changes_memory(struct reader *reader) {
    const char *text;
    size_t length;
    bool any = false;
    if (!take(reader, ':')) return false;
    do {
        if (!(text = take_string(reader, &length))) return false;
        any |= length == 6 && !strncmp(text, "memory", 6);
    } while (take(reader, ','));
    return any && take(reader, ')');
}

/* Up to the colon, or to what ends it all. */
static void skip_operands(struct reader *reader) {
    size_t length;
    for (unsigned depth = 0; skip_spaces(reader), reader->at < reader->end;) {
        char sign = *reader->at;
        if (!depth && (sign == ':' || sign == ')')) return;
        depth += sign == '(';
        depth -= sign == ')';
        if (sign != '"')
            reader->at++;
        else if (!take_string(reader, &length))
            reader->at = reader->end;
    }
}

const char *assembly_text(struct front *front, CXCursor statement, size_t *length) {
    CXFile file;
    unsigned begin;
    size_t size = 0;
    CXSourceRange extent = front->clang.getCursorExtent(statement);
    front->clang.getSpellingLocation(front->clang.getRangeStart(extent), &file, NULL, NULL, &begin);
    const char *text = file ? front_contents(front, file, &size) : NULL;
    if (!text || begin >= size) return NULL;
    *length = size - begin;
    return text + begin;
}

bool assembly_is_barrier(struct front *front, CXCursor statement) {
    size_t length;
    const char *text = assembly_text(front, statement, &length);
    struct reader reader = {text, text ? text + length : NULL};
    if (!text || !take_head(&reader)) return false;
    while (take_string(&reader, &length)) {
    }
    for (int list = 0; list < 2; list++) {
        if (!take(&reader, ':')) return false;
        skip_operands(&reader);
    }
    return changes_memory(&reader);
}
