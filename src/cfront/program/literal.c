#include "cfront/program/literal.h"

#include "base/word.h"
#include "cfront/program/types.h"

#include <limits.h>
#include <string.h>

static unsigned digit(char c) { return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 32) - 'a') + 10; }

static bool is_hexadecimal(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f'); }

/* How many digits follow: as many as there are, for `\x`. */
static unsigned most_digits(char escape) { return escape == 'u' ? 4 : escape == 'U' ? 8 : UINT_MAX; }

/* One character of a literal as libclang prints it: escapes of C, octal ones of three digits. */
static uint32_t decode_character(const char **at) {
    const char *c = *at;
    uint32_t value = (unsigned char)*c++;
    if (value == '\\') {
        static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
        char escape = *c++;
        const char *known = escape ? strchr(names, escape) : NULL;
        if (known)
            value = (unsigned char)values[known - names];
        else if (escape == 'x' || escape == 'u' || escape == 'U') {
            value = 0;
            for (unsigned left = most_digits(escape); left && is_hexadecimal(*c); left--)
                value = value * 16 + digit(*c++);
        } else if (escape >= '0' && escape <= '7') {
            value = digit(escape);
            for (int i = 0; i < 2 && *c >= '0' && *c <= '7'; i++) value = value * 8 + digit(*c++);
        } else
            value = (unsigned char)escape;
    }
    *at = c;
    return value;
}

unsigned char *literal_bytes(struct front *front, CXCursor literal, uint32_t size, uint32_t count) {
    const char *at = front_spelling(front, literal);
    unsigned char *bytes = arena_alloc(front->arena, (size_t)size * count + 1);
    while (*at && *at != '"') at++;
    if (*at) at++;
    for (uint32_t i = 0; i < count && *at; i++) {
        if (begins_with(at, "\"\"")) at += 2; /* it keeps digits apart */
        if (*at == '"') break;
        uint32_t value = decode_character(&at);
        bool is_pair = size == 2 && value > 0xffff; /* of UTF-16 */
        uint32_t first = is_pair ? 0xd800 + ((value - 0x10000) >> 10) : value,
                 second = 0xdc00 + ((value - 0x10000) & 0x3ff);
        memcpy(bytes + (size_t)i * size, &first, size);
        if (is_pair && i + 1 < count) memcpy(bytes + (size_t)++i * size, &second, size);
    }
    return bytes;
}

const char *initializer_text(struct front *front, CXCursor literal) {
    const struct c_type *type = type_of_cursor(front, literal);
    bool is_text = type->kind == C_ARRAY && type->target->size == 1;
    return is_text ? (const char *)literal_bytes(front, literal, 1, type->count) : "";
}

const char *call_literal(struct front *front, CXCursor cursor) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(cursor);
        if (kind == CXCursor_StringLiteral) return initializer_text(front, cursor);
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr)
            return NULL;
        cursor = front_last_expression(front, cursor);
        if (front->clang.Cursor_isNull(cursor)) return NULL;
    }
}
