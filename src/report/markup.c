#include "report/markup.h"

#include "report/style.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of the UTF-8 character at `s`; 0 if it is not a complete one. */
static size_t character_length(const unsigned char *s) {
    size_t length = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : 4;
    if (s[0] >= 0x80 && (s[0] < 0xc2 || s[0] > 0xf4)) return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
    if (s[0] == 0xed && s[1] > 0x9f) return 0;
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
    return length;
}

typedef void (*add_character)(struct text *out, const char *character, size_t length);

static void add_cut(struct text *out, const char *text, size_t most, add_character add) {
    bool cut = style_width(text) > most;
    size_t count = 0;
    for (const unsigned char *s = (const unsigned char *)text; *s && count + cut < most; count++) {
        size_t length = character_length(s);
        if (length == 0 || (*s < 0x20 && *s != '\n'))
            text_add(out, "\ufffd");
        else
            add(out, (const char *)s, length);
        s += length ? length : 1;
    }
    if (cut) text_add(out, "\u2026");
}

static void add_xml(struct text *out, const char *character, size_t length) {
    switch (*character) {
    case '&': text_add(out, "&amp;"); break;
    case '<': text_add(out, "&lt;"); break;
    case '>': text_add(out, "&gt;"); break;
    case '"': text_add(out, "&quot;"); break;
    case '\n': text_add_char(out, ' '); break;
    default: text_add_n(out, character, length);
    }
}

static void add_dot(struct text *out, const char *character, size_t length) {
    if (*character == '"' || *character == '\\')
        text_printf(out, "\\%c", *character);
    else if (*character == '\n')
        text_add(out, "\\n");
    else
        text_add_n(out, character, length);
}

void markup_xml(struct text *out, const char *text, size_t most) { add_cut(out, text, most, add_xml); }
void markup_dot(struct text *out, const char *text, size_t most) { add_cut(out, text, most, add_dot); }
