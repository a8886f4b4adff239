#include "app/sequential/helper.h"

#include <stdio.h>

static const char *const NAMES[] = {"add", "sub", "mul", "neg", "div", "rem", "shl", "shr", "at", "has_value"};

static unsigned size_class(uint32_t size) { return size == 1 ? 0 : size == 2 ? 1 : size <= 4 ? 2 : 3; }

const char *sequential_helper(struct sequential_helpers *helpers, enum sequential_operation what,
                              const struct c_type *type) {
    bool typed = what < SEQUENTIAL_INDEX;
    unsigned class = typed ? size_class(type->size) : 0;
    helpers->used[what][typed && type->is_signed][class] = true;
    if (typed)
        snprintf(helpers->name, sizeof helpers->name, "rt_%s_%c%u", NAMES[what], type->is_signed ? 's' : 'u',
                 8u << class);
    else
        snprintf(helpers->name, sizeof helpers->name, "rt_%s", NAMES[what]);
    return helpers->name;
}

static void add_limits(unsigned bits, char low[48], char high[48]) {
    long long most = bits == 64 ? INT64_MAX : (1LL << (bits - 1)) - 1;
    snprintf(low, 48, "(-%lldll - 1)", most);
    snprintf(high, 48, "%lldll", most);
}

/* In 64 bits, where that is wide enough. */
static void write_narrow(const struct sequential_helpers *helpers, enum sequential_operation what, unsigned bits,
                         struct text *out) {
    static const char *const EXPRESSIONS[] = {"(int64_t)a + b", "(int64_t)a - b", "(int64_t)a * b", "-(int64_t)a"};
    char low[48], high[48];
    add_limits(bits, low, high);
    text_printf(out, "static int%u_t rt_%s_s%u(int%u_t a, %sunsigned number)\n{\n", bits, NAMES[what], bits, bits,
                what == SEQUENTIAL_NEGATE ? ""
                : bits == 8               ? "int8_t b, "
                : bits == 16              ? "int16_t b, "
                                          : "int32_t b, ");
    text_printf(out, "    int64_t result = %s;\n", EXPRESSIONS[what]);
    if (helpers->overflow)
        text_printf(out, "    if (result < %s || result > %s) fault(number);\n", low, high);
    else
        text_add(out, "    (void)number;\n");
    text_printf(out, "    return (int%u_t)result;\n}\n", bits);
}

static void write_wide(const struct sequential_helpers *helpers, enum sequential_operation what, struct text *out) {
    static const char *const CHECKS[] = {
        "b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b", "b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b",
        "a == -1 ? b == INT64_MIN : a != 0 && (int64_t)((uint64_t)a * (uint64_t)b) / a != b", "a == INT64_MIN"};
    static const char *const RESULTS[] = {"(uint64_t)a + (uint64_t)b", "(uint64_t)a - (uint64_t)b",
                                          "(uint64_t)a * (uint64_t)b", "0 - (uint64_t)a"};
    text_printf(out, "static int64_t rt_%s_s64(int64_t a, %sunsigned number)\n{\n", NAMES[what],
                what == SEQUENTIAL_NEGATE ? "" : "int64_t b, ");
    if (helpers->overflow)
        text_printf(out, "    if (%s) fault(number);\n", CHECKS[what]);
    else
        text_add(out, "    (void)number;\n");
    text_printf(out, "    return (int64_t)(%s);\n}\n", RESULTS[what]);
}

/* Where a quotient does not fit, the remainder is undefined, too (C11 6.5.5). */
static void write_division(const struct sequential_helpers *helpers, enum sequential_operation what, bool is_signed,
                           unsigned bits, struct text *out) {
    const char *type = is_signed ? "int" : "uint", sign = is_signed ? 's' : 'u';
    char low[48], high[48];
    add_limits(bits, low, high);
    bool divides = what == SEQUENTIAL_DIVIDE;
    text_printf(out, "static %s%u_t rt_%s_%c%u(%s%u_t a, %s%u_t b, unsigned zero%s)\n{\n", type, bits, NAMES[what],
                sign, bits, type, bits, type, bits, is_signed ? ", unsigned number" : "");
    text_add(out, "    if (b == 0) {\n        fault(zero);\n        return 0;\n    }\n");
    if (is_signed) {
        if (helpers->overflow)
            text_printf(out, "    if (b == -1 && a == %s) fault(number);\n", low);
        else
            text_add(out, "    (void)number;\n");
        text_printf(out, "    if (b == -1) return %s;\n",
                    divides && bits == 64 ? "(int64_t)(0 - (uint64_t)a)"
                    : divides             ? (bits == 32   ? "(int32_t)(-(int64_t)a)"
                                             : bits == 16 ? "(int16_t)(-(int64_t)a)"
                                                          : "(int8_t)(-(int64_t)a)")
                                          : "0");
    }
    text_printf(out, "    return (%s%u_t)(a %c b);\n}\n", type, bits, divides ? '/' : '%');
}

static void write_shift(const struct sequential_helpers *helpers, enum sequential_operation what, bool is_signed,
                        unsigned bits, struct text *out) {
    const char *type = is_signed ? "int" : "uint", sign = is_signed ? 's' : 'u';
    bool left = what == SEQUENTIAL_SHIFT_LEFT;
    text_printf(out, "static %s%u_t rt_%s_%c%u(%s%u_t a, int64_t count, unsigned number)\n{\n", type, bits, NAMES[what],
                sign, bits, type, bits);
    if (helpers->overflow)
        text_printf(out, "    if (count < 0 || count >= %u) fault(number);\n", bits);
    else
        text_add(out, "    (void)number;\n");
    text_printf(out, "    count &= %u;\n", bits - 1);
    if (!left) {
        text_printf(out, "    return (%s%u_t)(a >> count);\n}\n", type, bits);
        return;
    }
    text_printf(out, "    %s%u_t result = (%s%u_t)((uint64_t)a << count);\n", type, bits, type, bits);
    if (is_signed && helpers->overflow)
        text_add(out, "    if (a < 0 || result < 0 || result >> count != a) fault(number);\n");
    text_add(out, "    return result;\n}\n");
}

static void write_one(const struct sequential_helpers *helpers, enum sequential_operation what, bool is_signed,
                      unsigned bits, struct text *out) {
    switch (what) {
    case SEQUENTIAL_DIVIDE:
    case SEQUENTIAL_REMAINDER: write_division(helpers, what, is_signed, bits, out); break;
    case SEQUENTIAL_SHIFT_LEFT:
    case SEQUENTIAL_SHIFT_RIGHT: write_shift(helpers, what, is_signed, bits, out); break;
    case SEQUENTIAL_INDEX:
        text_add(out, "static uint64_t rt_at(uint64_t index, uint64_t count, unsigned number)\n{\n"
                      "    if (index < count) return index;\n    fault(number);\n    return 0;\n}\n");
        break;
    case SEQUENTIAL_VALUE:
        text_add(out, "static void rt_has_value(_Bool is_set, unsigned number)\n{\n"
                      "    if (!is_set) fault(number);\n}\n");
        break;
    default:
        if (bits == 64)
            write_wide(helpers, what, out);
        else
            write_narrow(helpers, what, bits, out);
    }
}

void sequential_write_helpers(const struct sequential_helpers *helpers, struct text *out) {
    for (int what = 0; what < SEQUENTIAL_OPERATIONS; what++)
        for (int is_signed = 0; is_signed < 2; is_signed++)
            for (unsigned class = 0; class < 4; class ++)
                if (helpers->used[what][is_signed][class])
                    write_one(helpers, (enum sequential_operation)what, is_signed, 8u << class, out);
}
