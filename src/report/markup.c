#include "report/markup.h"

#include "report/style.h"

#include <stdbool.h>
#include <string.h>

typedef void (*add_character)(struct text *out, const char *character, size_t length);

static void add_cut(struct text *out, const char *text, size_t most, add_character add) {
    bool cut = style_width(text) > most;
    size_t count = 0;
    for (const unsigned char *s = (const unsigned char *)text; *s && count + cut < most; count++) {
        size_t length = text_utf8_length((const char *)s);
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
