#include "cfront/program/alignment.h"

#include "base/word.h"
#include "cfront/written/attributes.h"
#include "cfront/written/type_name.h"

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

/* A number, and nothing else. 0: it is something else. Zero asks for nothing (6.7.5p6). */
static uint32_t number_in(const char *at, const char *end) {
    char digits[24] = "";
    size_t length = (size_t)(skip_name(at, end) - at);
    if (at >= end || !isdigit((unsigned char)*at) || length >= sizeof digits || at + length != end) return 0;
    memcpy(digits, at, length);
    char *rest;
    unsigned long value = strtoul(digits, &rest, 0);
    rest += strspn(rest, "uUlL");
    bool whole = !*rest && value <= LARGEST && !(value & (value - 1));
    return !whole ? 0 : value ? (uint32_t)value : 1;
}

/* `sizeof(type)` and the like: the type. */
static bool skip_operator(const char **at, const char **end, bool *is_size) {
    static const char *const names[] = {"sizeof", "_Alignof", "alignof", "__alignof__", "__alignof"};
    const char *behind = skip_name(*at, *end), *open = skip_spaces(behind, *end);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (length != (size_t)(behind - *at) || strncmp(names[i], *at, length) != 0) continue;
        if (open >= *end || *open != '(' || (*end)[-1] != ')') return false;
        *is_size = i == 0, *at = open + 1, *end -= 1;
        return true;
    }
    return false;
}

/* What a type demands, or, as an operand of sizeof, how large it is. 0: it is no type whose name we know. */
static uint32_t type_in(struct front *front, CXCursor attribute, const char *at, const char *end, bool is_keyword) {
    struct type_name name;
    bool is_size = false, has_operator = skip_operator(&at, &end, &is_size);
    if ((!has_operator && !is_keyword) || !type_name_read(front, attribute, at, (size_t)(end - at), &name)) return 0;
    if (name.stars) return front->program->pointer_size;
    long long found = is_size ? front->clang.Type_getSizeOf(name.type) : front->clang.Type_getAlignOf(name.type);
    return found > 0 && found <= LARGEST && !(found & (found - 1)) ? (uint32_t)found : 0;
}

/* Behind the parenthesis that closes the one at `open`; NULL: nothing does. */
static const char *closing(const char *open, const char *end) {
    int depth = 0;
    for (const char *at = open; at < end; at++) {
        depth += (*at == '(') - (*at == ')');
        if (!depth) return at;
    }
    return NULL;
}

static bool is_name(const char *text, const char *behind, const char *name) {
    return spells(text, (size_t)(behind - text), name);
}

/* Only the keyword takes types (6.7.5). */
static bool is_keyword(const char *text, const char *behind) {
    return is_name(text, behind, "_Alignas") || is_name(text, behind, "alignas");
}

/* The text in the parentheses behind a name. False: there are none. */
static bool argument_of(const char *text, size_t length, const char **begin, const char **end) {
    const char *last = text + length, *at = skip_spaces(skip_name(text, last), last);
    if (at >= last || *at != '(') return false;
    *end = closing(at, last);
    if (!*end) return false;
    *begin = skip_spaces(at + 1, *end);
    while (*end > *begin && isspace((unsigned char)(*end)[-1])) *end -= 1;
    return true;
}

/* The argument is that of the macro that the attribute comes from, as in `ALIGN(16)`, or `alignas(4)`. */
static uint32_t in_macro(struct front *front, CXCursor attribute, bool is_keyword) {
    size_t length;
    const char *begin, *end, *text = attribute_macro_text(front, attribute, &length);
    if (!text || !argument_of(text, length, &begin, &end)) return 0;
    uint32_t number = number_in(begin, end);
    return number ? number : type_in(front, attribute, begin, end, is_keyword);
}

static uint32_t alignment_in(struct front *front, CXCursor attribute) {
    size_t length;
    const char *begin, *end, *text = attribute_text(front, attribute, &length);
    if (!text) return 0;
    bool takes_types = is_keyword(text, skip_name(text, text + length));
    if (!argument_of(text, length, &begin, &end)) return takes_types ? in_macro(front, attribute, true) : DEFAULT;
    uint32_t found = number_in(begin, end);
    if (!found) found = type_in(front, attribute, begin, end, takes_types);
    if (!found && skip_name(begin, end) == end) found = in_macro(front, attribute, takes_types);
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
