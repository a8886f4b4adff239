#include "cfront/program/address_numbers.h"

#include "cfront/ir/walk.h"
#include "cfront/program/symbols.h"

static bool is_constant(const struct c_expression *e) {
    while (e->kind == C_CONVERT) e = e->left;
    return e->kind == C_CONSTANT;
}

/* `(uintptr_t)p`; not of a number that was made a pointer. */
static bool takes_address(const struct c_expression *e) {
    return e->kind == C_CONVERT && e->type->kind == C_INTEGER && !e->type->is_bool &&
           e->left->type->kind == C_POINTER && !is_constant(e->left);
}

static unsigned count(const struct c_expression *e) {
    return e ? takes_address(e) + count(e->left) + count(e->right) + count(e->third) : 0;
}

static bool is_null(const struct c_expression *e) {
    while (e->kind == C_CONVERT) e = e->left;
    return e->kind == C_CONSTANT && e->integer == 0;
}

/* It is an address still, whole, and moved at most. */
static bool keeps_address(const struct c_expression *e) {
    if (!count(e)) return true;
    if (e->kind == C_BINARY && (e->op == C_ADD || e->op == C_SUBTRACT))
        return keeps_address(e->left) && keeps_address(e->right);
    if (takes_address(e)) return e->type->size >= e->left->type->size && !count(e->left);
    return e->kind == C_CONVERT && e->type->size >= e->left->type->size && keeps_address(e->left);
}

/* What becomes a pointer again, or is compared with 0, depends on no address. */
static bool is_harmless(const struct c_expression *e) {
    if (e->kind == C_CONVERT && e->type->kind == C_POINTER) return keeps_address(e->left);
    return e->kind == C_BINARY && (e->op == C_EQUAL || e->op == C_NOT_EQUAL) &&
           (is_null(e->left) || is_null(e->right)) && keeps_address(e->left) && keeps_address(e->right);
}

static void assume(struct front *front) {
    front_assume_once(front,
                      "objects and functions lie where rtcheck puts them, as far as code takes addresses for numbers");
}

static bool is_of_function(const struct c_expression *constant) {
    const struct c_type *type = constant->type;
    return constant->is_code || (type->kind == C_POINTER && type->target->kind == C_FUNCTION && constant->integer);
}

/* Functions' addresses are constants, of which nothing is left where they are cut. */
const struct c_expression *address_numbers_convert(struct front *front, const struct c_expression *from,
                                                   const struct c_expression *to) {
    if (!is_of_function(from) || to->type->kind != C_INTEGER || to->type->is_bool) return to;
    if (to->type->size < from->type->size) assume(front);
    struct c_expression *marked = arena_new_object(front->arena, struct c_expression);
    *marked = *to;
    marked->is_code = true;
    return marked;
}

/* More are taken than turn out harmless. */
struct taking {
    unsigned taken, harmless;
    unsigned inside; /* of what is harmless as a whole */
};

static void look(void *context, const struct c_expression *e) {
    struct taking *taking = context;
    taking->taken += takes_address(e);
    if (taking->inside) {
        taking->inside -= takes_address(e);
        return;
    }
    if (is_harmless(e)) taking->harmless += taking->inside = count(e);
}

void address_numbers_tell(struct front *front) {
    struct taking taking = {0};
    for (size_t i = 0; i < front->functions.count; i++) {
        const struct c_function *function = front->functions.items[i];
        if (symbol_is_library(front, function->place)) continue;
        for (uint32_t n = 0; n < function->code_count; n++) walk_instruction(&function->code[n], look, &taking);
    }
    if (taking.taken > taking.harmless) assume(front);
}
