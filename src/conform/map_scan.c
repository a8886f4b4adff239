#include "conform/map_scan.h"

#include <ctype.h>
#include <string.h>

void scan_fail(struct scan *scan, struct place place, const char *format, ...) {
    if (scan->failed) return;
    scan->failed = true;
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    diag_error(scan->diagnostics, place, "%s", text_chars(&message));
    text_free(&message);
}

static void step(struct scan *scan) {
    unsigned char c = (unsigned char)*scan->at++;
    if (c == '\n') {
        scan->place.line++;
        scan->place.column = 1;
    } else if ((c & 0xc0) != 0x80) {
        scan->place.column++;
    }
}

static bool starts_with(const struct scan *scan, const char *prefix) {
    size_t length = strlen(prefix);
    return (size_t)(scan->end - scan->at) >= length && memcmp(scan->at, prefix, length) == 0;
}

static void skip_comment(struct scan *scan) {
    struct place start = scan->place;
    bool line = starts_with(scan, "//");
    while (scan->at < scan->end && !(line ? *scan->at == '\n' : starts_with(scan, "*/"))) step(scan);
    if (line) return;
    if (scan->at == scan->end) {
        scan_fail(scan, start, "this comment does not end");
        return;
    }
    step(scan);
    step(scan);
}

void scan_blanks(struct scan *scan) {
    while (scan->at < scan->end) {
        if (isspace((unsigned char)*scan->at))
            step(scan);
        else if (starts_with(scan, "//") || starts_with(scan, "/*"))
            skip_comment(scan);
        else
            return;
    }
}

bool scan_at_end(struct scan *scan) {
    scan_blanks(scan);
    return scan->at == scan->end;
}

/* Letters of other scripts may be part of names: Event-B allows them. */
static bool begins_name(unsigned char c) { return isalpha(c) || c == '_' || c >= 0x80; }

static bool continues_name(unsigned char c) { return begins_name(c) || isdigit(c) || c == '$'; }

bool scan_sees_name(struct scan *scan) {
    scan_blanks(scan);
    return scan->at < scan->end && begins_name((unsigned char)*scan->at);
}

bool scan_take(struct scan *scan, const char *symbol) {
    scan_blanks(scan);
    size_t length = strlen(symbol);
    if (scan->failed || !starts_with(scan, symbol)) return false;
    if (begins_name((unsigned char)*symbol) && scan->at + length < scan->end &&
        continues_name((unsigned char)scan->at[length]))
        return false;
    for (size_t i = 0; i < length; i++) step(scan);
    return true;
}

/* What comes next, for messages. */
static const char *next_word(struct scan *scan) {
    scan_blanks(scan);
    const char *from = scan->at, *to = from;
    if (from == scan->end) return "the end of the file";
    if (begins_name((unsigned char)*from) || isdigit((unsigned char)*from))
        while (to < scan->end && continues_name((unsigned char)*to)) to++;
    else
        to += isprint((unsigned char)*to) ? 1 : 0;
    if (to == from) return "a character that has no meaning here";
    return arena_printf(scan->arena, "`%.*s`", (int)(to - from), from);
}

bool scan_expect(struct scan *scan, const char *symbol, const char *where) {
    if (scan_take(scan, symbol)) return true;
    scan_blanks(scan);
    scan_fail(scan, scan->place, "expected `%s` %s, found %s", symbol, where, next_word(scan));
    return false;
}

const char *scan_name(struct scan *scan, const char *what) {
    if (!scan_sees_name(scan)) {
        scan_fail(scan, scan->place, "expected %s, found %s", what, next_word(scan));
        return NULL;
    }
    const char *from = scan->at;
    while (scan->at < scan->end && continues_name((unsigned char)*scan->at)) step(scan);
    return arena_text_n(scan->arena, from, (size_t)(scan->at - from));
}

bool scan_number(struct scan *scan, int64_t *number) {
    scan_blanks(scan);
    struct place start = scan->place;
    *number = 0;
    if (scan->at == scan->end || !isdigit((unsigned char)*scan->at)) {
        scan_fail(scan, start, "expected a number, found %s", next_word(scan));
        return false;
    }
    while (scan->at < scan->end && isdigit((unsigned char)*scan->at)) {
        *number = *number * 10 + (*scan->at - '0');
        if (*number > INT32_MAX) {
            scan_fail(scan, start, "this number is too large: at most %d", INT32_MAX);
            return false;
        }
        step(scan);
    }
    return true;
}

static const char *trimmed(struct scan *scan, const char *from, const char *to) {
    while (to > from && isspace((unsigned char)to[-1])) to--;
    return arena_text_n(scan->arena, from, (size_t)(to - from));
}

const char *scan_until(struct scan *scan, const char *stop, bool spaced, const char *what) {
    scan_blanks(scan);
    struct place start = scan->place;
    const char *from = scan->at;
    int depth = 0;
    for (; scan->at < scan->end; step(scan)) {
        if (depth == 0 && *scan->at == ';') break;
        if (depth == 0 && starts_with(scan, stop) &&
            (!spaced || (scan->at > from && isspace((unsigned char)scan->at[-1]))))
            break;
        if (strchr("([{", *scan->at)) depth++;
        if (strchr(")]}", *scan->at) && depth-- == 0) break;
    }
    if (scan->at == scan->end || !starts_with(scan, stop)) {
        scan_fail(scan, start, "expected %s and then `%s`%s", what, stop, spaced ? ", with a blank before it" : "");
        return NULL;
    }
    if (scan->at == from) {
        scan_fail(scan, start, "expected %s before `%s`", what, stop);
        return NULL;
    }
    return trimmed(scan, from, scan->at);
}

const char *scan_brackets(struct scan *scan) {
    struct place start = scan->place;
    const char *from = scan->at;
    char open[64] = {0};
    int depth = 0;
    bool good = true;
    do {
        good = scan->at < scan->end;
        if (!good) break;
        if (depth == (int)sizeof open) {
            scan_fail(scan, start, "brackets are nested more than %d deep", (int)sizeof open);
            return NULL;
        }
        if (strchr("([{", *scan->at)) open[depth++] = *scan->at;
        if (strchr(")]}", *scan->at)) good = open[--depth] == (*scan->at == ')' ? '(' : *scan->at == ']' ? '[' : '{');
        step(scan);
    } while (good && depth > 0);
    if (!good) {
        scan_fail(scan, start, "this bracket has no partner");
        return NULL;
    }
    return arena_text_n(scan->arena, from, (size_t)(scan->at - from));
}

void scan_skip_to(struct scan *scan, const char *to) {
    while (scan->at < to) step(scan);
}
