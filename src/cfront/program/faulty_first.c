#include "cfront/program/faulty_first.h"

#include "cfront/ir/walk.h"
#include "cfront/program/fold.h"
#include "cfront/program/types.h"

#include <string.h>

/* ---- is it defined? ---- */

static bool is_safe(struct front *front, expression e);

static bool is_inside(const struct fixed *at, int64_t size) {
    int64_t begin = at->part, end = at->part + at->part_size;
    return at->offset >= begin && at->offset + size <= end;
}

/* `outermost`: its address is taken, which may be the one behind an array. */
static bool is_safe_place(struct front *front, expression place, bool outermost) {
    struct fixed at;
    switch (place->kind) {
    case C_OBJECT: return true;
    case C_MEMBER: return is_safe_place(front, place->left, false);
    case C_INDEX: {
        int64_t last = (int64_t)place->left->type->count - !outermost, index = place->right->integer;
        bool is_in = place->right->kind == C_CONSTANT && index >= 0 && index <= last;
        return is_in && is_safe_place(front, place->left, false);
    }
    case C_DEREFERENCE:
        if (!is_safe(front, place->left) || !fold_address(place->left, &at)) return false;
        return outermost || !at.object || is_inside(&at, place->type->size);
    default: return false;
    }
}

static bool is_function(const struct front *front, int64_t address) {
    for (size_t i = 0; i < front->functions.count; i++)
        if (front->functions.items[i]->address == (uint64_t)address) return true;
    return false;
}

/* Hardware may be walked over. */
static bool is_safe_step(struct front *front, expression e) {
    struct fixed from, to;
    if (!is_safe(front, e->left) || !fold_address(e->left, &from) || !fold_address(e, &to)) return false;
    return from.object ? is_inside(&to, 0) : from.offset && !is_function(front, from.offset);
}

/* Of numbers alone something is left only where C does not define it (fold.h). How far apart members of what lies at
 * 0 are is a way to write offsetof(). */
static bool is_safe_binary(struct front *front, expression e) {
    struct fixed left, right;
    if (e->type->kind == C_POINTER) return is_safe_step(front, e);
    if (!is_safe(front, e->left) || !is_safe(front, e->right)) return false;
    if (e->left->type->kind == C_POINTER) return true;
    return fold_address(e->left, &left) && fold_address(e->right, &right) && (left.object || right.object);
}

static bool is_safe(struct front *front, expression e) {
    switch (e->kind) {
    case C_CONSTANT: return true;
    case C_ADDRESS: return is_safe_place(front, e->left, true);
    case C_CONVERT: return is_safe(front, e->left);
    case C_BINARY: return is_safe_binary(front, e);
    default: return false;
    }
}

static void look_for_steps(void *context, expression e) {
    bool *found = context;
    *found |= e->kind == C_BINARY || e->kind == C_INDEX || e->kind == C_DEREFERENCE;
}

static void look_for_guess(void *context, expression e) {
    bool *found = context;
    *found |= e->is_guess;
}

void faulty_first_note(struct front *front, expression value) {
    bool has_steps = false;
    walk_inside(value, look_for_steps, &has_steps);
    if (has_steps) vec_push(&front->computed_first, value);
}

/* ---- where code begins ---- */

/* It is what it is: true, if it is anything. */
static struct c_instruction again(struct front *front, expression value) {
    bool is_guess = false;
    walk_inside(value, look_for_guess, &is_guess);
    if (is_guess) front_leap(front, value->place, "a number of a missing header is another one");
    return (struct c_instruction){
        .kind = C_ASSERT,
        .value = build_binary(front, C_EQUAL, value, value, front->program->int_type, value->place),
        .text = "first values",
        .is_memory = true,
        .place = value->place,
        .statement = value->place};
}

/* No number of some missing constant makes it true. */
static bool has_no_number(const struct front *front) {
    for (size_t i = 0; i < front->invented.list.count; i++)
        if (front->invented.list.items[i]->has_no_less) return true;
    return false;
}

/* Nothing holds; and whatever goes wrong, perhaps, does so with numbers that no header has. */
static struct c_instruction reminder(struct front *front) {
    static const char words[] = "a static assertion (%s:%u) says that a missing header has other numbers or types";
    struct place place = front->failed_assertion;
    front_doubt(front, words, place_file(place), place.line);
    if (has_no_number(front)) front_leap(front, place, words, place_file(place), place.line);
    return (struct c_instruction){.kind = C_ASSERT,
                                  .value = build_integer(front, front->program->int_type, 1, place),
                                  .text = "a static assertion",
                                  .place = place,
                                  .statement = place};
}

static void put_before(struct front *front, struct c_function *function, const struct c_instruction *checks,
                       uint32_t count) {
    struct c_instruction *code = arena_new_array(front->arena, struct c_instruction, function->code_count + count + 1);
    memcpy(code, checks, count * sizeof *code);
    memcpy(code + count, function->code, function->code_count * sizeof *code);
    for (uint32_t i = count; i < count + function->code_count; i++) code[i].then += count, code[i].otherwise += count;
    function->code = code;
    function->code_count += count;
}

/* Where main() only starts the system, what comes then finds it. */
static bool begins(const struct front *front, const struct c_function *function) {
    bool starts = function->code_count && function->code[0].kind == C_SERVICE &&
                  function->code[0].service == OSEK_StartOS && !front->names->config->profile.main_goes_on;
    return !function->is_elsewhere && !(function->role == C_MAIN && starts);
}

void faulty_first_plant(struct front *front) {
    VEC(struct c_instruction) checks = {0};
    if (front->failed_assertion.file) vec_push(&checks, reminder(front));
    for (size_t i = 0; i < front->computed_first.count; i++)
        if (!is_safe(front, front->computed_first.items[i]))
            vec_push(&checks, again(front, front->computed_first.items[i]));
    for (size_t i = 0; checks.count && i < front->functions.count; i++) {
        struct c_function *function = front->functions.items[i];
        if (function->role != C_ORDINARY && begins(front, function))
            put_before(front, function, checks.items, (uint32_t)checks.count);
    }
    vec_free(&checks);
}
