#include "report/json_read.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

struct reader {
    const char *start, *at, *end;
    struct arena *arena;
    struct text *error;
    unsigned depth;
};

static struct json_value *fail(struct reader *reader, const char *what) {
    if (reader->error->length) return NULL; /* the first error is the one that helps */
    unsigned line = 1;
    for (const char *c = reader->start; c < reader->at; c++) line += *c == '\n';
    text_printf(reader->error, "line %u: %s", line, what);
    return NULL;
}

static bool is_in(const char *set, char c) { return c && strchr(set, c); }

static void skip_space(struct reader *reader) {
    while (reader->at < reader->end && is_in(" \t\r\n", *reader->at)) reader->at++;
}

static bool accept(struct reader *reader, char c) {
    if (reader->at == reader->end || *reader->at != c) return false;
    reader->at++;
    return true;
}

static struct json_value *value(struct reader *reader);

/* ---- strings ---- */

static int hex4(const char *digits) {
    int result = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0) return -1;
        result = result * 16 + digit;
    }
    return result;
}

static void add_utf8(struct text *out, unsigned code) {
    if (code == 0 || (code >= 0xd800 && code < 0xe000)) code = 0xfffd;
    if (code < 0x80) {
        text_add_char(out, (char)code);
    } else if (code < 0x800) {
        text_add_char(out, (char)(0xc0 | code >> 6));
        text_add_char(out, (char)(0x80 | (code & 0x3f)));
    } else if (code < 0x10000) {
        text_add_char(out, (char)(0xe0 | code >> 12));
        text_add_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
        text_add_char(out, (char)(0x80 | (code & 0x3f)));
    } else {
        text_add_char(out, (char)(0xf0 | code >> 18));
        text_add_char(out, (char)(0x80 | (code >> 12 & 0x3f)));
        text_add_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
        text_add_char(out, (char)(0x80 | (code & 0x3f)));
    }
}

/* After the `u` of an escape; reads the second half of a surrogate pair too. */
static bool unicode_escape(struct reader *reader, struct text *out) {
    if (reader->end - reader->at < 4) return false;
    int code = hex4(reader->at);
    if (code < 0) return false;
    reader->at += 4;
    bool high = code >= 0xd800 && code < 0xdc00;
    if (high && reader->end - reader->at >= 6 && reader->at[0] == '\\' && reader->at[1] == 'u') {
        int low = hex4(reader->at + 2);
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            reader->at += 6;
        }
    }
    add_utf8(out, (unsigned)code);
    return true;
}

static bool escape(struct reader *reader, struct text *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    if (reader->at == reader->end) return false;
    char c = *reader->at++;
    if (c == 'u') return unicode_escape(reader, out);
    const char *found = c ? strchr(from, c) : NULL;
    if (found) text_add_char(out, to[found - from]);
    return found;
}

/* After the opening quote. NULL on error. */
static const char *string(struct reader *reader) {
    struct text out = {0};
    text_add(&out, "");
    bool good = true, closed = false;
    while (good && !closed && reader->at < reader->end) {
        char c = *reader->at++;
        if (c == '"')
            closed = true;
        else if (c == '\\')
            good = escape(reader, &out);
        else if ((unsigned char)c < 0x20)
            good = false;
        else
            text_add_char(&out, c);
    }
    const char *result = NULL;
    if (good && closed)
        result = arena_text_n(reader->arena, out.chars, out.length);
    else
        fail(reader, good ? "a string does not end" : "a character that a string cannot contain");
    text_free(&out);
    return result;
}

/* ---- numbers, words ---- */

static struct json_value *number(struct reader *reader, struct json_value *out) {
    const char *from = reader->at;
    while (reader->at < reader->end && is_in("+-.0123456789eE", *reader->at)) reader->at++;
    char *digits = arena_text_n(reader->arena, from, (size_t)(reader->at - from)), *end = digits;
    const char *first = digits + (digits[0] == '-');
    bool plain = *first >= '0' && *first <= '9' && !(first[0] == '0' && first[1] >= '0' && first[1] <= '9');
    if (plain) out->number = strtod(digits, &end);
    if (!plain || *end) return fail(reader, "not a number");
    out->kind = JSON_NUMBER;
    return out;
}

static bool word(struct reader *reader, const char *expected) {
    size_t length = strlen(expected);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, expected, length) != 0) return false;
    reader->at += length;
    return true;
}

/* ---- arrays, objects ---- */

static struct json_value *member(struct reader *reader) {
    skip_space(reader);
    if (!accept(reader, '"')) return fail(reader, "expected the name of a member");
    const char *key = string(reader);
    if (!key) return NULL;
    skip_space(reader);
    if (!accept(reader, ':')) return fail(reader, "expected ':'");
    struct json_value *result = value(reader);
    if (result) result->key = key;
    return result;
}

static struct json_value *children(struct reader *reader, struct json_value *out, char close) {
    struct json_value **tail = &out->first;
    skip_space(reader);
    if (accept(reader, close)) return out;
    do {
        struct json_value *child = close == '}' ? member(reader) : value(reader);
        if (!child) return NULL;
        *tail = child;
        tail = &child->next;
        out->count++;
        skip_space(reader);
    } while (accept(reader, ','));
    if (!accept(reader, close)) return fail(reader, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
    return out;
}

static struct json_value *value(struct reader *reader) {
    struct json_value *out = arena_new_object(reader->arena, struct json_value), *result = out;
    if (reader->depth >= DEEPEST) return fail(reader, "nested too deeply");
    reader->depth++;
    skip_space(reader);
    if (reader->at == reader->end) {
        result = fail(reader, "expected a value, found the end");
    } else if (accept(reader, '{')) {
        out->kind = JSON_OBJECT;
        result = children(reader, out, '}');
    } else if (accept(reader, '[')) {
        out->kind = JSON_ARRAY;
        result = children(reader, out, ']');
    } else if (accept(reader, '"')) {
        out->kind = JSON_STRING;
        out->string = string(reader);
        if (!out->string) result = NULL;
    } else if (word(reader, "null")) {
        out->kind = JSON_NULL;
    } else if (word(reader, "true") || word(reader, "false")) {
        out->kind = JSON_BOOL;
        out->boolean = reader->at[-2] == 'u';
    } else {
        result = number(reader, out);
    }
    reader->depth--;
    return result;
}

struct json_value *json_read(const char *text, size_t length, struct arena *arena, struct text *error) {
    struct reader reader = {text, text, text + length, arena, error, 0};
    struct json_value *result = value(&reader);
    skip_space(&reader);
    if (result && reader.at != reader.end) return fail(&reader, "something follows after the end");
    return result;
}

/* ---- looking around ---- */

const struct json_value *json_member(const struct json_value *object, const char *key) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const struct json_value *child = object->first; child; child = child->next)
        if (strcmp(child->key, key) == 0) return child;
    return NULL;
}

const char *json_text(const struct json_value *value) {
    return value && value->kind == JSON_STRING ? value->string : NULL;
}

bool json_whole(const struct json_value *value, uint64_t most, uint64_t *out) {
    if (!value || value->kind != JSON_NUMBER) return false;
    if (!(value->number >= 0 && value->number <= 9007199254740992.0)) return false;
    uint64_t whole = (uint64_t)value->number;
    if ((double)whole != value->number || whole > most) return false;
    *out = whole;
    return true;
}

bool json_is_true(const struct json_value *value) { return value && value->kind == JSON_BOOL && value->boolean; }
