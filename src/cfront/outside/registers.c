#include "cfront/outside/registers.h"

/* Machines that have registers at address 0 are small ones. Elsewhere `*(volatile int *)0 = 0` is there to crash. */
static bool is_register_at_0(expression e, expression pointer) {
    return pointer->is_address && (e->kind == C_MEMBER || e->type->size <= 2);
}

bool lower_is_register(expression e) {
    expression root = c_root(e);
    if (!e->is_volatile || root->kind != C_DEREFERENCE || root->left->kind != C_CONSTANT) return false;
    return root->left->integer || is_register_at_0(e, root->left);
}

void lower_note_register(struct front *front, expression e) {
    if (!c_root(e)->left->integer)
        front_assume_once(front, "address 0 is a register, and no null pointer, where code casts the number to a "
                                 "pointer and at once accesses what it leads to");
}

static void print_register(expression e, struct text *out) {
    if (e->kind == C_DEREFERENCE) {
        text_printf(out, "0x%llx", (unsigned long long)e->left->integer);
        return;
    }
    print_register(e->left, out);
    if (e->kind == C_MEMBER && *e->field->name) text_printf(out, ".%s", e->field->name);
    if (e->kind == C_INDEX && e->right->kind == C_CONSTANT)
        text_printf(out, "[%lld]", (long long)e->right->integer);
    else if (e->kind == C_INDEX)
        text_add(out, "[...]");
}

const char *lower_register_name(struct front *front, expression e) {
    struct text name = {0};
    print_register(e, &name);
    const char *kept = arena_text(front->arena, text_chars(&name));
    text_free(&name);
    return kept;
}
