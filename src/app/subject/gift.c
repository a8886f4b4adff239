#include "app/subject/gift.h"

#include "cfront/ir/walk.h"
#include "cfront/source/vector_names.h"

#include <stdlib.h>
#include <string.h>

struct search {
    const struct c_program *program;
    const struct addresses *addresses;
    VEC(struct gift) found;
    VEC(struct c_given) writes;
    VEC(const struct c_object *) numbers; /* pointers that are made of numbers somewhere */
    bool *gone[GIFT_LINKED + 1];          /* by kind, then by number: it was found to get there */
    uint64_t *beyond; /* functions without a body get to it in another way than by a pointer to it */
};

/* ---- what others get ---- */

struct receiver {
    enum gift_kind kind;
    const char *name;
};

/* This, and all that it leads to. */
static void give(struct search *search, const uint64_t *set, struct receiver to, bool is_indirect) {
    const struct addresses *addresses = search->addresses;
    for (uint32_t i = 0; i < addresses->count; i++) {
        bool *gone = &search->gone[to.kind][i];
        if (!addresses_has(set, i) || *gone) continue;
        *gone = true;
        if (i >= addresses->first_function)
            vec_push(&search->found, ((struct gift){search->program->functions[i - addresses->first_function], to.kind,
                                                    to.name, is_indirect}));
        else if (addresses->holds[i])
            give(search, addresses->holds[i], to, true);
        if (is_indirect && to.kind == GIFT_ARGUMENT) search->beyond[i / 64] |= (uint64_t)1 << (i % 64);
    }
}

static void give_value(struct search *search, const struct c_expression *value, struct receiver to) {
    uint64_t *set = memory_new(search->addresses->words * sizeof *set);
    addresses_of_value(search->addresses, value, set);
    give(search, set, to, false);
    free(set);
}

/* `(uint32_t)buffer`, or a variable that is large enough for it. */
static const struct c_expression *address_in(const struct c_expression *number) {
    while (number->kind == C_CONVERT && number->type->kind == C_INTEGER) number = number->left;
    if (number->kind == C_BINARY && number->op == C_ADD) return address_in(number->left);
    return number->type->kind == C_POINTER || number->kind == C_LOAD ? number : NULL;
}

/* Who gets it may not change what lies there at once only, but whenever he likes, as a DMA does. */
static void give_number(struct search *search, const struct c_expression *value) {
    const struct c_expression *address = value->type->kind == C_INTEGER ? address_in(value) : NULL;
    if (address) addresses_of_value(search->addresses, address, search->beyond);
}

/* Adds to the set all that it leads to. */
static void close(const struct addresses *addresses, uint64_t *set) {
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < addresses->first_function; i++)
            for (size_t w = 0; addresses_has(set, i) && addresses->holds[i] && w < addresses->words; w++) {
                again |= (addresses->holds[i][w] & ~set[w]) != 0;
                set[w] |= addresses->holds[i][w];
            }
    }
}

bool gift_leads_to(const struct addresses *addresses, const struct c_expression *value,
                   const struct c_function *function) {
    uint64_t *set = memory_new(addresses->words * sizeof *set);
    addresses_of_value(addresses, value, set);
    close(addresses, set);
    bool leads = addresses_has(set, addresses->first_function + function->index);
    free(set);
    return leads;
}

bool gift_is_in_variable(const struct addresses *addresses, const struct c_function *function) {
    uint64_t *set = memory_new(addresses->words * sizeof *set);
    for (uint32_t i = 0; i < addresses->program->global_count; i++)
        for (size_t w = 0; addresses->program->globals[i]->is_elsewhere && addresses->holds[i] && w < addresses->words;
             w++)
            set[w] |= addresses->holds[i][w];
    close(addresses, set);
    bool is_in = addresses_has(set, addresses->first_function + function->index);
    free(set);
    return is_in;
}

/* ---- hardware ---- */

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
            for (uint32_t i = 0; search->addresses->runs[f] && i < search->program->functions[f]->code_count; i++)
                again |= add_number(search, &search->program->functions[f]->code[i]);
    }
}

/* A register that an assignment writes; NULL: none. */
static const char *hardware_of(const struct search *search, const struct c_instruction *code) {
    if (code->kind != C_ASSIGN) return NULL;
    const struct c_expression *root = c_root(code->target);
    if (code->text) return code->text;
    return root->kind == C_DEREFERENCE && leads_to_hardware(search, root->left) ? "hardware" : NULL;
}

static void find_in_code(struct search *search, const struct c_function *function) {
    bool runs = search->addresses->runs[function->index];
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        const char *name = hardware_of(search, code);
        if (runs && name) give_value(search, code->value, (struct receiver){GIFT_HARDWARE, name});
        if (code->kind == C_ASSIGN && (name || !runs))
            vec_push(&search->writes, ((struct c_given){code->value, function, name, code->place}));
    }
}

/* ---- variables ---- */

static bool is_table(const struct c_object *object) {
    return object->is_vectors || (object->name && vector_names_is_table(object->name));
}

static void note_read(void *context, const struct c_expression *e) {
    bool *read = context;
    const struct c_expression *root = e->kind == C_LOAD || e->kind == C_ADDRESS ? c_root(e->left) : NULL;
    if (root && root->kind == C_OBJECT && root->object->storage == C_GLOBAL) read[root->object->index] = true;
}

/* By variable: some code here looks at it, be it code that never runs. */
static bool *read_here(const struct c_program *program) {
    bool *read = memory_new((program->global_count + 1) * sizeof *read);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            walk_instruction(&program->functions[f]->code[i], note_read, read);
    return read;
}

static bool is_for_others(const struct c_object *object, const bool *read, enum gift_kind *kind) {
    if (object->storage != C_GLOBAL) return false;
    *kind = object->is_elsewhere ? GIFT_HARDWARE
            : object->is_others  ? GIFT_ELSEWHERE
            : is_table(object)   ? GIFT_TABLE
                                 : GIFT_LINKED;
    return *kind != GIFT_LINKED || (object->is_linked && !object->is_pointed_at && !read[object->index]);
}

static void find_in_variables(struct search *search) {
    bool *read = read_here(search->program);
    for (uint32_t i = 0; i < search->program->global_count; i++) {
        const struct c_object *object = search->program->globals[i];
        enum gift_kind kind;
        if (search->addresses->holds[i] && is_for_others(object, read, &kind))
            give(search, search->addresses->holds[i], (struct receiver){kind, object->name}, false);
    }
    free(read);
}

/* ---- all of it ---- */

static struct gifts keep(struct search *search, struct arena *arena) {
    const struct addresses *addresses = search->addresses;
    struct gift *list = arena_new_array(arena, struct gift, search->found.count + 1);
    if (search->found.count) memcpy(list, search->found.items, search->found.count * sizeof *list);
    const struct c_object **objects =
        arena_new_array(arena, const struct c_object *, 2 * addresses->first_function + 1);
    struct c_given *writes = arena_new_array(arena, struct c_given, search->writes.count + 1);
    if (search->writes.count) memcpy(writes, search->writes.items, search->writes.count * sizeof *writes);
    struct gifts gifts = {list, search->found.count, writes, search->writes.count, objects, 0, NULL, 0};
    for (uint32_t i = 0; i < addresses->first_function; i++)
        if (search->gone[GIFT_HARDWARE][i] || search->gone[GIFT_ELSEWHERE][i])
            objects[gifts.variable_count++] = addresses->objects[i];
    gifts.beyond = objects + gifts.variable_count;
    for (uint32_t i = 0; i < addresses->first_function; i++)
        if (addresses_has(search->beyond, i))
            objects[gifts.variable_count + gifts.beyond_count++] = addresses->objects[i];
    vec_free(&search->found);
    vec_free(&search->writes);
    return gifts;
}

struct gifts gifts_find(const struct addresses *addresses, struct arena *arena) {
    const struct c_program *program = addresses->program;
    struct search search = {.program = program, .addresses = addresses};
    for (int kind = 0; kind <= GIFT_LINKED; kind++) search.gone[kind] = memory_new(addresses->count + 1);
    search.beyond = memory_new((addresses->words + 1) * sizeof *search.beyond);
    for (uint32_t i = 0; i < program->given_count; i++) {
        const struct c_given *given = &program->given[i];
        if (!addresses->runs[given->by->index]) continue;
        give_value(&search, given->what, (struct receiver){GIFT_ARGUMENT, given->to});
        give_number(&search, given->what);
    }
    find_numbers(&search);
    for (uint32_t f = 0; f < program->function_count; f++) find_in_code(&search, program->functions[f]);
    find_in_variables(&search);
    struct gifts gifts = keep(&search, arena);
    for (int kind = 0; kind <= GIFT_LINKED; kind++) free(search.gone[kind]);
    free(search.beyond);
    vec_free(&search.numbers);
    return gifts;
}
