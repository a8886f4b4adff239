/* Expressions and memory, on programs built by hand: against arithmetic with 128 bits, and fault by fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/exec/evaluate.h"
#include "app/exec/fault.h"
#include "app/exec/state.h"
#include "app/parts.h"

#include <string.h>

#define INTEGER(n, s, sign)                                                                                            \
    { .kind = C_INTEGER, .name = n, .size = s, .align = s, .is_signed = sign }
static const struct c_type types[] = {INTEGER("int8_t", 1, true),  INTEGER("uint8_t", 1, false),
                                      INTEGER("int16_t", 2, true), INTEGER("uint16_t", 2, false),
                                      INTEGER("int32_t", 4, true), INTEGER("uint32_t", 4, false),
                                      INTEGER("int64_t", 8, true), INTEGER("uint64_t", 8, false)};
static const struct c_type *const int_type = &types[4];
static const struct c_type boolean = {.kind = C_INTEGER, .name = "_Bool", .size = 1, .align = 1, .is_bool = true};
static const struct c_type single = {.kind = C_FLOAT, .name = "float", .size = 4, .align = 4};
static const struct c_type twice = {.kind = C_FLOAT, .name = "double", .size = 8, .align = 8};
static const struct c_type pointer = {.kind = C_POINTER, .name = "int *", .size = 8, .align = 8, .target = &types[4]};
static const struct c_type array = {
    .kind = C_ARRAY, .name = "int[3]", .size = 12, .align = 4, .target = &types[4], .count = 3};

/* int g; int a[3]; const int k = 7; and a task with int l. */
static const unsigned char seven[] = {7, 0, 0, 0};
static struct c_function function;
static const struct c_object objects[] = {
    {.name = "g", .type = &types[4], .storage = C_GLOBAL, .align = 4, .index = 0, .address = 0x1000},
    {.name = "a", .type = &array, .storage = C_GLOBAL, .align = 4, .index = 1, .address = 0x1010},
    {.name = "k",
     .type = &types[4],
     .storage = C_GLOBAL,
     .align = 4,
     .index = 2,
     .address = 0x1020,
     .is_const = true,
     .initial = seven},
};
static const struct c_object local = {
    .name = "l", .type = &types[4], .storage = C_LOCAL, .align = 4, .address = 0, .function = &function};

struct fixture {
    struct c_program program;
    struct osek_config config;
    struct app *app;
    struct machine *machine;
};

static struct c_expression place_of(const struct c_object *object) {
    return (struct c_expression){.kind = C_OBJECT, .type = object->type, .object = object};
}

static struct c_expression constant(const struct c_type *type, int64_t value) {
    return (struct c_expression){.kind = C_CONSTANT, .type = type, .integer = value};
}

static struct c_expression binary(enum c_operator op, const struct c_type *type, const struct c_expression *left,
                                  const struct c_expression *right) {
    return (struct c_expression){.kind = C_BINARY, .op = op, .type = type, .left = left, .right = right};
}

static struct c_expression convert(const struct c_type *type, const struct c_expression *value) {
    return (struct c_expression){.kind = C_CONVERT, .type = type, .left = value};
}

/* The program writes g and a, so that they are in the state, and takes their addresses. */
static int set_up(void **state) {
    static struct c_expression places[3], values[3];
    static struct c_instruction code[4];
    static const struct c_object *const globals[] = {&objects[0], &objects[1], &objects[2]};
    static const struct c_object *const locals[] = {&local};
    static const struct c_function *const functions[] = {&function};
    static const struct c_function *entries[8];
    static const struct osek_task task = {.name = "t", .priority = 1, .activation = 1, .autostart = 1};
    struct fixture *fixture = memory_new(sizeof *fixture);
    values[0] = constant(int_type, 1);
    places[0] = place_of(&objects[0]);
    places[1] = place_of(&objects[1]);
    places[2] = (struct c_expression){.kind = C_INDEX, .type = int_type, .left = &places[1], .right = &values[0]};
    values[1] = (struct c_expression){.kind = C_ADDRESS, .type = &pointer, .left = &places[0]};
    code[0] = (struct c_instruction){.kind = C_ASSIGN, .target = &places[0], .value = &values[0]};
    code[1] = (struct c_instruction){.kind = C_ASSIGN, .target = &places[2], .value = &values[0]};
    code[2] = (struct c_instruction){.kind = C_BRANCH, .value = &values[1], .then = 3, .otherwise = 3};
    code[3] = (struct c_instruction){.kind = C_RETURN};
    function = (struct c_function){.name = "t",
                                   .role = C_TASK,
                                   .address = 0x10,
                                   .locals = locals,
                                   .local_count = 1,
                                   .frame_size = 16,
                                   .span = 16,
                                   .code = code,
                                   .code_count = 4};
    entries[0] = &function;
    fixture->program = (struct c_program){.pointer_size = 8,
                                          .globals = globals,
                                          .global_count = 3,
                                          .memory_begin = 0x1000,
                                          .memory_end = 0x1025,
                                          .functions = functions,
                                          .function_count = 1,
                                          .entries = entries,
                                          .stack_begin = 0x2000,
                                          .stack_size = 256,
                                          .stack_room = 256,
                                          .graves_begin = 0x3000,
                                          .graves_end = 0x3000,
                                          .part_shift = 64,
                                          .level_shift = 64,
                                          .int_type = int_type,
                                          .pointer_type = &pointer};
    fixture->config = (struct osek_config){.tasks = &task, .task_count = 1, .highest_priority = 1};
    struct app_options options = app_options_default();
    struct diagnostics diagnostics = {0};
    fixture->app = app_new(&fixture->program, &fixture->config, NULL, &options, &diagnostics);
    assert_non_null(fixture->app);
    memset(fixture->app->analysis.by_context, TOUCH_READS | TOUCH_WRITES, fixture->app->subject.object_count);
    fixture->machine = machine_take(&fixture->app->executor);
    struct machine *machine = fixture->machine;
    machine->current = 0;
    machine->run = &machine->contexts[0];
    machine->run->frames[0] = (struct frame){.function = &function};
    machine->run->frame_count = 1;
    machine->frame = &machine->run->frames[0];
    memset(machine->run->stack, 0, 16);
    memset(machine->image, 0, 16);
    machine->touched = NULL;
    diag_free(&diagnostics);
    *state = fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    machine_give(fixture->machine);
    app_free(fixture->app);
    free(fixture);
    return 0;
}

/* NULL, or the kind of the fault. */
static const char *try(struct machine *machine, const struct c_expression *expression, int64_t *value) {
    if (setjmp(machine->way_out)) return faults_get(machine->executor->faults, machine->fault)->kind;
    *value = evaluate(machine, expression);
    return NULL;
}

static void gives(void **state, const struct c_expression *expression, int64_t expected) {
    struct fixture *fixture = *state;
    int64_t value = 0;
    const char *fault = try(fixture->machine, expression, &value);
    if (fault) print_error("%s\n", fault);
    assert_null(fault);
    assert_true(value == expected);
}

static void goes_wrong(void **state, const struct c_expression *expression, const char *kind) {
    struct fixture *fixture = *state;
    int64_t value = 0;
    const char *fault = try(fixture->machine, expression, &value);
    assert_non_null(fault);
    assert_string_equal(fault, kind);
}

/* ---- arithmetic ---- */

static __int128 exact(enum c_operator op, __int128 a, __int128 b) {
    switch (op) {
    case C_ADD: return a + b;
    case C_SUBTRACT: return a - b;
    case C_MULTIPLY: return a * b;
    case C_DIVIDE: return a / b;
    case C_REMAINDER: return a % b;
    case C_BIT_AND: return a & b;
    case C_BIT_OR: return a | b;
    default: return a ^ b;
    }
}

static __int128 as_number(const struct c_type *type, int64_t value) {
    return type->is_signed ? (__int128)value : (__int128)(uint64_t)value;
}

static bool fits(const struct c_type *type, __int128 value) {
    unsigned bits = type->size * 8;
    __int128 one = 1, low = type->is_signed ? -(one << (bits - 1)) : 0;
    __int128 high = (one << (type->is_signed ? bits - 1 : bits)) - 1;
    return value >= low && value <= high;
}

static int64_t interesting(uint64_t *seed, const struct c_type *type) {
    static const int64_t edges[] = {0,     1,     -1,    2,         127,       128,        -128,      255,
                                    32767, 32768, 65535, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t random = *seed >> 20;
    uint64_t value = random % 3 ? (uint64_t)edges[random / 3 % 16] + (random >> 8) % 3 : *seed * 31;
    return memory_reduce(type, value);
}

static void test_arithmetic(void **state) {
    uint64_t seed = 5;
    for (unsigned i = 0; i < 200000; i++) {
        const struct c_type *type = &types[seed >> 33 & 7];
        enum c_operator op = (enum c_operator[]){C_ADD,       C_SUBTRACT, C_MULTIPLY, C_DIVIDE,
                                                 C_REMAINDER, C_BIT_AND,  C_BIT_OR,   C_BIT_XOR}[seed >> 40 & 7];
        int64_t a = interesting(&seed, type), b = interesting(&seed, type);
        struct c_expression left = constant(type, a), right = constant(type, b), e = binary(op, type, &left, &right);
        __int128 x = as_number(type, a), y = as_number(type, b);
        bool divides = op == C_DIVIDE || op == C_REMAINDER;
        if (divides && !b) {
            goes_wrong(state, &e, "division");
            continue;
        }
        /* A product of two unsigned 64-bit numbers can be too large for the reference: modulo 2^128 is enough. */
        __int128 result = op == C_MULTIPLY ? (__int128)((unsigned __int128)x * (unsigned __int128)y) : exact(op, x, y);
        bool undefined =
            type->is_signed && (!fits(type, result) || (op == C_REMAINDER && !fits(type, exact(C_DIVIDE, x, y))));
        if (undefined)
            goes_wrong(state, &e, "overflow");
        else
            gives(state, &e, memory_reduce(type, (uint64_t)result));
    }
}

static void test_comparisons(void **state) {
    uint64_t seed = 9;
    for (unsigned i = 0; i < 50000; i++) {
        const struct c_type *type = &types[seed >> 33 & 7];
        enum c_operator op = C_LESS + (seed >> 40) % 6;
        int64_t a = interesting(&seed, type), b = seed & 1 ? a : interesting(&seed, type);
        struct c_expression left = constant(type, a), right = constant(type, b),
                            e = binary(op, int_type, &left, &right);
        __int128 x = as_number(type, a), y = as_number(type, b);
        bool expected = op == C_LESS            ? x < y
                        : op == C_LESS_EQUAL    ? x <= y
                        : op == C_GREATER       ? x > y
                        : op == C_GREATER_EQUAL ? x >= y
                        : op == C_EQUAL         ? x == y
                                                : x != y;
        gives(state, &e, expected);
    }
}

static void test_conversions(void **state) {
    uint64_t seed = 3;
    for (unsigned i = 0; i < 50000; i++) {
        const struct c_type *from = &types[seed >> 33 & 7], *to = &types[seed >> 37 & 7];
        int64_t a = interesting(&seed, from);
        struct c_expression value = constant(from, a), e = convert(to, &value), b = convert(&boolean, &value);
        gives(state, &e, memory_reduce(to, (uint64_t)a));
        gives(state, &b, a != 0);
    }
    struct c_expression half = {.kind = C_CONSTANT, .type = &twice, .real = 0.5L}, e = convert(&boolean, &half);
    gives(state, &e, 1);
    struct c_expression minus = {.kind = C_CONSTANT, .type = &twice, .real = -1.9L}, whole = convert(int_type, &minus);
    gives(state, &whole, -1);
    struct c_expression byte = convert(&types[1], &minus);
    goes_wrong(state, &byte, "overflow");
    struct c_expression zero = {.kind = C_CONSTANT, .type = &twice}, nan = binary(C_DIVIDE, &twice, &zero, &zero);
    struct c_expression bad = convert(int_type, &nan);
    goes_wrong(state, &bad, "overflow");
}

static void test_shifts(void **state) {
    struct c_expression one = constant(int_type, 1), minus = constant(int_type, -8);
    struct c_expression by31 = constant(int_type, 31), by32 = constant(int_type, 32), by2 = constant(int_type, 2);
    struct c_expression e = binary(C_SHIFT_LEFT, int_type, &one, &by31);
    goes_wrong(state, &e, "overflow");
    e = binary(C_SHIFT_LEFT, int_type, &minus, &by2);
    goes_wrong(state, &e, "overflow");
    e = binary(C_SHIFT_LEFT, int_type, &one, &by2);
    gives(state, &e, 4);
    e = binary(C_SHIFT_LEFT, int_type, &one, &by32);
    goes_wrong(state, &e, "overflow");
    e = binary(C_SHIFT_RIGHT, int_type, &one, &minus);
    goes_wrong(state, &e, "overflow");
    e = binary(C_SHIFT_RIGHT, int_type, &minus, &by2);
    gives(state, &e, -2);
    struct c_expression large = constant(&types[5], 0xfffffff8);
    e = binary(C_SHIFT_RIGHT, &types[5], &large, &by2);
    gives(state, &e, 0x3ffffffe);
}

/* A float is rounded after each operation, not at the end. */
static void test_floats(void **state) {
    struct fixture *fixture = *state;
    struct c_expression big = {.kind = C_CONSTANT, .type = &single, .real = 16777216.0L};
    struct c_expression one = {.kind = C_CONSTANT, .type = &single, .real = 1};
    struct c_expression sum = binary(C_ADD, &single, &big, &one), difference = binary(C_SUBTRACT, &single, &sum, &big);
    assert_true(evaluate_real(fixture->machine, &difference) == 0);
    struct c_expression tenth = {.kind = C_CONSTANT, .type = &single, .real = 0.1L};
    assert_true(evaluate_real(fixture->machine, &tenth) == 0.1f);
    struct c_expression less = binary(C_LESS, int_type, &one, &big);
    gives(state, &less, 1);
    struct c_expression many = constant(&types[7], -1), real = convert(&twice, &many);
    assert_true(evaluate_real(fixture->machine, &real) == 18446744073709551615.0);
}

static void test_short_circuit(void **state) {
    struct c_expression zero = constant(int_type, 0), one = constant(int_type, 1);
    struct c_expression bad = binary(C_DIVIDE, int_type, &one, &zero);
    struct c_expression e = {.kind = C_AND, .type = int_type, .left = &zero, .right = &bad};
    gives(state, &e, 0);
    e = (struct c_expression){.kind = C_OR, .type = int_type, .left = &one, .right = &bad};
    gives(state, &e, 1);
    e = (struct c_expression){.kind = C_CONDITIONAL, .type = int_type, .left = &zero, .right = &bad, .third = &one};
    gives(state, &e, 1);
    e = (struct c_expression){.kind = C_AND, .type = int_type, .left = &one, .right = &bad};
    goes_wrong(state, &e, "division");
}

/* ---- memory ---- */

static struct c_expression at_address(const struct c_type *type, const struct c_expression *address) {
    return (struct c_expression){.kind = C_DEREFERENCE, .type = type, .left = address};
}

static struct c_expression load_of(const struct c_expression *place) {
    return (struct c_expression){.kind = C_LOAD, .type = place->type, .left = place};
}

static void access_to(void **state, uint64_t address, const char *fault, int64_t value) {
    struct c_expression p = constant(&pointer, (int64_t)address), place = at_address(int_type, &p), e = load_of(&place);
    if (fault)
        goes_wrong(state, &e, fault);
    else
        gives(state, &e, value);
}

static void test_addresses(void **state) {
    struct fixture *fixture = *state;
    fixture->machine->image[fixture->app->analysis.image_offset[1] + 4] = 42;
    fixture->machine->run->stack[0] = 9;
    access_to(state, 0, "memory", 0);
    access_to(state, 0x0fff, "memory", 0);
    access_to(state, 0x1000, NULL, 0);
    access_to(state, 0x1002, "memory", 0); /* out of bounds */
    access_to(state, 0x1004, "memory", 0); /* one past */
    access_to(state, 0x1008, "memory", 0); /* nobody's */
    access_to(state, 0x1014, NULL, 42);
    access_to(state, 0x1016, "alignment", 0);
    access_to(state, 0x1020, NULL, 7);
    access_to(state, 0x2000, NULL, 9);
    access_to(state, 0x2010, "memory", 0); /* no frame there */
    access_to(state, 0x2100, "memory", 0); /* another stack, not in use */
    access_to(state, 0x10, "memory", 0);   /* a function */
    access_to(state, UINT64_MAX - 3, "memory", 0);
}

static void test_pointers(void **state) {
    struct c_expression start = constant(&pointer, 0x1010), two = constant(int_type, 2), three = constant(int_type, 3);
    struct c_expression four = constant(int_type, 4), minus = constant(int_type, -1);
    struct c_expression e = binary(C_ADD, &pointer, &start, &two);
    gives(state, &e, 0x1018);
    e = binary(C_ADD, &pointer, &start, &three); /* one past */
    gives(state, &e, 0x101c);
    struct c_expression back = binary(C_SUBTRACT, &pointer, &e, &three);
    gives(state, &back, 0x1010);
    struct c_expression distance = binary(C_SUBTRACT, &types[6], &e, &start);
    gives(state, &distance, 3);
    e = binary(C_ADD, &pointer, &start, &four);
    goes_wrong(state, &e, "memory");
    e = binary(C_ADD, &pointer, &start, &minus);
    goes_wrong(state, &e, "memory");
    struct c_expression other = constant(&pointer, 0x1000), null = constant(&pointer, 0);
    e = binary(C_SUBTRACT, &types[6], &start, &other);
    goes_wrong(state, &e, "memory");
    e = binary(C_ADD, &pointer, &null, &two);
    goes_wrong(state, &e, "memory");
    struct c_expression huge = constant(&types[7], -1);
    e = binary(C_ADD, &pointer, &start, &huge);
    goes_wrong(state, &e, "memory");
}

static void test_indices(void **state) {
    struct c_expression whole = place_of(&objects[1]);
    for (int64_t i = -1; i <= 4; i++) {
        struct c_expression index = constant(int_type, i);
        struct c_expression place = {.kind = C_INDEX, .type = int_type, .left = &whole, .right = &index};
        struct c_expression value = load_of(&place), address = {.kind = C_ADDRESS, .type = &pointer, .left = &place};
        if (i >= 0 && i < 3)
            gives(state, &value, 0);
        else
            goes_wrong(state, &value, "memory");
        if (i >= 0 && i <= 3)
            gives(state, &address, 0x1010 + 4 * i);
        else
            goes_wrong(state, &address, "memory");
    }
}

static void test_constants_are_not_written(void **state) {
    struct fixture *fixture = *state;
    struct machine *machine = fixture->machine;
    struct cell cell;
    memory_object(machine, &objects[2], &cell);
    if (!setjmp(machine->way_out)) {
        memory_write(machine, &cell, objects[2].type);
        fail();
    }
    assert_string_equal(faults_get(machine->executor->faults, machine->fault)->kind, "memory");
}

/* An access that the analysis did not foresee is no answer. */
static void test_unforeseen(void **state) {
    struct fixture *fixture = *state;
    fixture->app->analysis.by_context[0] = 0;
    access_to(state, 0x1000, "unsupported", 0);
}

/* What a state holds comes back, and equal situations have equal bytes. */
static void test_states(void **state) {
    struct fixture *fixture = *state;
    struct machine *machine = fixture->machine;
    machine->frame->next = 2;
    machine->run->stack[0] = 5;
    machine->image[0] = 17;
    static const unsigned char seen[] = {1, 2, 3, 4};
    memory_remember(machine, 3, seen, sizeof seen);
    uint32_t size = state_pack(machine);
    assert_int_equal(size % 4, 0);
    assert_true(size <= app_ts(fixture->app)->max_state_size);
    unsigned char *copy = memory_new(size);
    memcpy(copy, machine->packed, size);
    memset(machine->run->stack, 0xaa, 16);
    memset(machine->image, 0xaa, 16);
    machine->run->frame_count = 0;
    state_unpack(machine, copy);
    assert_int_equal(machine->run->frame_count, 1);
    assert_int_equal(machine->run->frames[0].next, 2);
    assert_memory_equal(memory_remembered(machine, 3), seen, sizeof seen);
    assert_null(memory_remembered(machine, 2));
    assert_int_equal(state_pack(machine), size);
    assert_memory_equal(copy, machine->packed, size);
    free(copy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_arithmetic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_comparisons, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_conversions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_shifts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_floats, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_short_circuit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_addresses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_pointers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_indices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_constants_are_not_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_unforeseen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_states, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
