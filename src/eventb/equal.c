#include "eventb/formula.h"

#include <string.h>

static bool same_name(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same_bound(const struct eb_bound *a, const struct eb_bound *b) {
    return !strcmp(a->name, b->name) && a->typed == b->typed && (!a->typed || eb_type_equal(a->type, b->type));
}

bool eb_formula_equal(const struct eb_formula *a, const struct eb_formula *b) {
    if (a->op != b->op || a->child_count != b->child_count || a->bound_count != b->bound_count ||
        a->target_count != b->target_count || a->of_point != b->of_point || a->primed != b->primed ||
        a->value != b->value || (a->op != EB_INTEGER_LITERAL && !same_name(a->name, b->name)))
        return false;
    bool numbered = a->op == EB_BOUND || a->op == EB_CONSTRUCT || a->op == EB_DESTRUCT || a->op == EB_IS_CONSTRUCTED;
    if ((numbered && a->index != b->index) || a->data != b->data || a->function != b->function) return false;
    if (a->op == EB_OF_TYPE && !eb_type_equal(a->type, b->type)) return false;
    for (unsigned i = 0; i < a->bound_count; i++) {
        if (!same_bound(&a->bound[i], &b->bound[i])) return false;
    }
    for (unsigned i = 0; i < a->target_count; i++) {
        if (strcmp(a->targets[i], b->targets[i]) != 0) return false;
    }
    for (unsigned i = 0; i < a->child_count; i++) {
        if (!eb_formula_equal(a->children[i], b->children[i])) return false;
    }
    return true;
}

bool eb_mentions(const struct eb_formula *formula, enum eb_identifier_kind kind, unsigned index) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == kind && formula->index == index) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (eb_mentions(formula->children[i], kind, index)) return true;
    return false;
}
