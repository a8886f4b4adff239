/* What compilers compute differently, told where such code has run: products that are added without being rounded
 * (C11 6.5p8), numbers that are computed wider than their types (5.2.4.2.2p9), bit-fields that are wider than int
 * (6.7.2.1, 6.3.1.1: gcc gives them types of their own, clang those that they are declared with). */
#include "app/told_operands.h"

#include "app/parts.h"
#include "app/subject/half_sentence.h"
#include "cfront/ir/walk.h"

enum kind { PRODUCT = 1, SUM = 2, OTHER_REAL = 4, WIDE_FIELD = 8 };

struct operands {
    unsigned int_bits, seen;
    struct place place[WIDE_FIELD + 1]; /* of the first, by kind */
};

static void see(struct operands *all, enum kind kind, struct place place) {
    if (!(all->seen & kind)) all->place[kind] = place;
    all->seen |= kind;
}

static bool is_wide_field(const struct operands *all, const struct c_expression *e) {
    e = c_without_conversions(e);
    if (!e || e->kind != C_LOAD || e->left->kind != C_MEMBER) return false;
    const struct c_field *field = e->left->field;
    return field->bit_width > all->int_bits && field->bit_width < field->type->size * 8;
}

static bool may_carry(enum c_operator op) {
    return op == C_ADD || op == C_SUBTRACT || op == C_MULTIPLY || op == C_SHIFT_LEFT || op == C_NEGATE || op == C_NOT;
}

static void look_at(void *context, const struct c_expression *e) {
    struct operands *all = context;
    if (e->kind != C_BINARY && e->kind != C_UNARY) return;
    if (e->type->kind == C_FLOAT && e->kind == C_BINARY)
        see(all, e->op == C_MULTIPLY ? PRODUCT : e->op == C_ADD || e->op == C_SUBTRACT ? SUM : OTHER_REAL, e->place);
    if (may_carry(e->op) && (is_wide_field(all, e->left) || is_wide_field(all, e->right)))
        see(all, WIDE_FIELD, e->place);
}

static const char *tell(struct arena *arena, const char *told, const char *what, struct place place) {
    return half_sentence_join(arena, told,
                              arena_printf(arena, "%s (at %s:%u, perhaps)", what, place_file(place), place.line));
}

const char *told_operands(const struct app *app, struct arena *arena) {
    const struct c_program *program = app->subject.program;
    struct operands all = {.int_bits = program->pointer_size == 2 ? 16 : 32};
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++)
            if (app->others_looked || app_reached(app, program->functions[f], i))
                walk_instruction(&program->functions[f]->code[i], look_at, &all);
    const char *told = NULL;
    unsigned reals = all.seen & (PRODUCT | SUM | OTHER_REAL);
    if (program->widens_reals && reals)
        told = tell(arena, told, "floating-point numbers are computed with the precision of their types",
                    all.place[reals & -reals]);
    else if (program->fuses_products && all.seen & PRODUCT && all.seen & SUM)
        told = tell(arena, told, "a product of floating-point numbers is rounded before it is added to another number",
                    all.place[SUM]);
    if (all.seen & WIDE_FIELD)
        told = tell(arena, told, "bit-fields that are wider than `int` are computed with as clang does, in their types",
                    all.place[WIDE_FIELD]);
    return told;
}
