#include "base/text.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct text *text, size_t more) {
    size_t wanted = text->length + more + 1;
    if (text->capacity >= wanted) return;
    size_t capacity = text->capacity ? text->capacity * 2 : 64;
    if (capacity < wanted) capacity = wanted;
    text->chars = memory_resize(text->chars, capacity);
    text->capacity = capacity;
}

void text_add_n(struct text *text, const char *more, size_t length) {
    reserve(text, length);
    if (length) memcpy(text->chars + text->length, more, length);
    text->length += length;
    text->chars[text->length] = '\0';
    invariant(text->length < text->capacity);
}

void text_add(struct text *text, const char *more) { text_add_n(text, more, strlen(more)); }

void text_add_char(struct text *text, char c) { text_add_n(text, &c, 1); }

void text_add_number(struct text *text, uint64_t number) {
    char digits[20]; /* 2^64 - 1 has so many */
    char *first = digits + sizeof digits;
    do *--first = (char)('0' + number % 10);
    while (number /= 10);
    text_add_n(text, first, (size_t)(digits + sizeof digits - first));
}

void text_add_integer(struct text *text, int64_t number) {
    if (number < 0) text_add_char(text, '-');
    text_add_number(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void text_vprintf(struct text *text, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    invariant(length >= 0);
    reserve(text, (size_t)length);
    vsnprintf(text->chars + text->length, (size_t)length + 1, format, arguments);
    text->length += (size_t)length;
}

void text_printf(struct text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
}

void text_add_indented(struct text *text, const char *margin, const char *lines) {
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        text_add(text, margin);
        text_add_n(text, lines, length);
        text_add_char(text, '\n');
        lines += length + (lines[length] == '\n');
    }
}

void text_clear(struct text *text) {
    text->length = 0;
    if (text->chars) text->chars[0] = '\0';
}

void text_free(struct text *text) {
    free(text->chars);
    *text = (struct text){0};
}

const char *text_chars(const struct text *text) {
    invariant(!text->chars || !text->chars[text->length]);
    return text->chars ? text->chars : "";
}

char *text_take(struct text *text) {
    char *chars = text->chars ? text->chars : memory_copy_text("");
    *text = (struct text){0};
    return chars;
}

size_t text_utf8_length(const char *character) {
    const unsigned char *s = (const unsigned char *)character;
    if (s[0] < 0x80) return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4) return 0;
    size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
    if (s[0] == 0xed && s[1] > 0x9f) return 0;
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
    return length;
}

uint32_t text_code_point(const char *character, size_t length) {
    const unsigned char *s = (const unsigned char *)character;
    if (length == 1) return s[0];
    uint32_t code = s[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) code = code << 6 | (s[i] & 0x3fu);
    return code;
}

bool text_is_control(const char *character, size_t length) {
    uint32_t code = text_code_point(character, length);
    if (code < 0x20) return code != '\n' && code != '\t';
    return (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

/* The length of "ESC [ digits and semicolons m" at this place; 0: something else is there. */
static size_t colour_length(const char *at, size_t left) {
    if (left < 3 || at[0] != '\033' || at[1] != '[') return 0;
    size_t i = 2;
    while (i < left && ((at[i] >= '0' && at[i] <= '9') || at[i] == ';')) i++;
    return i < left && at[i] == 'm' ? i + 1 : 0;
}

void text_add_visible(struct text *text, const char *more, size_t length, bool colours) {
    for (size_t i = 0, plain; i < length; i += plain) {
        plain = colours ? colour_length(more + i, length - i) : 0;
        size_t character = plain ? 0 : text_utf8_length(more + i);
        if (plain) {
            text_add_n(text, more + i, plain);
        } else if (character == 0 || character > length - i) {
            text_printf(text, "\\x%02x", (unsigned char)more[i]);
            plain = 1;
        } else if (text_is_control(more + i, character)) {
            uint32_t code = text_code_point(more + i, character);
            text_printf(text, code < 0x100 ? "\\x%02x" : "\\u{%04x}", (unsigned)code);
            plain = character;
        } else {
            text_add_n(text, more + i, character);
            plain = character;
        }
    }
}
