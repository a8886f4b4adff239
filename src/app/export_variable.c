/* Names in Promela are unique in the whole model: a variable keeps its C name where nothing else has it, and gets a
 * number where something has. Records are flattened: every scalar in them is a variable of its own. */
#include "app/export_internal.h"

#include <string.h>

static const char *const RESERVED[] = {
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "chan",
    "d_step",
    "do",
    "else",
    "empty",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "in",
    "init",
    "inline",
    "int",
    "len",
    "ltl",
    "mtype",
    "nempty",
    "never",
    "nfull",
    "notrace",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "print",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "return",
    "run",
    "select",
    "set_priority",
    "short",
    "show",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
    "always",
    "eventually",
    "until",
    "next",
    "U",
    "V",
    "W",
    "X",
    /* of os_model.pml and osek.pml */
    "API",
    "notifyAPP",
    "level",
    "masked",
    "maskedOS",
    "alarm",
    "task",
    "resource",
    "ready",
    "length",
    "turn",
    "nesting",
    "status",
    "at",
    "preempted",
    "result",
    "choice",
    "end",
    "OSModel",
    "runTask",
};

static bool is_taken(const struct exporter *exporter, const char *name) {
    for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++)
        if (strcmp(name, RESERVED[i]) == 0) return true;
    for (size_t i = 0; i < exporter->variables.count; i++)
        if (strcmp(name, exporter->variables.items[i].name) == 0) return true;
    return false;
}

static const char *unique_name(struct exporter *exporter, const struct c_object *object) {
    const char *base = object->name ? object->name : "value";
    if (object->storage != C_GLOBAL && object->function && object->name)
        base = arena_printf(exporter->arena, "%s_%s", object->function->name, object->name);
    if (!is_taken(exporter, base)) return base;
    for (unsigned number = 2;; number++) {
        const char *name = arena_printf(exporter->arena, "%s_%u", base, number);
        if (!is_taken(exporter, name)) return name;
    }
}

static bool lies_in_frame(const struct c_object *object) {
    return object->storage == C_PARAMETER || object->storage == C_LOCAL || object->storage == C_TEMPORARY;
}

const char *export_name(struct exporter *exporter, const struct c_object *object, uint32_t instance) {
    if (!lies_in_frame(object)) instance = 0;
    for (size_t i = 0; i < exporter->variables.count; i++) {
        const struct export_variable *variable = &exporter->variables.items[i];
        if (variable->object == object && variable->instance == instance) return variable->name;
    }
    struct export_variable variable = {.object = object, .instance = instance, .name = unique_name(exporter, object)};
    vec_push(&exporter->variables, variable);
    export_declare(exporter, object, instance, instance ? &exporter->declarations : &exporter->globals);
    return variable.name;
}

struct flattening {
    struct exporter *exporter;
    struct place place;
    export_leaf_visit visit;
    void *context;
};

static bool flatten(const struct flattening *flattening, const struct c_type *type, const struct c_field *bits,
                    const char *name, uint32_t length) {
    struct exporter *exporter = flattening->exporter;
    switch (type->kind) {
    case C_INTEGER: {
        struct export_leaf leaf = {.name = name, .type = type, .field = bits, .length = length};
        flattening->visit(flattening->context, &leaf);
        return true;
    }
    case C_ARRAY: return flatten(flattening, type->target, bits, name, (length ? length : 1) * type->count);
    case C_RECORD:
        if (type->is_union) return export_refuse(exporter, flattening->place, "a union");
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *field = &type->fields[i];
            const char *inner = arena_printf(exporter->arena, "%s_%s", name, field->name);
            if (!flatten(flattening, field->type, field->bit_width ? field : NULL, inner, length)) return false;
        }
        return true;
    default: return export_refuse(exporter, flattening->place, "a variable of pointer or float type");
    }
}

bool export_visit_leaves(struct exporter *exporter, const struct c_type *type, const char *name, struct place place,
                         export_leaf_visit visit, void *context) {
    struct flattening flattening = {exporter, place, visit, context};
    return flatten(&flattening, type, NULL, name, 0);
}

/* Promela has no signed byte and no unsigned short that can be an array: the next wider type serves. */
static const char *promela_type(const struct c_type *type) {
    if (type->is_bool) return "bool";
    if (type->size == 1) return type->is_signed ? "short" : "byte";
    return type->size == 2 && type->is_signed ? "short" : "int";
}

static void declare_leaf(void *context, const struct export_leaf *leaf) {
    struct text *out = context;
    text_printf(out, "%s %s", promela_type(leaf->type), leaf->name);
    if (leaf->length) text_printf(out, "[%u]", leaf->length);
    text_add(out, ";\n");
}

bool export_declare(struct exporter *exporter, const struct c_object *object, uint32_t instance, struct text *out) {
    if (object->type->size > 8 && object->type->kind == C_INTEGER)
        return export_refuse(exporter, object->place, "a 64-bit number");
    struct text lines = {0};
    bool ok = export_visit_leaves(exporter, object->type, export_name(exporter, object, instance), object->place,
                                  declare_leaf, &lines);
    for (const char *line = text_chars(&lines), *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        text_add(out, instance ? "    " : "");
        text_add_n(out, line, (size_t)(next - line));
    }
    text_free(&lines);
    return ok;
}
