#include "app/analysis/bounds.h"

#include <string.h>

enum { PATIENCE = 6 }; /* rounds, after which what still grows is as small, or as large, as its type has it */

static const struct interval nothing = {1, 0};

static struct interval join(struct interval a, struct interval b) {
    if (a.low > a.high) return b;
    if (b.low > b.high) return a;
    return (struct interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

struct interval bounds_of_type(const struct c_type *type) {
    unsigned width = type->size <= 8 ? type->size * 8 : 64;
    if (type->kind != C_INTEGER) return (struct interval){-((number)1 << 64), (number)1 << 64};
    if (type->is_bool) return (struct interval){0, 1};
    if (type->is_signed) return (struct interval){-((number)1 << (width - 1)), ((number)1 << (width - 1)) - 1};
    return (struct interval){0, ((number)1 << width) - 1};
}

/* ---- operators ---- */

static number least(const number *numbers, unsigned count) {
    number best = numbers[0];
    for (unsigned i = 1; i < count; i++)
        if (numbers[i] < best) best = numbers[i];
    return best;
}

static number most(const number *numbers, unsigned count) {
    number best = numbers[0];
    for (unsigned i = 1; i < count; i++)
        if (numbers[i] > best) best = numbers[i];
    return best;
}

static struct interval hull_of(const number corners[4]) {
    return (struct interval){least(corners, 4), most(corners, 4)};
}

static bool is_narrow(struct interval i) { return i.low >= -((number)1 << 62) && i.high <= (number)1 << 62; }

/* Rounded down. */
static number shifted(number value, number count) { return value >> (unsigned)count; }

bool bounds_exact(const struct c_expression *e, struct interval a, struct interval b, struct interval *out) {
    bool shifts = b.low >= 0 && b.high < 62;
    switch (e->op) {
    case C_ADD: *out = (struct interval){a.low + b.low, a.high + b.high}; return true;
    case C_SUBTRACT: *out = (struct interval){a.low - b.high, a.high - b.low}; return true;
    case C_MULTIPLY:
        if (!is_narrow(a) || !is_narrow(b)) return false;
        *out = hull_of((number[]){a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
        return true;
    case C_DIVIDE:
        if (b.low <= 0) return false;
        *out = hull_of((number[]){a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high});
        return true;
    case C_REMAINDER:
        if (b.low <= 0) return false;
        *out = (struct interval){a.low < 0 ? (a.low > -b.high ? a.low : 1 - b.high) : 0,
                                 a.high > 0 ? (a.high < b.high ? a.high : b.high - 1) : 0};
        return true;
    case C_SHIFT_RIGHT:
        if (!shifts) return false;
        *out = hull_of(
            (number[]){shifted(a.low, b.low), shifted(a.low, b.high), shifted(a.high, b.low), shifted(a.high, b.high)});
        return true;
    case C_SHIFT_LEFT:
        if (!shifts || a.low < 0 || !is_narrow(a)) return false;
        *out = (struct interval){a.low * ((number)1 << b.low), a.high * ((number)1 << b.high)};
        return true;
    case C_BIT_AND:
        if (a.low < 0 && b.low < 0) return false;
        *out = (struct interval){0, a.low < 0 ? b.high : b.low < 0 ? a.high : a.high < b.high ? a.high : b.high};
        return true;
    default: return false;
    }
}

static struct interval of_binary(struct bounds *bounds, const struct c_expression *e, uint32_t instruction) {
    struct interval type = bounds_of_type(e->type), result;
    if (e->op >= C_LESS && e->op <= C_NOT_EQUAL) return (struct interval){0, 1};
    if (e->left->type->kind != C_INTEGER || e->right->type->kind != C_INTEGER) return type;
    struct interval left = bounds_of(bounds, e->left, instruction), right = bounds_of(bounds, e->right, instruction);
    if (left.low > left.high || right.low > right.high) return nothing;
    if (!bounds_exact(e, left, right, &result)) return type;
    if (interval_within(result, type)) return result;
    if (!e->type->is_signed || bounds->wrap || e->op == C_SHIFT_LEFT) return type;
    if (result.low < type.low) result.low = type.low; /* beyond, the run ends */
    if (result.high > type.high) result.high = type.high;
    return result.low <= result.high ? result : type;
}

static struct interval of_unary(struct bounds *bounds, const struct c_expression *e, uint32_t instruction) {
    struct interval type = bounds_of_type(e->type);
    if (e->op == C_LOGICAL_NOT) return (struct interval){0, 1};
    if (e->op == C_ROOM) return type;
    struct interval operand = bounds_of(bounds, e->left, instruction);
    if (operand.low > operand.high) return operand;
    struct interval result = e->op == C_NEGATE ? (struct interval){-operand.high, -operand.low}
                                               : (struct interval){-1 - operand.high, -1 - operand.low};
    return e->type->is_signed && interval_within(result, type) ? result : type;
}

static struct interval of_load(struct bounds *bounds, const struct c_expression *e, uint32_t instruction) {
    slot_list slots = {0};
    struct interval type = bounds_of_type(e->type), sum = nothing;
    bool clear = slots_of_place(bounds->slots, e->left, instruction, &slots);
    bool is_field = e->left->kind == C_MEMBER && e->left->field->bit_width;
    for (size_t i = 0; clear && i < slots.count; i++) sum = join(sum, bounds->of[slots.items[i]]);
    vec_free(&slots);
    return clear && !is_field && interval_within(sum, type) ? sum : type;
}

struct interval bounds_of(struct bounds *bounds, const struct c_expression *e, uint32_t instruction) {
    struct interval type = bounds_of_type(e->type), inner;
    if (e->type->kind != C_INTEGER) return type;
    switch (e->kind) {
    case C_CONSTANT:
        inner.low = inner.high = e->type->is_signed ? (number)e->integer : (number)(uint64_t)e->integer;
        return inner;
    case C_LOAD: return of_load(bounds, e, instruction);
    case C_BINARY: return of_binary(bounds, e, instruction);
    case C_UNARY: return of_unary(bounds, e, instruction);
    case C_CONVERT:
        if (e->left->type->kind != C_INTEGER || e->type->is_bool) return type;
        inner = bounds_of(bounds, e->left, instruction);
        return interval_within(inner, type) ? inner : type;
    case C_AND:
    case C_OR: return (struct interval){0, 1};
    case C_CONDITIONAL: return join(bounds_of(bounds, e->right, instruction), bounds_of(bounds, e->third, instruction));
    default: return type;
    }
}

/* ---- what flows where ---- */

static void put(struct bounds *bounds, uint32_t slot, struct interval more, const struct c_type *type) {
    struct interval *of = &bounds->of[slot];
    struct interval sum = join(*of, more);
    if (sum.low == of->low && sum.high == of->high) return;
    if (bounds->round > PATIENCE) {
        struct interval all = join(sum, bounds_of_type(type));
        if (sum.low < of->low || of->low > of->high) sum.low = all.low;
        if (sum.high > of->high || of->low > of->high) sum.high = all.high;
    }
    *of = sum;
    bounds->changed = true;
}

static void put_at(struct bounds *bounds, const struct c_expression *place, uint32_t instruction,
                   struct interval more) {
    slot_list slots = {0};
    slots_of_place(bounds->slots, place, instruction, &slots);
    for (size_t i = 0; i < slots.count; i++) put(bounds, slots.items[i], more, place->type);
    vec_free(&slots);
}

static const struct c_type *const anything = &(const struct c_type){.kind = C_POINTER, .size = 8};

/* Records are copied slot by slot, or into anything. */
static void copy_record(struct bounds *bounds, const struct c_expression *target, const struct c_expression *from) {
    uint32_t to = slots_of_record(bounds->slots, target), source = slots_of_record(bounds->slots, from);
    if (to != UINT32_MAX && source != UINT32_MAX) {
        for (uint32_t i = 0; i < target->type->size; i++) put(bounds, to + i, bounds->of[source + i], anything);
        return;
    }
    slot_list slots = {0};
    slots_around(bounds->slots, target, &slots);
    for (size_t i = 0; i < slots.count; i++) put(bounds, slots.items[i], bounds_of_type(anything), anything);
    vec_free(&slots);
}

static void assign(struct bounds *bounds, const struct c_expression *target, const struct c_expression *value,
                   uint32_t instruction) {
    if (target->type->kind == C_RECORD) {
        if (value->kind == C_LOAD) copy_record(bounds, target, value->left);
    } else {
        put_at(bounds, target, instruction, bounds_of(bounds, value, instruction));
    }
}

static void pass(struct bounds *bounds, const struct c_function *function, uint32_t index,
                 const struct c_expression *value, uint32_t instruction) {
    const struct c_object *parameter = function->locals[index];
    struct c_expression place = {.kind = C_OBJECT, .type = parameter->type, .object = parameter};
    if (value->type->kind != parameter->type->kind || value->type->size != parameter->type->size)
        put_at(bounds, &place, instruction, bounds_of_type(anything));
    else
        assign(bounds, &place, value, instruction);
}

static void call(struct bounds *bounds, const struct c_instruction *call, uint32_t instruction) {
    const struct c_program *program = bounds->slots->subject->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct c_function *function = program->functions[f];
        if (!points_may_call(call, function)) continue;
        for (uint32_t a = 0; a < call->argument_count && a < function->parameter_count; a++)
            pass(bounds, function, a, call->arguments[a], instruction);
        if (!call->target) continue;
        uint32_t result = bounds->slots->first[bounds->slots->subject->object_count + f];
        if (call->target->type->kind == C_RECORD) {
            slot_list slots = {0};
            slots_around(bounds->slots, call->target, &slots);
            for (size_t i = 0; i < slots.count; i++) put(bounds, slots.items[i], bounds_of_type(anything), anything);
            vec_free(&slots);
        } else {
            put_at(bounds, call->target, instruction, bounds->of[result]);
        }
    }
}

static void choose(struct bounds *bounds, const struct c_instruction *choice, uint32_t instruction) {
    struct interval low = bounds_of(bounds, choice->value, instruction);
    put_at(bounds, choice->target, instruction, join(low, bounds_of(bounds, choice->other, instruction)));
}

static void flow(struct bounds *bounds, uint32_t function, const struct c_instruction *code, uint32_t instruction) {
    const struct slots *slots = bounds->slots;
    switch (code->kind) {
    case C_ASSIGN: assign(bounds, code->target, code->value, instruction); break;
    case C_CALL: call(bounds, code, instruction); break;
    case C_CHOOSE: choose(bounds, code, instruction); break;
    case C_RETURN:
        if (code->value && code->value->type->kind == C_INTEGER)
            put(bounds, slots->first[slots->subject->object_count + function],
                bounds_of(bounds, code->value, instruction), code->value->type);
        break;
    case C_SERVICE:
        if (code->target) put_at(bounds, code->target, instruction, bounds_of_type(code->target->type));
        for (uint32_t i = 0; i < code->output_count; i++) {
            const struct c_expression *pointer = code->outputs[i];
            if (!pointer || pointer->type->kind != C_POINTER) continue;
            struct c_expression place = {.kind = C_DEREFERENCE, .type = pointer->type->target, .left = pointer};
            put_at(bounds, &place, instruction, bounds_of_type(anything));
        }
        break;
    default: break;
    }
}

/* ---- the beginning ---- */

static void begin_type(struct bounds *bounds, const struct c_type *type, const unsigned char *bytes, uint32_t slot,
                       bool split) {
    uint64_t raw = 0;
    if (type->kind == C_ARRAY || type->kind == C_RECORD) {
        for (uint32_t i = 0; i < type->count; i++) {
            bool array = type->kind == C_ARRAY;
            uint32_t offset = array ? i * type->target->size : type->fields[i].offset;
            begin_type(bounds, array ? type->target : type->fields[i].type, bytes ? bytes + offset : NULL,
                       split ? slot + offset : slot, split);
            if (array && !bytes && !split) break;
        }
        return;
    }
    if (type->kind != C_INTEGER) {
        put(bounds, slot, bounds_of_type(type), type);
        return;
    }
    if (bytes) memcpy(&raw, bytes, type->size <= 8 ? type->size : 8);
    unsigned unused = type->size < 8 ? 64 - type->size * 8 : 0;
    number value = type->is_signed ? (number)((int64_t)(raw << unused) >> unused) : (number)raw;
    put(bounds, slot, (struct interval){value, value}, type);
}

static void begin(struct bounds *bounds, uint32_t object) {
    const struct c_object *o = bounds->slots->subject->objects[object];
    uint32_t slot = bounds->slots->first[object];
    bool is_entry = o->storage == C_PARAMETER && o->function->role != C_ORDINARY;
    bool given = o->storage == C_PARAMETER && !is_entry;
    if (bounds->slots->blurred[object] || o->is_input || o->input_count || is_entry) {
        for (; slot < slots_end(bounds->slots, object); slot++) put(bounds, slot, bounds_of_type(anything), anything);
        return;
    }
    /* Temporaries are assigned first. */
    if (!bounds->slots->clears[object] && !given)
        begin_type(bounds, o->type, o->initial, slot, bounds->slots->split[object]);
}

struct bounds *bounds_find(struct slots *slots, bool wrap, struct arena *arena) {
    const struct subject *subject = slots->subject;
    const struct c_program *program = subject->program;
    struct bounds *bounds = arena_new_object(arena, struct bounds);
    *bounds = (struct bounds){.slots = slots, .wrap = wrap};
    bounds->of = arena_new_array(arena, struct interval, slots->count + 1);
    for (uint32_t i = 0; i < slots->count; i++) bounds->of[i] = nothing;
    for (uint32_t i = 0; i < subject->object_count; i++) begin(bounds, i);
    for (size_t i = 0; i < slots->hardware.count; i++)
        put(bounds, slots->hardware.items[i].slot, bounds_of_type(anything), anything);
    do {
        bounds->changed = false;
        bounds->round++;
        for (uint32_t f = 0; f < program->function_count; f++)
            for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
                flow(bounds, f, &program->functions[f]->code[i], subject->first_instruction[f] + i);
    } while (bounds->changed);
    return bounds;
}
