#include "app/sequential/value.h"

#include "app/exec/fault.h"

static const char *const OPERATORS[] = {
    [C_ADD] = "+",       [C_SUBTRACT] = "-",       [C_MULTIPLY] = "*",     [C_DIVIDE] = "/",
    [C_REMAINDER] = "%", [C_SHIFT_LEFT] = "<<",    [C_SHIFT_RIGHT] = ">>", [C_BIT_AND] = "&",
    [C_BIT_OR] = "|",    [C_BIT_XOR] = "^",        [C_LESS] = "<",         [C_LESS_EQUAL] = "<=",
    [C_GREATER] = ">",   [C_GREATER_EQUAL] = ">=", [C_EQUAL] = "==",       [C_NOT_EQUAL] = "!=",
};

void sequential_note_fault(struct sequential_writer *writer, uint32_t number) {
    for (size_t i = 0; i < writer->faults.count; i++)
        if (writer->faults.items[i] == number) return;
    vec_push(&writer->faults, number);
}

uint32_t sequential_fault(struct sequential_writer *writer, const char *kind, const char *message, struct place place) {
    uint32_t number =
        faults_number(writer->executor->faults, &(struct ts_fault){.kind = kind, .message = message, .place = place});
    sequential_note_fault(writer, number);
    return number;
}

void sequential_constant(const struct c_type *type, int64_t value, struct text *out) {
    if (!type->is_signed)
        text_printf(out, "%llu%s", (unsigned long long)value, type->size > 4 ? "ull" : type->size == 4 ? "u" : "");
    else if (type->size > 4 && value == INT64_MIN)
        text_add(out, "(-9223372036854775807ll - 1)");
    else if (type->size == 4 && value == INT32_MIN)
        text_add(out, "(-2147483647 - 1)");
    else
        text_printf(out, value < 0 ? "(%lld%s)" : "%lld%s", (long long)value, type->size > 4 ? "ll" : "");
}

static void value(struct sequential_writer *writer, const struct c_expression *e, struct text *out) {
    sequential_value(writer, e, false, out);
}

static void add_type(struct sequential_writer *writer, const struct c_type *type, struct text *out) {
    text_printf(out, "(%s)", sequential_type(writer->names, type));
}

/* ---- operators ---- */

static uint32_t overflow_fault(struct sequential_writer *writer, const struct c_expression *e) {
    return sequential_fault(writer, "overflow", "the result does not fit in its type", e->place);
}

static void add_call(struct sequential_writer *writer, const struct c_expression *e, enum sequential_operation what,
                     struct text *out) {
    text_printf(out, "%s(", sequential_helper(writer->helpers, what, e->type));
    sequential_value(writer, e->left, true, out);
    if (e->right) {
        text_add(out, ", ");
        sequential_value(writer, e->right, true, out);
    }
    if (what == SEQUENTIAL_DIVIDE || what == SEQUENTIAL_REMAINDER)
        text_printf(out, ", %u", sequential_fault(writer, "division", "division by zero", e->place));
    if (e->type->is_signed || what == SEQUENTIAL_SHIFT_LEFT || what == SEQUENTIAL_SHIFT_RIGHT)
        text_printf(out, ", %u", overflow_fault(writer, e));
    text_add_char(out, ')');
}

/* Of a type that is not promoted, or made so: C would compute in int. */
static void add_plain(struct sequential_writer *writer, const struct c_expression *e, struct text *out) {
    bool narrow = e->type->size < 4;
    if (narrow) add_type(writer, e->type, out);
    text_add(out, narrow ? "((uint32_t)" : "(");
    value(writer, e->left, out);
    text_printf(out, " %s %s", OPERATORS[e->op], narrow ? "(uint32_t)" : "");
    value(writer, e->right, out);
    text_add_char(out, ')');
}

static bool is_plain_shift(const struct c_expression *e) {
    int64_t count;
    bool fits = sequential_is_known(e->right, &count) && count >= 0 && (uint64_t)count < e->type->size * 8;
    return fits && !e->type->is_signed;
}

static void add_arithmetic(struct sequential_writer *writer, const struct c_expression *e, struct text *out) {
    static const enum sequential_operation HELPERS[] = {
        [C_ADD] = SEQUENTIAL_ADD,
        [C_SUBTRACT] = SEQUENTIAL_SUBTRACT,
        [C_MULTIPLY] = SEQUENTIAL_MULTIPLY,
        [C_DIVIDE] = SEQUENTIAL_DIVIDE,
        [C_REMAINDER] = SEQUENTIAL_REMAINDER,
        [C_SHIFT_LEFT] = SEQUENTIAL_SHIFT_LEFT,
        [C_SHIFT_RIGHT] = SEQUENTIAL_SHIFT_RIGHT,
    };
    switch (e->op) {
    case C_ADD:
    case C_SUBTRACT:
    case C_MULTIPLY:
        if (!e->type->is_signed)
            add_plain(writer, e, out);
        else
            add_call(writer, e, HELPERS[e->op], out);
        break;
    case C_DIVIDE:
    case C_REMAINDER: add_call(writer, e, HELPERS[e->op], out); break;
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT:
        if (is_plain_shift(e))
            add_plain(writer, e, out);
        else
            add_call(writer, e, HELPERS[e->op], out);
        break;
    default: /* bits: what C computes in int is right */
        if (e->type->size < 4) add_type(writer, e->type, out);
        text_add_char(out, '(');
        value(writer, e->left, out);
        text_printf(out, " %s ", OPERATORS[e->op]);
        value(writer, e->right, out);
        text_add_char(out, ')');
    }
}

static void add_joined(struct sequential_writer *writer, const struct c_expression *e, const char *op, bool outer,
                       struct text *out) {
    text_add(out, outer ? "" : "(");
    value(writer, e->left, out);
    text_printf(out, " %s ", op);
    value(writer, e->right, out);
    text_add(out, outer ? "" : ")");
}

static void add_unary(struct sequential_writer *writer, const struct c_expression *e, struct text *out) {
    if (e->op == C_LOGICAL_NOT) {
        text_add(out, "(!");
        value(writer, e->left, out);
        text_add_char(out, ')');
    } else if (e->op == C_NEGATE && e->type->is_signed) {
        add_call(writer, e, SEQUENTIAL_NEGATE, out);
    } else {
        add_type(writer, e->type, out);
        text_add(out, e->op == C_NOT ? "(~" : e->type->size > 4 ? "(0ull - " : "(0u - ");
        value(writer, e->left, out);
        text_add_char(out, ')');
    }
}

static void add_conversion(struct sequential_writer *writer, const struct c_expression *e, bool outer,
                           struct text *out) {
    const struct c_type *from = e->left->type, *to = e->type;
    if (to->is_bool && !from->is_bool) {
        text_add(out, outer ? "" : "(");
        value(writer, e->left, out);
        text_add(out, outer ? " != 0" : " != 0)");
        return;
    }
    const struct c_expression *constant = c_constant(e);
    bool same = from->size == to->size && from->is_signed == to->is_signed && from->is_bool == to->is_bool;
    if (constant == e->left && !to->is_bool) { /* a number of the new type */
        uint64_t bits = (uint64_t)constant->integer;
        unsigned gone = 64 - to->size * 8;
        int64_t reduced = to->is_signed ? (int64_t)(bits << gone) >> gone : (int64_t)(bits << gone >> gone);
        sequential_constant(to, reduced, out);
        return;
    }
    if (!same) add_type(writer, to, out);
    sequential_value(writer, e->left, same && outer, out);
}

/* ---- places ---- */

static void add_index(struct sequential_writer *writer, const struct c_expression *e, struct text *out) {
    int64_t number;
    uint32_t count = e->left->type->count;
    text_add_char(out, '[');
    if (sequential_is_known(e->right, &number) && number >= 0 && (uint64_t)number < count) {
        text_printf(out, "%lld", (long long)number);
    } else {
        char message[64];
        snprintf(message, sizeof message, "an index outside of an array of %u", count);
        text_printf(out, "%s((uint64_t)", sequential_helper(writer->helpers, SEQUENTIAL_INDEX, e->type));
        value(writer, e->right, out);
        text_printf(out, ", %uu, %u)", count, sequential_fault(writer, "memory", message, e->place));
    }
    text_add_char(out, ']');
}

static const char *member_name(struct sequential_writer *writer, const struct c_expression *e) {
    const struct c_type *record = e->left->type;
    for (uint32_t i = 0; i < record->count; i++)
        if (&record->fields[i] == e->field || record->fields[i].name == e->field->name)
            return sequential_field(writer->names, record, i);
    return e->field->name;
}

void sequential_place_text(struct sequential_writer *writer, const struct c_expression *place, struct text *out) {
    switch (place->kind) {
    case C_MEMBER:
        sequential_place_text(writer, place->left, out);
        text_printf(out, ".%s", member_name(writer, place));
        break;
    case C_INDEX:
        sequential_place_text(writer, place->left, out);
        add_index(writer, place, out);
        break;
    default: sequential_name(writer->names, place->object, writer->context, out);
    }
}

static void add_load(struct sequential_writer *writer, const struct c_expression *e, struct text *out) {
    const struct c_expression *place = e->left;
    bool doubtful = place->kind == C_OBJECT && sequential_is_doubtful(writer->names->code, place->object);
    if (doubtful) {
        const char *message = "a local is read that has no value yet";
        text_printf(out, "(%s(", sequential_helper(writer->helpers, SEQUENTIAL_VALUE, e->type));
        sequential_place_text(writer, place, out);
        text_printf(out, "_set, %u), ", sequential_fault(writer, "uninitialised", message, e->place));
    }
    if (place->kind == C_MEMBER && place->field->bit_width) add_type(writer, e->type, out);
    sequential_place_text(writer, place, out);
    if (doubtful) text_add_char(out, ')');
}

void sequential_value(struct sequential_writer *writer, const struct c_expression *e, bool outer, struct text *out) {
    switch (e->kind) {
    case C_CONSTANT: sequential_constant(e->type, e->integer, out); break;
    case C_LOAD: add_load(writer, e, out); break;
    case C_UNARY: add_unary(writer, e, out); break;
    case C_CONVERT: add_conversion(writer, e, outer, out); break;
    case C_AND: add_joined(writer, e, "&&", outer, out); break;
    case C_OR: add_joined(writer, e, "||", outer, out); break;
    case C_CONDITIONAL:
        text_add_char(out, '(');
        value(writer, e->left, out);
        text_add(out, " ? ");
        value(writer, e->right, out);
        text_add(out, " : ");
        value(writer, e->third, out);
        text_add_char(out, ')');
        break;
    default:
        if (e->op >= C_LESS && e->op <= C_NOT_EQUAL)
            add_joined(writer, e, OPERATORS[e->op], outer, out);
        else
            add_arithmetic(writer, e, out);
    }
}
