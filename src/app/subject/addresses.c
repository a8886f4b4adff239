#include "app/subject/addresses.h"

#include <stdlib.h>
#include <string.h>

static void add(uint64_t *set, uint32_t number) { set[number / 64] |= (uint64_t)1 << (number % 64); }

static uint32_t number_of(const struct addresses *addresses, const struct c_object *object) {
    return c_has_address(object) ? object->index : addresses->first_local[object->function->index] + object->index;
}

static void add_address(const struct addresses *addresses, uint64_t address, uint64_t *out) {
    const struct c_program *program = addresses->program;
    for (uint32_t f = 0; address && f < program->function_count; f++)
        if (program->functions[f]->is_taken && program->functions[f]->address == address)
            add(out, addresses->first_function + f);
    if (address < program->memory_begin || address > program->memory_end) return;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (address >= object->address && address < object->address + object->type->size) add(out, i);
    }
}

static void add_initial(const struct addresses *addresses, const struct c_type *type, const unsigned char *bytes,
                        uint64_t *out) {
    uint64_t address = 0;
    bool may_be_one = type->kind == C_POINTER ||
                      (type->kind == C_INTEGER && type->size >= addresses->program->pointer_size && type->size <= 8);
    if (may_be_one) memcpy(&address, bytes, type->size);
    if (address)
        add_address(addresses, type->kind == C_POINTER ? c_pointer_address(addresses->program, address) : address, out);
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count; i++)
        add_initial(addresses, type->target, bytes + (size_t)i * type->target->size, out);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++)
        add_initial(addresses, type->fields[i].type, bytes + type->fields[i].offset, out);
}

/* ---- values ---- */

static void add_places(const struct addresses *addresses, const struct c_expression *place, uint64_t *out) {
    const struct c_expression *root = c_root(place);
    if (root->kind == C_OBJECT) add(out, number_of(addresses, root->object));
    if (root->kind == C_DEREFERENCE) addresses_of_value(addresses, root->left, out);
}

/* Takes away what a value of this type cannot lead to. */
static void keep_what_fits(const struct addresses *addresses, const struct c_type *type, uint64_t *set) {
    if (type->kind != C_POINTER || type->target->kind == C_VOID) return;
    bool is_for_code = type->target->kind == C_FUNCTION;
    for (uint32_t word = 0; word < addresses->words; word++)
        for (uint64_t rest = set[word]; rest; rest &= rest - 1) {
            uint32_t number = word * 64 + (uint32_t)__builtin_ctzll(rest);
            if ((number >= addresses->first_function) != is_for_code) set[word] &= ~((uint64_t)1 << (number % 64));
        }
}

static const struct c_type *element_of(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    return type;
}

/* Bytes through a pointer are a copy of whatever lies there; other small numbers are no addresses, nor is one that has
 * its place beside others. */
static bool may_hold_address(const struct addresses *addresses, const struct c_expression *place) {
    const struct c_expression *root = c_root(place);
    if (place->type->kind != C_INTEGER) return place->type->kind != C_FLOAT;
    if (root->kind == C_DEREFERENCE && root == place && place->type->size == 1) return true;
    return place->type->size >= addresses->program->pointer_size && element_of(root->type)->kind == C_INTEGER;
}

static void add_loaded(const struct addresses *addresses, const struct c_expression *place, uint64_t *out) {
    if (!may_hold_address(addresses, place)) return;
    uint64_t *places = memory_new(2 * addresses->words * sizeof *places), *held = places + addresses->words;
    add_places(addresses, place, places);
    for (uint32_t i = 0; i < addresses->first_function; i++)
        for (size_t w = 0; addresses_has(places, i) && addresses->holds[i] && w < addresses->words; w++)
            held[w] |= addresses->holds[i][w];
    keep_what_fits(addresses, place->type, held);
    for (size_t w = 0; w < addresses->words; w++) out[w] |= held[w];
    free(places);
}

/* Truth values are no addresses. */
static bool is_truth(const struct c_expression *e) {
    if (e->kind == C_AND || e->kind == C_OR) return true;
    if (e->kind == C_UNARY) return e->op == C_LOGICAL_NOT || e->op == C_ROOM;
    return e->kind == C_BINARY && e->op >= C_LESS && e->op <= C_NOT_EQUAL;
}

void addresses_of_value(const struct addresses *addresses, const struct c_expression *value, uint64_t *out) {
    if (!value || is_truth(value)) return;
    switch (value->kind) {
    case C_CONSTANT:
        if (value->type->kind != C_FLOAT) add_address(addresses, (uint64_t)value->integer, out);
        break;
    case C_LOAD: add_loaded(addresses, value->left, out); break;
    case C_ADDRESS: add_places(addresses, value->left, out); break;
    case C_CONDITIONAL:
        addresses_of_value(addresses, value->right, out);
        addresses_of_value(addresses, value->third, out);
        break;
    default: addresses_of_value(addresses, value->left, out); addresses_of_value(addresses, value->right, out);
    }
}

/* ---- code ---- */

static bool is_empty(const struct addresses *addresses, const uint64_t *set) {
    for (size_t w = 0; w < addresses->words; w++)
        if (set[w]) return false;
    return true;
}

static void flow_to(struct addresses *addresses, const uint64_t *value, uint32_t number) {
    if (!addresses->holds[number])
        addresses->holds[number] = arena_new_array(addresses->arena, uint64_t, addresses->words);
    for (size_t w = 0; w < addresses->words; w++) {
        addresses->changed |= (value[w] & ~addresses->holds[number][w]) != 0;
        addresses->holds[number][w] |= value[w];
    }
}

static void flow_to_place(struct addresses *addresses, const uint64_t *value, const struct c_expression *target) {
    if (!target || !value || is_empty(addresses, value)) return;
    uint64_t *places = memory_new(addresses->words * sizeof *places);
    add_places(addresses, target, places);
    for (uint32_t i = 0; i < addresses->first_function; i++)
        if (addresses_has(places, i)) flow_to(addresses, value, i);
    free(places);
}

static void enter(struct addresses *addresses, const struct c_instruction *call, const struct c_function *function) {
    uint64_t *value = memory_new(addresses->words * sizeof *value);
    addresses->changed |= !addresses->runs[function->index];
    addresses->runs[function->index] = true;
    for (uint32_t a = 0; a < call->argument_count && a < function->parameter_count; a++) {
        memset(value, 0, addresses->words * sizeof *value);
        addresses_of_value(addresses, call->arguments[a], value);
        if (!is_empty(addresses, value)) flow_to(addresses, value, addresses->first_local[function->index] + a);
    }
    flow_to_place(addresses, addresses->holds[addresses->first_function + function->index], call->target);
    free(value);
}

/* Where nothing says what a pointer leads to, it may be whatever can be called like that. */
static void enter_by_pointer(struct addresses *addresses, const struct c_instruction *call, bool anywhere) {
    const struct c_program *program = addresses->program;
    uint64_t *callees = memory_new(addresses->words * sizeof *callees);
    addresses_of_value(addresses, call->value, callees);
    bool is_known = !is_empty(addresses, callees);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        bool fits = anywhere && function->is_taken && function->parameter_count == call->argument_count;
        if (is_known ? addresses_has(callees, addresses->first_function + f) : fits) enter(addresses, call, function);
    }
    free(callees);
}

static void flow(struct addresses *addresses, const struct c_function *function, const struct c_instruction *code,
                 bool anywhere) {
    if (code->kind == C_CALL && code->callee) enter(addresses, code, code->callee);
    if (code->kind == C_CALL && !code->callee) enter_by_pointer(addresses, code, anywhere);
    if (code->kind != C_ASSIGN && code->kind != C_RETURN) return;
    uint64_t *value = memory_new(addresses->words * sizeof *value);
    addresses_of_value(addresses, code->value, value);
    if (code->kind == C_ASSIGN) flow_to_place(addresses, value, code->target);
    if (code->kind == C_RETURN && !is_empty(addresses, value))
        flow_to(addresses, value, addresses->first_function + function->index);
    free(value);
}

static void go_round(struct addresses *addresses, bool anywhere) {
    do {
        addresses->changed = false;
        for (uint32_t f = 0; f < addresses->program->function_count; f++)
            for (uint32_t i = 0; addresses->runs[f] && i < addresses->program->functions[f]->code_count; i++)
                flow(addresses, addresses->program->functions[f], &addresses->program->functions[f]->code[i], anywhere);
    } while (addresses->changed);
}

static void number_objects(struct addresses *addresses) {
    const struct c_program *program = addresses->program;
    uint32_t count = program->global_count;
    addresses->first_local = arena_new_array(addresses->arena, uint32_t, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++) {
        addresses->first_local[f] = count;
        count += program->functions[f]->local_count;
    }
    addresses->objects = arena_new_array(addresses->arena, const struct c_object *, count + 1);
    for (uint32_t i = 0; i < program->global_count; i++) addresses->objects[i] = program->globals[i];
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t l = 0; l < program->functions[f]->local_count; l++)
            addresses->objects[addresses->first_local[f] + l] = program->functions[f]->locals[l];
    addresses->first_function = count;
    addresses->count = count + program->function_count;
    addresses->words = addresses->count / 64 + 1;
    addresses->holds = arena_new_array(addresses->arena, uint64_t *, addresses->count + 1);
}

struct addresses *addresses_find(const struct c_program *program, struct arena *arena) {
    struct addresses *addresses = arena_new_object(arena, struct addresses);
    *addresses = (struct addresses){.program = program, .arena = arena};
    number_objects(addresses);
    addresses->runs = arena_new_array(arena, bool, program->function_count + 1);
    for (uint32_t f = 0; f < program->function_count; f++)
        addresses->runs[f] = program->functions[f]->role != C_ORDINARY;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (!object->initial) continue;
        uint64_t *first = memory_new(addresses->words * sizeof *first);
        add_initial(addresses, object->type, object->initial, first);
        if (!is_empty(addresses, first)) flow_to(addresses, first, i);
        free(first);
    }
    go_round(addresses, false);
    go_round(addresses, true);
    return addresses;
}
