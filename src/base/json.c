#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_begin(struct json *json, struct text *out) { *json = (struct json){.out = out}; }

static void line_break(struct json *json) {
    text_add_char(json->out, '\n');
    for (unsigned i = 0; i < json->depth; i++) text_add(json->out, "  ");
}

static void before_value(struct json *json) {
    if (json->after_key) {
        json->after_key = false;
        return;
    }
    if (json->need_comma) text_add_char(json->out, ',');
    if (json->depth) line_break(json);
}

void json_open(struct json *json, char bracket) {
    before_value(json);
    text_add_char(json->out, bracket);
    json->depth++;
    json->need_comma = false;
}

void json_close(struct json *json, char bracket) {
    bool empty = !json->need_comma;
    json->depth--;
    if (!empty) line_break(json);
    text_add_char(json->out, bracket);
    json->need_comma = true;
    if (!json->depth) text_add_char(json->out, '\n');
}

static void quoted(struct text *out, const char *value) {
    text_add_char(out, '"');
    for (const unsigned char *s = (const unsigned char *)value; *s;) {
        size_t length = text_utf8_length((const char *)s);
        if (length == 0) {
            text_add(out, "\xef\xbf\xbd");
            s++;
            continue;
        }
        if (*s == '"' || *s == '\\')
            text_printf(out, "\\%c", *s);
        else if (*s == '\n')
            text_add(out, "\\n");
        else if (*s == '\t')
            text_add(out, "\\t");
        else if (text_is_control((const char *)s, length))
            text_printf(out, "\\u%04x", (unsigned)text_code_point((const char *)s, length));
        else
            text_add_n(out, (const char *)s, length);
        s += length;
    }
    text_add_char(out, '"');
}

void json_key(struct json *json, const char *key) {
    before_value(json);
    quoted(json->out, key);
    text_add(json->out, ": ");
    json->after_key = true;
}

void json_string(struct json *json, const char *value) {
    if (!value) {
        json_null(json);
        return;
    }
    before_value(json);
    quoted(json->out, value);
    json->need_comma = true;
}

static void literal(struct json *json, const char *value) {
    before_value(json);
    text_add(json->out, value);
    json->need_comma = true;
}

void json_number(struct json *json, uint64_t value) {
    before_value(json);
    text_add_number(json->out, value);
    json->need_comma = true;
}

void json_integer(struct json *json, int64_t value) {
    before_value(json);
    text_add_integer(json->out, value);
    json->need_comma = true;
}

void json_real(struct json *json, double value) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.6g", value);
    literal(json, isfinite(value) ? digits : "null");
}

void json_exact(struct json *json, double value) {
    char digits[64];
    snprintf(digits, sizeof digits, "%.15g", value);
    if (strtod(digits, NULL) != value) snprintf(digits, sizeof digits, "%.17g", value);
    literal(json, isfinite(value) ? digits : "null");
}

void json_bool(struct json *json, bool value) { literal(json, value ? "true" : "false"); }

void json_null(struct json *json) { literal(json, "null"); }

/* ---- members ---- */

void json_member_open(struct json *json, const char *key, char bracket) {
    json_key(json, key);
    json_open(json, bracket);
}

void json_member_string(struct json *json, const char *key, const char *value) {
    json_key(json, key);
    json_string(json, value);
}

void json_member_number(struct json *json, const char *key, uint64_t value) {
    json_key(json, key);
    json_number(json, value);
}

void json_member_integer(struct json *json, const char *key, int64_t value) {
    json_key(json, key);
    json_integer(json, value);
}

void json_member_real(struct json *json, const char *key, double value) {
    json_key(json, key);
    json_real(json, value);
}

void json_member_bool(struct json *json, const char *key, bool value) {
    json_key(json, key);
    json_bool(json, value);
}

void json_member_null(struct json *json, const char *key) {
    json_key(json, key);
    json_null(json);
}

void json_member_strings(struct json *json, const char *key, const char *const *list, size_t count) {
    json_member_open(json, key, '[');
    for (size_t i = 0; i < count; i++) json_string(json, list[i]);
    json_close(json, ']');
}

void json_member_lines(struct json *json, const char *key, const char *text) {
    struct text line = {0};
    json_member_open(json, key, '[');
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        text_clear(&line);
        text_add_n(&line, text, length);
        json_string(json, text_chars(&line));
        text += length + (text[length] == '\n');
    }
    json_close(json, ']');
    text_free(&line);
}

void json_member_place(struct json *json, const char *key, struct place place) {
    if (!place.file && !place.line) {
        json_member_null(json, key);
        return;
    }
    json_member_open(json, key, '{');
    json_member_string(json, "file", place.file);
    json_member_number(json, "line", place.line);
    json_member_number(json, "column", place.column);
    json_close(json, '}');
}
