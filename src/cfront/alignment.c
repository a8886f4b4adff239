#include "cfront/alignment.h"

#include "base/word.h"
#include "cfront/attributes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 16, DEFAULT = 16 /* of `aligned` without a number, on the targets that we know */ };

static const char *skip_spaces(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

static const char *skip_name(const char *at, const char *end) {
    while (at < end && is_word_char(*at)) at++;
    return at;
}

/* A number, and nothing else up to the closing parenthesis. 0: it is something else. */
static uint32_t number_in(const char *at, const char *end) {
    at = skip_spaces(at, end);
    if (at >= end || !isdigit((unsigned char)*at)) return 0;
    char digits[24] = "";
    size_t length = (size_t)(skip_name(at, end) - at);
    if (length >= sizeof digits) return 0;
    memcpy(digits, at, length);
    char *rest;
    unsigned long value = strtoul(digits, &rest, 0);
    rest += strspn(rest, "uUlL");
    at = skip_spaces(at + length, end);
    bool whole = !*rest && at < end && *at == ')';
    return whole && value <= LARGEST && !(value & (value - 1)) ? (uint32_t)value : 0;
}

/* `name(number)`; `name` alone: `fallback`. */
static uint32_t argument_of(const char *text, size_t length, uint32_t fallback) {
    const char *end = text + length;
    const char *at = skip_spaces(skip_name(text, end), end);
    if (at >= end || *at != '(') return fallback;
    return number_in(at + 1, end);
}

/* A macro's argument, as in `ALIGN(16)`. */
static uint32_t macro_argument(struct front *front, CXCursor attribute) {
    size_t length;
    const char *text = attribute_macro_text(front, attribute, &length);
    return text ? argument_of(text, length, 0) : 0;
}

/* The attribute's argument is the parameter of the macro that made it, and nothing more. */
static bool is_only_a_name(const char *text, size_t length) {
    const char *end = text + length;
    const char *at = skip_spaces(skip_name(text, end), end);
    if (at >= end || *at != '(') return false;
    const char *name = skip_spaces(at + 1, end);
    at = skip_spaces(skip_name(name, end), end);
    return at > name && at < end && *at == ')';
}

static uint32_t alignment_in(struct front *front, CXCursor attribute) {
    size_t length;
    const char *text = attribute_text(front, attribute, &length);
    if (!text) return 0;
    uint32_t found = argument_of(text, length, DEFAULT);
    if (!found && is_only_a_name(text, length)) found = macro_argument(front, attribute);
    return found;
}

static uint32_t of_type(struct front *front, CXCursor cursor, uint32_t fallback) {
    long long align = front->clang.Type_getAlignOf(front->clang.getCursorType(cursor));
    return align > 0 && align <= LARGEST ? (uint32_t)align : fallback;
}

uint32_t alignment_of_variable(struct front *front, CXCursor variable, const struct c_type *type) {
    if (front->clang.Type_getAlignOf(front->clang.getCursorType(variable)) > LARGEST)
        diag_error(front->diagnostics, front_place(front, variable), "`%s` is aligned to more than %d bytes",
                   front_spelling(front, variable), LARGEST);
    uint32_t align = of_type(front, variable, type->align);
    struct cursors children = front_children(front, variable);
    for (size_t i = 0; i < children.count; i++) {
        if (front->clang.getCursorKind(children.items[i]) != CXCursor_AlignedAttr) continue;
        uint32_t demanded = alignment_in(front, children.items[i]);
        if (!demanded)
            diag_error(front->diagnostics, front_place(front, children.items[i]),
                       "the alignment of `%s` cannot be told: write it as a number", front_spelling(front, variable));
        if (demanded > align) align = demanded;
    }
    return align;
}

uint32_t alignment_of_access(struct front *front, CXCursor place, const struct c_type *type) {
    uint32_t align = of_type(front, place, type->align);
    return align < type->align ? align : 0;
}
