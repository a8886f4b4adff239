#include "app/exec/path.h"

#include "app/exec/memory.h"

#include <string.h>

static void print_object(const struct c_object *object, struct text *out) {
    if (object->storage == C_STATIC_LOCAL && object->function) text_printf(out, "%s::", object->function->name);
    text_add(out, object->name ? object->name : "(unnamed)");
}

bool path_leads_to(const struct c_type *from, uint32_t offset, const struct c_type *type) {
    if (from == type) return true;
    if (from->kind == C_ARRAY && from->target->size)
        return path_leads_to(from->target, offset % from->target->size, type);
    for (uint32_t i = 0; from->kind == C_RECORD && i < from->count; i++) {
        const struct c_field *field = &from->fields[i];
        if (offset >= field->offset && offset - field->offset < field->type->size &&
            path_leads_to(field->type, offset - field->offset, type))
            return true;
    }
    return false;
}

/* The member at the offset: of a union's, the first that leads to the type, if one does. */
static const struct c_field *field_at(const struct c_type *record, uint32_t offset, const struct c_type *type,
                                      const struct c_field *bits) {
    const struct c_field *found = NULL;
    for (uint32_t i = 0; i < record->count; i++) {
        const struct c_field *field = &record->fields[i];
        if (bits ? field != bits : offset < field->offset || offset - field->offset >= field->type->size) continue;
        if (bits || !record->is_union || path_leads_to(field->type, offset - field->offset, type)) return field;
        if (!found) found = field;
    }
    return found;
}

static bool has_field(const struct c_type *record, const struct c_field *bits) {
    return bits && bits >= record->fields && bits < record->fields + record->count;
}

void path_print_part(const struct c_type *from, uint32_t offset, const struct c_type *type, const struct c_field *bits,
                     struct text *out) {
    const struct c_type *at = from;
    while (at != type || bits) {
        if (at->kind == C_ARRAY && at->target->size) {
            text_printf(out, "[%u]", offset / at->target->size);
            offset %= at->target->size;
            at = at->target;
        } else if (at->kind == C_RECORD) {
            const struct c_field *field = field_at(at, offset, type, has_field(at, bits) ? bits : NULL);
            if (!field && at->size) text_add(out, ".(padding)");
            if (!field) return;
            if (*field->name) text_printf(out, ".%s", field->name); /* members of unnamed records are their owner's */
            if (field == bits) return;
            offset -= field->offset;
            at = field->type;
        } else {
            return;
        }
    }
}

void path_print(const struct c_object *object, uint32_t offset, const struct c_type *type, const struct c_field *bits,
                struct text *out) {
    print_object(object, out);
    path_print_part(object->type, offset, type, bits, out);
}

struct leaves {
    struct text path;
    uint32_t most;
    path_visit visit;
    void *context;
};

static void visit_type(struct leaves *leaves, const struct c_type *type, const struct c_field *bits,
                       const unsigned char *bytes) {
    size_t length = leaves->path.length;
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count && i < leaves->most; i++) {
            text_printf(&leaves->path, "[%u]", i);
            visit_type(leaves, type->target, NULL, bytes + (size_t)i * type->target->size);
            leaves->path.length = length;
            leaves->path.chars[length] = 0;
        }
    } else if (type->kind == C_RECORD && !type->is_union) {
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *field = &type->fields[i];
            if (*field->name) text_printf(&leaves->path, ".%s", field->name);
            visit_type(leaves, field->type, field->bit_width ? field : NULL, bytes + field->offset);
            leaves->path.length = length;
            leaves->path.chars[length] = 0;
        }
    } else {
        leaves->visit(leaves->context, text_chars(&leaves->path), type, bits, bytes);
    }
}

void path_visit_leaves(const char *name, const struct c_type *type, const unsigned char *bytes, uint32_t most,
                       path_visit visit, void *context) {
    struct leaves leaves = {.most = most, .visit = visit, .context = context};
    text_add(&leaves.path, name);
    visit_type(&leaves, type, NULL, bytes);
    text_free(&leaves.path);
}

void path_print_value(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes,
                      struct text *out) {
    unsigned char plain[16] = {0};
    if (bits) {
        memory_encode(type, NULL, plain, memory_decode(type, bits, bytes));
        bytes = plain;
    }
    c_print_value(type, bytes, out);
}
