#include "eventb/make.h"

#include "eventb/theory.h"
#include "eventb/type.h"

struct eb_formula *eb_made_of(struct arena *arena, const struct eb_formula *like, enum eb_op op,
                              const struct eb_formula *a, const struct eb_formula *b) {
    const struct eb_formula *children[] = {a, b};
    return eb_new_node(arena, like, op, children, (a != NULL) + (b != NULL));
}

struct eb_formula *eb_made_value(struct arena *arena, const struct eb_formula *like, enum eb_op op,
                                 const struct eb_type *type, const struct eb_formula *a, const struct eb_formula *b) {
    struct eb_formula *value = eb_made_of(arena, like, op, a, b);
    value->type = type;
    return value;
}

struct eb_formula *eb_made_number(struct arena *arena, const struct eb_formula *like, int64_t value) {
    struct eb_formula *number = eb_made_value(arena, like, EB_INTEGER_LITERAL, like->type, NULL, NULL);
    number->value = value;
    number->name = arena_printf(arena, "%lld", (long long)value);
    return number;
}

struct eb_formula *eb_made_interval(struct arena *arena, const struct eb_formula *low, const struct eb_formula *high) {
    return eb_made_value(arena, low, EB_INTERVAL, eb_type_power(arena, low->type), low, high);
}

struct eb_formula *eb_made_bound(struct arena *arena, const struct eb_bound *bound, struct place place) {
    const struct eb_formula like = {.place = place};
    struct eb_formula *identifier = eb_made_value(arena, &like, EB_BOUND, bound->type, NULL, NULL);
    identifier->name = bound->name;
    identifier->index = bound->slot;
    return identifier;
}
