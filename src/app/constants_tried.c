/* Numbers for constants of missing headers that the program tells apart: whatever it does with some constant, it does
 * with one of these (analysis/classes.h), or nearly so where there are too many. */
#include "app/app.h"
#include "app/parts.h"

#include <inttypes.h>

/* A constant, where it is chosen. */
struct chosen {
    const struct c_object *constant;
    uint32_t count;
    number *numbers;
};
typedef VEC(struct chosen) chosen_vec;

/* NULL: something else happens. */
static const struct c_object *constant_chosen(const struct c_instruction *code) {
    bool is_choice = code->kind == C_CHOOSE && code->initializes && code->target->kind == C_OBJECT;
    const struct c_object *object = is_choice ? code->target->object : NULL;
    bool is_constant = object && object->is_of_header && object->type->kind == C_INTEGER;
    return is_constant && code->value->integer != code->other->integer ? object : NULL;
}

static number number_of(const struct c_expression *constant) {
    return constant->type->is_signed ? (number)constant->integer : (number)(uint64_t)constant->integer;
}

/* Numbers that are worth a try; below 0 only where the program asks for that: hardly any constant is. */
static uint32_t sample(const struct look *look, number low, number high, number *numbers) {
    bool asks_for_sign = look->count && look->cuts[0] <= 0;
    return look_sample(look, low < 0 && high >= 0 && !asks_for_sign ? 0 : low, high, numbers);
}

static void add(struct arena *arena, const struct look *look, const struct c_instruction *code, chosen_vec *all) {
    struct chosen chosen = {constant_chosen(code), 0, arena_new_array(arena, number, LOOK_MOST_VALUES)};
    number low = number_of(code->value), high = number_of(code->other);
    chosen.count = look_pick(look, low, high, chosen.numbers);
    if (!chosen.count) chosen.count = sample(look, low, high, chosen.numbers);
    vec_push(all, chosen);
}

static void find_all(const struct app *app, struct arena *arena, chosen_vec *all) {
    const struct subject *subject = &app->subject;
    for (uint32_t f = 0; f < subject->program->function_count; f++) {
        const struct c_function *function = subject->program->functions[f];
        for (uint32_t i = 0; i < function->code_count; i++)
            if (constant_chosen(&function->code[i]))
                add(arena, app->executor.classes->choices[subject->first_instruction[f] + i], &function->code[i], all);
    }
}

/* How many turns all combinations would take, up to `most`, and how many the constant with most numbers does. */
static uint32_t count_turns(const chosen_vec *all, uint32_t most, uint32_t *longest) {
    uint32_t turns = all->count > 0;
    *longest = 1;
    for (size_t i = 0; i < all->count; i++) {
        uint32_t count = all->items[i].count;
        turns = turns < most && count < most ? turns * count : most;
        if (count > *longest) *longest = count;
    }
    return turns < most ? turns : most;
}

/* Of two constants one goes up while the other goes down: they may be ends of one range. When all have come to their
 * ends, they go on side by side in other pairs. */
static number number_in_turn(const struct chosen *chosen, size_t index, uint32_t turn, uint32_t turns,
                             uint32_t longest) {
    uint64_t at = longest > turns ? (uint64_t)turn * chosen->count / turns : turn % longest + index * (turn / longest);
    at %= chosen->count;
    return chosen->numbers[index % 2 ? chosen->count - 1 - at : at];
}

uint32_t app_try_constants(const struct app *app, uint32_t turn, uint32_t most, struct arena *arena,
                           app_constant_visit visit, void *context) {
    struct arena *own = arena_new();
    chosen_vec all = {0};
    find_all(app, own, &all);
    uint32_t longest, turns = count_turns(&all, most, &longest);
    for (size_t i = 0; i < all.count; i++) {
        int64_t value = (int64_t)number_in_turn(&all.items[i], i, turn, turns, longest);
        visit(context, arena_printf(arena, "%s=%" PRId64 "..%" PRId64, all.items[i].constant->name, value, value));
    }
    vec_free(&all);
    arena_free(own);
    return turns;
}
