#include "eventb/infinite.h"

#include "eventb/comprehension.h"
#include "eventb/intervals.h"
#include "eventb/type.h"

/* ---- which sets are certainly infinite ---- */

static bool type_is_infinite(const struct eb_type *type) {
    if (!type) return false;
    switch (type->kind) {
    case EB_TYPE_INTEGER: return true;
    case EB_TYPE_DATA: return eb_data_is_infinite(type->data);
    case EB_TYPE_POWER: return type_is_infinite(type->left);
    case EB_TYPE_PRODUCT: return type_is_infinite(type->left) || type_is_infinite(type->right);
    default: return false;
    }
}

/* What constants stand for, as far as it was looked at. */
enum known { NOT_SEEN, MAY_BE_FINITE, INFINITE };
struct meanings {
    const struct eb_development *development;
    enum known *known; /* by constant */
};

static bool is_infinite(const struct meanings *meanings, const struct eb_formula *set);

static bool has_elements(const struct meanings *meanings, const struct eb_formula *set) {
    set = eb_strip(set);
    bool carrier = set->op == EB_IDENTIFIER && set->identifier == EB_CARRIER_SET;
    return carrier || set->op == EB_BOOLEANS || set->op == EB_POWER_SET ||
           (set->op == EB_SET_EXTENSION && set->child_count) || is_infinite(meanings, set);
}

static bool data_is_infinite(const struct meanings *meanings, const struct eb_formula *set) {
    for (unsigned i = 0; i < set->child_count; i++)
        if (!has_elements(meanings, set->children[i])) return false;
    return eb_data_is_infinite(set->data);
}

/* The only condition on the bound identifier; NULL if it is not there. */
static const struct eb_formula *membership_of(const struct eb_formula *predicate, const struct eb_bound *bound) {
    if (predicate->op == EB_AND) {
        const struct eb_formula *found = NULL;
        for (unsigned i = 0; i < predicate->child_count && !found; i++)
            found = membership_of(predicate->children[i], bound);
        return found;
    }
    return eb_range_of(predicate, bound);
}

static unsigned conditions_in(const struct eb_formula *predicate) {
    unsigned count = 0;
    if (predicate->op != EB_AND) return predicate->op != EB_TRUE;
    for (unsigned i = 0; i < predicate->child_count; i++) count += conditions_in(predicate->children[i]);
    return count;
}

static bool binds_nothing_of(const struct eb_formula *set) {
    if (set->op == EB_BOUND) return false;
    for (unsigned i = 0; i < set->child_count; i++)
        if (!binds_nothing_of(set->children[i])) return false;
    return true;
}

/* Is the identifier a part of each element, so that other values of it make other elements? */
static bool shows(const struct eb_formula *expression, const struct eb_bound *bound) {
    expression = eb_strip(expression);
    if (expression->op == EB_MAPLET)
        return shows(expression->children[0], bound) || shows(expression->children[1], bound);
    return expression->op == EB_BOUND && expression->index == bound->slot;
}

static bool speaks_of(const struct eb_formula *formula, const struct eb_bound *bound) {
    bool any = formula->op == EB_BOUND && formula->index == bound->slot;
    for (unsigned i = 0; i < formula->child_count && !any; i++) any = speaks_of(formula->children[i], bound);
    return any;
}

/* Is the identifier given by y = E, with another one in E? */
static bool is_defined_by(const struct eb_formula *predicate, const struct eb_bound *bound) {
    bool any = false;
    for (unsigned i = 0; predicate->op == EB_AND && i < predicate->child_count && !any; i++)
        any = is_defined_by(predicate->children[i], bound);
    if (any || predicate->op != EB_EQUAL) return any;
    const struct eb_formula *left = eb_strip(predicate->children[0]);
    return left->op == EB_BOUND && left->index == bound->slot && eb_is_safe(predicate->children[1]) &&
           !speaks_of(predicate->children[1], bound);
}

/* {x, y·x ∈ ℕ ∧ y ∈ S ∣ x ↦ E}: each identifier in a set by itself, or y = E, and nothing else is said. */
static bool comprehension_is_infinite(const struct meanings *meanings, const struct eb_formula *set) {
    bool any = false;
    unsigned said = 0, defined = 0;
    for (unsigned i = 0; i < set->bound_count; i++) {
        if (is_defined_by(set->children[0], &set->bound[i])) {
            defined++;
            continue;
        }
        const struct eb_formula *range = membership_of(set->children[0], &set->bound[i]);
        bool infinite = range ? is_infinite(meanings, range) : type_is_infinite(set->bound[i].type);
        if (range && (!has_elements(meanings, range) || !binds_nothing_of(range))) return false;
        said += range != NULL;
        any = any || (infinite && shows(set->children[1], &set->bound[i]));
    }
    return any && defined <= 1 && said + defined == conditions_in(set->children[0]);
}

/* What an axiom c = E says the constant is; NULL if none does. */
static const struct eb_formula *meaning_of(const struct eb_development *development,
                                           const struct eb_formula *constant) {
    for (unsigned i = 0; i < development->axioms.count; i++) {
        const struct eb_formula *axiom = development->axioms.items[i].formula;
        if (axiom->op != EB_EQUAL || development->axioms.items[i].theorem) continue;
        const struct eb_formula *left = eb_strip(axiom->children[0]);
        if (left->op != EB_IDENTIFIER || left->identifier != EB_CONSTANT || left->index != constant->index) continue;
        const struct eb_formula *right = eb_strip(axiom->children[1]);
        if (right->op != EB_IDENTIFIER) return right;
    }
    return NULL;
}

/* Once for each: definitions may be long, and may be circular, as in c = c ∪ d, which says no more than d ⊆ c. */
static bool constant_is_infinite(const struct meanings *meanings, const struct eb_formula *constant) {
    if (!meanings) return false;
    enum known *known = &meanings->known[constant->index];
    if (*known == NOT_SEEN) {
        const struct eb_formula *meaning = meaning_of(meanings->development, constant);
        *known = MAY_BE_FINITE;
        if (meaning && is_infinite(meanings, meaning)) *known = INFINITE;
    }
    return *known == INFINITE;
}

static bool is_infinite(const struct meanings *meanings, const struct eb_formula *set) {
    struct eb_intervals intervals;
    set = eb_strip(set);
    if (eb_intervals_of(set, &intervals)) return eb_intervals_are_infinite(&intervals);
    const struct eb_formula *a = set->child_count ? set->children[0] : NULL;
    const struct eb_formula *b = set->child_count > 1 ? set->children[set->child_count - 1] : NULL;
    switch (set->op) {
    case EB_INTEGERS:
    case EB_NATURALS:
    case EB_NATURALS_1:
    case EB_PREDECESSOR:
    case EB_SUCCESSOR: return true;
    case EB_IDENTITY:
    case EB_PROJECTION_1:
    case EB_PROJECTION_2: return type_is_infinite(set->type);
    case EB_DATA_SET: return data_is_infinite(meanings, set);
    case EB_POWER_SET:
    case EB_POWER_SET_1: return is_infinite(meanings, a);
    case EB_UNION: return is_infinite(meanings, a) || is_infinite(meanings, b);
    case EB_DIFFERENCE: return set->child_count == 2 && is_infinite(meanings, a) && eb_strip(b)->op == EB_SET_EXTENSION;
    case EB_PRODUCT:
        return (is_infinite(meanings, a) && has_elements(meanings, b)) ||
               (has_elements(meanings, a) && is_infinite(meanings, b));
    case EB_DOMAIN_RESTRICTION: return eb_strip(b)->op == EB_IDENTITY && is_infinite(meanings, a);
    case EB_COMPREHENSION:
    case EB_LAMBDA: return comprehension_is_infinite(meanings, set);
    case EB_IDENTIFIER: return set->identifier == EB_CONSTANT && constant_is_infinite(meanings, set);
    default: return false;
    }
}

bool eb_is_certainly_infinite(const struct eb_formula *set) { return is_infinite(NULL, set); }

static bool is_closed(const struct eb_formula *formula) {
    if (formula->op == EB_CALL) return false;
    if (formula->op == EB_IDENTIFIER && formula->identifier > EB_CONSTANT) return false;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (!is_closed(formula->children[i])) return false;
    return true;
}

/* ---- what each variable can be ---- */

struct finding {
    struct arena *arena;
    const struct eb_development *development;
    struct eb_infinite *infinite;
    uint64_t *possible;
    bool changed;
    struct meanings meanings;
};

/* A constant and what it is defined as are the same. */
static const struct eb_formula *without_name(const struct eb_development *development, const struct eb_formula *value) {
    const struct eb_formula *plain = eb_strip(value), *meaning = NULL;
    if (plain->op == EB_IDENTIFIER && plain->identifier == EB_CONSTANT) meaning = meaning_of(development, plain);
    return meaning ? meaning : plain;
}

/* Equal, or the same numbers. */
static bool is_same_set(const struct eb_formula *a, const struct eb_formula *b) {
    struct eb_intervals left, right;
    if (eb_formula_equal(a, b)) return eb_type_equal(a->type, b->type);
    return eb_intervals_of(a, &left) && eb_intervals_of(b, &right) && eb_intervals_are_equal(&left, &right);
}

/* The number of the definition; 0 if it is none. */
static unsigned number_of(const struct eb_infinite *infinite, const struct eb_formula *value) {
    value = without_name(infinite->development, value);
    for (unsigned i = 1; i <= infinite->definition_count; i++)
        if (is_same_set(infinite->definitions[i], value)) return i;
    return 0;
}

static unsigned number_for(struct finding *finding, const struct eb_formula *value) {
    struct eb_infinite *infinite = finding->infinite;
    if (!is_closed(value) || !is_infinite(&finding->meanings, value)) return 0;
    unsigned number = number_of(infinite, value);
    if (number || infinite->definition_count == EB_MOST_DEFINITIONS) return number;
    infinite->definitions[++infinite->definition_count] = without_name(finding->development, value);
    return infinite->definition_count;
}

static bool is_variable(const struct eb_formula *formula) {
    return formula->op == EB_IDENTIFIER && formula->identifier == EB_VARIABLE;
}

static void note_value(struct finding *finding, unsigned variable, const struct eb_formula *value) {
    const struct eb_formula *plain = value ? eb_strip(value) : NULL;
    uint64_t numbers = 1;
    if (plain && is_variable(plain) && !plain->primed && plain->index < finding->development->variable_count)
        numbers = finding->possible[plain->index];
    else if (value)
        numbers = UINT64_C(1) << number_for(finding, value);
    finding->changed = finding->changed || (numbers & ~finding->possible[variable]);
    finding->possible[variable] |= numbers;
}

static void note_event(struct finding *finding, const struct eb_full_event *event) {
    for (unsigned i = 0; i < event->actions.count; i++) {
        const struct eb_formula *action = event->actions.items[i].formula;
        for (unsigned j = 0; j < action->target_count; j++)
            if (action->target_indices[j] < finding->development->variable_count)
                note_value(finding, action->target_indices[j],
                           action->op == EB_BECOMES_EQUAL ? action->children[j] : NULL);
    }
}

const struct eb_infinite *eb_infinite_find(struct arena *arena, const struct eb_development *development,
                                           unsigned count) {
    struct eb_infinite *infinite = arena_new_object(arena, struct eb_infinite);
    struct finding finding = {.arena = arena,
                              .development = development,
                              .infinite = infinite,
                              .possible = arena_new_array(arena, uint64_t, count + 1),
                              .changed = true};
    unsigned *hidden = arena_new_array(arena, unsigned, count + 1);
    finding.meanings =
        (struct meanings){development, arena_new_array(arena, enum known, development->constant_count + 1)};
    infinite->development = development;
    infinite->definitions = arena_new_array(arena, const struct eb_formula *, EB_MOST_DEFINITIONS + 1);
    while (finding.changed) {
        finding.changed = false;
        note_event(&finding, &development->initialisation);
        for (unsigned i = 0; i < development->event_count; i++) note_event(&finding, &development->events[i]);
    }
    infinite->first = count;
    for (unsigned i = 0; i < development->variable_count; i++)
        if (finding.possible[i] & ~UINT64_C(1)) hidden[i] = count + infinite->count++;
    infinite->hidden = hidden;
    infinite->possible = finding.possible;
    return infinite->count ? infinite : NULL;
}

/* ---- formulas by cases ---- */

bool eb_infinite_may_be(const struct eb_compiler *compiler, const struct eb_formula *formula) {
    unsigned hidden;
    return is_variable(formula) && eb_infinite_hidden(compiler->infinite, formula->index, &hidden);
}

enum { MOST_NAMES = 8, MOST_CASES = 64 };

/* A variable of the formula, before or after, and what it is taken for. */
struct taken {
    const struct eb_formula *name;
    unsigned number;
};
struct cases {
    struct eb_compiler *compiler;
    bool after;
    struct taken names[MOST_NAMES];
    unsigned count;
    bool too_many;
};

static struct taken *find_name(struct cases *cases, const struct eb_formula *name) {
    for (unsigned i = 0; i < cases->count; i++)
        if (cases->names[i].name->index == name->index && cases->names[i].name->primed == name->primed)
            return &cases->names[i];
    return NULL;
}

static void gather(struct cases *cases, const struct eb_formula *formula) {
    if (eb_infinite_may_be(cases->compiler, formula) && (cases->after || !formula->primed)) {
        if (find_name(cases, formula)) return;
        cases->too_many = cases->too_many || cases->count == MOST_NAMES;
        if (!cases->too_many) cases->names[cases->count++] = (struct taken){formula, 0};
    }
    for (unsigned i = 0; i < formula->child_count; i++) gather(cases, formula->children[i]);
}

static uint64_t possible(const struct cases *cases, unsigned name) {
    return cases->compiler->infinite->possible[cases->names[name].name->index];
}

/* The next number that the name can have, from `from` on; 64: none. */
static unsigned next_number(const struct cases *cases, unsigned name, unsigned from) {
    uint64_t left = from < 64 ? possible(cases, name) >> from : 0;
    return left ? from + (unsigned)__builtin_ctzll(left) : 64;
}

/* Goes on to the next case; false after the last. */
static bool next_case(struct cases *cases) {
    for (unsigned i = 0; i < cases->count; i++) {
        unsigned next = next_number(cases, i, cases->names[i].number + 1);
        cases->names[i].number = next < 64 ? next : next_number(cases, i, 0);
        if (next < 64) return true;
    }
    return false;
}

static const struct eb_formula *number_as_formula(struct cases *cases, unsigned name) {
    const struct eb_formula *variable = cases->names[name].name;
    struct eb_compiler *compiler = cases->compiler;
    struct eb_formula *identifier =
        eb_made_value(compiler->arena, variable, EB_IDENTIFIER, eb_type_integer(), NULL, NULL);
    identifier->identifier = EB_VARIABLE;
    identifier->index = compiler->infinite->hidden[variable->index];
    identifier->primed = variable->primed;
    identifier->name = arena_printf(compiler->arena, "%s is infinite", variable->name);
    return identifier;
}

/* What tells this case from the others; NULL: there are no others. */
static const struct eb_formula *condition_of(struct cases *cases) {
    struct arena *arena = cases->compiler->arena;
    const struct eb_formula *all = NULL;
    for (unsigned i = 0; i < cases->count; i++) {
        uint64_t numbers = possible(cases, i);
        if (!(numbers & (numbers - 1))) continue;
        const struct eb_formula *identifier = number_as_formula(cases, i);
        const struct eb_formula *is = eb_made_of(arena, identifier, EB_EQUAL, identifier,
                                                 eb_made_number(arena, identifier, cases->names[i].number));
        all = all ? eb_made_of(arena, identifier, EB_AND, all, is) : is;
    }
    return all;
}

static const struct eb_formula *definition_for(void *context, const struct eb_formula *formula) {
    struct cases *cases = context;
    if (!is_variable(formula) || (formula->primed && !cases->after)) return NULL;
    const struct taken *taken = find_name(cases, formula);
    const struct eb_infinite *infinite = cases->compiler->infinite;
    return taken && taken->number ? eb_expand_constants(cases->compiler, infinite->definitions[taken->number]) : NULL;
}

static const struct eb_formula *expand_children(struct eb_compiler *compiler, const struct eb_formula *action,
                                                bool after) {
    struct eb_formula *result = arena_new_object(compiler->arena, struct eb_formula);
    const struct eb_formula **children =
        arena_new_array(compiler->arena, const struct eb_formula *, action->child_count + 1);
    *result = *action;
    for (unsigned i = 0; i < action->child_count; i++)
        children[i] = eb_infinite_expand(compiler, action->children[i], after);
    result->children = children;
    return result;
}

static struct eb_formula *join(struct cases *cases, const struct eb_formula *formula, const struct eb_formula *all,
                               const struct eb_formula *condition, const struct eb_formula *body) {
    struct arena *arena = cases->compiler->arena;
    if (formula->op > EB_IS_CONSTRUCTED) {
        const struct eb_formula *parts[] = {condition, body, all};
        struct eb_formula *chosen = eb_new_node(arena, formula, EB_CONDITIONAL, parts, 3);
        chosen->type = formula->type;
        return chosen;
    }
    struct eb_formula *one = eb_made_of(arena, formula, EB_IMPLIES, condition, body);
    one->written = formula;
    return all ? eb_made_of(arena, formula, EB_AND, all, one) : one;
}

const struct eb_formula *eb_infinite_expand(struct eb_compiler *compiler, const struct eb_formula *formula,
                                            bool after) {
    struct cases cases = {.compiler = compiler, .after = after};
    size_t count = 1;
    if (!compiler->infinite) return formula;
    if (formula->op >= EB_BECOMES_EQUAL)
        return expand_children(compiler, formula, after && formula->op != EB_BECOMES_SUCH_THAT);
    gather(&cases, formula);
    for (unsigned i = 0; i < cases.count && count <= MOST_CASES; i++) {
        count *= (unsigned)__builtin_popcountll(possible(&cases, i));
        cases.names[i].number = next_number(&cases, i, 0);
    }
    if (!cases.count || cases.too_many || count > MOST_CASES) return formula;
    const struct eb_formula *all = NULL;
    do {
        const struct eb_formula *condition = condition_of(&cases);
        const struct eb_formula *body = eb_replace(compiler, formula, definition_for, &cases);
        if (!condition || (!all && formula->op > EB_IS_CONSTRUCTED)) {
            all = body;
            continue;
        }
        struct eb_formula *joined = join(&cases, formula, all, condition, body);
        joined->written = formula;
        all = joined;
    } while (next_case(&cases));
    return all;
}

/* ---- new values ---- */

static const struct eb_node *number_node(struct eb_compiler *compiler, const struct eb_formula *like, unsigned number) {
    const struct eb_formula typed = {.place = like ? like->place : (struct place){0}, .type = eb_type_integer()};
    return eb_compile_expression(compiler, eb_made_number(compiler->arena, &typed, number));
}

static void copy_slot(struct eb_compiler *compiler, struct eb_plan *plan, unsigned to, unsigned from) {
    eb_plan_assign(compiler, plan, compiler->primed + to, eb_slot_node(compiler, compiler->variables + from));
}

bool eb_infinite_assign(struct eb_compiler *compiler, struct eb_plan *plan, unsigned variable,
                        const struct eb_formula *value) {
    unsigned hidden, source;
    if (!eb_infinite_hidden(compiler->infinite, variable, &hidden)) return false;
    const struct eb_formula *plain = eb_strip(value);
    unsigned number = is_closed(value) ? number_of(compiler->infinite, value) : 0;
    if (is_variable(plain) && !plain->primed && eb_infinite_hidden(compiler->infinite, plain->index, &source)) {
        copy_slot(compiler, plan, variable, plain->index);
        copy_slot(compiler, plan, hidden, source);
    } else if (number) {
        struct eb_formula *nothing = eb_made_value(compiler->arena, value, EB_EMPTY_SET, value->type, NULL, NULL);
        const struct eb_node *empty = eb_compile_expression(compiler, nothing);
        eb_plan_assign(compiler, plan, compiler->primed + variable,
                       eb_node_after_parts(compiler, eb_expand(compiler, value), empty));
        eb_plan_assign(compiler, plan, compiler->primed + hidden, number_node(compiler, value, number));
    } else {
        eb_plan_assign(compiler, plan, compiler->primed + variable,
                       eb_compile_expression(compiler, eb_expand(compiler, value)));
        eb_infinite_clear(compiler, plan, variable);
    }
    return true;
}

void eb_infinite_clear(struct eb_compiler *compiler, struct eb_plan *plan, unsigned variable) {
    unsigned hidden;
    if (eb_infinite_hidden(compiler->infinite, variable, &hidden))
        eb_plan_assign(compiler, plan, compiler->primed + hidden, number_node(compiler, NULL, 0));
}

bool eb_infinite_keep(struct eb_compiler *compiler, struct eb_plan *plan, unsigned variable) {
    unsigned hidden;
    if (!eb_infinite_hidden(compiler->infinite, variable, &hidden)) return false;
    copy_slot(compiler, plan, variable, variable);
    copy_slot(compiler, plan, hidden, hidden);
    return true;
}
