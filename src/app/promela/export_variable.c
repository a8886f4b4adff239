/* Names in Promela are unique in the whole model: a variable keeps its C name where nothing else has it, and gets a
 * number where something has. Records are flattened: every scalar in them is a variable of its own. */
#include "app/promela/export_internal.h"

#include <string.h>

/* Macros stand for the application's objects: a variable may not have such a name. */
static bool is_macro(const struct osek_config *config, const char *name) {
    for (uint32_t i = 0; i < config->task_count; i++)
        if (strcmp(config->tasks[i].name, name) == 0) return true;
    for (uint32_t i = 0; i < config->resource_count; i++)
        if (strcmp(config->resources[i].name, name) == 0) return true;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (strcmp(config->alarms[i].name, name) == 0) return true;
    return false;
}

/* The process of a counter, task, routine or hook has its name, and this behind it. */
static bool is_process_of(const char *one, const char *name) {
    size_t length = strlen(one);
    return strncmp(one, name, length) == 0 && strcmp(name + length, "_") == 0;
}

static bool is_process(const struct exporter *exporter, const char *name) {
    const struct c_program *program = exporter->subject->program;
    for (uint32_t i = 0; i < exporter->config->counter_count; i++)
        if (is_process_of(exporter->config->counters[i].name, name)) return true;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (program->functions[i]->role != C_ORDINARY && is_process_of(program->functions[i]->name, name)) return true;
    return false;
}

static bool is_taken(const struct exporter *exporter, const char *name) {
    if (export_is_reserved(name) || is_macro(exporter->config, name) || is_process(exporter, name)) return true;
    for (size_t i = 0; i < exporter->variables.count; i++)
        if (strcmp(name, exporter->variables.items[i].name) == 0) return true;
    return false;
}

static const char *unique_name(struct exporter *exporter, const struct c_object *object) {
    const char *base = object->name ? object->name : "value";
    if (object->storage != C_GLOBAL && object->function && object->name)
        base = arena_printf(exporter->arena, "%s_%s", object->function->name, object->name);
    base = export_plain_name(exporter->arena, base);
    if (export_is_reserved(base)) base = arena_printf(exporter->arena, "v_%s", base); /* as may be all that begins so */
    if (!is_taken(exporter, base)) return base;
    for (unsigned number = 2;; number++) {
        const char *name = arena_printf(exporter->arena, "%s_%u", base, number);
        if (!is_taken(exporter, name)) return name;
    }
}

const char *export_name(struct exporter *exporter, const struct c_object *object, uint32_t instance) {
    if (c_has_address(object)) instance = 0;
    /* A local of a caller, seen through a pointer: that call's. */
    for (size_t i = 0; instance && i < exporter->calls.count; i++)
        if (exporter->calls.items[i].function == object->function) instance = exporter->calls.items[i].instance;
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
    bool is_temporary; /* of 64 bits: what is computed in them is refused unless 32 do */
    export_leaf_visit visit;
    void *context;
};

static bool flatten(const struct flattening *flattening, const struct c_type *type, const struct c_field *bits,
                    const char *name, const char *path, uint32_t length) {
    struct exporter *exporter = flattening->exporter;
    switch (type->kind) {
    case C_INTEGER: {
        if (type->size > 4 && !flattening->is_temporary && !export_is_mask(type))
            return export_refuse(exporter, flattening->place, "a variable of 64 bits");
        struct export_leaf leaf = {.name = name, .path = path, .type = type, .field = bits, .length = length};
        flattening->visit(flattening->context, &leaf);
        return true;
    }
    case C_ARRAY:
        return flatten(flattening, type->target, bits, name, arena_printf(exporter->arena, "%s[%u]", path, type->count),
                       (length ? length : 1) * type->count);
    case C_RECORD:
        if (type->is_union) return export_refuse(exporter, flattening->place, "a union");
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *field = &type->fields[i];
            const char *inner = arena_printf(exporter->arena, "%s_%s", name, field->name);
            const char *whole = *field->name ? arena_printf(exporter->arena, "%s.%s", path, field->name) : path;
            if (!flatten(flattening, field->type, field->bit_width ? field : NULL, inner, whole, length)) return false;
        }
        return true;
    default: return export_refuse(exporter, flattening->place, "a variable of pointer or float type");
    }
}

static bool contains_mask(const struct c_type *type) {
    if (type->kind == C_ARRAY) return contains_mask(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (contains_mask(type->fields[i].type)) return true;
    return export_is_mask(type);
}

/* Sets of events begin empty, or with what fits: those in records and arrays are not looked at more closely. */
static bool has_small_masks(const struct c_object *object) {
    if (!object->initial || !contains_mask(object->type)) return true;
    if (object->type->kind != C_INTEGER) return false;
    int64_t value = export_number(object->type, NULL, object->initial);
    return value >= 0 && value <= INT32_MAX;
}

static bool visit_leaves(struct exporter *exporter, const struct c_object *object, uint32_t instance,
                         export_leaf_visit visit, void *context) {
    struct flattening flattening = {exporter, object->place, object->storage == C_TEMPORARY, visit, context};
    if (!has_small_masks(object)) return export_refuse(exporter, object->place, "a variable of 64 bits");
    const char *path = object->name ? object->name : "";
    if (object->storage == C_STATIC_LOCAL && object->function)
        path = arena_printf(exporter->arena, "%s::%s", object->function->name, path);
    return flatten(&flattening, object->type, NULL, export_name(exporter, object, instance), path, 0);
}

/* ---- For those who replay a run ---- */

struct listing {
    struct app_export *out;
    const struct c_object *object;
};

static void list_leaf(void *context, const struct export_leaf *leaf) {
    struct listing *listing = context;
    const struct c_object *object = listing->object;
    struct export_global global = {.name = arena_text(listing->out->arena, leaf->name),
                                   .path = arena_text(listing->out->arena, leaf->path),
                                   .type = leaf->type,
                                   .field = leaf->field,
                                   .length = leaf->length};
    if (object->initial && object->type->kind == C_INTEGER)
        global.initial = export_number(object->type, NULL, object->initial);
    vec_push(&listing->out->globals, global);
}

void export_list_globals(struct exporter *exporter, struct app_export *out) {
    for (size_t i = 0; i < exporter->variables.count; i++) {
        const struct export_variable *variable = &exporter->variables.items[i];
        struct listing listing = {out, variable->object};
        if (variable->instance == 0 && variable->object->storage != C_STRING)
            visit_leaves(exporter, variable->object, 0, list_leaf, &listing);
    }
}

/* ---- Declarations ---- */

/* The initial value of a scalar stands in its declaration. */
struct declaring {
    struct text *out;
    const struct c_object *object; /* NULL: all is zero */
    const char *indent;
};

static void declare_leaf(void *context, const struct export_leaf *leaf) {
    struct declaring *declaring = context;
    text_printf(declaring->out, "%s%s %s", declaring->indent, export_type(leaf->type), leaf->name);
    if (leaf->length) text_printf(declaring->out, "[%u]", leaf->length);
    const struct c_object *object = declaring->object;
    if (object && object->initial && object->type->kind == C_INTEGER) {
        long long value = (long long)export_number(object->type, NULL, object->initial);
        if (value) text_printf(declaring->out, " = %lld", value);
    }
    text_add(declaring->out, ";\n");
}

bool export_declare(struct exporter *exporter, const struct c_object *object, uint32_t instance, struct text *out) {
    struct declaring declaring = {out, instance ? NULL : object, instance ? "    " : ""};
    return visit_leaves(exporter, object, instance, declare_leaf, &declaring);
}

static void reset_leaf(void *context, const struct export_leaf *leaf) {
    struct text *out = context;
    if (!leaf->length) text_printf(out, "%s%s = 0", out->length ? "; " : "", leaf->name);
    for (uint32_t i = 0; i < leaf->length; i++)
        text_printf(out, "%s%s[%u] = 0", out->length ? "; " : "", leaf->name, i);
}

bool export_reset(struct exporter *exporter, const struct c_object *object, uint32_t instance, struct text *out) {
    return visit_leaves(exporter, object, instance, reset_leaf, out);
}

bool export_reset_all(struct exporter *exporter, uint32_t instance, struct text *out) {
    for (size_t i = 0; i < exporter->variables.count; i++) {
        const struct export_variable *variable = &exporter->variables.items[i];
        if (variable->instance == instance && !export_reset(exporter, variable->object, instance, out)) return false;
    }
    return true;
}

/* ---- Initial values ---- */

static void add_initial(struct exporter *exporter, const struct c_type *type, const struct c_field *bits,
                        const char *name, int64_t index, const unsigned char *bytes, struct text *out) {
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count; i++)
            add_initial(exporter, type->target, NULL, name, (index < 0 ? 0 : index * type->count) + i,
                        bytes + i * type->target->size, out);
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *field = &type->fields[i];
            add_initial(exporter, field->type, field->bit_width ? field : NULL,
                        arena_printf(exporter->arena, "%s_%s", name, field->name), index, bytes + field->offset, out);
        }
    } else if (type->kind == C_INTEGER && export_number(type, bits, bytes) != 0) {
        text_printf(out, "    %s", name);
        if (index >= 0) text_printf(out, "[%lld]", (long long)index);
        text_printf(out, " = %lld;\n", (long long)export_number(type, bits, bytes));
    }
}

void export_initial_values(struct exporter *exporter, struct text *out) {
    for (size_t i = 0; i < exporter->variables.count; i++) {
        const struct export_variable *variable = &exporter->variables.items[i];
        const struct c_object *object = variable->object;
        if (variable->instance == 0 && object->initial && object->type->kind != C_INTEGER)
            add_initial(exporter, object->type, NULL, variable->name, -1, object->initial, out);
    }
}

/* ---- Who sees it ---- */

bool export_is_shared(const struct exporter *exporter, const struct c_object *object) {
    const struct subject *subject = exporter->subject;
    if (!exporter->interrupts || !c_has_address(object) || object->is_const) return false;
    if (exporter->watch->property_count && exporter->watch->executor->observed[object->index]) return true;
    unsigned users = 0;
    for (uint32_t c = 0; c < subject->context_count; c++)
        users += exporter->analysis->by_context[(size_t)c * subject->object_count + object->index] != 0;
    return users > 1;
}
