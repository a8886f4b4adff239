#include "cfront/outside/entry_arguments.h"

#include "cfront/outside/enumeration.h"
#include "cfront/program/build.h"
#include "cfront/program/symbols.h"
#include "cfront/program/types.h"

#include <string.h>

static const char program_name[] = "program";

/* `(void)n;` looks at nothing. */
static bool is_dropped(struct front *front, CXCursor cursor) {
    return front->clang.getCursorKind(cursor) == CXCursor_CStyleCastExpr &&
           front->clang.getCursorType(cursor).kind == CXType_Void;
}

static bool is_named_in(struct lower *lower, CXCursor cursor, const struct c_object *parameter) {
    struct front *front = lower->front;
    if (front->clang.getCursorKind(cursor) == CXCursor_DeclRefExpr) {
        CXCursor declaration = front->clang.getCanonicalCursor(front->clang.getCursorReferenced(cursor));
        if (cursor_map_get(&lower->objects, &front->clang, declaration) == parameter) return true;
    }
    struct cursors children = front_children(front, cursor);
    bool is_looked_at = !is_dropped(front, cursor);
    for (size_t i = 0; i < children.count && is_looked_at; i++)
        if (is_named_in(lower, children.items[i], parameter)) return true;
    return false;
}

static const struct c_type *pointed_at(const struct c_type *type) {
    return type && type->kind == C_POINTER ? type->target : NULL;
}

static bool is_list_of_texts(const struct c_type *type) {
    const struct c_type *letter = pointed_at(pointed_at(type));
    return letter && letter->kind == C_INTEGER && letter->size == 1;
}

static struct c_object *name_of_program(struct front *front, const struct c_type *letter, struct place place) {
    const struct c_type *type = type_array_of(front, letter, sizeof program_name);
    struct c_object *object = symbols_new_object(front, "argv[0]", type, C_GLOBAL, place);
    unsigned char *bytes = arena_new_array(front->arena, unsigned char, sizeof program_name);
    memcpy(bytes, program_name, sizeof program_name);
    object->initial = bytes;
    return object;
}

static expression first_of(struct front *front, const struct c_object *array, struct place place) {
    expression zero = build_integer(front, type_int(front), 0, place);
    return build_index(front, build_object(front, array, place), zero, place);
}

static expression address_of_first(struct front *front, const struct c_object *array, const struct c_type *pointer,
                                   struct place place) {
    return build_address(front, first_of(front, array, place), pointer, place);
}

/* A list that ends with a null pointer; a global variable starts with those. */
static void set_list(struct lower *lower, const struct c_object *parameter, const char *name, bool has_program) {
    struct front *front = lower->front;
    struct place place = parameter->place;
    const struct c_type *text = parameter->type->target;
    const struct c_type *type = type_array_of(front, text, has_program ? 2 : 1);
    struct c_object *list = symbols_new_object(front, name, type, C_GLOBAL, place);
    if (has_program) {
        struct c_object *program = name_of_program(front, text->target, place);
        lower_assign(lower, first_of(front, list, place), address_of_first(front, program, text, place), place);
    }
    lower_assign(lower, build_object(front, parameter, place), address_of_first(front, list, parameter->type, place),
                 place);
    lower->code.items[lower->code.count - 1].initializes = true;
}

static void set(struct lower *lower, uint32_t number) {
    struct front *front = lower->front;
    const struct c_object *parameter = lower->locals.items[number];
    if (number > 0 && is_list_of_texts(parameter->type)) {
        set_list(lower, parameter, number == 1 ? "argv" : "envp", number == 1);
    } else if (number == 0 && parameter->type->kind == C_INTEGER) {
        expression one = build_integer(front, parameter->type, 1, parameter->place);
        lower_assign(lower, build_object(front, parameter, parameter->place), one, parameter->place);
        lower->code.items[lower->code.count - 1].initializes = true;
    }
}

void main_arguments_set(struct lower *lower, CXCursor body) {
    bool any = false;
    for (uint32_t i = 0; i < lower->function->parameter_count; i++) {
        if (!is_named_in(lower, body, lower->locals.items[i])) continue;
        set(lower, i);
        any = true;
    }
    if (any) front_assume(lower->front, "main() gets no arguments but the program's name, and no environment");
}

/* ---- Interrupt routines ---- */

static void choose_argument(struct lower *lower, const struct c_object *parameter) {
    struct front *front = lower->front;
    const char *isr = lower->function->name;
    int64_t low, high;
    if (parameter->type->kind != C_INTEGER) {
        diag_error(front->diagnostics, parameter->place,
                   "ISR `%s` of the configuration gets `%s`, and nothing says what that is (write an ISR that calls it "
                   "with what it gets: `ISR(%s) { ... }`)",
                   isr, parameter->name, isr);
        return;
    }
    enumeration_range(front, parameter->type, parameter->name, &low, &high);
    expression target = build_object(front, parameter, parameter->place);
    struct c_instruction *choice = lower_choose(lower, target, low, high, parameter->place);
    choice->text = parameter->name;
    choice->initializes = true;
    front_assume(front, arena_printf(front->arena, "ISR `%s` gets any number as `%s`", isr, parameter->name));
}

void isr_arguments_set(struct lower *lower, CXCursor body) {
    for (uint32_t i = 0; i < lower->function->parameter_count; i++)
        if (is_named_in(lower, body, lower->locals.items[i])) choose_argument(lower, lower->locals.items[i]);
}
