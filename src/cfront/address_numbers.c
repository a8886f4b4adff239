#include "cfront/address_numbers.h"

#include "cfront/symbols.h"
#include "cfront/walk.h"

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

/* What becomes a pointer again, or is compared with 0, depends on no address. */
static bool is_harmless(const struct c_expression *e) {
    if (e->kind == C_CONVERT && e->type->kind == C_POINTER) return true;
    return e->kind == C_BINARY && (e->op == C_EQUAL || e->op == C_NOT_EQUAL) && (is_null(e->left) || is_null(e->right));
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
    if (taking.taken > taking.harmless)
        front_assume(front,
                     "objects and functions lie where rtcheck puts them, as far as code takes addresses for numbers");
}
