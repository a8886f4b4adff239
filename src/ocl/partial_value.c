#include "ocl/partial_value.h"

static int64_t bits(uint64_t set) { return __builtin_popcountll(set); }

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }

struct ocl_partial ocl_partial_range(int64_t low, int64_t high) {
    return (struct ocl_partial){.low = low, .high = high};
}

struct ocl_partial ocl_partial_number(int64_t value) {
    return ocl_partial_range(value, value);
}

struct ocl_partial ocl_partial_objects(uint64_t may, bool null) {
    return (struct ocl_partial){.may = may, .null = null};
}

struct ocl_partial ocl_partial_object(unsigned object) {
    return ocl_partial_objects(1ull << object, false);
}

/* Elements and size tell of each other. */
struct ocl_partial ocl_partial_set(uint64_t must, uint64_t may, int64_t low, int64_t high) {
    low = greater(low, bits(must));
    high = lesser(high, bits(may));
    if (low > high) { /* no such set: nothing may be concluded */
        low = bits(must);
        high = bits(may);
    } else if (high == bits(must)) {
        may = must;
    } else if (low == bits(may)) {
        must = may;
    }
    return (struct ocl_partial){
        .must = must, .may = may, .low = greater(low, bits(must)), .high = lesser(high, bits(may))};
}

struct ocl_partial ocl_partial_known(struct ocl_type type, int64_t value) {
    if (type.kind == OCL_OBJECT) return ocl_partial_objects(value < 0 ? 0 : 1ull << value, value < 0);
    if (type.kind == OCL_SET) return ocl_partial_set((uint64_t)value, (uint64_t)value, 0, 64);
    return ocl_partial_number(value);
}

struct ocl_partial ocl_partial_anything(struct ocl_type type, uint64_t objects) {
    switch (type.kind) {
    case OCL_BOOLEAN: return ocl_partial_range(0, 1);
    case OCL_OBJECT: return ocl_partial_objects(objects, true);
    case OCL_SET: return ocl_partial_set(0, objects, 0, 64);
    default: return ocl_partial_range(INT64_MIN, INT64_MAX);
    }
}

struct ocl_partial ocl_partial_join(struct ocl_type type, struct ocl_partial a, struct ocl_partial b) {
    struct ocl_partial joined;
    if (type.kind == OCL_SET)
        joined = ocl_partial_set(a.must & b.must, a.may | b.may, lesser(a.low, b.low), greater(a.high, b.high));
    else if (type.kind == OCL_OBJECT)
        joined = ocl_partial_objects(a.may | b.may, a.null || b.null);
    else
        joined = ocl_partial_range(lesser(a.low, b.low), greater(a.high, b.high));
    joined.fails = a.fails || b.fails;
    return joined;
}

/* ---- Booleans ---- */

struct ocl_partial ocl_partial_not(struct ocl_partial a) {
    struct ocl_partial value = ocl_partial_range(!a.high, !a.low);
    value.fails = a.fails;
    return value;
}

struct ocl_partial ocl_partial_connect(enum ocl_op op, struct ocl_partial a, struct ocl_partial b) {
    if (op == OCL_OP_IMPLIES) return ocl_partial_connect(OCL_OP_OR, ocl_partial_not(a), b);
    int64_t decisive = op == OCL_OP_OR;
    if (ocl_partial_is(&a, decisive) || ocl_partial_is(&b, decisive)) return ocl_partial_number(decisive);
    struct ocl_partial value = op == OCL_OP_OR ? ocl_partial_range(a.low | b.low, a.high | b.high)
                                               : ocl_partial_range(a.low & b.low, a.high & b.high);
    value.fails = a.fails || b.fails;
    return value;
}

/* ---- comparisons: from what holds surely and what cannot hold ---- */

static struct ocl_partial decide(bool surely, bool never, const struct ocl_partial *a, const struct ocl_partial *b) {
    struct ocl_partial value = ocl_partial_range(surely, !never);
    value.fails = a->fails || b->fails;
    return value;
}

static bool is_single_object(const struct ocl_partial *a) { return bits(a->may) + a->null == 1; }

struct ocl_partial ocl_partial_equal(struct ocl_type type, struct ocl_partial a, struct ocl_partial b) {
    if (type.kind == OCL_OBJECT) {
        bool meet = (a.may & b.may) || (a.null && b.null);
        return decide(meet && is_single_object(&a) && is_single_object(&b), !meet, &a, &b);
    }
    if (type.kind == OCL_SET) {
        bool never = (a.must & ~b.may) || (b.must & ~a.may) || a.low > b.high || b.low > a.high;
        return decide(!never && a.must == a.may && b.must == b.may, never, &a, &b);
    }
    bool apart = a.high < b.low || b.high < a.low;
    return decide(!apart && a.low == a.high && b.low == b.high, apart, &a, &b);
}

struct ocl_partial ocl_partial_compare(enum ocl_op op, struct ocl_partial a, struct ocl_partial b) {
    switch (op) {
    case OCL_OP_LT: return decide(a.high < b.low, a.low >= b.high, &a, &b);
    case OCL_OP_LE: return decide(a.high <= b.low, a.low > b.high, &a, &b);
    case OCL_OP_GT: return decide(a.low > b.high, a.high <= b.low, &a, &b);
    default: return decide(a.low >= b.high, a.high < b.low, &a, &b); /* GE */
    }
}

/* ---- numbers ---- */

static struct ocl_partial clamp(__int128 low, __int128 high, bool fails) {
    struct ocl_partial value = {.fails = fails || low < INT64_MIN || high > INT64_MAX};
    value.low = low < INT64_MIN ? INT64_MIN : low > INT64_MAX ? INT64_MAX : (int64_t)low;
    value.high = high < INT64_MIN ? INT64_MIN : high > INT64_MAX ? INT64_MAX : (int64_t)high;
    return value;
}

/* The least and the greatest of an operation that is monotonic in each operand lie in the corners. */
static struct ocl_partial corners(enum ocl_op op, struct ocl_partial a, struct ocl_partial b, bool fails) {
    __int128 left[] = {a.low, a.high}, right[] = {b.low, b.high}, low = 0, high = 0;
    for (unsigned i = 0; i < 4; i++) {
        __int128 x = left[i / 2], y = right[i % 2], value = op == OCL_OP_MULTIPLY ? x * y : x / y;
        if (!i || value < low) low = value;
        if (!i || value > high) high = value;
    }
    return clamp(low, high, fails);
}

static struct ocl_partial remainder_of(struct ocl_partial a, struct ocl_partial b, bool fails) {
    if (a.low == a.high && b.low == b.high) {
        __int128 exact = (__int128)a.low % b.low;
        return clamp(exact, exact, fails);
    }
    __int128 most = b.high > 0 ? b.high : -(__int128)b.low;
    if (-(__int128)b.low > most) most = -(__int128)b.low;
    most--;
    __int128 low = a.low < 0 ? -most : 0, high = a.high > 0 ? most : 0;
    if (low < a.low) low = a.low < 0 ? a.low : 0;
    if (high > a.high) high = a.high > 0 ? a.high : 0;
    return clamp(low, high, fails);
}

struct ocl_partial ocl_partial_arithmetic(enum ocl_op op, struct ocl_partial a, struct ocl_partial b) {
    bool fails = a.fails || b.fails;
    __int128 low, high;
    switch (op) {
    case OCL_OP_ADD: return clamp((__int128)a.low + b.low, (__int128)a.high + b.high, fails);
    case OCL_OP_SUBTRACT: return clamp((__int128)a.low - b.high, (__int128)a.high - b.low, fails);
    case OCL_OP_NEGATE: return clamp(-(__int128)a.high, -(__int128)a.low, fails);
    case OCL_OP_ABS:
        low = a.low > 0 ? a.low : a.high < 0 ? -(__int128)a.high : 0;
        high = -(__int128)a.low > a.high ? -(__int128)a.low : a.high;
        return clamp(low, high, fails);
    case OCL_OP_LESSER: return clamp(lesser(a.low, b.low), lesser(a.high, b.high), fails);
    case OCL_OP_GREATER: return clamp(greater(a.low, b.low), greater(a.high, b.high), fails);
    case OCL_OP_MULTIPLY: return corners(op, a, b, fails);
    default: /* DIV, MOD */
        if (b.low <= 0 && b.high >= 0) return clamp(INT64_MIN, INT64_MAX, true);
        return op == OCL_OP_DIV ? corners(op, a, b, fails) : remainder_of(a, b, fails);
    }
}

/* ---- sets ---- */

struct ocl_partial ocl_partial_as_set(struct ocl_partial object) {
    uint64_t must = !object.null && bits(object.may) == 1 ? object.may : 0;
    struct ocl_partial set = ocl_partial_set(must, object.may, !object.null && object.may, 1);
    set.fails = object.fails;
    return set;
}

static struct ocl_partial includes(struct ocl_partial set, struct ocl_partial object) {
    bool surely = !object.null && object.may && !(object.may & ~set.must);
    return decide(surely, !(object.may & set.may), &set, &object);
}

static struct ocl_partial combine(enum ocl_op op, struct ocl_partial a, struct ocl_partial b) {
    switch (op) {
    case OCL_OP_UNION: return ocl_partial_set(a.must | b.must, a.may | b.may, greater(a.low, b.low), a.high + b.high);
    case OCL_OP_INTERSECTION: return ocl_partial_set(a.must & b.must, a.may & b.may, 0, lesser(a.high, b.high));
    case OCL_OP_DIFFERENCE: return ocl_partial_set(a.must & ~b.may, a.may & ~b.must, a.low - b.high, a.high);
    default: /* SYMMETRIC */
        return ocl_partial_set((a.must & ~b.may) | (b.must & ~a.may), (a.may | b.may) & ~(a.must & b.must), 0,
                               a.high + b.high);
    }
}

/* `b` is an object for INCLUDES, EXCLUDES, INCLUDING, EXCLUDING. */
struct ocl_partial ocl_partial_of_sets(enum ocl_op op, struct ocl_partial a, struct ocl_partial b) {
    struct ocl_partial value;
    switch (op) {
    case OCL_OP_INCLUDES: return includes(a, b);
    case OCL_OP_EXCLUDES: return ocl_partial_not(includes(a, b));
    case OCL_OP_INCLUDES_ALL: return decide(!(b.may & ~a.must), (b.must & ~a.may) || b.low > a.high, &a, &b);
    case OCL_OP_EXCLUDES_ALL: return decide(!(a.may & b.may), a.must & b.must, &a, &b);
    case OCL_OP_INCLUDING:
        value = combine(OCL_OP_UNION, a, ocl_partial_as_set(b));
        value.fails = a.fails || b.fails || b.null;
        return value;
    case OCL_OP_EXCLUDING: value = combine(OCL_OP_DIFFERENCE, a, ocl_partial_as_set(b)); break;
    default: value = combine(op, a, b); break;
    }
    value.fails = a.fails || b.fails;
    return value;
}
