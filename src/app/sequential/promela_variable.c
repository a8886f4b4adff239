#include "app/sequential/promela_variable.h"

#include "app/promela/number.h"
#include "app/promela/word.h"
#include "base/word.h"

#include <string.h>

enum { MOST_LINES = 8 /* of an array that is cleared without a loop */ };

/* ---- names ---- */

/* Names of the model, and of the preprocessor that Spin calls, beside those of the language. */
static bool is_own_name(const char *name) {
    static const char *const words[] = {"application", "over", "k", "linux", "unix", NULL};
    return is_one_of(name, words);
}

/* Whatever is added at the end, such a name is the model's. */
static bool has_own_beginning(const char *name) {
    static const char *const beginnings[] = {"node_", "at_", "clear_", NULL};
    return begins_with_one_of(name, beginnings);
}

static bool is_taken(const struct pml_variables *variables, const char *name) {
    if (export_is_word(name) || is_own_name(name)) return true;
    for (size_t i = 0; i < variables->taken.count; i++)
        if (strcmp(variables->taken.items[i], name) == 0) return true;
    return false;
}

static const char *base_name(struct arena *arena, const char *wanted) {
    const char *name = export_plain_name(arena, wanted);
    return has_own_beginning(name) ? arena_printf(arena, "v_%s", name) : name;
}

/* ---- numbers ---- */

struct flattening {
    struct pml_variables *variables;
    pml_visit visit;
    void *context;
};

static void flatten(const struct flattening *f, const struct c_type *type, const struct c_field *field,
                    const char *suffix, uint32_t count) {
    if (type->kind == C_ARRAY) {
        flatten(f, type->target, NULL, suffix, (count ? count : 1) * (type->count ? type->count : 1));
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *inner = &type->fields[i];
            flatten(f, inner->type, inner->bit_width ? inner : NULL,
                    arena_printf(f->variables->arena, "%s_%s", suffix, pml_field(f->variables, type, inner)), count);
        }
    } else {
        f->visit(f->context, &(struct pml_number){type, field, suffix, count});
    }
}

void pml_each_number(struct pml_variables *variables, const struct c_type *type, pml_visit visit, void *context) {
    flatten(&(struct flattening){variables, visit, context}, type, NULL, "", 0);
}

struct naming {
    struct pml_variables *variables;
    const char *name;
    bool is_free, take;
    bool differ; /* its numbers have different names */
    bool fits;   /* 32 bits are enough for all of them */
};

static void look_at_number(void *context, const struct pml_number *number) {
    struct naming *naming = context;
    const char *name = arena_printf(naming->variables->arena, "%s%s", naming->name, number->suffix);
    if (number->type->size > 4 && !export_is_mask(number->type)) naming->fits = false;
    bool taken = is_taken(naming->variables, name);
    if (naming->take && !taken) vec_push(&naming->variables->taken, name);
    if (naming->take && taken) naming->differ = false;
    if (taken) naming->is_free = false;
}

/* Nothing in it has a name that something else has. */
static const char *take(struct pml_variables *variables, const struct c_type *type, const char *wanted, bool with_set,
                        bool *can_be_said) {
    struct naming naming = {.variables = variables, .name = base_name(variables->arena, wanted), .differ = true};
    const char *base = naming.name;
    for (unsigned i = 2;; i++) {
        naming.is_free = naming.fits = true;
        pml_each_number(variables, type, look_at_number, &naming);
        const char *set = arena_printf(variables->arena, "%s_set", naming.name);
        if (with_set && is_taken(variables, set)) naming.is_free = false;
        if (naming.is_free) {
            naming.take = true;
            pml_each_number(variables, type, look_at_number, &naming);
            if (with_set) vec_push(&variables->taken, set);
            *can_be_said = naming.fits && naming.differ;
            return naming.name;
        }
        naming.name = arena_printf(variables->arena, "%s_%u", base, i);
    }
}

/* ---- variables ---- */

static const char *wanted_name(struct pml_variables *variables, const struct c_object *object, uint32_t context) {
    const char *own = object->name ? object->name : arena_printf(variables->arena, "tmp%u", object->index);
    if (object->storage == C_STATIC_LOCAL) return arena_printf(variables->arena, "%s_%s", object->function->name, own);
    if (context == OSEK_NONE) return object->name ? own : arena_printf(variables->arena, "text_%u", object->index);
    const char *who = subject_context_name(variables->code->subject, context);
    bool is_entry = object->function->context == context && object->function->role != C_ORDINARY;
    return is_entry ? arena_printf(variables->arena, "%s_%s", who, own)
                    : arena_printf(variables->arena, "%s_%s_%s", who, object->function->name, own);
}

/* Masks of events are numbers that fit; what else they begin with does not. */
static bool begins_small(const struct c_object *object) {
    if (!object->initial || !export_is_mask(object->type)) return true;
    int64_t value = export_number(object->type, NULL, object->initial);
    return value >= 0 && value <= INT32_MAX;
}

static bool has_mask(const struct c_type *type) {
    if (type->kind == C_ARRAY) return has_mask(type->target);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        if (has_mask(type->fields[i].type)) return true;
    return export_is_mask(type);
}

const char *pml_name(struct pml_variables *variables, const struct c_object *object, uint32_t context) {
    if (c_has_address(object)) context = OSEK_NONE;
    for (size_t i = 0; i < variables->list.count; i++)
        if (variables->list.items[i].object == object && variables->list.items[i].context == context)
            return variables->list.items[i].name;
    bool can_be_said;
    const char *name = take(variables, object->type, wanted_name(variables, object, context),
                            sequential_is_doubtful(variables->code, object), &can_be_said);
    bool masks = object->initial && object->type->kind != C_INTEGER && has_mask(object->type);
    if (!variables->refused && (!can_be_said || masks || !begins_small(object))) variables->refused = object;
    vec_push(&variables->list, (struct pml_variable){object, context, name});
    return name;
}

static uint32_t index_of(const struct c_type *record, const struct c_field *field) {
    for (uint32_t i = 0; i < record->count; i++)
        if (&record->fields[i] == field) return i;
    for (uint32_t i = 0; i < record->count; i++)
        if (record->fields[i].offset == field->offset && record->fields[i].bit_offset == field->bit_offset) return i;
    return 0;
}

const char *pml_field(struct pml_variables *variables, const struct c_type *record, const struct c_field *field) {
    uint32_t index = index_of(record, field);
    const char *name = record->fields[index].name;
    bool plain = name && *name && strcmp(export_plain_name(variables->arena, name), name) == 0;
    return plain ? name : arena_printf(variables->arena, "field_%u", index);
}

/* ---- declarations ---- */

struct declaring {
    const char *name;
    const struct c_object *object;
    struct text *out;
};

static void declare_number(void *context, const struct pml_number *number) {
    const struct declaring *declaring = context;
    const struct c_object *object = declaring->object;
    text_printf(declaring->out, "%s %s%s", export_type(number->type), declaring->name, number->suffix);
    if (number->count) text_printf(declaring->out, "[%u]", number->count);
    int64_t value = object->initial && object->type->kind == C_INTEGER && c_has_address(object)
                        ? export_number(object->type, NULL, object->initial)
                        : 0;
    if (value == INT32_MIN)
        text_add(declaring->out, " = (1 << 31)");
    else if (value)
        text_printf(declaring->out, " = %lld", (long long)value);
    text_add(declaring->out, ";\n");
}

void pml_declare(struct pml_variables *variables, struct text *out) {
    bool told = false;
    for (size_t i = 0; i < variables->list.count; i++) {
        const struct pml_variable *variable = &variables->list.items[i];
        bool local = variable->context != OSEK_NONE;
        if (local && !told) text_add(out, "\n/* The locals of whoever runs. */\n");
        told |= local;
        struct declaring declaring = {variable->name, variable->object, out};
        pml_each_number(variables, variable->object->type, declare_number, &declaring);
        if (sequential_is_doubtful(variables->code, variable->object))
            text_printf(out, "bool %s_set;\n", variable->name);
    }
}

static void add_values(struct pml_variables *variables, const struct c_type *type, const struct c_field *field,
                       const char *name, int64_t index, const unsigned char *bytes, struct text *out) {
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count; i++)
            add_values(variables, type->target, NULL, name, (index < 0 ? 0 : index * type->count) + i,
                       bytes + (size_t)i * type->target->size, out);
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *inner = &type->fields[i];
            add_values(variables, inner->type, inner->bit_width ? inner : NULL,
                       arena_printf(variables->arena, "%s_%s", name, pml_field(variables, type, inner)), index,
                       bytes + inner->offset, out);
        }
    } else if (export_number(type, field, bytes) != 0) {
        int64_t value = export_number(type, field, bytes);
        text_printf(out, "        %s", name);
        if (index >= 0) text_printf(out, "[%lld]", (long long)index);
        text_printf(out, value == INT32_MIN ? " = (1 << 31);\n" : " = %lld;\n", (long long)value);
    }
}

void pml_add_values(struct pml_variables *variables, struct text *out) {
    for (size_t i = 0; i < variables->list.count; i++) {
        const struct pml_variable *variable = &variables->list.items[i];
        const struct c_object *object = variable->object;
        if (variable->context == OSEK_NONE && object->initial && object->type->kind != C_INTEGER)
            add_values(variables, object->type, NULL, variable->name, -1, object->initial, out);
    }
}

/* ---- frames ---- */

const char *pml_frame(struct pml_variables *variables, uint32_t context, const struct c_function *function) {
    if (!function->local_count && !variables->code->locals[function->index].added.count) return NULL;
    for (size_t i = 0; i < variables->frames.count; i++)
        if (variables->frames.items[i].context == context && variables->frames.items[i].function == function)
            return variables->frames.items[i].name;
    const char *who = subject_context_name(variables->code->subject, context);
    bool is_entry = function->context == context && function->role != C_ORDINARY;
    const char *wanted = is_entry ? arena_printf(variables->arena, "clear_%s", who)
                                  : arena_printf(variables->arena, "clear_%s_%s", who, function->name);
    const char *base = export_plain_name(variables->arena, wanted), *name = base;
    for (unsigned i = 2;; i++) {
        bool same = false;
        for (size_t k = 0; k < variables->frames.count; k++) same |= !strcmp(variables->frames.items[k].name, name);
        if (!same) break;
        name = arena_printf(variables->arena, "%s_%u", base, i);
    }
    vec_push(&variables->frames, (struct pml_frame){context, function, name});
    return name;
}

struct clearing {
    const char *name;
    struct text *out;
};

static void clear_number(void *context, const struct pml_number *number) {
    const struct clearing *clearing = context;
    if (number->count > MOST_LINES) {
        text_printf(clearing->out, " for (k : 0 .. %u) { %s%s[k] = 0 }; k = 0;", number->count - 1, clearing->name,
                    number->suffix);
        return;
    }
    for (uint32_t i = 0; i < number->count; i++)
        text_printf(clearing->out, " %s%s[%u] = 0;", clearing->name, number->suffix, i);
    if (!number->count) text_printf(clearing->out, " %s%s = 0;", clearing->name, number->suffix);
}

void pml_clear(struct pml_variables *variables, const struct c_type *type, const char *name, struct text *out) {
    struct clearing clearing = {name, out};
    pml_each_number(variables, type, clear_number, &clearing);
}

void pml_define_frames(struct pml_variables *variables, struct text *out) {
    for (size_t f = 0; f < variables->frames.count; f++) {
        const struct pml_frame *frame = &variables->frames.items[f];
        struct text resets = {0};
        for (size_t i = 0; i < variables->list.count; i++) {
            const struct pml_variable *variable = &variables->list.items[i];
            if (variable->context != frame->context || variable->object->function != frame->function) continue;
            pml_clear(variables, variable->object->type, variable->name, &resets);
            if (sequential_is_doubtful(variables->code, variable->object))
                text_printf(&resets, " %s_set = 0;", variable->name);
        }
        text_printf(out, "inline %s() { atomic {%s } }\n", frame->name, resets.length ? text_chars(&resets) : " skip;");
        text_free(&resets);
    }
}

void pml_variables_build(struct pml_variables *variables, const struct sequential_code *code, struct arena *arena) {
    const struct c_program *program = code->subject->program;
    *variables = (struct pml_variables){.arena = arena, .code = code};
    for (uint32_t i = 0; i < program->global_count; i++)
        if (code->uses_global[i] && !program->globals[i]->is_input) pml_name(variables, program->globals[i], OSEK_NONE);
}

void pml_variables_free(struct pml_variables *variables) {
    vec_free(&variables->list);
    vec_free(&variables->taken);
    vec_free(&variables->frames);
}
