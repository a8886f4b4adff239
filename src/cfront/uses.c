#include "cfront/uses.h"

#include "cfront/learning.h"

#include <stdlib.h>
#include <string.h>

/* The first quoted name that is a type of ours, or the name of one of ours. */
static struct invented_type *quoted_type(const struct complaint *complaint) {
    for (const char *quote = strchr(complaint->message, '\''); quote;) {
        const char *end = strchr(quote + 1, '\'');
        if (!end) return NULL;
        struct invented_type *type = invented_type(&complaint->front->invented, quote + 1, (size_t)(end - quote - 1));
        if (type) return type;
        quote = strchr(end + 1, '\'');
    }
    return NULL;
}

static bool make_hardware(const struct complaint *complaint, const struct invented_type *type) {
    struct invention *invention = invented_of_type(&complaint->front->invented, type);
    return invention && learning_add(complaint, invention->name,
                                     invention->kind < INVENTED_HARDWARE ? INVENTED_HARDWARE : invention->kind);
}

static bool shape(const struct complaint *complaint, enum invented_shape to) {
    struct invented_type *type = quoted_type(complaint);
    if (!type || type->shape != SHAPE_NUMBER) return false;
    type->shape = to;
    make_hardware(complaint, type);
    return true;
}

static bool learn_member(const struct complaint *complaint) {
    const char *name = learning_first_quoted(complaint);
    const char *in = strstr(complaint->message, "' in '");
    if (!in) return false;
    in += strlen("' in '");
    struct invented_type *type = invented_type(&complaint->front->invented, in, strcspn(in, "'"));
    return type && invented_add_member(&complaint->front->invented, type, name);
}

/* `{.name = ...}` */
static bool learn_designator(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    return type && invented_add_member(&complaint->front->invented, type, learning_first_quoted(complaint));
}

static bool learn_assignment(const struct complaint *complaint) {
    struct invention *invention = invented_find(&complaint->front->invented, learning_first_quoted(complaint));
    return invention && make_hardware(complaint, invention->type);
}

/* Names in what C wants to know when it compiles. */
static bool learn_number(const struct complaint *complaint) {
    bool learned = false;
    if (!complaint->text) return false;
    for (size_t at = word_before(complaint, complaint->offset);
         at < complaint->length && !strchr(";:,}\n", complaint->text[at]);) {
        size_t end = skip_word(complaint, at);
        const char *name = arena_text_n(complaint->front->scratch, complaint->text + at, end - at);
        struct invention *invention = invented_find(&complaint->front->invented, name);
        if (invention && invention->kind == INVENTED_CONSTANT)
            learned |= learning_add(complaint, name, INVENTED_NUMBER);
        at = end > at ? end : at + 1;
    }
    return learned;
}

/* The last number in brackets of the message: `exceeds the width of its type (8 bits)`. */
static unsigned limit_in(const struct complaint *complaint) {
    const char *bracket = strrchr(complaint->message, '(');
    return bracket ? (unsigned)strtoul(bracket + 1, NULL, 10) : 0;
}

/* Numbers of ours behind this place, up to the end of what they are part of, that are to be below the limit. */
static bool learn_limit(const struct complaint *complaint, unsigned limit) {
    bool learned = false;
    for (size_t at = complaint->offset; complaint->text && at < complaint->length;) {
        char c = complaint->text[at];
        size_t end = skip_word(complaint, at);
        const char *name = arena_text_n(complaint->front->scratch, complaint->text + at, end - at);
        struct invention *number = end > at ? invented_find(&complaint->front->invented, name) : NULL;
        if (strchr(";,]}\n", c)) break;
        if (number && number->kind == INVENTED_NUMBER)
            learned |= invented_lower(&complaint->front->invented, number, limit);
        at = end > at ? end : at + 1;
    }
    return learned;
}

/* Characters that nobody changes: `const char *`, and whatever else is called plainly `char`. */
static bool leads_to_text(const char *pointer) {
    return !strcmp(pointer, "const char *") || !strcmp(pointer, "char *");
}

/* A number of ours where a pointer is wanted: the quoted type that is one. */
static bool learn_pointer(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    struct invention *invention = type ? invented_of_type(&complaint->front->invented, type) : NULL;
    if (!invention || invention->pointer || invention->kind >= INVENTED_TYPE || type->shape != SHAPE_NUMBER)
        return false;
    for (const char *end = strstr(complaint->message, " *'"); end && !invention->pointer;
         end = strstr(end + 1, " *'")) {
        const char *begin = end;
        while (begin > complaint->message && begin[-1] != '\'') begin--;
        invention->pointer = arena_text_n(complaint->front->scratch, begin, (size_t)(end + 2 - begin));
    }
    if (!invention->pointer) return false;
    if (leads_to_text(invention->pointer)) {
        invention->pointer = NULL;
        return learning_add(complaint, invention->name, INVENTED_TEXT);
    }
    make_hardware(complaint, type);
    return true;
}

/* Does the word stand in the declaration that goes on here? */
static bool declares_with(const struct complaint *complaint, const char *word) {
    size_t begin = complaint->offset;
    while (begin && !strchr(";{}", complaint->text[begin - 1])) begin--;
    for (size_t at = begin; at < complaint->offset;) {
        size_t end = skip_word(complaint, at);
        if (spells(complaint->text + at, end - at, word)) return true;
        at = end > at ? end : at + 1;
    }
    return false;
}

/* `char name[] = NAME;`, `int table[] = NAME;`: a text, or values in braces. */
static bool learn_first_values(const struct complaint *complaint) {
    size_t at = complaint->text ? complaint->offset : 0;
    while (char_at(complaint, at) && !strchr("=;{", char_at(complaint, at))) at++;
    if (char_at(complaint, at) != '=') return false;
    size_t begin = skip_spaces(complaint, at + 1), end = skip_word(complaint, begin);
    const char *name = arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
    struct invention *invention = invented_find(&complaint->front->invented, name);
    if (!invention || invention->kind > INVENTED_TEXT) return false;
    return learning_add(complaint, name, declares_with(complaint, "char") ? INVENTED_TEXT : INVENTED_LIST);
}

/* A pointer where a number of ours was: it holds pointers. */
static bool learn_address(const struct complaint *complaint) {
    struct invented_type *type = quoted_type(complaint);
    if (!type || type->shape != SHAPE_NUMBER) return false;
    type->shape = SHAPE_ADDRESS;
    return true;
}

/* Before the bracket that the one that ends here closes. */
static size_t before_subscript(const struct complaint *complaint, size_t end) {
    unsigned depth = 0;
    while (end) {
        char c = complaint->text[--end];
        if (c == ']') depth++;
        if (c == '[' && --depth == 0) return spaces_before(complaint, end);
    }
    return 0;
}

/* The type of what ends here, `NAME`, `NAME->member` or `NAME[i].member`; NULL: it is none of ours. */
static struct invented_type *type_before(const struct complaint *complaint, size_t end) {
    while (end && complaint->text[end - 1] == ']') end = before_subscript(complaint, end);
    size_t begin = word_before(complaint, end), before = spaces_before(complaint, begin);
    const char *name = arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
    bool is_arrow = before > 1 && !memcmp(complaint->text + before - 2, "->", 2);
    if (is_arrow || (before && complaint->text[before - 1] == '.')) {
        struct invented_type *of = type_before(complaint, spaces_before(complaint, before - (is_arrow ? 2 : 1)));
        return of ? invented_member_type(of, name) : invented_only_member(&complaint->front->invented, name);
    }
    struct invention *invention = invented_find(&complaint->front->invented, name);
    if (invention && invention->kind == INVENTED_BORROWED)
        return invented_borrowed_type(&complaint->front->invented, invention, complaint->source);
    if (!invention || invention->kind > INVENTED_HARDWARE || invention->pointer) return NULL;
    learning_add(complaint, name, INVENTED_HARDWARE);
    return invention->type;
}

/* Registers that are counted, or a member of a structure through whatever leads to one. How many registers there are
 * nobody asks: an index of any size leads to hardware. */
static bool learn_array(const struct complaint *complaint) {
    if (!complaint->text || char_at(complaint, complaint->offset) != '[') return false;
    struct invented_type *type = type_before(complaint, spaces_before(complaint, complaint->offset));
    if (!type || type->is_array || type->shape == SHAPE_POINTER) return false;
    type->is_array = true;
    return true;
}

bool uses_learn(const struct complaint *complaint) {
    if (says(complaint, "member reference base type '")) return shape(complaint, SHAPE_RECORD);
    if (says(complaint, "member reference type '")) return shape(complaint, SHAPE_POINTER);
    if (says(complaint, "no member named '")) return learn_member(complaint);
    if (says(complaint, "initialization of non-aggregate type '")) return shape(complaint, SHAPE_RECORD);
    if (says(complaint, "designator in initializer for scalar type '")) return shape(complaint, SHAPE_RECORD);
    if (says(complaint, "field designator '")) return learn_designator(complaint);
    if (says(complaint, "cannot assign to variable '")) return learn_assignment(complaint);
    if (says(complaint, "initializer element is not a compile-time constant") ||
        says(complaint, "expression is not an integer constant expression") ||
        says(complaint, "variable length array declaration not allowed at file scope") ||
        says(complaint, "fields must have a constant size") || says(complaint, "variable length array used"))
        return learn_number(complaint);
    if (says(complaint, "width of bit-field '") || says(complaint, "array designator index ("))
        return learn_limit(complaint, limit_in(complaint));
    if (says(complaint, "array initializer must be an initializer list")) return learn_first_values(complaint);
    if (says(complaint, "subscripted value is not an array")) return learn_array(complaint);
    if (says(complaint, "incompatible integer to pointer conversion")) return learn_pointer(complaint);
    if (says(complaint, "incompatible pointer to integer conversion")) return learn_address(complaint);
    return false;
}
