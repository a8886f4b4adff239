#include "cfront/outside/elsewhere.h"

#include "cfront/outside/inputs.h"
#include "cfront/program/linker_sections.h"
#include "cfront/program/types.h"

#include <string.h>

/* ---- Variables ---- */

static const struct c_type *element_of(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    return type;
}

static bool has_only(const struct c_type *type, bool (*is_good)(const struct c_type *leaf)) {
    type = element_of(type);
    if (type->kind != C_RECORD) return is_good(type);
    for (uint32_t i = 0; i < type->count; i++)
        if (!has_only(type->fields[i].type, is_good)) return false;
    return type->count > 0;
}

static bool is_integer(const struct c_type *leaf) { return leaf->kind == C_INTEGER; }

static bool is_value(const struct c_type *leaf) { return type_is_scalar(leaf); }

/* ---- their functions ---- */

/* A structure of which some members are pointers to functions: a driver's, as its vendor's library has it. */
struct filling {
    struct front *front;
    const char *name;     /* of the variable, or of its part */
    unsigned char *bytes; /* of it */
};

/* Whoever defines the variable has a function there: it is one without a body. */
static void put_function(const struct filling *member, CXCursor cursor, const struct c_type *pointer) {
    struct front *front = member->front;
    const struct c_type *result = pointer->target->target;
    bool is_odd = result->kind == C_POINTER && result->target->kind == C_FUNCTION;
    if (is_odd) return; /* the pointer is null */
    struct symbol *symbol = arena_new_object(front->scratch, struct symbol);
    symbol->name = member->name;
    symbol->is_function = symbol->is_static = true;
    symbol->warned = true; /* what is told of the variable says it for all of them */
    symbol->cursor = cursor;
    symbol->place = front_place(front, cursor);
    vec_push(&front->symbol_list, symbol);
    struct c_function *function = symbols_new_function(front, symbol, pointer->target);
    symbol->address_taken = function->is_taken = true;
    memcpy(member->bytes, &function->address, pointer->size);
}

static void put_functions(const struct filling *filling, CXType type);

static enum CXVisitorResult put_member(CXCursor cursor, CXClientData data) {
    const struct filling *whole = data;
    struct front *front = whole->front;
    CXCursor canonical = front->clang.getCanonicalCursor(cursor);
    const struct c_field *field = cursor_map_get(&front->type_map, &front->clang, canonical);
    if (!field) return CXVisit_Continue;
    struct filling member = {front, arena_printf(front->arena, "%s.%s", whole->name, field->name),
                             whole->bytes + field->offset};
    if (field->type->kind == C_POINTER && field->type->target->kind == C_FUNCTION)
        put_function(&member, cursor, field->type);
    else
        put_functions(&member, front->clang.getCursorType(cursor));
    return CXVisit_Continue;
}

/* Every element of an array has the same ones. */
static void put_functions(const struct filling *filling, CXType type) {
    struct front *front = filling->front;
    type = front->clang.getCanonicalType(type);
    if (type.kind == CXType_Record) {
        front->clang.Type_visitFields(type, put_member, (void *)filling);
        return;
    }
    if (type.kind != CXType_ConstantArray) return;
    CXType element = front->clang.getArrayElementType(type);
    size_t size = (size_t)front->clang.Type_getSizeOf(element);
    long long count = front->clang.getArraySize(type);
    put_functions(filling, element);
    for (long long i = 1; i < count; i++) memcpy(filling->bytes + (size_t)i * size, filling->bytes, size);
}

static bool has_function(const struct c_type *type) {
    type = element_of(type);
    if (type->kind == C_POINTER) return type->target->kind == C_FUNCTION;
    for (uint32_t i = 0; type->kind == C_RECORD && !type->is_union && i < type->count; i++)
        if (has_function(type->fields[i].type)) return true;
    return false;
}

static void fill(struct front *front, const struct symbol *symbol) {
    struct c_object *object = symbol->object;
    if (symbol->has_no_size || !has_function(object->type)) return;
    struct filling filling = {front, symbol->name, arena_new_array(front->arena, unsigned char, object->type->size)};
    object->initial = filling.bytes;
    put_functions(&filling, front->clang.getCursorType(symbol->cursor));
}

/* ---- all of it ---- */

/* `struct { int n, list[]; }` */
static bool ends_openly(const struct c_type *type) {
    if (type->kind != C_RECORD || !type->count) return false;
    const struct c_type *last = type->fields[type->count - 1].type;
    return last->kind == C_ARRAY ? !last->count : ends_openly(last);
}

/* Every read gives any value: that is what others may have written meanwhile. Numbers that are no integers cannot be
 * inputs: they start with any value. */
bool elsewhere_mark(struct front *front, struct symbol *symbol) {
    if (symbol->is_weak_reference) return false; /* its address may be null */
    struct c_object *object = symbol_object(front, symbol, NULL);
    const struct c_type *type = object->type;
    bool is_memory = stubs_find(&front->stubs, STUB_MEMORY, symbol->name) != NULL;
    if (ends_openly(type))
        diag_error(front->diagnostics, symbol->place,
                   "`%s`, which no source here defines, ends in an array without a size, and cannot be modelled: give "
                   "its source",
                   symbol->name);
    if (element_of(type)->kind == C_POINTER || !has_only(type, is_value)) return false;
    object->is_input = has_only(type, is_integer) && !is_memory;
    object->is_elsewhere = object->is_input && !symbol->has_no_size;
    object->starts_with_any = !object->is_input;
    object->is_others = true;
    object->has_open_end = symbol->has_no_size || linker_sections_mark(symbol);
    if (object->starts_with_any) fill(front, symbol);
    if (object->is_input && element_of(type)->kind == C_INTEGER)
        inputs_range(front, element_of(type), symbol->name, &object->low, &object->high);
    vec_push(&front->elsewhere, symbol);
    return true;
}

enum group { READ_ANY, STARTS_ANY, STARTS_WITH_FUNCTIONS, OPEN, KEPT_APART };

static bool belongs(const struct symbol *symbol, enum group group) {
    if (group == OPEN) return symbol->has_no_size;
    if (group == KEPT_APART) return symbol->object->is_input && !symbol->object->is_elsewhere;
    if (symbol->object->is_input) return group == READ_ANY;
    return group == (symbol->object->initial ? STARTS_WITH_FUNCTIONS : STARTS_ANY);
}

/* "`a`, `b`, <which>": the names of the group, and what is said of one of them, or of several. */
static void assume(struct front *front, enum group group, const char *of_one, const char *of_several) {
    struct text names = {0};
    unsigned count = 0;
    for (size_t i = 0; i < front->elsewhere.count; i++)
        if (belongs(front->elsewhere.items[i], group))
            text_printf(&names, "%s`%s`", count++ ? ", " : "", front->elsewhere.items[i]->name);
    if (count)
        front_assume(front, arena_printf(front->arena, "%s, %s", text_chars(&names), count > 1 ? of_several : of_one));
    text_free(&names);
}

static void warn(struct front *front) {
    struct text names = {0};
    bool several = front->elsewhere.count > 1;
    for (size_t i = 0; i < front->elsewhere.count; i++)
        text_printf(&names, "%s`%s`", i ? ", " : "", front->elsewhere.items[i]->name);
    diag_warning(front->diagnostics, front->elsewhere.items[0]->place,
                 "%s declared, and no source defines %s: what %s may be anything (say more in a file for --stubs: "
                 "`volatile x in 0..9`, `volatile x is memory`): %s",
                 several ? "variables are" : "a variable is", several ? "them" : "it",
                 several ? "they hold" : "it holds", text_chars(&names));
    text_free(&names);
}

void elsewhere_tell(struct front *front) {
    if (!front->elsewhere.count) return;
    warn(front);
    assume(front, READ_ANY, "which no source defines, has any value whenever it is read",
           "which no source defines, have any value whenever they are read");
    assume(front, STARTS_ANY,
           "which no source defines, starts with any numbers and null pointers, and nobody else changes it",
           "which no source defines, start with any numbers and null pointers, and nobody else changes them");
    assume(front, STARTS_WITH_FUNCTIONS,
           "which no source defines, starts with any numbers, with functions that change nothing but what they get "
           "pointers to and keep none of them, and otherwise with null pointers, and nobody else changes it",
           "which no source defines, start with any numbers, with functions that change nothing but what they get "
           "pointers to and keep none of them, and otherwise with null pointers, and nobody else changes them");
    const char *size = arena_printf(front->scratch, "whose size nothing tells, have %d elements", ELSEWHERE_ELEMENTS);
    assume(front, OPEN, arena_printf(front->scratch, "whose size nothing tells, has %d elements", ELSEWHERE_ELEMENTS),
           size);
    assume(front, KEPT_APART, "whose size nothing tells, is accessed by one task or interrupt routine at a time",
           "whose size nothing tells, are accessed by one task or interrupt routine at a time");
}

/* ---- Code ---- */

/* A task ends as it should, the others return. */
struct symbol *elsewhere_code(struct front *front, enum c_role role, const char *name) {
    static const char *const kinds[] = {[C_TASK] = "task", [C_ISR] = "ISR", [C_CALLBACK] = "alarm callback"};
    struct place place = {front->units.items[0].path, 0, 0};
    struct c_type *type = arena_new_object(front->arena, struct c_type);
    *type =
        (struct c_type){.kind = C_FUNCTION, .name = "void (void)", .target = type_void(front), .has_prototype = true};
    struct c_instruction *code = arena_new_array(front->arena, struct c_instruction, 2);
    code[0] = (struct c_instruction){
        .kind = C_SERVICE, .service = OSEK_TerminateTask, .text = "TerminateTask", .place = place, .statement = place};
    code[role == C_TASK] = (struct c_instruction){.kind = C_RETURN, .place = place, .statement = place};
    struct symbol *symbol = arena_new_object(front->scratch, struct symbol);
    symbol->name = name, symbol->place = place, symbol->is_function = true, symbol->is_lowered = true;
    struct c_function *function = symbols_new_function(front, symbol, type);
    function->end = place;
    function->code = code, function->code_count = 1 + (role == C_TASK);
    function->is_elsewhere = true;
    diag_warning(front->diagnostics, place, "%s `%s` of the configuration has no code: it does nothing", kinds[role],
                 name);
    front_assume(front, arena_printf(front->arena, "%s `%s`, which has no code here, does nothing", kinds[role], name));
    vec_push(&front->unwritten, name);
    return symbol;
}
