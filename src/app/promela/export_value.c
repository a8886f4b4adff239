/* Values and places; number.h says how numbers are kept. */
#include "app/analysis/aligned.h"
#include "app/analysis/pieces.h"
#include "app/promela/export_internal.h"

#include <ctype.h>

enum { MOST_NAMED_VALUES = 16 };

static bool export_conversion(struct exporter *exporter, const struct c_expression *value, uint32_t instance,
                              struct text *out) {
    const struct c_type *from = value->left->type, *to = value->type;
    if (from->kind != C_INTEGER || to->kind != C_INTEGER)
        return export_refuse(exporter, value->place, "a conversion between pointers, floats and integers");
    uint64_t number;
    if (to->size > 4 && !export_known_number(value, &number) && !export_is_small(value->left) && !export_fits(from, to))
        return export_refuse(exporter, value->place, "a 64-bit number");
    struct text inner = {0};
    bool ok = export_value(exporter, value->left, instance, &inner);
    if (ok && (export_fits(from, to) || to->size >= 4))
        text_add(out, text_chars(&inner));
    else if (ok)
        export_reduced(to, to->size * 8, text_chars(&inner), out);
    text_free(&inner);
    return ok;
}

static bool is_nonzero(const struct c_expression *value) {
    uint64_t number;
    return export_known_number(value, &number) && number != 0;
}

static const struct c_object *object_of(const struct c_expression *place) {
    while (place && place->kind != C_OBJECT) place = place->left;
    return place ? place->object : NULL;
}

/* One word, as an annotation has it, without a comment's end. */
static bool can_be_annotated(const char *name) {
    if (!name || !*name) return false;
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && *name != '_' && *name != '.') return false;
    return true;
}

/* Each of few values is an interaction of its own, `NAME=VALUE`; of many, that one is read, `NAME=_`. */
const char *export_selection(struct exporter *exporter, const char *variable, const char *input,
                             const struct export_range *range) {
    const char *low = range->low, *high = range->high;
    if (!low) low = arena_printf(exporter->arena, "%lld", (long long)range->first);
    if (!high) high = arena_printf(exporter->arena, "%lld", (long long)range->last);
    const char *select = arena_printf(exporter->arena, "select(%s : %s .. %s);", variable, low, high);
    if (!can_be_annotated(input)) return select;
    bool are_few = range->is_constant && range->first <= range->last && range->first > -INT32_MAX &&
                   range->last < INT32_MAX && range->last - range->first < MOST_NAMED_VALUES;
    if (!are_few) return arena_printf(exporter->arena, "/*@ %s=_ */ %s", input, select);
    struct text text = {0};
    text_add(&text, "if");
    for (int64_t value = range->first; value <= range->last; value++)
        text_printf(&text, " :: /*@ %s=%lld */ %s = %lld", input, (long long)value, variable, (long long)value);
    text_add(&text, " fi;");
    const char *kept = arena_text(exporter->arena, text_chars(&text));
    text_free(&text);
    return kept;
}

/* `*&x` is what `x` is. */
static bool is_aligned(const struct c_expression *place, uint32_t align) {
    const struct c_expression *root = c_root(place);
    if (root == place && root->kind == C_DEREFERENCE && root->left->kind == C_ADDRESS)
        return is_aligned(root->left->left, align);
    return root->kind == C_OBJECT && aligned_is(place, align);
}

bool export_check_shared(struct exporter *exporter, const struct c_expression *place, const char *in_parts) {
    if (pieces_count(place->type, exporter->subject->word) > 1) return export_refuse(exporter, place->place, in_parts);
    return is_aligned(place, place->type->align) ||
           export_refuse(exporter, place->place, "a number that need not be aligned, and that others may change,");
}

/* What others can change is read in a step of its own; so is an input, which is new each time. */
static bool export_load(struct exporter *exporter, const struct c_expression *place, uint32_t instance,
                        struct text *out) {
    const struct c_object *object = object_of(place);
    bool is_input = object && object->is_input, is_shared = object && export_is_shared(exporter, object);
    if (place->type->kind == C_RECORD) return export_refuse(exporter, place->place, "a copy of a record");
    if (object && c_has_parts_from_outside(object))
        return export_refuse(exporter, place->place, "a part of a structure that is an input");
    if (!is_input && (!is_shared || exporter->at_once)) return export_place(exporter, place, instance, out);
    if (exporter->at_once) return export_refuse(exporter, place->place, "an input in the middle of something");
    if (place->type->kind != C_INTEGER)
        return export_refuse(exporter, place->place, "a copy of a record, pointer or float");
    if (!export_check_shared(exporter, place, "a number that is read in several parts")) return false;
    struct text variable = {0};
    bool ok = export_place(exporter, place, instance, &variable);
    uint32_t number = ++exporter->loads;
    if (number > exporter->most_loads) exporter->most_loads = number;
    const char *load = arena_printf(exporter->arena, "load%u", number);
    if (ok && is_input) {
        struct export_note note = {.place = place->place,
                                   .input = object->name ? object->name : "an input",
                                   .variable = load,
                                   .type = place->type};
        struct export_range range = {.is_constant = true, .first = object->low, .last = object->high};
        text_printf(&exporter->before, "    %s%s  /* %s */\n", export_selection(exporter, load, object->name, &range),
                    export_noted(exporter, &note), note.input);
    }
    if (ok && !is_input)
        text_printf(&exporter->before, "    atomic { %s -> %s = %s };\n", exporter->guard, load, text_chars(&variable));
    text_add(out, load);
    text_free(&variable);
    return ok;
}

static const char *const OPERATORS[] = {
    [C_ADD] = "+",         [C_SUBTRACT] = "-",     [C_MULTIPLY] = "*", [C_DIVIDE] = "/",         [C_REMAINDER] = "%",
    [C_SHIFT_LEFT] = "<<", [C_SHIFT_RIGHT] = ">>", [C_BIT_AND] = "&",  [C_BIT_OR] = "|",         [C_BIT_XOR] = "^",
    [C_LESS] = "<",        [C_LESS_EQUAL] = "<=",  [C_GREATER] = ">",  [C_GREATER_EQUAL] = ">=", [C_EQUAL] = "==",
    [C_NOT_EQUAL] = "!=",  [C_NEGATE] = "-",       [C_NOT] = "~",      [C_LOGICAL_NOT] = "!",
};

static bool is_order(enum c_operator op) {
    return op == C_LESS || op == C_LESS_EQUAL || op == C_GREATER || op == C_GREATER_EQUAL;
}

static bool depends_on_sign(enum c_operator op) { return op == C_DIVIDE || op == C_REMAINDER || op == C_SHIFT_RIGHT; }

/* Of small operands, the result may be none. */
static bool grows(enum c_operator op) {
    return op == C_ADD || op == C_SUBTRACT || op == C_MULTIPLY || op == C_SHIFT_LEFT;
}

static bool export_operand(struct exporter *exporter, const struct c_expression *value, uint32_t instance, bool flip,
                           struct text *out) {
    text_add(out, flip ? "((" : "");
    if (!export_value(exporter, value, instance, out)) return false;
    text_add(out, flip ? ") ^ (1 << 31))" : "");
    return true;
}

static bool export_binary(struct exporter *exporter, const struct c_expression *value, uint32_t instance,
                          struct text *out) {
    const struct c_type *type = value->left->type;
    if (type->kind != C_INTEGER) return export_refuse(exporter, value->place, "arithmetic of pointers or floats");
    bool small = export_is_small(value->left) && export_is_small(value->right);
    if (type->size > 4 && (!small || grows(value->op)))
        return export_refuse(exporter, value->place, "64-bit arithmetic");
    if (export_is_wide_unsigned(type) && depends_on_sign(value->op) && !small)
        return export_refuse(exporter, value->place, "division or a right shift of an unsigned 32-bit number");
    bool flip = export_is_wide_unsigned(type) && is_order(value->op) && !small;
    struct text right = {0};
    text_add_char(out, '(');
    bool ok = export_operand(exporter, value->left, instance, flip, out) &&
              export_operand(exporter, value->right, instance, flip, &right);
    if (ok && (value->op == C_DIVIDE || value->op == C_REMAINDER) && !is_nonzero(value->right))
        text_printf(&exporter->before, "    assert(%s != 0);%s\n", text_chars(&right),
                    export_finding(exporter, "division", value->place, "division by zero"));
    text_printf(out, " %s %s)", OPERATORS[value->op], text_chars(&right));
    text_free(&right);
    return ok;
}

/* The right side's loads are done only if the left side asks for them. */
static bool export_lazy(struct exporter *exporter, const struct c_expression *value, uint32_t instance,
                        const char *condition, struct text *out) {
    struct text outer = exporter->before;
    exporter->before = (struct text){0};
    bool ok = export_value(exporter, value, instance, out);
    struct text inner = exporter->before;
    exporter->before = outer;
    if (inner.length)
        text_printf(&exporter->before, "    if\n    :: %s ->\n%s    :: else\n    fi;\n", condition, text_chars(&inner));
    text_free(&inner);
    return ok;
}

static bool export_joined(struct exporter *exporter, const struct c_expression *value, uint32_t instance,
                          struct text *out) {
    struct text left = {0};
    bool is_and = value->kind == C_AND;
    bool ok = export_value(exporter, value->left, instance, &left);
    text_printf(out, "(%s %s ", text_chars(&left), is_and ? "&&" : "||");
    const char *condition = arena_printf(exporter->arena, is_and ? "(%s)" : "!(%s)", text_chars(&left));
    ok = ok && export_lazy(exporter, value->right, instance, condition, out);
    text_add_char(out, ')');
    text_free(&left);
    return ok;
}

static bool export_conditional(struct exporter *exporter, const struct c_expression *value, uint32_t instance,
                               struct text *out) {
    struct text condition = {0};
    bool ok = export_value(exporter, value->left, instance, &condition);
    text_printf(out, "(%s -> ", text_chars(&condition));
    const char *yes = arena_printf(exporter->arena, "(%s)", text_chars(&condition));
    const char *no = arena_printf(exporter->arena, "!(%s)", text_chars(&condition));
    ok = ok && export_lazy(exporter, value->right, instance, yes, out);
    text_add(out, " : ");
    ok = ok && export_lazy(exporter, value->third, instance, no, out);
    text_add_char(out, ')');
    text_free(&condition);
    return ok;
}

static bool export_constant(struct exporter *exporter, const struct c_expression *value, struct text *out) {
    if (value->type->kind != C_INTEGER) return export_refuse(exporter, value->place, "a pointer or a float");
    int64_t number = value->integer;
    if (export_is_wide_unsigned(value->type)) number = (int32_t)(uint32_t)number;
    if (number < INT32_MIN || number > INT32_MAX) return export_refuse(exporter, value->place, "a 64-bit number");
    if (number == INT32_MIN)
        text_add(out, "(1 << 31)");
    else
        text_printf(out, number < 0 ? "(%lld)" : "%lld", (long long)number);
    return true;
}

bool export_value(struct exporter *exporter, const struct c_expression *value, uint32_t instance, struct text *out) {
    switch (value->kind) {
    case C_CONSTANT: return export_constant(exporter, value, out);
    case C_LOAD: return export_load(exporter, value->left, instance, out);
    case C_CONVERT: return export_conversion(exporter, value, instance, out);
    case C_BINARY: return export_binary(exporter, value, instance, out);
    case C_AND:
    case C_OR: return export_joined(exporter, value, instance, out);
    case C_CONDITIONAL: return export_conditional(exporter, value, instance, out);
    case C_UNARY:
        if (value->type->kind != C_INTEGER || value->type->size > 4)
            return export_refuse(exporter, value->place, "a float or a 64-bit number");
        text_printf(out, "(%s", OPERATORS[value->op]);
        if (!export_value(exporter, value->left, instance, out)) return false;
        text_add_char(out, ')');
        return true;
    case C_REAL: return export_refuse(exporter, value->place, "a float");
    default: return export_refuse(exporter, value->place, "a pointer");
    }
}

/* ---- Places ---- */

/* The variable's name goes to `name`, what its elements are indexed with to `index`. */
static bool export_path(struct exporter *exporter, const struct c_expression *place, uint32_t instance,
                        struct text *name, struct text *index) {
    switch (place->kind) {
    case C_OBJECT: text_add(name, export_name(exporter, place->object, instance)); return true;
    case C_MEMBER:
        if (place->left->type->is_union) return export_refuse(exporter, place->place, "a union");
        if (!export_path(exporter, place->left, instance, name, index)) return false;
        text_printf(name, "_%s", place->field->name);
        return true;
    case C_INDEX:
        if (!export_path(exporter, place->left, instance, name, index)) return false;
        if (index->length) {
            char *outer = text_take(index);
            text_printf(index, "(%s) * %u + ", outer, place->left->type->count);
            free(outer);
        }
        return export_value(exporter, place->right, instance, index);
    case C_DEREFERENCE:
        if (place->left->kind == C_ADDRESS) return export_path(exporter, place->left->left, instance, name, index);
        return export_refuse(exporter, place->place, "a pointer");
    default: return export_refuse(exporter, place->place, "this");
    }
}

/* `next[next[0]]`: Spin has no words for that. */
static bool mentions(const struct text *index, const struct text *name) {
    const char *all = index->length ? text_chars(index) : "", *array = text_chars(name);
    for (const char *at = all; (at = strstr(at, array)); at++) {
        char behind = at[name->length];
        bool begins = at == all || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (begins && !isalnum((unsigned char)behind) && behind != '_') return true;
    }
    return false;
}

bool export_place(struct exporter *exporter, const struct c_expression *place, uint32_t instance, struct text *out) {
    struct text name = {0}, index = {0};
    bool ok = export_path(exporter, place, instance, &name, &index);
    if (ok && mentions(&index, &name))
        ok = export_refuse(exporter, place->place, "an array that is indexed with itself");
    if (ok) text_add(out, text_chars(&name));
    if (ok && index.length) text_printf(out, "[%s]", text_chars(&index));
    text_free(&name);
    text_free(&index);
    return ok;
}

bool export_assignment(struct exporter *exporter, const struct c_expression *target, const struct c_expression *value,
                       uint32_t instance, struct text *out) {
    if (target->type->kind != C_INTEGER)
        return export_refuse(exporter, target->place, "an assignment of a record, pointer or float");
    if (export_is_mask(target->type) && !export_is_small(value))
        return export_refuse(exporter, value->place, "a 64-bit number");
    struct text number = {0};
    bool ok = export_value(exporter, value, instance, &number) && export_place(exporter, target, instance, out);
    if (ok) {
        text_add(out, " = ");
        unsigned bits = target->kind == C_MEMBER ? target->field->bit_width : 0;
        if (bits)
            export_reduced(target->type, bits, text_chars(&number), out);
        else
            text_add(out, text_chars(&number));
    }
    text_free(&number);
    return ok;
}
