/* A development: the closure's names in one table, every formula resolved against it and typed, and every event of the
 * machine with all that it inherits.
 *
 * Groups of formulas are typed in the order in which Rodin does: contexts, extended ones first; the invariants of the
 * chain, most abstract first; then each event, its guards before its actions. After a group with errors the later ones,
 * which stand on it, are not looked at. */
#include "eventb/developing.h"
#include "eventb/stand_in.h"

/* ---- Groups ---- */

bool developing_names(struct developing *developing, const struct eb_labelled_list *parsed, eb_labels *list,
                      eb_labels *gone) {
    bool good = true;
    for (unsigned i = 0; i < parsed->count; i++) {
        struct eb_labelled labelled = parsed->items[i];
        labelled.formula = eb_check_names(&developing->checker, labelled.label, labelled.formula);
        good = good && labelled.formula;
        if (labelled.formula && gone && developing->checker.mentions_gone)
            vec_push(gone, labelled);
        else if (labelled.formula)
            vec_push(list, labelled);
    }
    return good;
}

bool developing_ground(struct developing *developing, const eb_labels *list, size_t from) {
    bool good = true;
    for (size_t i = from; i < list->count; i++) {
        const struct eb_labelled *labelled = &list->items[i];
        /* It was made by developing_names(), and nobody else has it yet. */
        if (!eb_check_ground(&developing->checker, labelled->label, (struct eb_formula *)labelled->formula))
            good = false;
    }
    return good;
}

bool developing_entries_ground(struct developing *developing, size_t from, const char *where) {
    bool good = true;
    for (size_t i = from; i < developing->checker.entries.count; i++)
        good = eb_check_entry_ground(&developing->checker, &developing->checker.entries.items[i], where) && good;
    return good;
}

/* ---- Contexts ---- */

static struct eb_entry carrier_set(struct developing *developing, const struct eb_component *context,
                                   const struct eb_name *set) {
    const struct eb_stand_in *stand_in = eb_stand_in_for(&developing->stand_ins, set->name);
    const struct eb_type *type = stand_in ? stand_in->type : eb_type_given(developing->arena, set->name);
    return (struct eb_entry){.name = set->name,
                             .kind = stand_in ? EB_CONSTANT : EB_CARRIER_SET,
                             .index = stand_in ? developing->constants++ : developing->sets++,
                             .type = eb_type_power(developing->arena, type),
                             .place = set->place,
                             .owner = context->name,
                             .is_type = stand_in != NULL};
}

static bool declare_context(struct developing *developing, const struct eb_component *context) {
    bool good = true;
    for (unsigned i = 0; i < context->sets.count; i++) {
        struct eb_entry set = carrier_set(developing, context, &context->sets.items[i]);
        good = eb_checker_declare(&developing->checker, set) && good;
    }
    for (unsigned i = 0; i < context->constants.count; i++) {
        const struct eb_name *constant = &context->constants.items[i];
        good = eb_checker_declare(&developing->checker, (struct eb_entry){.name = constant->name,
                                                                          .kind = EB_CONSTANT,
                                                                          .index = developing->constants++,
                                                                          .type = eb_type_variable(developing->arena),
                                                                          .place = constant->place,
                                                                          .owner = context->name}) &&
               good;
    }
    return good;
}

static bool develop_context(struct developing *developing, const struct eb_component *context) {
    size_t first_entry = developing->checker.entries.count, first_axiom = developing->axioms.count;
    struct eb_labelled_list more = eb_stand_in_axioms(developing->arena, &developing->stand_ins, context);
    return declare_context(developing, context) && developing_names(developing, &more, &developing->axioms, NULL) &&
           developing_names(developing, &context->axioms, &developing->axioms, NULL) &&
           developing_entries_ground(developing, first_entry, "an axiom") &&
           developing_ground(developing, &developing->axioms, first_axiom);
}

/* Which contexts this one extends, directly or not. Those come before it. */
static bool *extended_by(struct developing *developing, size_t context, const bool *const *of_others) {
    const eb_component_list *contexts = &developing->closure->contexts;
    const struct eb_name_list *extends = &contexts->items[context]->extends;
    bool *all = arena_new_array(developing->arena, bool, contexts->count + 1);
    for (size_t i = 0; i < context; i++)
        for (unsigned k = 0; k < extends->count; k++) {
            if (strcmp(extends->items[k].name, contexts->items[i]->name) != 0) continue;
            all[i] = true;
            for (size_t j = 0; j < i; j++) all[j] = all[j] || of_others[i][j];
        }
    return all;
}

/* The axiom that this one is made of. */
static size_t origin_of(const struct developing *developing, size_t made) {
    const eb_labels *axioms = &developing->axioms;
    size_t origin = made;
    for (size_t i = made + 1; i < axioms->count; i++)
        if (developing->contexts.items[i] == developing->contexts.items[made] && !axioms->items[i].is_made &&
            axioms->items[i].label == axioms->items[made].label)
            origin = i;
    return origin;
}

/* What a context says that an axiom's own context does not extend protects nothing in it. */
static void order_axioms(struct developing *developing, struct eb_development *development) {
    size_t count = developing->axioms.count, contexts = developing->closure->contexts.count;
    const bool **extends = arena_new_array(developing->arena, const bool *, contexts + 1);
    const bool **before = arena_new_array(developing->arena, const bool *, count + 1);
    for (size_t i = 0; i < contexts; i++) extends[i] = extended_by(developing, i, extends);
    for (size_t i = 0; i < count; i++) {
        bool *those = arena_new_array(developing->arena, bool, count + 1);
        unsigned own = developing->contexts.items[i];
        for (size_t j = 0; j < i; j++) {
            unsigned other = developing->contexts.items[j];
            bool comes_later = developing->axioms.items[j].is_made && origin_of(developing, j) >= i;
            those[j] = (own == other || extends[own][other]) && !comes_later;
        }
        before[i] = those;
    }
    development->axioms_before = before;
}

/* ---- Variables and invariants ---- */

static bool has_name(const struct eb_name_list *list, const char *name, unsigned *index) {
    for (unsigned i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, name) != 0) continue;
        *index = i;
        return true;
    }
    return false;
}

/* Of the owner's variables, the one at `position`. */
static bool declare_variable(struct developing *developing, const struct eb_component *owner,
                             const struct eb_component *abstraction, unsigned position) {
    const struct eb_component *own = developing_machine(developing);
    const struct eb_name *variable = &owner->variables.items[position];
    struct eb_entry *before = eb_checker_find(&developing->checker, variable->name);
    unsigned index;
    if (has_name(&(struct eb_name_list){owner->variables.items, position}, variable->name, &index)) {
        diag_error(developing->diagnostics, variable->place, "%s is declared twice: it is already a variable of %s",
                   variable->name, owner->name);
        return false;
    }
    if (before && before->kind == EB_VARIABLE && before->owner != owner->name) {
        if (abstraction && has_name(&abstraction->variables, variable->name, &index)) return true;
        diag_error(developing->diagnostics, variable->place,
                   "%s was a variable of %s and has disappeared since: it cannot come back", variable->name,
                   before->owner);
        return false;
    }
    struct eb_entry entry = {.name = variable->name,
                             .kind = EB_VARIABLE,
                             .type = eb_type_variable(developing->arena),
                             .place = variable->place,
                             .owner = owner->name};
    entry.gone = !has_name(&own->variables, variable->name, &entry.index);
    if (entry.gone) entry.index = own->variables.count + developing->gone++;
    return eb_checker_declare(&developing->checker, entry);
}

static bool develop_invariants(struct developing *developing, size_t depth) {
    const eb_component_list *chain = &developing->closure->machines;
    const struct eb_component *owner = chain->items[depth];
    const struct eb_component *abstraction = depth + 1 < chain->count ? chain->items[depth + 1] : NULL;
    size_t first_entry = developing->checker.entries.count;
    size_t first_invariant = developing->invariants.count, first_gluing = developing->gluing.count;
    bool good = true;
    for (unsigned i = 0; i < owner->variables.count; i++)
        good = declare_variable(developing, owner, abstraction, i) && good;
    return good && developing_names(developing, &owner->invariants, &developing->invariants, &developing->gluing) &&
           developing_entries_ground(developing, first_entry, "an invariant") &&
           developing_ground(developing, &developing->invariants, first_invariant) &&
           developing_ground(developing, &developing->gluing, first_gluing);
}

static bool develop_variants(struct developing *developing, struct eb_development *development) {
    eb_labels list = {0};
    bool good = developing_names(developing, &developing_machine(developing)->variants, &list, NULL) &&
                developing_ground(developing, &list, 0);
    for (size_t i = 0; good && i < list.count; i++) {
        const struct eb_formula *variant = list.items[i].formula;
        if (variant->type->kind == EB_TYPE_INTEGER || variant->type->kind == EB_TYPE_POWER) continue;
        diag_error(developing->diagnostics, variant->place, "a variant is an integer or a set");
        good = false;
    }
    development->variants = eb_take_labels(developing->arena, &list);
    return good;
}

/* ---- The whole ---- */

static void give_levels(struct developing *developing, struct eb_development *development) {
    const eb_component_list *chain = &developing->closure->machines;
    unsigned count = development->variable_count + development->abstract_variable_count, index;
    const bool **levels = arena_new_array(developing->arena, const bool *, chain->count + 1);
    const char **names = arena_new_array(developing->arena, const char *, chain->count + 1);
    for (size_t level = 0; level < chain->count; level++) {
        bool *there = arena_new_array(developing->arena, bool, count + 1);
        for (unsigned i = 0; i < count; i++)
            there[i] = has_name(&chain->items[level]->variables, development->variables[i].name, &index);
        levels[level] = there;
        names[level] = chain->items[level]->name;
    }
    if (chain->count > 1) development->abstraction = chain->items[1]->name;
    development->level_count = (unsigned)chain->count;
    development->in_level = levels;
    development->level_names = names;
}

static void give_symbols(struct developing *developing, struct eb_development *development) {
    const struct eb_component *own = developing_machine(developing);
    development->set_count = developing->sets;
    development->constant_count = developing->constants;
    development->variable_count = own ? own->variables.count : 0;
    development->abstract_variable_count = developing->gone;
    struct eb_symbol *tables[] = {
        arena_new_array(developing->arena, struct eb_symbol, developing->sets),
        arena_new_array(developing->arena, struct eb_symbol, developing->constants),
        arena_new_array(developing->arena, struct eb_symbol, development->variable_count + developing->gone)};
    for (size_t i = 0; i < developing->checker.entries.count; i++) {
        const struct eb_entry *entry = &developing->checker.entries.items[i];
        tables[entry->kind][entry->index] = (struct eb_symbol){entry->name, entry->type, entry->place};
    }
    development->sets = tables[EB_CARRIER_SET];
    development->constants = tables[EB_CONSTANT];
    development->variables = tables[EB_VARIABLE];
    give_levels(developing, development);
}

static bool develop_all(struct developing *developing, struct eb_development *development) {
    const struct eb_closure *closure = developing->closure;
    for (size_t i = 0; i < closure->contexts.count; i++) {
        if (!develop_context(developing, closure->contexts.items[i])) return false;
        while (developing->contexts.count < developing->axioms.count) vec_push(&developing->contexts, (unsigned)i);
    }
    order_axioms(developing, development);
    developing->checker.allow_gone = true;
    for (size_t i = closure->machines.count; i--;) {
        if (!develop_invariants(developing, i)) return false;
    }
    developing->checker.allow_gone = false;
    give_symbols(developing, development);
    return !development->has_machine ||
           (develop_variants(developing, development) && developing_events(developing, development));
}

static bool develop(struct eb_development *development, const struct eb_closure *closure,
                    struct diagnostics *diagnostics) {
    struct developing developing = {.arena = development->arena,
                                    .diagnostics = diagnostics,
                                    .closure = closure,
                                    .stand_ins = development->stand_ins};
    developing.checker.arena = development->arena;
    developing.checker.diagnostics = diagnostics;
    bool good = develop_all(&developing, development);
    development->axioms = eb_take_labels(development->arena, &developing.axioms);
    development->invariants = eb_take_labels(development->arena, &developing.invariants);
    development->gluing = eb_take_labels(development->arena, &developing.gluing);
    eb_checker_free(&developing.checker);
    vec_free(&developing.contexts);
    return good;
}

bool eb_develop(struct eb_development *development, const struct eb_closure *closure, struct diagnostics *diagnostics) {
    struct eb_development other = *development;
    struct diagnostics again = {0}; /* what there is to be said was said */
    if (!develop(development, closure, diagnostics)) return false;
    eb_find_stand_ins(development->arena, closure, &other.stand_ins);
    if (!other.stand_ins.count) return true;
    if (develop(&other, closure, &again)) {
        struct eb_development *plain = arena_new_object(development->arena, struct eb_development);
        *plain = *development;
        *development = other;
        development->plain = plain;
    }
    diag_free(&again);
    return true;
}

/* ---- Formulas about a development ---- */

/* The machine that has the variable, the lowest of several. */
static const char *owner_of(const struct eb_development *development, unsigned variable) {
    for (unsigned i = 0; i < development->level_count; i++)
        if (development->in_level[i][variable]) return development->level_names[i];
    return NULL;
}

static void add_symbols(struct eb_checker *checker, const struct eb_symbol *symbols, unsigned count, unsigned own,
                        enum eb_identifier_kind kind, const struct eb_development *development) {
    for (unsigned i = 0; i < count; i++) {
        struct eb_entry entry = {.name = symbols[i].name,
                                 .kind = kind,
                                 .index = i,
                                 .type = symbols[i].type,
                                 .place = symbols[i].place,
                                 .owner = kind == EB_VARIABLE ? owner_of(development, i) : NULL,
                                 .gone = i >= own,
                                 .is_type =
                                     kind == EB_CONSTANT && eb_stand_in_for(&development->stand_ins, symbols[i].name)};
        if (!entry.type || entry.type->kind == EB_TYPE_UNKNOWN) entry.type = eb_type_variable(checker->arena);
        vec_push(&checker->entries, entry);
    }
}

const struct eb_formula *eb_check_formula(const struct eb_development *development, const struct eb_formula *parsed,
                                          struct eb_symbol *locals, unsigned local_count,
                                          struct diagnostics *diagnostics) {
    struct eb_checker checker = {.arena = development->arena, .diagnostics = diagnostics};
    add_symbols(&checker, development->sets, development->set_count, development->set_count, EB_CARRIER_SET,
                development);
    add_symbols(&checker, development->constants, development->constant_count, development->constant_count, EB_CONSTANT,
                development);
    add_symbols(&checker, development->variables, development->variable_count + development->abstract_variable_count,
                development->variable_count, EB_VARIABLE, development);
    size_t first = checker.entries.count;
    add_symbols(&checker, locals, local_count, local_count, EB_PARAMETER, development);
    struct eb_formula *formula = eb_check_names(&checker, NULL, parsed);
    if (formula && !eb_check_ground(&checker, NULL, formula)) formula = NULL;
    for (unsigned i = 0; formula && i < local_count; i++) {
        const struct eb_type *type = eb_type_ground(development->arena, checker.entries.items[first + i].type);
        if (type) locals[i].type = type;
    }
    eb_checker_free(&checker);
    return formula;
}
