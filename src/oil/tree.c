#include "oil/tree.h"

#include "base/text.h"

#include <stdarg.h>
#include <string.h>

struct oil_kind *oil_find_kind(const struct oil_kind *kinds, const char *name) {
    while (kinds && strcmp(kinds->name, name) != 0) kinds = kinds->next;
    return (struct oil_kind *)kinds;
}

struct oil_definition *oil_find_definition(const struct oil_definition *definitions, const char *name) {
    while (definitions && strcmp(definitions->name, name) != 0) definitions = definitions->next;
    return (struct oil_definition *)definitions;
}

struct oil_alternative *oil_find_alternative(const struct oil_alternative *alternatives, const char *name) {
    while (alternatives && strcmp(alternatives->name, name) != 0) alternatives = alternatives->next;
    return (struct oil_alternative *)alternatives;
}

struct oil_object *oil_find_object(const struct oil_object *objects, const char *kind, const char *name) {
    while (objects && (strcmp(objects->name, name) != 0 || (kind && strcmp(objects->kind, kind) != 0)))
        objects = objects->next;
    return (struct oil_object *)objects;
}

struct oil_parameter *oil_find_parameter(const struct oil_parameter *parameters, const char *name) {
    while (parameters && strcmp(parameters->name, name) != 0) parameters = parameters->next;
    return (struct oil_parameter *)parameters;
}

bool oil_same_value(const struct oil_parameter *a, const struct oil_parameter *b) {
    if (a->value.kind != b->value.kind) return false;
    if (a->value.kind == VALUE_INTEGER && !a->value.too_large && !b->value.too_large)
        return a->value.magnitude == b->value.magnitude && a->value.negative == b->value.negative;
    return !strcmp(a->value.text, b->value.text);
}

static bool same_title(const struct oil_parameter *a, const struct oil_parameter *b) {
    return a->title && b->title ? !strcmp(a->title, b->title) : a->title == b->title;
}

static bool same_list(const struct oil_parameter *a, const struct oil_parameter *b);

static bool same_parameter(const struct oil_parameter *a, const struct oil_parameter *b) {
    return !strcmp(a->name, b->name) && same_title(a, b) && oil_same_value(a, b) && same_list(a->body, b->body);
}

static bool same_list(const struct oil_parameter *a, const struct oil_parameter *b) {
    for (; a && b; a = a->next, b = b->next)
        if (!same_parameter(a, b)) return false;
    return !a && !b;
}

bool oil_says(const struct oil_parameter *parameters, const struct oil_parameter *parameter) {
    while (parameters && !same_parameter(parameters, parameter)) parameters = parameters->next;
    return parameters != NULL;
}

void oil_assume(struct oil_tree *tree, struct arena *arena, const char *format, ...) {
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    if (tree->assumed) text_printf(&text, "%s, ", tree->assumed);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    tree->assumed = arena_text(arena, text_chars(&text));
    text_free(&text);
}
