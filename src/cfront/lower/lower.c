#include "cfront/lower/lower.h"

#include "cfront/hidden/hidden_services.h"
#include "cfront/ir/tidy.h"
#include "cfront/ir/walk.h"
#include "cfront/lower/pause.h"
#include "cfront/lower/variadic.h"
#include "cfront/outside/entry_arguments.h"

#include <string.h>

static uint32_t align_up(uint32_t value, uint32_t align) { return (value + align - 1) / align * align; }

/* Its address, or that of a part of it, is taken. */
static void expose(void *context, const struct c_expression *e) {
    (void)context;
    if (e->kind != C_ADDRESS) return;
    for (e = e->left; e->kind == C_MEMBER || e->kind == C_INDEX;) e = e->left;
    if (e->kind == C_OBJECT) ((struct c_object *)e->object)->exposed = true;
}

static void lay_out_addresses(struct lower *lower) {
    uint64_t span = 0;
    for (size_t i = 0; i < lower->code.count; i++) walk_instruction(&lower->code.items[i], expose, NULL);
    for (size_t i = 0; i < lower->locals.count; i++) {
        struct c_object *object = lower->locals.items[i];
        span = align_up((uint32_t)span, object->align);
        object->spot = (uint32_t)span;
        span += object->type->size + 1u; /* its end is nobody else's beginning */
    }
    lower->function->span = align_up((uint32_t)span, LOWER_FRAME_ALIGN);
}

static void lay_out_frame(struct lower *lower) {
    struct c_function *function = lower->function;
    uint64_t size = 0;
    for (size_t i = 0; i < lower->locals.count; i++) {
        struct c_object *object = lower->locals.items[i];
        size = align_up((uint32_t)size, object->align);
        object->address = size;
        size += object->type->size;
        if (size > 1 << 26) {
            diag_error(lower->front->diagnostics, function->place, "the locals of `%s` need too much memory",
                       function->name);
            return;
        }
    }
    function->frame_size = align_up((uint32_t)size, lower->front->program->pointer_size);
}

/* A label that was never placed lies in something that was refused. */
static uint32_t position(const struct lower *lower, label label) {
    uint32_t at = lower->labels.items[label];
    return at < lower->code.count ? at : 0;
}

static void resolve_labels(struct lower *lower) {
    for (size_t i = 0; i < lower->code.count; i++) {
        struct c_instruction *instruction = &lower->code.items[i];
        if (instruction->then != NO_LABEL) instruction->then = position(lower, instruction->then);
        if (instruction->otherwise != NO_LABEL) instruction->otherwise = position(lower, instruction->otherwise);
    }
    lower->code.count = tidy(lower->code.items, (uint32_t)lower->code.count);
}

static void finish(struct lower *lower) {
    struct c_function *function = lower->function;
    if (!lower->unreachable) lower_emit(lower, C_RETURN, function->end);
    lower_finish_gotos(lower);
    resolve_labels(lower);
    hidden_services_look_at_end(lower);
    lay_out_frame(lower);
    lay_out_addresses(lower);
    pause_shorten(lower->front, lower->code.items, (uint32_t)lower->code.count);
    struct arena *arena = lower->front->arena;
    struct c_instruction *code = arena_new_array(arena, struct c_instruction, lower->code.count + 1);
    if (lower->code.count) memcpy(code, lower->code.items, lower->code.count * sizeof *code);
    const struct c_object **locals = arena_new_array(arena, const struct c_object *, lower->locals.count + 1);
    for (size_t i = 0; i < lower->locals.count; i++) locals[i] = lower->locals.items[i];
    function->code = code, function->code_count = (uint32_t)lower->code.count;
    function->locals = locals, function->local_count = (uint32_t)lower->locals.count;
}

static void free_lower(struct lower *lower) {
    vec_free(&lower->code);
    vec_free(&lower->labels);
    vec_free(&lower->locals);
    vec_free(&lower->free_temporaries);
    vec_free(&lower->used_temporaries);
    vec_free(&lower->living);
    vec_free(&lower->gotos);
    vec_free(&lower->targets);
    cursor_map_free(&lower->objects);
    cursor_map_free(&lower->cases);
}

/* Of an old-style definition (`int f(x) char x; { ... }`), numbers come as what they are promoted to (6.9.1p10). Of
 * integers the low bytes are the parameter; others would have to be converted by whoever is called. */
static void check_parameter(struct lower *lower, CXCursor cursor, const struct c_type *type, uint32_t i) {
    const struct c_type *function = lower->function->type;
    bool is_promoted = i < function->count && function->parameters[i]->size != type->size;
    if (is_promoted && (type->kind != C_INTEGER || type->is_bool))
        lower_refuse(lower, cursor, "`%s` in an old-style definition cannot be modelled: write a prototype",
                     type->name);
}

/* Those of a function that is known by the type of a pointer to it alone. */
static void add_parameters_of_type(struct lower *lower, struct place place) {
    const struct c_type *type = lower->function->type;
    for (uint32_t i = 0; i < type->count; i++)
        lower_new_local(lower, arena_printf(lower->front->arena, "%u", i + 1), type->parameters[i], C_PARAMETER, place);
    lower->function->parameter_count = type->count;
}

static void add_parameters(struct lower *lower, CXCursor function) {
    struct front *front = lower->front;
    int count = front->clang.Cursor_getNumArguments(function);
    if (count < 0) {
        add_parameters_of_type(lower, front_place(front, function));
        return;
    }
    for (int i = 0; i < count; i++) {
        CXCursor cursor = front->clang.Cursor_getArgument(function, (unsigned)i);
        const char *name = arena_text(front->arena, front_spelling(front, cursor));
        struct c_object *object =
            lower_new_local(lower, name, type_of_parameter(front, cursor), C_PARAMETER, front_place(front, cursor));
        object->is_volatile = front->clang.isVolatileQualifiedType(front->clang.getCursorType(cursor));
        CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
        bool is_adjusted = object->type->kind == C_POINTER && type.kind != CXType_Pointer; /* const int a[2] */
        object->is_const = !is_adjusted && front->clang.isConstQualifiedType(type);
        check_parameter(lower, cursor, object->type, (uint32_t)i);
        cursor_map_set(&lower->objects, &front->clang, front->clang.getCanonicalCursor(cursor), object);
    }
    lower->function->parameter_count = (uint32_t)count;
}

static bool find_body(struct front *front, CXCursor function, CXCursor *body) {
    struct cursors children = front_children(front, function);
    for (size_t i = 0; i < children.count; i++)
        if (front->clang.getCursorKind(children.items[i]) == CXCursor_CompoundStmt) {
            *body = children.items[i];
            return true;
        }
    return false;
}

void lower_function(struct front *front, struct symbol *symbol) {
    struct c_function *function = symbol_function(front, symbol);
    struct lower lower = {.front = front, .function = function};
    symbol->is_lowered = true;
    CXCursor body;
    function->end = front_location(front, front->clang.getRangeEnd(front->clang.getCursorExtent(symbol->cursor)));
    add_parameters(&lower, symbol->cursor);
    if (function->type->is_variadic) variadic_add_parameter(&lower, symbol->place);
    function->has_no_body = !symbol->has_definition || !find_body(front, symbol->cursor, &body) ||
                            lower_has_other_body(front, symbol) || stubs_look(&front->stubs, STUB_CALL, symbol->name);
    if (function->has_no_body)
        lower_missing_body(&lower, symbol);
    else {
        if (function->role == C_MAIN) main_arguments_set(&lower, body);
        if (function->role == C_ISR) isr_arguments_set(&lower, body);
        lower_block(&lower, body, NULL);
    }
    finish(&lower);
    free_lower(&lower);
}

expression lower_fixed(struct front *front, CXCursor cursor) {
    struct lower lower = {.front = front, .fixed = true};
    expression value = lower_value(&lower, cursor);
    bool is_fixed = lower.code.count == 0;
    free_lower(&lower);
    return is_fixed ? value : NULL;
}
