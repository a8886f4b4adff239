#include "cfront/ir/ir.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- Expressions ---- */

static const char *operator_text(enum c_operator op) {
    static const char *const texts[] = {"+", "-",  "*", "/",  "%",  "<<", ">>", "&", "|", "^",
                                        "<", "<=", ">", ">=", "==", "!=", "-",  "~", "!", "room of "};
    return texts[op];
}

/* How tightly it binds: C's levels, larger is tighter. */
static int level_of(const struct c_expression *e) {
    switch (e->kind) {
    case C_CONDITIONAL: return 1;
    case C_OR: return 2;
    case C_AND: return 3;
    case C_BINARY:
        switch (e->op) {
        case C_BIT_OR: return 4;
        case C_BIT_XOR: return 5;
        case C_BIT_AND: return 6;
        case C_EQUAL:
        case C_NOT_EQUAL: return 7;
        case C_LESS:
        case C_LESS_EQUAL:
        case C_GREATER:
        case C_GREATER_EQUAL: return 8;
        case C_SHIFT_LEFT:
        case C_SHIFT_RIGHT: return 9;
        case C_ADD:
        case C_SUBTRACT: return 10;
        default: return 11;
        }
    case C_UNARY:
    case C_ADDRESS:
    case C_DEREFERENCE: return 12;
    case C_LOAD:
    case C_CONVERT: return level_of(e->left);
    default: return 13;
    }
}

static void print(const struct c_expression *e, int level, struct text *out);

static void print_constant(const struct c_expression *e, struct text *out) {
    if (e->type->kind == C_FLOAT) {
        text_printf(out, "%.17Lg", e->real);
    } else if (e->type->kind == C_POINTER) {
        if (e->integer)
            text_printf(out, "0x%" PRIx64, (uint64_t)e->integer);
        else
            text_add(out, "NULL");
    } else {
        for (uint32_t i = 0; e->type->enumerators && i < e->type->count; i++)
            if (e->type->enumerators[i].value == e->integer) {
                text_add(out, e->type->enumerators[i].name);
                return;
            }
        if (e->type->is_signed)
            text_printf(out, "%" PRId64, e->integer);
        else
            text_printf(out, "%" PRIu64, (uint64_t)e->integer);
    }
}

static void print_object(const struct c_object *object, struct text *out) {
    if (object->name)
        text_add(out, object->name);
    else
        text_printf(out, "$%u", object->index);
}

static void print_kind(const struct c_expression *e, int own, struct text *out) {
    switch (e->kind) {
    case C_CONSTANT: print_constant(e, out); break;
    case C_LOAD:
    case C_CONVERT: print(e->left, own, out); break;
    case C_ADDRESS:
        if (e->left->type->kind != C_ARRAY) text_add_char(out, '&');
        print(e->left, own, out);
        break;
    case C_UNARY:
        text_add(out, operator_text(e->op));
        print(e->left, own + (e->left->kind == C_UNARY), out);
        break;
    case C_BINARY:
        print(e->left, own, out);
        text_printf(out, " %s ", operator_text(e->op));
        print(e->right, own + 1, out);
        break;
    case C_AND:
    case C_OR:
        print(e->left, own, out);
        text_add(out, e->kind == C_AND ? " && " : " || ");
        print(e->right, own + 1, out);
        break;
    case C_CONDITIONAL:
        print(e->left, own + 1, out);
        text_add(out, " ? ");
        print(e->right, 0, out);
        text_add(out, " : ");
        print(e->third, own, out);
        break;
    case C_REAL:
        text_printf(out, "%s(", real_name(e->function));
        print(e->left, 0, out);
        if (e->right) text_add(out, ", "), print(e->right, 0, out);
        if (e->third) text_add(out, ", "), print(e->third, 0, out);
        text_add_char(out, ')');
        break;
    case C_OBJECT: print_object(e->object, out); break;
    case C_DEREFERENCE:
        text_add_char(out, '*');
        print(e->left, own, out);
        break;
    case C_MEMBER: {
        const struct c_expression *record = e->left; /* members of unnamed records are their owner's */
        while (record->kind == C_MEMBER && !*record->field->name) record = record->left;
        bool is_pointer = record->kind == C_DEREFERENCE;
        print(is_pointer ? record->left : record, 13, out);
        if (*e->field->name) text_printf(out, "%s%s", is_pointer ? "->" : ".", e->field->name);
        break;
    }
    case C_INDEX:
        print(e->left, 13, out);
        text_add_char(out, '[');
        print(e->right, 0, out);
        text_add_char(out, ']');
        break;
    }
}

static void print(const struct c_expression *e, int level, struct text *out) {
    int own = level_of(e);
    if (own < level) text_add_char(out, '(');
    print_kind(e, own, out);
    if (own < level) text_add_char(out, ')');
}

void c_print_expression(const struct c_expression *expression, struct text *out) { print(expression, 0, out); }

/* ---- Instructions ---- */

static void print_list(const struct c_expression *const *list, uint32_t count, struct text *out) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) text_add(out, ", ");
        if (list[i])
            print(list[i], 0, out);
        else
            text_add(out, "NULL");
    }
}

static void print_call(const struct c_instruction *instruction, struct text *out) {
    if (instruction->target) {
        print(instruction->target, 0, out);
        text_add(out, " = ");
    }
    if (instruction->kind == C_SERVICE)
        text_add(out, instruction->text);
    else if (instruction->callee)
        text_add(out, instruction->callee->name);
    else {
        text_add(out, "(*");
        print(instruction->value, 12, out);
        text_add_char(out, ')');
    }
    text_add_char(out, '(');
    print_list(instruction->arguments, instruction->argument_count, out);
    if (instruction->output_count) {
        text_add(out, instruction->argument_count ? "; " : "");
        print_list(instruction->outputs, instruction->output_count, out);
    }
    text_add_char(out, ')');
}

static void print_quoted(const char *string, struct text *out) {
    text_add_char(out, '"');
    for (; *string; string++)
        if (*string == '\n')
            text_add(out, "\\n");
        else if (*string == '"' || *string == '\\')
            text_printf(out, "\\%c", *string);
        else if ((unsigned char)*string < ' ')
            text_printf(out, "\\%03o", (unsigned char)*string);
        else
            text_add_char(out, *string);
    text_add_char(out, '"');
}

static void print_with(const char *word, const struct c_expression *e, struct text *out) {
    text_add(out, word);
    if (!e) return;
    text_add_char(out, ' ');
    print(e, 0, out);
}

void c_print_instruction(const struct c_instruction *instruction, struct text *out) {
    const char *back = instruction->is_back_edge ? " (back)" : "";
    switch (instruction->kind) {
    case C_ASSIGN:
        print(instruction->target, 0, out);
        print_with(" =", instruction->value, out);
        break;
    case C_BRANCH:
        print_with("if", instruction->value, out);
        text_printf(out, " goto %u else %u%s", instruction->then, instruction->otherwise, back);
        break;
    case C_JUMP: text_printf(out, "goto %u%s", instruction->then, back); break;
    case C_CALL:
    case C_SERVICE: print_call(instruction, out); break;
    case C_RETURN: print_with("return", instruction->value, out); break;
    case C_CHOOSE:
        print(instruction->target, 0, out);
        print_with(" = any of", instruction->value, out);
        print_with(" ..", instruction->other, out);
        break;
    case C_ASSERT:
        text_add(out, "assert ");
        text_add(out, instruction->text ? instruction->text : "");
        break;
    case C_ASSUME: print_with("assume", instruction->value, out); break;
    case C_INTERRUPT: print_with("interrupt", instruction->value, out); break;
    case C_TRACE:
        text_add(out, "trace ");
        if (instruction->text) print_quoted(instruction->text, out);
        if (instruction->value) print_with("", instruction->value, out);
        for (uint32_t i = 0; i < instruction->argument_count; i++) print_with("", instruction->arguments[i], out);
        break;
    case C_FREE:
        print_with(instruction->target ? "free" : "not freed",
                   instruction->target ? instruction->target : instruction->value, out);
        break;
    case C_CLEAR:
        print_with(instruction->gives_value ? "zero"
                   : instruction->lives_on  ? "unset"
                                            : "clear",
                   instruction->target, out);
        break;
    }
}

/* ---- Programs ---- */

static const char *role_text(enum c_role role) {
    static const char *const texts[] = {"function", "task", "ISR", "hook", "callback", "function"};
    return texts[role];
}

static void print_function(const struct c_function *function, struct text *out) {
    text_printf(out, "%s %s", role_text(function->role), function->name);
    for (uint32_t i = 0; i < function->local_count; i++) {
        const struct c_object *local = function->locals[i];
        text_add(out, i == 0 ? "(" : i == function->parameter_count ? "; " : ", ");
        text_printf(out, "%s ", local->type->name);
        print_object(local, out);
    }
    text_add(out, function->local_count ? ")\n" : "()\n");
    for (uint32_t i = 0; i < function->code_count; i++) {
        text_printf(out, "%4u  ", i);
        c_print_instruction(&function->code[i], out);
        text_printf(out, "  // %u\n", function->code[i].place.line);
    }
}

void c_print_program(const struct c_program *program, struct text *out) {
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        text_printf(out, "0x%" PRIx64 " %s%s %s", object->address, object->is_volatile ? "volatile " : "",
                    object->type->name, object->name);
        if (object->is_input) text_printf(out, " in %" PRId64 "..%" PRId64, object->low, object->high);
        if (object->initial && object->storage != C_STRING) {
            text_add(out, " = ");
            c_print_value(object->type, object->initial, out);
        }
        text_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < program->function_count; i++) {
        text_add_char(out, '\n');
        print_function(program->functions[i], out);
    }
}
