/* A string under construction. Invariant: once something was added, `chars` is NUL-terminated. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *chars; /* NULL while empty */
    size_t length;
    size_t capacity;
};

void text_add(struct text *text, const char *more);
void text_add_n(struct text *text, const char *more, size_t length);
void text_add_char(struct text *text, char c);
void text_add_number(struct text *text,
                     uint64_t number); /* in decimal: many of them are faster than by text_printf() */
void text_add_integer(struct text *text, int64_t number);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list arguments);
/* Each line of `lines` behind `margin`, and each with an end of line, the last one, too. */
void text_add_indented(struct text *text, const char *margin, const char *lines);
/* With control characters (but ends of lines and tabs), marks that turn the direction of writing, and what is no UTF-8
 * written as \xNN or \u{NNNN}: what a model's author wrote must not steer a reader's terminal. Colours of our own,
 * "ESC [ digits m", stay where `colours` says so. */
void text_add_visible(struct text *text, const char *more, size_t length, bool colours);
/* The number of the character, which is valid UTF-8 of this length. */
uint32_t text_code_point(const char *character, size_t length);
/* Must it not reach a terminal as it is? `character` is valid UTF-8 of this length. */
bool text_is_control(const char *character, size_t length);
void text_clear(struct text *text); /* empty, keeps its memory */
void text_free(struct text *text);
const char *text_chars(const struct text *text); /* never NULL */
char *text_take(struct text *text);              /* the string, to be free()d by the caller; the text is empty after */

/* How many bytes the UTF-8 character at `character` has; 0 if there is no valid one. */
size_t text_utf8_length(const char *character);

#endif
