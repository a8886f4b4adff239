#include "app/subject/gift.h"

#include "base/word.h"
#include "cfront/vector_names.h"

#include <string.h>

typedef VEC(struct gift) gift_list;

struct search {
    const struct c_program *program;
    const bool *called;
    gift_list found;
    VEC(const struct c_object *) seen;    /* on the ways back from one place */
    VEC(const struct c_object *) numbers; /* pointers that are made of numbers somewhere */
};

static const struct c_function *function_at(const struct c_program *program, uint64_t address) {
    for (uint32_t f = 0; address && f < program->function_count; f++)
        if (program->functions[f]->address == address) return program->functions[f];
    return NULL;
}

/* ---- what a value may be ---- */

struct way { /* back from where a value is used to where it comes from */
    const struct c_function *function;
    const char *to;
    enum gift_kind kind;
};

static void follow(struct search *search, const struct c_expression *value, struct way way);

/* What is assigned to it, in this function, or anywhere if it is a global. */
static void follow_assignments(struct search *search, const struct c_object *object, struct way way) {
    for (uint32_t f = 0; f < search->program->function_count; f++) {
        const struct c_function *function = search->program->functions[f];
        if (!search->called[f] || (object->storage > C_STATIC_LOCAL && function != way.function)) continue;
        for (uint32_t i = 0; i < function->code_count; i++) {
            const struct c_expression *target = function->code[i].kind == C_ASSIGN ? function->code[i].target : NULL;
            const struct c_expression *root = target ? c_root(target) : NULL;
            if (root && root->kind == C_OBJECT && root->object == object)
                follow(search, function->code[i].value, (struct way){function, way.to, way.kind});
        }
    }
}

/* What callers pass. */
static void follow_arguments(struct search *search, uint32_t parameter, struct way way) {
    for (uint32_t f = 0; f < search->program->function_count; f++)
        for (uint32_t i = 0; search->called[f] && i < search->program->functions[f]->code_count; i++) {
            const struct c_instruction *code = &search->program->functions[f]->code[i];
            if (code->kind == C_CALL && code->callee == way.function && parameter < code->argument_count)
                follow(search, code->arguments[parameter],
                       (struct way){search->program->functions[f], way.to, way.kind});
        }
}

static void follow_object(struct search *search, const struct c_object *object, struct way way) {
    for (size_t i = 0; i < search->seen.count; i++)
        if (search->seen.items[i] == object) return;
    vec_push(&search->seen, object);
    follow_assignments(search, object, way);
    for (uint32_t p = 0; p < way.function->parameter_count; p++)
        if (way.function->locals[p] == object) follow_arguments(search, p, way);
}

static bool may_be_an_address(const struct search *search, const struct c_type *type) {
    return type->kind == C_POINTER || (type->kind == C_INTEGER && type->size >= search->program->pointer_size);
}

static void follow(struct search *search, const struct c_expression *value, struct way way) {
    if (!value || !may_be_an_address(search, value->type)) return;
    const struct c_function *function =
        value->kind == C_CONSTANT ? function_at(search->program, (uint64_t)value->integer) : NULL;
    if (function) vec_push(&search->found, ((struct gift){function, way.kind, way.to}));
    const struct c_expression *root = value->kind == C_LOAD ? c_root(value->left) : NULL;
    if (root && root->kind == C_OBJECT) follow_object(search, root->object, way);
    if (value->kind != C_CONVERT && value->kind != C_CONDITIONAL && value->kind != C_BINARY) return;
    follow(search, value->left, way);
    follow(search, value->right, way);
    follow(search, value->third, way);
}

/* ---- where it goes ---- */

static bool is_table(const struct c_object *object) {
    return object->is_vectors || (object->name && vector_names_is_table(object->name));
}

static bool holds_number(const struct search *search, const struct c_object *object) {
    for (size_t i = 0; i < search->numbers.count; i++)
        if (search->numbers.items[i] == object) return true;
    return false;
}

/* It is a number, or computed from one. */
static bool leads_to_hardware(const struct search *search, const struct c_expression *pointer) {
    if (!pointer) return false;
    switch (pointer->kind) {
    case C_CONSTANT: return pointer->integer && pointer->type->kind == C_POINTER;
    case C_CONVERT: return pointer->left->type->kind == C_INTEGER || leads_to_hardware(search, pointer->left);
    case C_BINARY: return leads_to_hardware(search, pointer->left);
    case C_LOAD: return pointer->left->kind == C_OBJECT && holds_number(search, pointer->left->object);
    default: return false;
    }
}

static bool add_number(struct search *search, const struct c_instruction *code) {
    if (code->kind != C_ASSIGN || code->target->kind != C_OBJECT || code->target->type->kind != C_POINTER ||
        !leads_to_hardware(search, code->value) || holds_number(search, code->target->object))
        return false;
    vec_push(&search->numbers, code->target->object);
    return true;
}

static void find_numbers(struct search *search) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t f = 0; f < search->program->function_count; f++)
            for (uint32_t i = 0; search->called[f] && i < search->program->functions[f]->code_count; i++)
                again |= add_number(search, &search->program->functions[f]->code[i]);
    }
}

/* The register or table that an assignment writes; NULL: neither. */
static const char *receiver(const struct search *search, const struct c_instruction *code, enum gift_kind *kind) {
    if (code->kind != C_ASSIGN) return NULL;
    const struct c_expression *root = c_root(code->target);
    *kind = GIFT_HARDWARE;
    if (code->text) return code->text;
    if (root->kind == C_DEREFERENCE && leads_to_hardware(search, root->left)) return "hardware";
    if (root->kind != C_OBJECT || root->object->storage != C_GLOBAL) return NULL;
    if (root->object->is_elsewhere) return root->object->name;
    *kind = GIFT_TABLE;
    return is_table(root->object) ? root->object->name : NULL;
}

static void find_in_code(struct search *search, const struct c_function *function) {
    for (uint32_t i = 0; i < function->code_count; i++) {
        enum gift_kind kind;
        const char *to = receiver(search, &function->code[i], &kind);
        vec_clear(&search->seen);
        if (to) follow(search, function->code[i].value, (struct way){function, to, kind});
    }
}

static void find_in_bytes(struct search *search, const struct c_object *table, const struct c_type *type,
                          const unsigned char *bytes) {
    uint64_t address = 0;
    if (type->kind == C_POINTER) {
        memcpy(&address, bytes, type->size);
        const struct c_function *function = function_at(search->program, address);
        if (function) vec_push(&search->found, ((struct gift){function, GIFT_TABLE, table->name}));
    }
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count; i++)
        find_in_bytes(search, table, type->target, bytes + (size_t)i * type->target->size);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        find_in_bytes(search, table, type->fields[i].type, bytes + type->fields[i].offset);
}

static struct gifts keep(gift_list *found, struct arena *arena) {
    struct gift *list = arena_new_array(arena, struct gift, found->count + 1);
    if (found->count) memcpy(list, found->items, found->count * sizeof *list);
    struct gifts gifts = {list, found->count};
    vec_free(found);
    return gifts;
}

struct gifts gifts_find(const struct c_program *program, const bool *called, struct arena *arena) {
    struct search search = {.program = program, .called = called};
    bool any_taken = false;
    for (uint32_t f = 0; f < program->function_count; f++) any_taken |= program->functions[f]->is_taken;
    for (uint32_t i = 0; i < program->given_count; i++) {
        const struct c_given *given = &program->given[i];
        if (called[given->by->index]) vec_push(&search.found, ((struct gift){given->what, GIFT_ARGUMENT, given->to}));
    }
    if (any_taken) find_numbers(&search);
    for (uint32_t f = 0; f < program->function_count; f++)
        if (any_taken && called[f]) find_in_code(&search, program->functions[f]);
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (object->initial && is_table(object)) find_in_bytes(&search, object, object->type, object->initial);
    }
    vec_free(&search.seen);
    vec_free(&search.numbers);
    return keep(&search.found, arena);
}
