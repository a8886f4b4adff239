/* Normalised OIL: one attribute a line, objects sorted by kind, defaults written out. What exists without being
 * declared (RES_SCHEDULER, SystemCounter, OSDEFAULTAPPMODE) is not printed: it exists again. */
#include "oil/config.h"
#include "oil/oil.h"

#include <inttypes.h>
#include <string.h>

static void indent(struct text *out, unsigned depth) {
    for (unsigned i = 0; i < depth; i++) text_add(out, "  ");
}

/* ---- values ---- */

/* One string without line breaks; a quote in it is hidden by a backslash. */
static void print_piece(struct text *out, const char *piece, size_t length) {
    text_add_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        if (piece[i] == '"') text_add_char(out, '\\');
        text_add_char(out, piece[i]);
    }
    text_add_char(out, '"');
}

/* A string that has a backslash at its end, or quotes and line breaks, is read back right only in pieces: strings that
 * follow each other are one, each on a line of its own (see hidden_quote() of the lexer). */
static void print_string(struct text *out, const char *string) {
    size_t length = strlen(string);
    if (!strpbrk(string, "\\\"")) {
        print_piece(out, string, length);
        return;
    }
    while (length) {
        size_t piece = strcspn(string, "\n");
        if (piece == 0) piece = 1;
        print_piece(out, string, piece);
        text_add_char(out, '\n');
        string += piece;
        length -= piece;
    }
}

static void print_value(struct text *out, const struct oil_value *value) {
    if (value->kind == VALUE_STRING)
        print_string(out, value->text);
    else
        text_add(out, value->text);
}

static void print_description(struct text *out, const char *description) {
    if (!description) return;
    text_add(out, " : ");
    print_string(out, description);
}

/* ---- IMPLEMENTATION ---- */

static void print_definitions(struct text *out, const struct oil_definition *list, unsigned depth);

static void print_block(struct text *out, const struct oil_definition *list, unsigned depth) {
    text_add(out, " {");
    if (list) {
        text_add_char(out, '\n');
        print_definitions(out, list, depth + 1);
        indent(out, depth);
    }
    text_add_char(out, '}');
}

static void print_alternatives(struct text *out, const struct oil_alternative *alternatives, unsigned depth) {
    text_add(out, " [");
    for (const struct oil_alternative *a = alternatives; a; a = a->next) {
        text_printf(out, "%s%s", a == alternatives ? "" : ", ", a->name);
        if (a->attributes) print_block(out, a->attributes, depth);
        print_description(out, a->description);
    }
    text_add_char(out, ']');
}

static void print_range(struct text *out, const struct oil_definition *definition) {
    if (definition->range == RANGE_ANY) return;
    text_add(out, " [");
    for (const struct oil_bound *bound = definition->bounds; bound; bound = bound->next) {
        print_value(out, &bound->value);
        if (bound->next) text_add(out, definition->range == RANGE_BOUNDS ? " .. " : ", ");
    }
    text_add_char(out, ']');
}

static void print_definition(struct text *out, const struct oil_definition *definition, unsigned depth) {
    indent(out, depth);
    text_add(out, definition->type_name);
    if (definition->type == TYPE_STRUCT) print_block(out, definition->attributes, depth);
    if (definition->with_auto) text_add(out, " WITH_AUTO");
    if (definition->alternatives) print_alternatives(out, definition->alternatives, depth);
    print_range(out, definition);
    text_printf(out, " %s%s", definition->name, definition->multiple ? "[]" : "");
    if (definition->no_default) text_add(out, " = NO_DEFAULT");
    if (definition->has_default) {
        text_add(out, " = ");
        print_value(out, &definition->default_value);
    }
    print_description(out, definition->description);
    text_add(out, ";\n");
}

static void print_definitions(struct text *out, const struct oil_definition *list, unsigned depth) {
    for (; list; list = list->next) print_definition(out, list, depth);
}

static void print_implementation(struct text *out, const struct oil_tree *tree) {
    if (!tree->implementation) return;
    text_printf(out, "IMPLEMENTATION %s {\n", tree->implementation);
    for (const struct oil_kind *kind = tree->kinds; kind; kind = kind->next) {
        text_printf(out, "  %s%s", kind->name, kind->multiple ? " []" : "");
        print_block(out, kind->attributes, 1);
        print_description(out, kind->description);
        text_add(out, ";\n");
    }
    text_add(out, "};\n\n");
}

/* ---- CPU ---- */

static void print_parameters(struct text *out, const struct oil_parameter *list, unsigned depth) {
    for (; list; list = list->next) {
        indent(out, depth);
        text_add(out, list->name);
        if (list->value.kind != VALUE_NONE) text_add(out, " = ");
        print_value(out, &list->value);
        if (list->title) text_printf(out, " %s", list->title);
        if (list->has_body) {
            text_add(out, list->body ? " {\n" : " {");
            print_parameters(out, list->body, depth + 1);
            if (list->body) indent(out, depth);
            text_add_char(out, '}');
        }
        print_description(out, list->description);
        text_add(out, ";\n");
    }
}

static void print_object(struct text *out, const struct oil_object *object) {
    text_printf(out, "  %s%s%s {", object->kind, *object->name ? " " : "", object->name);
    if (object->parameters) {
        text_add_char(out, '\n');
        print_parameters(out, object->parameters, 2);
        text_add(out, "  ");
    }
    text_add_char(out, '}');
    print_description(out, object->description);
    text_add(out, ";\n");
}

static const char *const kinds[] = {"OS",  "APPMODE", "TASK",           "ISR",  "RESOURCE", "EVENT", "COUNTER", "ALARM",
                                    "COM", "MESSAGE", "NETWORKMESSAGE", "IPDU", "NM"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool is_standard(const char *kind) {
    for (size_t i = 0; i < KINDS; i++)
        if (!strcmp(kinds[i], kind)) return true;
    return false;
}

void oil_print(const struct oil_config *config, struct text *out) {
    const struct oil_tree *tree = config->tree;
    text_add(out, "OIL_VERSION = ");
    print_string(out, tree->version ? tree->version : "2.5");
    print_description(out, tree->version_description);
    text_add(out, ";\n\n");
    print_implementation(out, tree);
    text_printf(out, "CPU %s {\n", tree->cpu);
    for (size_t i = 0; i < KINDS; i++)
        for (const struct oil_object *object = tree->objects; object; object = object->next)
            if (!strcmp(object->kind, kinds[i])) print_object(out, object);
    for (const struct oil_object *object = tree->objects; object; object = object->next)
        if (!is_standard(object->kind)) print_object(out, object);
    text_add_char(out, '}');
    print_description(out, tree->cpu_description);
    text_add(out, ";\n");
}
