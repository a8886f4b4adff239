#include "eventb/stand_in.h"

#include "eventb/make.h"
#include "eventb/theory.h"
#include "eventb/type.h"

#include <string.h>

struct searching {
    struct arena *arena;
    const struct eb_closure *closure;
    VEC(struct eb_stand_in) found;
};

static const struct eb_stand_in *find(const struct eb_stand_in *items, size_t count, const char *set) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(items[i].set, set)) return &items[i];
    return NULL;
}

const struct eb_stand_in *eb_stand_in_for(const struct eb_stand_ins *stand_ins, const char *set) {
    return find(stand_ins->items, stand_ins->count, set);
}

/* ---- types ---- */

static bool is_declared(const struct eb_name_list *names, const char *name) {
    for (unsigned i = 0; i < names->count; i++)
        if (!strcmp(names->items[i].name, name)) return true;
    return false;
}

/* The name of a carrier set, or of a constant; NULL for anything else. */
static const char *name_of(const struct searching *searching, const struct eb_formula *formula, bool is_set) {
    if (formula->op != EB_IDENTIFIER || formula->primed) return NULL;
    for (size_t i = 0; i < searching->closure->contexts.count; i++) {
        const struct eb_component *context = searching->closure->contexts.items[i];
        if (is_declared(is_set ? &context->sets : &context->constants, formula->name)) return formula->name;
    }
    return NULL;
}

/* Whose values the set has, all of them; NULL if it is not written as a type. */
static const struct eb_type *type_of(const struct searching *searching, const struct eb_formula *set) {
    struct arena *arena = searching->arena;
    switch (set->op) {
    case EB_INTEGERS: return eb_type_integer();
    case EB_BOOLEANS: return eb_type_boolean();
    case EB_POWER_SET: {
        const struct eb_type *of = type_of(searching, set->children[0]);
        return of ? eb_type_power(arena, of) : NULL;
    }
    case EB_PRODUCT: {
        const struct eb_type *left = type_of(searching, set->children[0]);
        const struct eb_type *right = type_of(searching, set->children[1]);
        return left && right ? eb_type_product(arena, left, right) : NULL;
    }
    default: break;
    }
    const char *name = name_of(searching, set, true);
    const struct eb_stand_in *other = name ? find(searching->found.items, searching->found.count, name) : NULL;
    return other ? other->type : name ? eb_type_given(arena, name) : NULL;
}

static bool is_infinite(const struct eb_type *type) {
    return type && (type->kind == EB_TYPE_INTEGER || is_infinite(type->left) || is_infinite(type->right));
}

static bool mentions(const struct eb_type *type, const char *set) {
    if (!type) return false;
    bool it = type->kind == EB_TYPE_GIVEN && !strcmp(type->name, set);
    return it || mentions(type->left, set) || mentions(type->right, set);
}

static const struct eb_type *with(struct arena *arena, const struct eb_type *type, const struct eb_stand_in *stand_in) {
    if (!mentions(type, stand_in->set)) return type;
    if (type->kind == EB_TYPE_GIVEN) return stand_in->type;
    struct eb_type *copy = arena_new_object(arena, struct eb_type);
    *copy = *type;
    copy->left = type->left ? with(arena, type->left, stand_in) : NULL;
    copy->right = type->right ? with(arena, type->right, stand_in) : NULL;
    return copy;
}

/* ---- bijections ---- */

/* True if there is one more. */
static bool add(struct searching *searching, struct eb_stand_in stand_in) {
    stand_in.type = type_of(searching, stand_in.written);
    if (!is_infinite(stand_in.type) || mentions(stand_in.type, stand_in.set)) return false;
    for (size_t i = 0; i < searching->found.count; i++) {
        struct eb_stand_in *before = &searching->found.items[i];
        before->type = with(searching->arena, before->type, &stand_in);
    }
    vec_push(&searching->found, stand_in);
    return true;
}

static bool read_axiom(struct searching *searching, const struct eb_component *context,
                       const struct eb_labelled *labelled, const struct eb_formula *axiom) {
    bool any = false;
    for (unsigned i = 0; axiom->op == EB_AND && i < axiom->child_count; i++)
        any = read_axiom(searching, context, labelled, axiom->children[i]) || any;
    if (axiom->op != EB_IN || axiom->children[1]->op != EB_BIJECTIONS) return any;
    const char *bijection = name_of(searching, axiom->children[0], false);
    const struct eb_formula *arrow = axiom->children[1];
    for (unsigned side = 0; bijection && side < 2 && !any; side++) {
        const char *set = name_of(searching, arrow->children[side], true);
        if (!set || find(searching->found.items, searching->found.count, set)) continue;
        any = add(searching, (struct eb_stand_in){.set = set,
                                                  .bijection = bijection,
                                                  .label = labelled->label,
                                                  .context = context,
                                                  .written = arrow->children[1 - side]});
    }
    return any;
}

void eb_find_stand_ins(struct arena *arena, const struct eb_closure *closure, struct eb_stand_ins *stand_ins) {
    struct searching searching = {.arena = arena, .closure = closure};
    bool again = true;
    while (again) { /* one may be infinite only because of another */
        again = false;
        for (size_t i = 0; i < closure->contexts.count; i++) {
            const struct eb_component *context = closure->contexts.items[i];
            for (unsigned j = 0; j < context->axioms.count; j++)
                if (!context->axioms.items[j].theorem)
                    again =
                        read_axiom(&searching, context, &context->axioms.items[j], context->axioms.items[j].formula) ||
                        again;
        }
    }
    struct eb_stand_in *items = arena_new_array(arena, struct eb_stand_in, searching.found.count + 1);
    if (searching.found.count) memcpy(items, searching.found.items, searching.found.count * sizeof *items);
    *stand_ins = (struct eb_stand_ins){items, (unsigned)searching.found.count};
    vec_free(&searching.found);
}

/* ---- what they are said to be ---- */

static const struct eb_formula *identifier(struct arena *arena, const struct eb_formula *like, const char *name) {
    struct eb_formula *identifier = eb_made_of(arena, like, EB_IDENTIFIER, NULL, NULL);
    identifier->name = name;
    identifier->identifier = EB_UNRESOLVED;
    return identifier;
}

/* {x·x ∈ A ∣ x ↦ x} */
static const struct eb_formula *identity(struct arena *arena, const struct eb_formula *set) {
    struct eb_bound *bound = arena_new_object(arena, struct eb_bound);
    *bound = (struct eb_bound){.name = "x", .place = set->place};
    const struct eb_formula *x = eb_made_bound(arena, bound, set->place);
    struct eb_formula *pairs = eb_made_of(arena, set, EB_COMPREHENSION, eb_made_of(arena, set, EB_IN, x, set),
                                          eb_made_of(arena, set, EB_MAPLET, x, x));
    pairs->bound = bound;
    pairs->bound_count = 1;
    return pairs;
}

struct eb_labelled_list eb_stand_in_axioms(struct arena *arena, const struct eb_stand_ins *stand_ins,
                                           const struct eb_component *context) {
    struct eb_labelled *axioms = arena_new_array(arena, struct eb_labelled, 2 * stand_ins->count + 1);
    unsigned count = 0;
    for (unsigned i = 0; i < stand_ins->count; i++) {
        const struct eb_stand_in *one = &stand_ins->items[i];
        if (one->context != context) continue;
        const struct eb_formula *names[] = {identifier(arena, one->written, one->set),
                                            identifier(arena, one->written, one->bijection)};
        const struct eb_formula *values[] = {one->written, identity(arena, one->written)};
        for (unsigned j = 0; j < 2; j++)
            axioms[count++] =
                (struct eb_labelled){.label = one->label,
                                     .formula = eb_made_of(arena, one->written, EB_EQUAL, names[j], values[j]),
                                     .place = one->written->place,
                                     .is_made = true};
    }
    return (struct eb_labelled_list){axioms, count};
}
