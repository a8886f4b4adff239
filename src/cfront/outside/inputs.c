#include "cfront/outside/inputs.h"
#include "base/word.h"
#include "cfront/outside/enumeration.h"

#include "cfront/outside/elsewhere.h"
#include "cfront/program/linker_sections.h"
#include "cfront/program/symbols.h"
#include "cfront/program/types.h"
#include "cfront/written/placed.h"

#include <string.h>

/* A value that is an array is its address; a part of it is not. */
enum use { USE_VALUE, USE_PART, USE_WRITE, USE_ADDRESS };

/* What is still to be looked at: sources may be nested more deeply than our own stack allows. */
struct looking {
    struct front *front;
    VEC(struct {
        CXCursor cursor;
        enum use use;
        const char *member; /* of it, or of its elements ("inner.field"); NULL: all of it */
    })
    waiting;
};

static void look_at_member(struct looking *looking, CXCursor cursor, enum use use, const char *member) {
    if (looking->front->clang.Cursor_isNull(cursor)) return;
    vec_reserve(&looking->waiting, looking->waiting.count + 1);
    looking->waiting.items[looking->waiting.count].cursor = cursor;
    looking->waiting.items[looking->waiting.count].use = use;
    looking->waiting.items[looking->waiting.count++].member = member;
}

static void look(struct looking *looking, CXCursor cursor, enum use use) { look_at_member(looking, cursor, use, NULL); }

static void look_at_children(struct looking *looking, CXCursor cursor) {
    struct cursors children = front_children(looking->front, cursor);
    for (size_t i = 0; i < children.count; i++) look(looking, children.items[i], USE_VALUE);
}

static CXType type_at(struct front *front, CXCursor cursor) {
    return front->clang.getCanonicalType(front->clang.getCursorType(cursor));
}

static bool is_array(struct front *front, CXCursor cursor) {
    return type_at(front, cursor).kind == CXType_ConstantArray || type_at(front, cursor).kind == CXType_IncompleteArray;
}

static void use_member(struct front *front, struct symbol *symbol, const char *name) {
    for (const struct member_use *member = symbol->members; member; member = member->next)
        if (strcmp(member->name, name) == 0) return;
    struct member_use *member = arena_new_object(front->scratch, struct member_use);
    *member = (struct member_use){name, symbol->members};
    symbol->members = member;
}

static void use_variable(struct front *front, CXCursor cursor, enum use use, const char *member) {
    struct symbol *symbol = symbol_of(front, front->clang.getCursorReferenced(cursor));
    if (!symbol) return;
    symbol->used = true;
    if (use == USE_WRITE) symbol->written = true;
    if (use == USE_ADDRESS) symbol->address_taken = true;
    if ((use == USE_WRITE || use == USE_ADDRESS) && member)
        use_member(front, symbol, member);
    else if (use == USE_WRITE || use == USE_ADDRESS)
        symbol->is_used_whole = true;
}

/* a[i]: what happens to the element happens to the array; what happens to a pointer is a read of it. */
static void look_at_index(struct looking *looking, CXCursor cursor, enum use use, const char *member) {
    struct front *front = looking->front;
    struct cursors operands = front_expressions(front, cursor);
    for (size_t i = 0; i < operands.count; i++) {
        CXCursor operand = front_skip_parentheses(front, operands.items[i]);
        CXCursor inner = front_last_expression(front, operand);
        bool decays = front->clang.getCursorKind(operand) == CXCursor_UnexposedExpr &&
                      !front->clang.Cursor_isNull(inner) && is_array(front, inner);
        if (decays)
            look_at_member(looking, inner, use == USE_VALUE ? USE_PART : use, member);
        else
            look(looking, operand, USE_VALUE);
    }
}

static void look_at_operator(struct looking *looking, CXCursor cursor, enum use use, const char *member) {
    struct front *front = looking->front;
    CXCursor operand = front_last_expression(front, cursor);
    switch (front->clang.getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_PostInc:
    case CXUnaryOperator_PostDec:
    case CXUnaryOperator_PreInc:
    case CXUnaryOperator_PreDec: look(looking, operand, USE_WRITE); break;
    case CXUnaryOperator_AddrOf: look(looking, operand, USE_ADDRESS); break;
    case CXUnaryOperator_Extension: look_at_member(looking, operand, use, member); break;
    default: look(looking, operand, USE_VALUE);
    }
}

static void look_at_assignment(struct looking *looking, CXCursor cursor) {
    struct front *front = looking->front;
    struct cursors operands = front_expressions(front, cursor);
    for (size_t i = 0; i < operands.count; i++) look(looking, operands.items[i], i == 0 ? USE_WRITE : USE_VALUE);
}

/* `member`: of what has no name itself. */
static void look_at_base(struct looking *looking, CXCursor cursor, enum use use, const char *member) {
    struct front *front = looking->front;
    const char *name = front_spelling(front, cursor);
    bool has_name = *name && !strchr(name, ' ');
    CXCursor base = front_last_expression(front, cursor);
    if (use == USE_VALUE && is_array(front, cursor)) use = USE_ADDRESS;
    if (!front->clang.Cursor_isNull(base) && type_at(front, base).kind == CXType_Pointer)
        look(looking, base, USE_VALUE);
    else if (has_name && member)
        look_at_member(looking, base, use, arena_printf(front->scratch, "%s.%s", name, member));
    else
        look_at_member(looking, base, use, has_name ? name : member);
}

static void look_at(struct looking *looking, CXCursor cursor, enum use use, const char *member) {
    struct front *front = looking->front;
    switch (front->clang.getCursorKind(cursor)) {
    case CXCursor_DeclRefExpr:
        use_variable(front, cursor, use == USE_VALUE && is_array(front, cursor) ? USE_ADDRESS : use, member);
        return;
    case CXCursor_ParenExpr: look_at_member(looking, front_last_expression(front, cursor), use, member); return;
    case CXCursor_MemberRefExpr: look_at_base(looking, cursor, use, member); return;
    case CXCursor_ArraySubscriptExpr:
        look_at_index(looking, cursor, use == USE_VALUE && is_array(front, cursor) ? USE_ADDRESS : use, member);
        return;
    case CXCursor_UnaryOperator: look_at_operator(looking, cursor, use, member); return;
    case CXCursor_CompoundAssignOperator: look_at_assignment(looking, cursor); return;
    case CXCursor_BinaryOperator:
        if (front->clang.getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign)
            look_at_assignment(looking, cursor);
        else
            look_at_children(looking, cursor);
        return;
    case CXCursor_UnaryExpr: return; /* sizeof */
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt: front->has_assembly = true; /* fall through */
    default: look_at_children(looking, cursor);
    }
}

static void look_at_all(struct looking *looking) {
    while (looking->waiting.count) {
        size_t last = --looking->waiting.count;
        look_at(looking, looking->waiting.items[last].cursor, looking->waiting.items[last].use,
                looking->waiting.items[last].member);
    }
}

static const struct c_type *element_of(const struct c_type *type) {
    while (type->kind == C_ARRAY) type = type->target;
    return type;
}

/* What a stub may give a range. */
static bool is_made_of_integers(const struct c_type *type) {
    type = element_of(type);
    if (type->kind == C_INTEGER) return true;
    if (type->kind != C_RECORD || !type->count) return false;
    for (uint32_t i = 0; i < type->count; i++)
        if (!is_made_of_integers(type->fields[i].type)) return false;
    return true;
}

/* Of what is volatile in an object that is not. */
enum extent { NOTHING, SOME, ALL };

static enum extent volatile_members(const struct c_type *type) {
    uint32_t some = 0, all = 0;
    type = element_of(type);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        enum extent extent = type->fields[i].is_volatile ? ALL : volatile_members(type->fields[i].type);
        some += extent != NOTHING, all += extent == ALL;
    }
    return !some ? NOTHING : all == type->count ? ALL : SOME;
}

static enum extent volatile_parts(struct front *front, struct symbol *symbol) {
    if (front->clang.isVolatileQualifiedType(type_at(front, symbol->cursor))) return ALL;
    return volatile_members(symbol_object(front, symbol, NULL)->type);
}

static void check_stub(struct front *front, const struct symbol *symbol, const struct stub *stub) {
    if (!is_made_of_integers(symbol->object->type))
        diag_error(front->diagnostics, stub->place, "`%s` is not an integer, and cannot be an input", symbol->name);
    else if (symbol->written || symbol->address_taken)
        diag_warning(front->diagnostics, stub->place, "the program also %s `%s`: reads do not see what is there",
                     symbol->written ? "writes" : "takes the address of", symbol->name);
}

void inputs_narrow(const struct front *front, const struct c_type *type, int64_t *low, int64_t *high) {
    c_narrow(type, front->options->small_inputs ? CFRONT_SMALL : 0, low, high);
}

void inputs_range(struct front *front, const struct c_type *type, const char *name, int64_t *low, int64_t *high) {
    enumeration_range(front, type, name, low, high);
    inputs_narrow(front, type, low, high);
}

void inputs_take_stub(struct front *front, struct stub *stub, const struct c_type *type, unsigned bits, int64_t *low,
                      int64_t *high) {
    if (type->kind != C_FLOAT && !c_range_fits(type, bits, stub->low, stub->high) && !stub->refused) {
        diag_error(front->diagnostics, stub->place,
                   "the range %lld..%lld does not fit in `%s` of %u bits, the type of `%s`", (long long)stub->low,
                   (long long)stub->high, type->name ? type->name : "void *", type->is_bool ? 1 : bits, stub->name);
        stub->refused = true;
    }
    *low = stub->low, *high = stub->high;
}

static bool is_called(const struct c_field *field, const char *name, size_t length) {
    return spells(name, length, field->name);
}

/* The field that is called so, or the one without a name that has such a one; the record's count: none. */
static uint32_t field_named(const struct c_type *record, const char *name, size_t length) {
    uint32_t i = 0;
    for (; i < record->count; i++) {
        const struct c_field *field = &record->fields[i];
        if (is_called(field, name, length)) break;
        if (*field->name || field->type->kind != C_RECORD) continue;
        if (field_named(field->type, name, length) < field->type->count) break;
    }
    return i;
}

/* What cannot be an input is the program's own. */
static struct c_own *own_members(struct front *front, const struct c_type *record) {
    struct c_own *own = arena_new_array(front->arena, struct c_own, record->count + 1);
    for (uint32_t i = 0; i < record->count; i++) {
        const struct c_type *type = element_of(record->fields[i].type);
        if (type->kind == C_RECORD && !type->is_union)
            own[i].members = own_members(front, type);
        else
            own[i].is_own = !is_made_of_integers(type);
    }
    return own;
}

/* False: there is no such member. */
static bool mark_own(struct c_own *own, const struct c_type *record, const char *path) {
    for (;;) {
        size_t length = strcspn(path, ".");
        uint32_t field = field_named(record, path, length);
        if (field == record->count) return false;
        bool has_name = *record->fields[field].name;
        if (has_name) path += length + (path[length] == '.');
        if (!own[field].members || !*path) {
            own[field].is_own = true;
            return true;
        }
        record = element_of(record->fields[field].type);
        own = own[field].members;
    }
}

/* Members that the program writes, or takes the address of, are its own, and so are those that cannot be inputs; the
 * others may be. False: none may. */
static bool find_own_members(struct front *front, const struct symbol *symbol, struct c_object *object) {
    const struct c_type *record = element_of(object->type);
    if (symbol->is_used_whole || record->kind != C_RECORD || record->is_union) return false;
    struct c_own *own = own_members(front, record);
    for (const struct member_use *member = symbol->members; member; member = member->next)
        if (!mark_own(own, record, member->name)) return false;
    object->own = own;
    return true;
}

/* Nobody but this source can name it: a flag that no code sets (any more), not a register. And `const volatile` with a
 * value lies in memory that nothing changes while the program runs: a table. That nobody else does so is told like that
 * of other volatile memory. */
static bool is_table(struct front *front, const struct symbol *symbol) {
    return front->clang.isConstQualifiedType(type_at(front, symbol->cursor)) && symbol->has_definition &&
           !front->clang.Cursor_isNull(front->clang.Cursor_getVarDeclInitializer(symbol->cursor));
}

static bool is_memory(struct front *front, const struct symbol *symbol) {
    if (symbol->is_static && symbol->has_definition && !placed_in_section(front, symbol)) return true;
    return is_table(front, symbol);
}

/* What lies at an address, and is volatile, is hardware: each read gives any value, whoever writes it. The rest is
 * memory, but who knows. */
static bool is_hardware(struct front *front, struct symbol *symbol) {
    bool is_volatile = volatile_parts(front, symbol) != NOTHING;
    if (placed_at_address(front, symbol) && !is_table(front, symbol)) {
        front_assume_once(front,
                          arena_printf(front->arena, "`%s`, which lies at an address%s, is %s", symbol->name,
                                       is_volatile ? "" : " and is not volatile", is_volatile ? "hardware" : "memory"));
        return is_volatile;
    }
    if (is_volatile && placed_in_section(front, symbol) && (symbol->written || symbol->address_taken))
        front_assume_once(front, arena_printf(front->arena,
                                              "`%s`, which is volatile and lies in a section of its own, is memory",
                                              symbol->name));
    return false;
}

static void mark(struct front *front, struct symbol *symbol) {
    struct stub *stub = stubs_find(&front->stubs, STUB_INPUT, symbol->name);
    if (stubs_find(&front->stubs, STUB_MEMORY, symbol->name)) {
        symbol_object(front, symbol, NULL)->is_memory = true;
        return;
    }
    bool is_input = stub || is_hardware(front, symbol);
    enum extent extent = is_input ? ALL : volatile_parts(front, symbol);
    if (extent == NOTHING || (!is_input && is_memory(front, symbol))) return;
    struct c_object *object = symbol_object(front, symbol, NULL);
    if (!is_input && (symbol->written || symbol->address_taken)) {
        if (!find_own_members(front, symbol, object)) return;
        extent = SOME;
    }
    if (!is_input && element_of(object->type)->kind == C_POINTER) {
        diag_warning(front->diagnostics, symbol->place,
                     "`%s` is volatile, and nobody writes it: a pointer is no input, and keeps its value",
                     symbol->name);
        return;
    }
    if (stub) check_stub(front, symbol, stub);
    object->is_guessed = !is_input && symbol->has_definition;
    object->has_inputs = extent == SOME;
    object->is_input = extent == ALL;
    const struct c_type *type = element_of(object->type);
    if (type->kind != C_INTEGER) return;
    inputs_range(front, type, stub ? NULL : symbol->name, &object->low, &object->high);
    if (stub) inputs_take_stub(front, stub, type, type->size * 8, &object->low, &object->high);
}

/* ---- members that a stub names ---- */

enum { MOST_PARTS = 4096 };

struct stubbed {
    struct front *front;
    struct stub *stub;
    VEC(struct c_input) parts;
};

/* All that is called so in something of this type; in arrays, of each element, and of a structure all numbers. */
static void add_parts(struct stubbed *stubbed, const struct c_type *type, uint32_t offset, const struct c_field *bits,
                      const char *path) {
    struct c_input part = {.name = stubbed->stub->name, .offset = offset, .type = type, .bits = bits};
    if (stubbed->parts.count > MOST_PARTS) return;
    if (type->kind == C_ARRAY) {
        for (uint32_t i = 0; i < type->count && stubbed->parts.count <= MOST_PARTS; i++)
            add_parts(stubbed, type->target, offset + i * type->target->size, NULL, path);
    } else if (type->kind == C_RECORD && *path) {
        size_t length = strcspn(path, ".");
        uint32_t found = field_named(type, path, length);
        if (found == type->count) return;
        const struct c_field *field = &type->fields[found];
        const char *rest = *field->name ? path + length + (path[length] == '.') : path;
        add_parts(stubbed, field->type, offset + field->offset, field->bit_width ? field : NULL, rest);
    } else if (type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++) {
            const struct c_field *field = &type->fields[i];
            add_parts(stubbed, field->type, offset + field->offset, field->bit_width ? field : NULL, path);
        }
    } else if (type->kind == C_INTEGER && !*path) {
        inputs_take_stub(stubbed->front, stubbed->stub, type, bits ? bits->bit_width : type->size * 8, &part.low,
                         &part.high);
        vec_push(&stubbed->parts, part);
    }
}

/* Every number of a structure that is an input as a whole, in its own range, or that of a stub for all of them. */
static void add_leaves(struct stubbed *stubbed, const struct c_type *type, uint32_t offset, const struct c_field *bits,
                       const char *name) {
    struct front *front = stubbed->front;
    struct c_input part = {.name = name, .offset = offset, .type = type, .bits = bits};
    for (uint32_t i = 0; type->kind == C_ARRAY && i < type->count && stubbed->parts.count < MOST_PARTS; i++)
        add_leaves(stubbed, type->target, offset + i * type->target->size, NULL, name);
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count && stubbed->parts.count < MOST_PARTS; i++) {
        const struct c_field *field = &type->fields[i];
        add_leaves(stubbed, field->type, offset + field->offset, field->bit_width ? field : NULL,
                   *field->name ? arena_printf(front->arena, "%s.%s", name, field->name) : name);
    }
    if (type->kind != C_INTEGER || stubbed->parts.count >= MOST_PARTS) return;
    unsigned width = bits ? bits->bit_width : type->size * 8;
    if (bits)
        c_range_of_bits(type, width, &part.low, &part.high);
    else
        enumeration_range(front, type, stubbed->stub ? NULL : name, &part.low, &part.high);
    inputs_narrow(front, type, &part.low, &part.high);
    if (stubbed->stub) inputs_take_stub(front, stubbed->stub, type, width, &part.low, &part.high);
    vec_push(&stubbed->parts, part);
}

/* Whoever reads them, also through pointers. */
static void mark_parts(struct front *front, struct symbol *symbol) {
    struct stubbed stubbed = {.front = front};
    size_t length = strlen(symbol->name);
    for (size_t i = 0; i < front->stubs.list.count; i++) {
        struct stub *stub = &front->stubs.list.items[i];
        if (stub->kind != STUB_INPUT || strncmp(stub->name, symbol->name, length) != 0 || stub->name[length] != '.')
            continue;
        size_t before = stubbed.parts.count;
        stubbed.stub = stub;
        add_parts(&stubbed, symbol_object(front, symbol, NULL)->type, 0, NULL, stub->name + length + 1);
        stub->used |= stubbed.parts.count > before;
        if (stubbed.parts.count > MOST_PARTS)
            diag_error(front->diagnostics, stub->place, "`%s` are more than %u numbers", stub->name, MOST_PARTS);
    }
    struct c_object *object = symbol->object;
    stubbed.stub = stubs_find(&front->stubs, STUB_INPUT, symbol->name);
    if (object && object->is_input && element_of(object->type)->kind == C_RECORD)
        add_leaves(&stubbed, object->type, 0, NULL, symbol->name);
    if (stubbed.parts.count) {
        object = symbol_object(front, symbol, NULL);
        struct c_input *inputs = arena_new_array(front->arena, struct c_input, stubbed.parts.count);
        memcpy(inputs, stubbed.parts.items, stubbed.parts.count * sizeof *inputs);
        object->inputs = inputs;
        object->input_count = (uint32_t)stubbed.parts.count;
    }
    vec_free(&stubbed.parts);
}

/* A stub has it called in the place of another one. */
static bool stands_for_another(const struct front *front, const struct symbol *symbol) {
    for (size_t i = 0; i < front->stubs.list.count; i++) {
        const struct stub *stub = &front->stubs.list.items[i];
        if (stub->kind == STUB_REPLACE && !strcmp(stub->with, symbol->name)) return true;
    }
    return false;
}

/* What a function of a header does that nobody calls says nothing of variables. */
static bool counts(struct front *front, const struct symbol *symbol) {
    if (!symbol->has_definition || symbol->is_library) return false;
    return !symbol->is_function || symbol->used || symbol_is_root(front, symbol) || stands_for_another(front, symbol);
}

static void look_at_all_code(struct front *front) {
    /* Looking may meet static locals, which are new symbols. */
    struct looking looking = {.front = front};
    size_t count = front->symbol_list.count;
    bool *done = arena_new_array(front->scratch, bool, count + 1);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < count; i++) {
            struct symbol *symbol = front->symbol_list.items[i];
            if (done[i] || !counts(front, symbol)) continue;
            more = done[i] = true;
            look_at_children(&looking, symbol->cursor);
            look_at_all(&looking);
        }
    }
    vec_free(&looking.waiting);
}

void inputs_find(struct front *front) {
    look_at_all_code(front);
    linker_sections_join(front);
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        struct symbol *symbol = front->symbol_list.items[i];
        bool is_global = front->clang.getCursorKind(front->clang.getCursorSemanticParent(symbol->cursor)) ==
                         CXCursor_TranslationUnit;
        if (symbol->is_function || !symbol->used || !is_global) continue;
        mark(front, symbol);
        if (!symbol->has_definition && !(symbol->object && symbol->object->is_input)) elsewhere_mark(front, symbol);
        mark_parts(front, symbol);
    }
}

void inputs_note_read(struct front *front, const struct c_object *object) {
    if (!object->is_guessed) return;
    for (size_t i = 0; i < front->guessed.count; i++)
        if (front->guessed.items[i] == object) return;
    vec_push(&front->guessed, object);
}

void inputs_tell(struct front *front) {
    enum { MOST_NAMES = 6 };
    struct text names = {0};
    size_t count = front->guessed.count;
    for (size_t i = 0; i < count && i < MOST_NAMES; i++)
        text_printf(&names, "%s`%s`", i ? ", " : "", front->guessed.items[i]->name);
    if (count)
        front_assume(front,
                     arena_printf(front->arena, "%s%s, which %s volatile and which no code here writes, %s",
                                  text_chars(&names), count > MOST_NAMES ? " and more" : "", count > 1 ? "are" : "is",
                                  count > 1 ? "get values from outside (of one that does not, a stubs file says "
                                              "`volatile x is memory`)"
                                            : "gets values from outside (if not, a stubs file says `volatile x "
                                              "is memory`)"));
    text_free(&names);
}
