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
