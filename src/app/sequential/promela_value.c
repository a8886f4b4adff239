#include "app/sequential/promela_value.h"

#include "app/promela/number.h"
#include "app/sequential/words.h"

#include <string.h>

enum {
    MOST_TEXT = 4000, /* characters of one value */
    MOST_COPIES = 64  /* numbers of a record, or of an array in it, that are copied one by one */
};

static const char *const OPERATORS[] = {
    [C_ADD] = "+",       [C_SUBTRACT] = "-",       [C_MULTIPLY] = "*",     [C_DIVIDE] = "/",
    [C_REMAINDER] = "%", [C_SHIFT_LEFT] = "<<",    [C_SHIFT_RIGHT] = ">>", [C_BIT_AND] = "&",
    [C_BIT_OR] = "|",    [C_BIT_XOR] = "^",        [C_LESS] = "<",         [C_LESS_EQUAL] = "<=",
    [C_GREATER] = ">",   [C_GREATER_EQUAL] = ">=", [C_EQUAL] = "==",       [C_NOT_EQUAL] = "!=",
};

const char *pml_refuse(struct pml_writer *writer, struct place place, const char *what) {
    if (!place.file) place = writer->place;
    if (!writer->refused) diag_error(writer->diagnostics, place, "%s cannot be written as Promela", what);
    writer->refused = true;
    return "0";
}

/* ---- checks ---- */

const char *pml_bare(struct arena *arena, const char *text) {
    size_t length = strlen(text);
    int depth = 0;
    if (*text != '(') return text;
    for (size_t i = 0; i < length; i++) {
        depth += (text[i] == '(') - (text[i] == ')');
        bool closes = depth == 0 && i + 1 < length, chooses = depth == 1 && text[i] == '-' && text[i + 1] == '>';
        if (closes || chooses) return text;
    }
    return arena_printf(arena, "%.*s", (int)length - 2, text + 1);
}

void pml_check(struct pml_writer *writer, const char *condition, const char *kind, const char *message,
               struct place place) {
    if (writer->guard)
        text_printf(&writer->checks, "    assert(!%s || %s);", writer->guard, condition);
    else
        text_printf(&writer->checks, "    assert(%s);", pml_bare(writer->arena, condition));
    text_printf(&writer->checks, " /* %s", kind);
    if (place.line) text_printf(&writer->checks, ", line %u, column %u", place.line, place.column);
    text_add(&writer->checks, ": ");
    sequential_add_harmless(&writer->checks, message, 200);
    text_add(&writer->checks, " */\n");
}

static void check_fit(struct pml_writer *writer, const char *condition, const struct c_expression *e) {
    pml_check(writer, condition, "overflow", "the result fits in its type", e->place);
}

/* `part` is computed only if the condition is true. */
static const char *value_if(struct pml_writer *writer, const char *condition, const struct c_expression *part) {
    const char *outer = writer->guard;
    writer->guard = outer ? arena_printf(writer->arena, "(%s && %s)", outer, condition) : condition;
    const char *text = pml_value(writer, part);
    writer->guard = outer;
    return text;
}

/* ---- numbers ---- */

const char *pml_number(struct arena *arena, int64_t number) {
    if (number == INT32_MIN) return "(1 << 31)";
    return arena_printf(arena, number < 0 ? "(%lld)" : "%lld", (long long)number);
}

/* A number of 32 bits, as it is kept. */
static const char *constant(struct pml_writer *writer, const struct c_expression *e, const struct c_type *type,
                            int64_t number) {
    if (export_is_wide_unsigned(type)) number = (int32_t)(uint32_t)number;
    if (number < INT32_MIN || number > INT32_MAX) return pml_refuse(writer, e->place, "a 64-bit number");
    return pml_number(writer->arena, number);
}

static const char *reduced(struct pml_writer *writer, const struct c_type *type, unsigned bits, const char *text) {
    struct text out = {0};
    export_reduced(type, bits, text, &out);
    const char *kept = arena_text(writer->arena, text_chars(&out));
    text_free(&out);
    return kept;
}

static unsigned bits_of(const struct c_type *type) { return type->size * 8; }

static int64_t highest(const struct c_type *type) {
    return type->size >= 4 ? INT32_MAX : (1 << (bits_of(type) - 1)) - 1;
}

static int64_t lowest(const struct c_type *type) { return -highest(type) - 1; }

/* ---- arithmetic ---- */

struct operation {
    const struct c_expression *e;
    const char *left, *right;
    bool checked; /* of a signed type, and somebody looks for overflow */
};

/* The condition under which a sum or a difference fits, computed without leaving the type. */
static const char *sum_fits(struct pml_writer *writer, const struct operation *o) {
    const struct c_type *type = o->e->type;
    const char *high = pml_number(writer->arena, highest(type)), *low = pml_number(writer->arena, lowest(type));
    bool adds = o->e->op == C_ADD;
    int64_t number;
    if (sequential_is_known(o->e->right, &number) && number != lowest(type)) {
        bool grows = (number >= 0) == adds;
        int64_t distance = number >= 0 ? number : -number;
        return grows ? arena_printf(writer->arena, "%s <= %s", o->left,
                                    pml_number(writer->arena, highest(type) - distance))
                     : arena_printf(writer->arena, "%s >= %s", o->left,
                                    pml_number(writer->arena, lowest(type) + distance));
    }
    return adds ? arena_printf(writer->arena, "(%s > 0 -> %s <= %s - %s : %s >= %s - %s)", o->right, o->left, high,
                               o->right, o->left, low, o->right)
                : arena_printf(writer->arena, "(%s < 0 -> %s <= %s + %s : %s >= %s + %s)", o->right, o->left, high,
                               o->right, o->left, low, o->right);
}

static const char *product_fits(struct pml_writer *writer, const struct operation *o) {
    const char *high = pml_number(writer->arena, highest(o->e->type));
    const char *low = pml_number(writer->arena, lowest(o->e->type));
    const char *a = o->left, *b = o->right;
    return arena_printf(writer->arena,
                        "(%s > 0 -> %s <= %s / %s && %s >= %s / %s : (%s == 0 || (%s == -1 -> %s >= -%s : %s >= %s / "
                        "%s && %s <= %s / %s)))",
                        a, b, high, a, b, low, a, a, a, b, high, b, high, a, b, low, a);
}

static const char *plain(struct pml_writer *writer, const struct operation *o) {
    return arena_printf(writer->arena, "(%s %s %s)", o->left, OPERATORS[o->e->op], o->right);
}

static const char *within(struct pml_writer *writer, const struct operation *o, const char *text) {
    bool wraps = o->e->type->size < 4 && !(o->checked && o->e->type->is_signed);
    return wraps ? reduced(writer, o->e->type, bits_of(o->e->type), text) : text;
}

static const char *sum(struct pml_writer *writer, const struct operation *o) {
    if (o->checked) check_fit(writer, o->e->op == C_MULTIPLY ? product_fits(writer, o) : sum_fits(writer, o), o->e);
    return within(writer, o, plain(writer, o));
}

static const char *quotient(struct pml_writer *writer, const struct operation *o) {
    const struct c_type *type = o->e->type;
    bool small = export_is_small(o->e->left) && export_is_small(o->e->right);
    int64_t number = 0;
    bool known = sequential_is_known(o->e->right, &number);
    if (export_is_wide_unsigned(type) && !small)
        return pml_refuse(writer, o->e->place, "division of an unsigned 32-bit number");
    if (!known || number == 0)
        pml_check(writer, arena_printf(writer->arena, "%s != 0", o->right), "division", "no division by zero",
                  o->e->place);
    if (!type->is_signed || (known && number != -1)) return within(writer, o, plain(writer, o));
    if (o->checked)
        check_fit(writer,
                  arena_printf(writer->arena, "(%s != -1 || %s != %s)", o->right, o->left,
                               pml_number(writer->arena, lowest(type))),
                  o->e);
    const char *divided =
        o->e->op == C_DIVIDE
            ? arena_printf(writer->arena, "(%s == -1 -> -%s : %s)", o->right, o->left, plain(writer, o))
            : arena_printf(writer->arena, "(%s == -1 -> 0 : %s)", o->right, plain(writer, o));
    return within(writer, o, divided);
}

/* An unsigned number of 32 bits: what comes in from the left is zero. */
static const char *shift_right_wide(struct pml_writer *writer, const struct operation *o, int64_t known) {
    if (known == 0) return o->left;
    if (known > 0) return arena_printf(writer->arena, "((%s >> %d) & %u)", o->left, (int)known, UINT32_MAX >> known);
    return arena_printf(writer->arena, "(%s == 0 -> %s : ((%s >> %s) & (2147483647 >> (%s - 1))))", o->right, o->left,
                        o->left, o->right, o->right);
}

static const char *shift(struct pml_writer *writer, const struct operation *from) {
    struct operation o = *from;
    const struct c_type *type = o.e->type;
    unsigned bits = bits_of(type);
    int64_t number = -1;
    bool known = sequential_is_known(o.e->right, &number) && number >= 0 && number < (int64_t)bits;
    bool looked_for = writer->executor->subject->enabled[APP_CHECK_OVERFLOW];
    if (export_is_wide_unsigned(o.e->right->type) && !export_is_small(o.e->right))
        return pml_refuse(writer, o.e->place, "a shift by an unsigned 32-bit number");
    if (!known && looked_for)
        check_fit(writer, arena_printf(writer->arena, "(%s >= 0 && %s < %u)", o.right, o.right, bits), o.e);
    if (!known) number = -1;
    if (!known && !looked_for) o.right = arena_printf(writer->arena, "(%s & %u)", o.right, bits - 1);
    if (o.e->op == C_SHIFT_RIGHT)
        return export_is_wide_unsigned(type) ? shift_right_wide(writer, &o, number) : plain(writer, &o);
    if (type->is_signed && looked_for)
        check_fit(writer,
                  arena_printf(writer->arena, "(%s >= 0 && %s <= (%lld >> %s))", o.left, o.left,
                               (long long)highest(type), o.right),
                  o.e);
    return within(writer, &o, plain(writer, &o));
}

static bool is_order(enum c_operator op) {
    return op == C_LESS || op == C_LESS_EQUAL || op == C_GREATER || op == C_GREATER_EQUAL;
}

static const char *comparison(struct pml_writer *writer, const struct operation *o) {
    bool small = export_is_small(o->e->left) && export_is_small(o->e->right);
    if (!export_is_wide_unsigned(o->e->left->type) || !is_order(o->e->op) || small) return plain(writer, o);
    return arena_printf(writer->arena, "((%s ^ (1 << 31)) %s (%s ^ (1 << 31)))", o->left, OPERATORS[o->e->op],
                        o->right);
}

static bool is_bitwise(enum c_operator op) { return op == C_BIT_AND || op == C_BIT_OR || op == C_BIT_XOR; }

static bool is_comparison(enum c_operator op) { return is_order(op) || op == C_EQUAL || op == C_NOT_EQUAL; }

/* Numbers of 64 bits that are small can be compared, joined and divided, as if they had 32. */
static bool is_too_wide(const struct c_expression *e) {
    if (e->left->type->size <= 4 && e->type->size <= 4) return false;
    bool grows = !is_comparison(e->op) && !is_bitwise(e->op) && e->op != C_DIVIDE && e->op != C_REMAINDER;
    return grows || !export_is_small(e->left) || !export_is_small(e->right);
}

static const char *binary(struct pml_writer *writer, const struct c_expression *e) {
    if (is_too_wide(e)) return pml_refuse(writer, e->place, "64-bit arithmetic");
    if ((e->op == C_SHIFT_LEFT || e->op == C_SHIFT_RIGHT) && e->right->type->size > 4 && !export_is_small(e->right))
        return pml_refuse(writer, e->place, "64-bit arithmetic");
    struct operation o = {.e = e,
                          .left = pml_value(writer, e->left),
                          .checked = e->type->is_signed && writer->executor->subject->enabled[APP_CHECK_OVERFLOW]};
    o.right = pml_value(writer, e->right);
    switch (e->op) {
    case C_ADD:
    case C_SUBTRACT:
    case C_MULTIPLY: return sum(writer, &o);
    case C_DIVIDE:
    case C_REMAINDER: return quotient(writer, &o);
    case C_SHIFT_LEFT:
    case C_SHIFT_RIGHT: return shift(writer, &o);
    default: return is_bitwise(e->op) ? plain(writer, &o) : comparison(writer, &o);
    }
}

static const char *unary(struct pml_writer *writer, const struct c_expression *e) {
    if (e->type->size > 4 || e->left->type->size > 4) {
        if (e->op != C_LOGICAL_NOT || !export_is_small(e->left))
            return pml_refuse(writer, e->place, "64-bit arithmetic");
    }
    const char *left = pml_value(writer, e->left);
    if (e->op == C_LOGICAL_NOT) return arena_printf(writer->arena, "(!%s)", left);
    struct operation o = {
        .e = e, .left = left, .checked = e->type->is_signed && writer->executor->subject->enabled[APP_CHECK_OVERFLOW]};
    if (e->op == C_NEGATE && o.checked)
        check_fit(writer, arena_printf(writer->arena, "%s != %s", left, pml_number(writer->arena, lowest(e->type))), e);
    const char *text = arena_printf(writer->arena, e->op == C_NEGATE ? "(0 - %s)" : "(~%s)", left);
    return e->op == C_NOT && e->type->is_signed ? text : within(writer, &o, text);
}

static const char *conversion(struct pml_writer *writer, const struct c_expression *e) {
    const struct c_type *from = e->left->type, *to = e->type;
    if (from->kind != C_INTEGER || to->kind != C_INTEGER)
        return pml_refuse(writer, e->place, "a conversion between pointers, floats and integers");
    int64_t number;
    if (sequential_is_known(e, &number)) return constant(writer, e, to, number);
    /* What is not small has its bits, and only 32 of them. */
    if (from->size > 4 && !export_is_small(e->left)) return pml_refuse(writer, e->place, "a 64-bit number");
    if (to->size > 4 && !export_is_small(e->left)) return pml_refuse(writer, e->place, "a 64-bit number");
    const char *left = pml_value(writer, e->left);
    if (to->is_bool && !from->is_bool) return arena_printf(writer->arena, "(%s != 0)", left);
    return export_fits(from, to) || to->size >= 4 ? left : reduced(writer, to, bits_of(to), left);
}

/* ---- places ---- */

struct path {
    const char *name, *index; /* NULL: none */
};

static const char *index_text(struct pml_writer *writer, const struct c_expression *e) {
    uint32_t count = e->left->type->count;
    int64_t number;
    if (sequential_is_known(e->right, &number) && number >= 0 && number < count)
        return pml_number(writer->arena, number);
    if (e->right->type->size > 4 && !export_is_small(e->right))
        return pml_refuse(writer, e->place, "an index of 64 bits");
    const char *text = pml_value(writer, e->right);
    pml_check(writer, arena_printf(writer->arena, "(%s >= 0 && %s < %u)", text, text, count), "memory",
              arena_printf(writer->arena, "an index in an array of %u", count), e->place);
    return text;
}

static struct path path_of(struct pml_writer *writer, const struct c_expression *place) {
    struct path path = {"0", NULL};
    switch (place->kind) {
    case C_OBJECT: path.name = pml_name(writer->variables, place->object, writer->context); break;
    case C_MEMBER:
        path = path_of(writer, place->left);
        path.name = arena_printf(writer->arena, "%s_%s", path.name,
                                 pml_field(writer->variables, place->left->type, place->field));
        break;
    case C_INDEX: {
        path = path_of(writer, place->left);
        const char *index = index_text(writer, place);
        path.index = path.index
                         ? arena_printf(writer->arena, "(%s * %u + %s)", path.index, place->left->type->count, index)
                         : index;
        break;
    }
    default: pml_refuse(writer, place->place, "a pointer");
    }
    const struct c_object *refused = writer->variables->refused;
    if (refused)
        pml_refuse(writer, refused->place, "a variable with numbers of 64 bits, or with names that are alike,");
    return path;
}

static const char *path_text(struct pml_writer *writer, struct path path) {
    return path.index ? arena_printf(writer->arena, "%s[%s]", path.name, path.index) : path.name;
}

const char *pml_place(struct pml_writer *writer, const struct c_expression *place) {
    return path_text(writer, path_of(writer, place));
}

static const char *loaded(struct pml_writer *writer, const struct c_expression *e) {
    const struct c_expression *place = e->left;
    const char *text = pml_place(writer, place);
    if (place->kind == C_OBJECT && sequential_is_doubtful(writer->variables->code, place->object))
        pml_check(writer, arena_printf(writer->arena, "%s_set", text), "uninitialised", "it has a value", e->place);
    return text;
}

/* ---- values ---- */

void pml_compute(struct pml_writer *writer, const struct c_expression *value) {
    (void)(value->type->kind == C_INTEGER ? pml_value(writer, value) : pml_place(writer, value->left));
}

static const char *joined(struct pml_writer *writer, const struct c_expression *e) {
    bool is_and = e->kind == C_AND;
    const char *left = pml_value(writer, e->left);
    const char *condition = is_and ? left : arena_printf(writer->arena, "(!%s)", left);
    return arena_printf(writer->arena, is_and ? "(%s && %s)" : "(%s || %s)", left,
                        value_if(writer, condition, e->right));
}

static const char *conditional(struct pml_writer *writer, const struct c_expression *e) {
    const char *condition = pml_value(writer, e->left);
    const char *yes = value_if(writer, condition, e->right);
    const char *no = value_if(writer, arena_printf(writer->arena, "(!%s)", condition), e->third);
    return arena_printf(writer->arena, "(%s -> %s : %s)", condition, yes, no);
}

const char *pml_value(struct pml_writer *writer, const struct c_expression *e) {
    const char *text;
    if (writer->refused) return "0";
    if (e->type->kind != C_INTEGER) return pml_refuse(writer, e->place, "a value that is no integer");
    switch (e->kind) {
    case C_CONSTANT: text = constant(writer, e, e->type, e->integer); break;
    case C_LOAD: text = loaded(writer, e); break;
    case C_UNARY: text = unary(writer, e); break;
    case C_CONVERT: text = conversion(writer, e); break;
    case C_AND:
    case C_OR: text = joined(writer, e); break;
    case C_CONDITIONAL: text = conditional(writer, e); break;
    case C_BINARY: text = binary(writer, e); break;
    default: text = pml_refuse(writer, e->place, "a pointer");
    }
    return strlen(text) > MOST_TEXT ? pml_refuse(writer, e->place, "an expression that gets so long") : text;
}

/* ---- assignments ---- */

static void set(struct pml_writer *writer, const struct c_expression *target, const char *value, struct text *out) {
    unsigned bits = target->kind == C_MEMBER ? target->field->bit_width : 0;
    const char *name = pml_place(writer, target);
    if (bits && bits < bits_of(target->type)) value = reduced(writer, target->type, bits, value);
    if (strcmp(name, value) != 0) text_printf(out, "%s = %s; ", name, pml_bare(writer->arena, value));
    if (target->kind == C_OBJECT && sequential_is_doubtful(writer->variables->code, target->object))
        text_printf(out, "%s_set = 1; ", name);
}

struct copying {
    struct pml_writer *writer;
    struct path to, from;
    struct text *out;
};

static const char *element(struct arena *arena, struct path path, const char *suffix, uint32_t count, uint32_t i) {
    if (!count)
        return path.index ? arena_printf(arena, "%s%s[%s]", path.name, suffix, path.index)
                          : arena_printf(arena, "%s%s", path.name, suffix);
    return path.index ? arena_printf(arena, "%s%s[%s * %u + %u]", path.name, suffix, path.index, count, i)
                      : arena_printf(arena, "%s%s[%u]", path.name, suffix, i);
}

static void copy_number(void *context, const struct pml_number *number) {
    const struct copying *copying = context;
    struct arena *arena = copying->writer->arena;
    if (number->count > MOST_COPIES) pml_refuse(copying->writer, copying->writer->place, "a copy of so large a record");
    for (uint32_t i = 0; i < (number->count ? number->count : 1) && !copying->writer->refused; i++)
        text_printf(copying->out, "%s = %s; ", element(arena, copying->to, number->suffix, number->count, i),
                    element(arena, copying->from, number->suffix, number->count, i));
}

/* Is anything of it looked at in the indices? */
static bool depends_on(const struct c_expression *place, const struct c_object *object) {
    if (!place || place->kind == C_OBJECT) return false;
    bool reads = place->kind == C_LOAD && sequential_root(place->left) == object;
    return reads || depends_on(place->left, object) || depends_on(place->right, object) ||
           depends_on(place->third, object);
}

/* Number by number: the first may not say where the others go, or come from. */
static void check_copy(struct pml_writer *writer, const struct c_expression *to, const struct c_expression *from) {
    const struct c_object *changed = sequential_root(to);
    if (depends_on(to, changed) || depends_on(from, changed))
        pml_refuse(writer, to->place, "a copy of a structure to or from a place that it changes");
}

void pml_assign(struct pml_writer *writer, const struct c_expression *target, const struct c_expression *value,
                struct text *out) {
    if (target->type->kind == C_RECORD && value->kind == C_LOAD) {
        check_copy(writer, target, value->left);
        struct copying copying = {writer, path_of(writer, target), path_of(writer, value->left), out};
        pml_each_number(writer->variables, target->type, copy_number, &copying);
    } else if (target->type->kind != C_INTEGER) {
        pml_refuse(writer, target->place, "an assignment of this");
    } else if (target->type->size > 4 && !export_is_small(value)) {
        pml_refuse(writer, value->place, "a 64-bit number");
    } else {
        set(writer, target, pml_value(writer, value), out);
    }
}

void pml_assign_number(struct pml_writer *writer, const struct c_expression *target, int64_t number, struct text *out) {
    if (export_is_mask(target->type) && (number < 0 || number > INT32_MAX))
        pml_refuse(writer, target->place, "a 64-bit number");
    else
        set(writer, target, constant(writer, target, target->type, number), out);
}
