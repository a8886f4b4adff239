/* Names of classes, members, states and types: found, or reported with the nearest one. */
#include "ocl/checker.h"

#include <string.h>

int ocl_find_class(const struct ocl_schema *schema, const char *name) {
    for (size_t i = 0; i < schema->classes.count; i++) {
        if (!strcmp(schema->classes.items[i].name, name)) return (int)i;
    }
    return -1;
}

void ocl_unknown_class(const struct ocl_schema *schema, const char *name, struct place place,
                       struct diagnostics *diagnostics) {
    struct nearest near;
    nearest_begin(&near, name);
    for (size_t i = 0; i < schema->classes.count; i++) nearest_offer(&near, schema->classes.items[i].name);
    char room[NEAREST_ROOM];
    diag_error(diagnostics, place, "unknown class '%s'%s", name, nearest_hint(&near, '\'', room));
}

int ocl_find_state(const struct ocl_schema *schema, unsigned class_index, const char *name, struct place place,
                   struct diagnostics *diagnostics) {
    const struct ocl_class *class = &schema->classes.items[class_index];
    struct nearest near;
    nearest_begin(&near, name);
    for (size_t i = 0; i < class->states.count; i++) {
        if (!strcmp(class->states.items[i], name)) return (int)i;
        nearest_offer(&near, class->states.items[i]);
    }
    char room[NEAREST_ROOM];
    if (!class->states.count)
        diag_error(diagnostics, place, "unknown state '%s': class %s has no states", name, class->name);
    else
        diag_error(diagnostics, place, "unknown state '%s' of class %s%s", name, class->name,
                   nearest_hint(&near, '\'', room));
    return -1;
}

int ocl_find_member(const struct ocl_schema *schema, unsigned class_index, const char *name) {
    const struct ocl_class *class = &schema->classes.items[class_index];
    for (size_t i = 0; i < class->members.count; i++) {
        if (!strcmp(class->members.items[i].name, name)) return (int)i;
    }
    return -1;
}

void ocl_unknown_member(const struct ocl_schema *schema, unsigned class_index, const char *name, struct place place,
                        struct diagnostics *diagnostics) {
    const struct ocl_class *class = &schema->classes.items[class_index];
    struct nearest near;
    nearest_begin(&near, name);
    for (size_t i = 0; i < class->members.count; i++) nearest_offer(&near, class->members.items[i].name);
    char room[NEAREST_ROOM];
    diag_error(diagnostics, place, "unknown member '%s' of class %s%s", name, class->name,
               nearest_hint(&near, '\'', room));
}

bool ocl_resolve_type(const struct ocl_schema *schema, const struct ocl_type_syntax *syntax, struct ocl_type *type,
                      struct diagnostics *diagnostics) {
    *type = (struct ocl_type){0};
    bool integer = !strcmp(syntax->name, "Integer"), boolean = !strcmp(syntax->name, "Boolean");
    if (syntax->kind == OCL_BAG_TYPE) {
        if (!integer) diag_error(diagnostics, syntax->place, "expected Bag(Integer), not Bag(%s)", syntax->name);
        type->kind = OCL_INTEGERS;
        return integer;
    }
    if (syntax->kind == OCL_PLAIN_TYPE && (integer || boolean)) {
        type->kind = integer ? OCL_INTEGER : OCL_BOOLEAN;
        return true;
    }
    if (integer || boolean) {
        diag_error(diagnostics, syntax->place, "expected the name of a class in Set(...), not %s", syntax->name);
        return false;
    }
    int class = ocl_find_class(schema, syntax->name);
    if (class < 0) {
        ocl_unknown_class(schema, syntax->name, syntax->place, diagnostics);
        return false;
    }
    type->kind = syntax->kind == OCL_SET_TYPE ? OCL_SET : OCL_OBJECT;
    type->class_index = (unsigned)class;
    return true;
}

const char *ocl_type_name(const struct ocl_schema *schema, struct ocl_type type) {
    const char *class = "";
    if (ocl_has_class(type)) {
        class = type.class_index == OCL_ANY_CLASS ? "some class" : schema->classes.items[type.class_index].name;
    }
    switch (type.kind) {
    case OCL_BOOLEAN: return "Boolean";
    case OCL_INTEGER: return "Integer";
    case OCL_INTEGERS: return "Bag(Integer)";
    case OCL_OBJECT: return class;
    case OCL_SET: return arena_printf(schema->arena, "Set(%s)", class);
    }
    return "";
}
