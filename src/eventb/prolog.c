#include "eventb/prolog.h"

#include <ctype.h>
#include <string.h>

/* So deep may terms nest: twice what formulas may, as chains of ∧ are nested here and flat there. */
enum { MOST_NESTING = 4000 };

struct reader {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const char *position, *end;
    struct place place; /* of `position` */
    unsigned nesting;
};

/* ---- Characters ---- */

static void step(struct reader *reader) {
    unsigned char c = (unsigned char)*reader->position++;
    if (c == '\n') {
        reader->place.line++;
        reader->place.column = 1;
    } else if ((c & 0xc0) != 0x80) {
        reader->place.column++;
    }
}

static void steps(struct reader *reader, size_t count) {
    while (count--) step(reader);
}

/* 0 at the end. */
static unsigned char peek(const struct reader *reader, size_t ahead) {
    return ahead < (size_t)(reader->end - reader->position) ? (unsigned char)reader->position[ahead] : 0;
}

static void *fail(struct reader *reader, struct place place, const char *what) {
    diag_error(reader->diagnostics, place, "%s", what);
    return NULL;
}

static void *fail_expected(struct reader *reader, const char *what) {
    if (reader->position >= reader->end) {
        diag_error(reader->diagnostics, reader->place, "expected %s, not the end of the file", what);
        return NULL;
    }
    diag_error(reader->diagnostics, reader->place, "expected %s, not '%.*s'", what,
               (int)text_utf8_length(reader->position), reader->position);
    return NULL;
}

static bool skip_comment(struct reader *reader) {
    struct place start = reader->place;
    steps(reader, 2);
    while (!(peek(reader, 0) == '*' && peek(reader, 1) == '/')) {
        if (reader->position >= reader->end) return fail(reader, start, "this comment does not end") != NULL;
        step(reader);
    }
    steps(reader, 2);
    return true;
}

/* False after an error. */
static bool skip_blanks(struct reader *reader) {
    for (;;) {
        unsigned char c = peek(reader, 0);
        if (c && isspace(c))
            step(reader);
        else if (c == '%')
            while (reader->position < reader->end && peek(reader, 0) != '\n') step(reader);
        else if (c == '/' && peek(reader, 1) == '*') {
            if (!skip_comment(reader)) return false;
        } else
            return true;
    }
}

static bool is_word(unsigned char c) { return isalnum(c) || c == '_' || c >= 0x80; }

/* ---- Quoted ---- */

static void add_code_point(struct text *out, unsigned long c) {
    if (c < 0x80) {
        text_add_char(out, (char)c);
        return;
    }
    if (c < 0x800) {
        text_add_char(out, (char)(0xc0 | c >> 6));
    } else {
        if (c < 0x10000) {
            text_add_char(out, (char)(0xe0 | c >> 12));
        } else {
            text_add_char(out, (char)(0xf0 | c >> 18));
            text_add_char(out, (char)(0x80 | (c >> 12 & 0x3f)));
        }
        text_add_char(out, (char)(0x80 | (c >> 6 & 0x3f)));
    }
    text_add_char(out, (char)(0x80 | (c & 0x3f)));
}

static int digit_value(unsigned char c) {
    return isdigit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* \267\ or \xb7\: the reader stands at the first digit. SICStus ends them by a backslash, others need none. */
static bool numbered(struct reader *reader, int base, struct place start, struct text *out) {
    unsigned long c = 0;
    while (digit_value(peek(reader, 0)) < base && c <= 0x10ffff) {
        c = c * (unsigned long)base + (unsigned long)digit_value(peek(reader, 0));
        step(reader);
    }
    if (!c || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
        return fail(reader, start, "this escape is no character") != NULL;
    if (peek(reader, 0) == '\\') step(reader);
    add_code_point(out, c);
    return true;
}

static bool escape(struct reader *reader, struct text *out) {
    static const char letters[] = "abefnrtvs\\'\"`", meanings[] = "\a\b\033\f\n\r\t\v ";
    struct place start = reader->place;
    step(reader);
    unsigned char c = peek(reader, 0);
    const char *letter = c ? strchr(letters, c) : NULL;
    if (c >= '0' && c <= '7') return numbered(reader, 8, start, out);
    if (c == 'x') {
        step(reader);
        return numbered(reader, 16, start, out);
    }
    if (c == '\n') {
        step(reader);
        return true;
    }
    if (!letter) return fail(reader, start, "this escape is not known") != NULL;
    step(reader);
    text_add_char(out, (size_t)(letter - letters) < sizeof meanings - 1 ? meanings[letter - letters] : (char)c);
    return true;
}

/* What stands between quotes, which are doubled or escaped inside. */
static const char *quoted(struct reader *reader, unsigned char quote) {
    struct place start = reader->place;
    struct text text = {0};
    bool good = true;
    step(reader);
    while (good && (peek(reader, 0) != quote || peek(reader, 1) == quote)) {
        unsigned char c = peek(reader, 0);
        if (!c) {
            good = fail(reader, start, "this quoted text does not end") != NULL;
        } else if (c == '\\') {
            good = escape(reader, &text);
        } else {
            text_add_char(&text, (char)c);
            steps(reader, c == quote ? 2 : 1);
        }
    }
    const char *result = good ? arena_text(reader->arena, text_chars(&text)) : NULL;
    if (good) step(reader);
    text_free(&text);
    return result;
}

/* ---- Terms ---- */

static const struct prolog_term *read_term(struct reader *reader);

typedef VEC(const struct prolog_term *) term_list;

static const struct prolog_term *new_term(struct reader *reader, enum prolog_kind kind, const char *name,
                                          struct place place) {
    struct prolog_term *term = arena_new_object(reader->arena, struct prolog_term);
    *term = (struct prolog_term){.kind = kind, .name = name, .place = place};
    return term;
}

/* Terms with commas between them, up to and with the closing bracket; the reader stands behind the opening one. */
static bool read_list(struct reader *reader, char close, term_list *list) {
    const char *const expected = close == ')' ? "',' or ')'" : "',' or ']'";
    for (;;) {
        const struct prolog_term *term = read_term(reader);
        if (!term) return false;
        vec_push(list, term);
        if (!skip_blanks(reader)) return false;
        unsigned char c = peek(reader, 0);
        if (c != ',' && c != (unsigned char)close) return fail_expected(reader, expected) != NULL;
        step(reader);
        if (c != ',') return true;
    }
}

static const struct prolog_term *with_arguments(struct reader *reader, enum prolog_kind kind, const char *name,
                                                char close, struct place place) {
    term_list list = {0};
    struct prolog_term *term = NULL;
    if (read_list(reader, close, &list)) {
        const struct prolog_term **copy = arena_new_array(reader->arena, const struct prolog_term *, list.count);
        memcpy(copy, list.items, list.count * sizeof *copy);
        term = arena_new_object(reader->arena, struct prolog_term);
        *term = (struct prolog_term){kind, name, copy, (unsigned)list.count, place};
    }
    vec_free(&list);
    return term;
}

/* An atom, or a compound where a parenthesis follows at once. */
static const struct prolog_term *after_name(struct reader *reader, const char *name, struct place place) {
    if (!name) return NULL;
    if (peek(reader, 0) != '(') return new_term(reader, PROLOG_ATOM, name, place);
    step(reader);
    return with_arguments(reader, PROLOG_COMPOUND, name, ')', place);
}

static const char *word(struct reader *reader) {
    const char *start = reader->position;
    while (reader->position < reader->end && is_word(peek(reader, 0))) step(reader);
    return arena_text_n(reader->arena, start, (size_t)(reader->position - start));
}

static const struct prolog_term *number(struct reader *reader, bool negative, struct place place) {
    const char *digits = word(reader);
    for (const char *c = digits; *c; c++) {
        if (!isdigit((unsigned char)*c)) return fail(reader, place, "this is no decimal number");
    }
    if (peek(reader, 0) == '\'' || (peek(reader, 0) == '.' && isdigit(peek(reader, 1))))
        return fail(reader, place, "this is no decimal integer");
    return new_term(reader, PROLOG_NUMBER, negative ? arena_printf(reader->arena, "-%s", digits) : digits, place);
}

static const struct prolog_term *bracket(struct reader *reader, struct place place) {
    step(reader);
    if (!skip_blanks(reader)) return NULL;
    if (peek(reader, 0) != ']') return with_arguments(reader, PROLOG_LIST, "[]", ']', place);
    step(reader);
    return new_term(reader, PROLOG_LIST, "[]", place);
}

static const struct prolog_term *term_here(struct reader *reader) {
    struct place place = reader->place;
    unsigned char c = peek(reader, 0);
    if (c == '\'') return after_name(reader, quoted(reader, '\''), place);
    if (c == '"') {
        const char *text = quoted(reader, '"');
        return text ? new_term(reader, PROLOG_STRING, text, place) : NULL;
    }
    if (c == '[') return bracket(reader, place);
    if (isdigit(c)) return number(reader, false, place);
    if (c == '-' && isdigit(peek(reader, 1))) {
        step(reader);
        return number(reader, true, place);
    }
    if (c == '_' || isupper(c)) return new_term(reader, PROLOG_VARIABLE, word(reader), place);
    if (!is_word(c)) return fail_expected(reader, "a term");
    return after_name(reader, word(reader), place);
}

static const struct prolog_term *read_term(struct reader *reader) {
    if (!skip_blanks(reader)) return NULL;
    if (++reader->nesting > MOST_NESTING) return fail(reader, reader->place, "this term is nested too deeply");
    const struct prolog_term *term = term_here(reader);
    reader->nesting--;
    return term;
}

/* ---- Clauses ---- */

bool prolog_is(const struct prolog_term *term, const char *functor, unsigned count) {
    return term->kind == PROLOG_COMPOUND && term->count == count && !strcmp(term->name, functor);
}

static bool full_stop(struct reader *reader) {
    if (!skip_blanks(reader)) return false;
    if (peek(reader, 0) != '.') return fail_expected(reader, "'.' at the end of the clause") != NULL;
    step(reader);
    return true;
}

/* :- ... : up to a full stop that ends a line or the file; directives may hold operators. */
static bool skip_directive(struct reader *reader) {
    struct place start = reader->place;
    for (; reader->position < reader->end; step(reader)) {
        if (peek(reader, 0) == '.' && (!peek(reader, 1) || isspace(peek(reader, 1)))) {
            step(reader);
            return true;
        }
    }
    return fail(reader, start, "this directive does not end") != NULL;
}

/* All bytes are characters of UTF-8, and none is zero: nothing behind this has to look at that again. */
static bool is_text(struct reader reader) {
    while (reader.position < reader.end) {
        size_t length = *reader.position ? text_utf8_length(reader.position) : 0;
        if (!length || length > (size_t)(reader.end - reader.position))
            return fail(&reader, reader.place, "this is no UTF-8") != NULL;
        steps(&reader, length);
    }
    return true;
}

const struct prolog_term *prolog_read_clause(struct arena *arena, const char *path, const char *bytes, size_t size,
                                             const char *functor, struct diagnostics *diagnostics) {
    struct reader reader = {
        .arena = arena, .diagnostics = diagnostics, .position = bytes, .end = bytes + size, .place = {path, 1, 1}};
    if (!is_text(reader)) return NULL;
    while (skip_blanks(&reader)) {
        if (reader.position >= reader.end) {
            diag_error(diagnostics, reader.place, "there is no %s(...) in this file", functor);
            return NULL;
        }
        if (peek(&reader, 0) == ':' && peek(&reader, 1) == '-') {
            if (!skip_directive(&reader)) return NULL;
            continue;
        }
        const struct prolog_term *term = read_term(&reader);
        if (!term || !full_stop(&reader)) return NULL;
        if (prolog_is(term, functor, 1)) return term;
    }
    return NULL;
}

bool prolog_begins(const char *text) {
    for (;;) {
        while (isspace((unsigned char)*text)) text++;
        if (*text == '%') {
            text += strcspn(text, "\n");
        } else if (!strncmp(text, "/*", 2)) {
            const char *end = strstr(text + 2, "*/");
            if (!end) return false;
            text = end + 2;
        } else {
            break;
        }
    }
    const char *word = text;
    while (is_word((unsigned char)*text)) text++;
    return !strncmp(word, ":-", 2) || (islower((unsigned char)*word) && *text == '(');
}

bool prolog_equal(const struct prolog_term *a, const struct prolog_term *b) {
    if (a->kind != b->kind || a->count != b->count || strcmp(a->name, b->name) != 0) return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!prolog_equal(a->arguments[i], b->arguments[i])) return false;
    return true;
}
