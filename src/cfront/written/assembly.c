#include "cfront/written/assembly.h"

#include "base/word.h"

#include <ctype.h>
#include <string.h>

struct reader {
    const char *at, *end;
};

/* What joins lines is a space, too. */
static void skip_spaces(struct reader *reader) {
    while (reader->at < reader->end && (isspace((unsigned char)*reader->at) || *reader->at == '\\')) reader->at++;
}

static bool is_next(struct reader *reader, char sign) {
    skip_spaces(reader);
    return reader->at < reader->end && *reader->at == sign;
}

static bool take(struct reader *reader, char sign) {
    if (!is_next(reader, sign)) return false;
    reader->at++;
    return true;
}

/* `asm volatile (`, however it is spelled; false: it jumps, or is something else. */
static bool take_head(struct reader *reader) {
    static const char *const words[] = {"asm",          "__asm",  "__asm__",  "volatile",   "__volatile",
                                        "__volatile__", "inline", "__inline", "__inline__", NULL};
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
        any |= spells(text, length, "memory");
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

/* Of one instruction or more; escapes are the ends of lines, and tabs. */
static void add_instructions(struct text *out, const char *string, size_t length) {
    for (size_t i = 0; i < length; i++) {
        bool is_escape = string[i] == '\\' && i + 1 < length;
        if (is_escape) i++;
        text_add_char(out, is_escape ? (string[i] == 't' ? ' ' : ';') : (char)tolower((unsigned char)string[i]));
    }
}

/* False: they are not all that is there. */
static bool take_instructions(struct reader *reader, struct text *out) {
    size_t length;
    for (const char *string; (string = take_string(reader, &length));) add_instructions(out, string, length);
    return is_next(reader, ':') || is_next(reader, ')');
}

/* `"+r"(x)`, and the like: of no instruction at all, each is what it was. `x` must do nothing by itself. */
static bool are_kept(struct reader reader) {
    size_t length;
    do {
        if (take(&reader, '[')) {
            while (reader.at < reader.end && *reader.at != ']') reader.at++;
            reader.at++;
        }
        const char *constraint = take_string(&reader, &length);
        if (!constraint || *constraint != '+' || !take(&reader, '(')) return false;
        while (reader.at < reader.end && (is_word_char(*reader.at) || strchr(" .[]*&>", *reader.at) ||
                                          (*reader.at == '-' && reader.at[1] == '>')))
            reader.at++;
        if (!take(&reader, ')')) return false;
    } while (take(&reader, ','));
    return is_next(&reader, ':') || is_next(&reader, ')');
}

/* Behind instructions: results, operands, and what is changed. */
static void read_rest(struct reader *reader, struct assembly *assembly) {
    bool does_nothing = !assembly->instructions[strspn(assembly->instructions, " ;")];
    for (int list = 0; list < 2; list++) {
        if (!take(reader, ':')) return;
        if (!list)
            assembly->has_results =
                !is_next(reader, ':') && !is_next(reader, ')') && !(does_nothing && are_kept(*reader));
        skip_operands(reader);
    }
    assembly->is_barrier = changes_memory(reader);
}

static const char *end_of_macro(const char *at, const char *end) {
    while (at < end && *at != '\n') at += *at == '\\' ? 2 : 1;
    return at < end ? at : end;
}

/* Where it is written: in a macro's definition, and no further than that, if a macro has made it. */
static struct reader find_text(struct front *front, CXCursor statement) {
    CXFile file, used_in;
    unsigned begin, used;
    size_t size = 0;
    CXSourceLocation start = front->clang.getRangeStart(front->clang.getCursorExtent(statement));
    front->clang.getSpellingLocation(start, &file, NULL, NULL, &begin);
    front->clang.getExpansionLocation(start, &used_in, NULL, NULL, &used);
    const char *text = file ? front_contents(front, file, &size) : NULL;
    if (!text || begin >= size) return (struct reader){0};
    bool is_macros = begin != used || file != used_in;
    return (struct reader){text + begin, is_macros ? end_of_macro(text + begin, text + size) : text + size};
}

struct assembly assembly_read(struct front *front, CXCursor statement) {
    struct reader reader = find_text(front, statement);
    struct assembly assembly = {0};
    struct text instructions = {0};
    if (take_head(&reader) && take_instructions(&reader, &instructions)) {
        assembly.instructions = arena_text(front->scratch, text_chars(&instructions));
        read_rest(&reader, &assembly);
    }
    text_free(&instructions);
    return assembly;
}
