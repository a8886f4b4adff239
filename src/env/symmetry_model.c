/* Numbers of the model: guards, arguments, actions, defaults, assertions, references and configuration.
 *
 * Objects and sets of objects are renumbered with everything else, so that only numbers need a type here. any() takes
 * the first of several objects; whether it ever has a choice is found out while an environment is checked. */
#include "env/symmetry_walk.h"
#include "ocl/node.h"

#include <inttypes.h>

struct walker {
    const struct symmetry_walk *walk;
    struct identities *identities;
    struct identity_value frame[OCL_MAX_SLOTS];
};

static struct identity_value value_of(struct walker *walker, const struct ocl_node *node);

/* Truth values, objects and sets have no type here. */
static const struct identity_value nothing = {.constant = true};

static bool is_number(const struct ocl_node *node) {
    return node->type.kind == OCL_INTEGER || node->type.kind == OCL_INTEGERS;
}

static struct identity_value named(const struct walker *walker, const char *what, unsigned a, unsigned b) {
    struct text name = {0};
    text_printf(&name, "%s %u %u", what, a, b);
    unsigned node = identity_named(walker->identities, text_chars(&name));
    text_free(&name);
    return identity_of_node(node);
}

static struct identity_value plain(struct walker *walker, struct place place) {
    struct identity_value value = identity_of_node(identity_node(walker->identities));
    identity_plain(walker->identities, value, place, "numbers of objects are mixed with other numbers of the model");
    return value;
}

static void visit_parts(struct walker *walker, const struct ocl_node *node) {
    const struct ocl_node *parts[] = {node->first, node->second, node->third};
    for (size_t i = 0; i < 3; i++)
        if (parts[i]) value_of(walker, parts[i]);
    for (unsigned i = 0; i < node->count; i++) value_of(walker, node->arguments[i]);
}

static void compute_with(struct walker *walker, const struct ocl_node *part, struct identity_value value,
                         struct place place) {
    if (is_number(part)) identity_plain(walker->identities, value, place, "arithmetic on numbers of objects");
}

static struct identity_value computed(struct walker *walker, const struct ocl_node *node) {
    const struct ocl_node *parts[] = {node->first, node->second};
    for (size_t i = 0; i < 2; i++)
        if (parts[i]) compute_with(walker, parts[i], value_of(walker, parts[i]), node->place);
    return plain(walker, node->place);
}

static struct identity_value member_of(struct walker *walker, const struct ocl_node *node) {
    const struct ocl_member *member =
        &walker->walk->model->schema.classes.items[node->class_index].members.items[node->member];
    value_of(walker, node->first);
    if (member->type.kind != OCL_INTEGER) return nothing;
    if (member->kind == OCL_VARIABLE) return named(walker, "member", node->class_index, node->member);
    return plain(walker, node->place); /* attributes do not change when objects are renumbered */
}

static struct identity_value call(struct walker *walker, const struct ocl_node *node) {
    const struct ocl_function *function = &walker->walk->model->schema.functions.items[node->member];
    for (unsigned i = 0; i < node->count; i++) {
        struct identity_value argument = value_of(walker, node->arguments[i]);
        if (function->parameters.items[i].type.kind == OCL_INTEGER)
            identity_same(walker->identities, named(walker, "parameter", node->member, i), argument, node->place);
    }
    if (function->result.kind != OCL_INTEGER) return nothing;
    return named(walker, "result", node->member, 0);
}

static struct identity_value sum(struct walker *walker, const struct ocl_node *node) {
    struct identity_value a = value_of(walker, node->first), b = value_of(walker, node->second);
    bool adds = node->op == OCL_OP_ADD;
    if (b.constant && (adds || b.number > INT64_MIN))
        return identity_add(walker->identities, a, adds ? b.number : -b.number, node->place);
    if (a.constant && adds) return identity_add(walker->identities, b, a.number, node->place);
    compute_with(walker, node->first, a, node->place);
    compute_with(walker, node->second, b, node->place);
    return plain(walker, node->place);
}

static struct identity_value ordered(struct walker *walker, const struct ocl_node *node) {
    enum identity_order order = node->op == OCL_OP_LT   ? IDENTITY_LESS
                                : node->op == OCL_OP_LE ? IDENTITY_LESS_EQUAL
                                : node->op == OCL_OP_GT ? IDENTITY_GREATER
                                                        : IDENTITY_GREATER_EQUAL;
    struct identity_value a = value_of(walker, node->first), b = value_of(walker, node->second);
    identity_ordered(walker->identities, order, a, b, node->place);
    return nothing;
}

/* Compared with each other, if they are numbers. */
static struct identity_value compared(struct walker *walker, const struct ocl_node *node) {
    struct identity_value a = value_of(walker, node->first), b = value_of(walker, node->second);
    if (is_number(node->first)) identity_same(walker->identities, a, b, node->place);
    return nothing;
}

static struct identity_value choice(struct walker *walker, const struct ocl_node *node) {
    value_of(walker, node->first);
    struct identity_value a = value_of(walker, node->second), b = value_of(walker, node->third);
    if (!is_number(node)) return nothing;
    struct identity_value value = identity_of_node(identity_node(walker->identities));
    identity_same(walker->identities, value, a, node->place);
    identity_same(walker->identities, value, b, node->place);
    return value;
}

static struct identity_value value_of(struct walker *walker, const struct ocl_node *node) {
    switch (node->op) {
    case OCL_OP_NUMBER:
    case OCL_OP_CONSTANT: return node->type.kind == OCL_INTEGER ? identity_constant(node->number) : nothing;
    case OCL_OP_SLOT: return is_number(node) ? walker->frame[node->slot] : nothing;
    case OCL_OP_ID: {
        struct identity_value value = identity_of_node(identity_node(walker->identities));
        value_of(walker, node->first);
        identity_is(walker->identities, value.node, node->class_index, node->place);
        return value;
    }
    case OCL_OP_MEMBER: return member_of(walker, node);
    case OCL_OP_CALL:
    case OCL_OP_REFERENCE: return call(walker, node);
    case OCL_OP_ADD:
    case OCL_OP_SUBTRACT: return sum(walker, node);
    case OCL_OP_LT:
    case OCL_OP_LE:
    case OCL_OP_GT:
    case OCL_OP_GE: return ordered(walker, node);
    case OCL_OP_EQUAL:
    case OCL_OP_DIFFERENT:
    case OCL_OP_BAG_EQUAL:
    case OCL_OP_BAG_DIFFERENT:
    case OCL_OP_BAG_INCLUDES:
    case OCL_OP_BAG_EXCLUDES: return compared(walker, node);
    case OCL_OP_BAG_COUNT: compared(walker, node); return plain(walker, node->place);
    case OCL_OP_IF: return choice(walker, node);
    case OCL_OP_LET: walker->frame[node->slot] = value_of(walker, node->first); return value_of(walker, node->second);
    case OCL_OP_COLLECT: value_of(walker, node->first); return value_of(walker, node->second);
    case OCL_OP_SIZE:
    case OCL_OP_BAG_SIZE: visit_parts(walker, node); return plain(walker, node->place);
    case OCL_OP_NEGATE:
    case OCL_OP_ABS:
    case OCL_OP_MULTIPLY:
    case OCL_OP_DIV:
    case OCL_OP_MOD:
    case OCL_OP_LESSER:
    case OCL_OP_GREATER:
    case OCL_OP_BAG_SUM:
    case OCL_OP_BAG_MIN:
    case OCL_OP_BAG_MAX: return computed(walker, node);
    case OCL_OP_SELF:
    case OCL_OP_ALL:
    case OCL_OP_STATE:
    case OCL_OP_NOT:
    case OCL_OP_AND:
    case OCL_OP_OR:
    case OCL_OP_XOR:
    case OCL_OP_IMPLIES:
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL:
    case OCL_OP_ONE:
    case OCL_OP_ANY:
    case OCL_OP_SELECT:
    case OCL_OP_REJECT:
    case OCL_OP_IS_UNIQUE: /* values are compared with each other: they are of one type by themselves */
    case OCL_OP_COLLECT_SET:
    case OCL_OP_IS_EMPTY:
    case OCL_OP_NOT_EMPTY:
    case OCL_OP_INCLUDES:
    case OCL_OP_EXCLUDES:
    case OCL_OP_INCLUDES_ALL:
    case OCL_OP_EXCLUDES_ALL:
    case OCL_OP_UNION:
    case OCL_OP_INTERSECTION:
    case OCL_OP_DIFFERENCE:
    case OCL_OP_SYMMETRIC:
    case OCL_OP_INCLUDING:
    case OCL_OP_EXCLUDING:
    case OCL_OP_AS_SET:
    case OCL_OP_BAG_IS_EMPTY:
    case OCL_OP_BAG_NOT_EMPTY: visit_parts(walker, node); return nothing;
    }
    identity_tell_all_apart(walker->identities, node->place, "this expression is not looked into");
    return nothing;
}

/* ---- everything that has expressions ---- */

static struct identity_value value_of_expression(struct walker *walker, const struct ocl_expression *expression) {
    return expression ? value_of(walker, expression->root) : nothing;
}

static void flow(struct walker *walker, struct ocl_type type, struct identity_value to, struct identity_value from,
                 struct place place) {
    if (type.kind == OCL_INTEGER) {
        identity_same(walker->identities, to, from, place);
    } else if (type.kind == OCL_BOOLEAN) {
        identity_same(walker->identities, to, identity_constant(0), place);
        identity_same(walker->identities, to, identity_constant(1), place);
    }
}

static void visit_action(struct walker *walker, const struct env_action *action) {
    struct ocl_type type =
        walker->walk->model->schema.classes.items[action->class_index].members.items[action->member].type;
    value_of_expression(walker, action->object);
    struct identity_value value = value_of_expression(walker, action->value);
    if (type.kind == OCL_INTEGER)
        identity_same(walker->identities, named(walker, "member", action->class_index, action->member), value,
                      action->place);
}

static void visit_transition(struct walker *walker, const struct env_transition *transition) {
    for (size_t i = 0; i < transition->parameters.count; i++)
        walker->frame[i] = named(walker, "trigger", (unsigned)transition->trigger, (unsigned)i);
    value_of_expression(walker, transition->guard);
    for (size_t i = 0; i < transition->synchronous.count; i++)
        value_of_expression(walker, transition->synchronous.items[i].objects);
    for (size_t i = 0; i < transition->actions.count; i++) visit_action(walker, &transition->actions.items[i]);
}

static void visit_class(struct walker *walker, unsigned class_index) {
    const struct env_class *class = &walker->walk->model->classes.items[class_index];
    const struct ocl_class *declared = &walker->walk->model->schema.classes.items[class_index];
    for (size_t i = 0; i < declared->members.count; i++) {
        const struct ocl_member *member = &declared->members.items[i];
        if (member->kind != OCL_VARIABLE || member->type.kind != OCL_INTEGER) continue;
        const struct ocl_expression *given = i < class->defaults.count ? class->defaults.items[i] : NULL;
        identity_same(walker->identities, named(walker, "member", class_index, (unsigned)i),
                      given ? value_of_expression(walker, given) : identity_constant(0), member->place);
        if (member->low > INT64_MIN || member->high < INT64_MAX)
            identity_stored(walker->identities, named(walker, "member", class_index, (unsigned)i).node,
                            (struct identity_storage){member->low, member->high, 64}, member->place);
    }
    for (size_t i = 0; i < class->assertions.count; i++) value_of_expression(walker, class->assertions.items[i]);
    for (size_t i = 0; i < class->transitions.count; i++) visit_transition(walker, &class->transitions.items[i]);
}

static void visit_functions(struct walker *walker) {
    for (unsigned f = 0; f < walker->walk->model->schema.functions.count; f++) {
        const struct ocl_function *function = &walker->walk->model->schema.functions.items[f];
        if (!function->body) continue;
        for (unsigned i = 0; i < function->parameters.count; i++) walker->frame[i] = named(walker, "parameter", f, i);
        struct identity_value value = value_of_expression(walker, function->body);
        if (function->result.kind == OCL_INTEGER)
            identity_same(walker->identities, named(walker, "result", f, 0), value, function->place);
    }
}

static void visit_triggers(struct walker *walker) {
    const struct env_model *model = walker->walk->model;
    for (unsigned t = 0; t < model->triggers.count; t++) {
        const struct env_trigger *trigger = &model->triggers.items[t];
        for (unsigned i = 0; i < trigger->parameters.count; i++) {
            struct identity_value own = named(walker, "trigger", t, i);
            identity_ranges(walker->identities, own.node, trigger->lows.items[i], trigger->highs.items[i],
                            trigger->place);
            identity_same(walker->identities, own,
                          identity_of_node(symmetry_parameter(walker->walk, walker->walk->design->triggers[t], i)),
                          trigger->place);
        }
    }
}

static void visit_reference(struct walker *walker, const struct env_reference *reference) {
    const struct ocl_function *function = &walker->walk->model->schema.functions.items[reference->function];
    const struct design_reference *found = &walker->walk->design->references[reference->function];
    unsigned dimensions[LOCATION_INDICES];
    size_t count = 0, at = 0;
    struct identity_value place = nothing;
    if (!symmetry_reference_place(walker->walk, reference, &place, dimensions, &count))
        identity_tell_all_apart(walker->identities, reference->place, "this reference is not looked into");
    for (unsigned i = 0; i < function->parameters.count; i++) {
        walker->frame[i] = named(walker, "parameter", reference->function, i);
        if (found->callable >= 0)
            identity_same(walker->identities, walker->frame[i],
                          identity_of_node(symmetry_parameter(walker->walk, found->callable, i)), reference->place);
    }
    for (size_t i = 0; i < reference->pieces.count; i++)
        if (reference->pieces.items[i].index && at < count)
            identity_same(walker->identities, identity_of_node(dimensions[at++]),
                          value_of_expression(walker, reference->pieces.items[i].index), reference->place);
    if (function->result.kind == OCL_INTEGER)
        identity_same(walker->identities, named(walker, "result", reference->function, 0), place, reference->place);
    else
        identity_same(walker->identities, place, identity_constant(0), reference->place);
}

static void visit_configuration(struct walker *walker, unsigned number) {
    const struct env_configuration *configuration = &walker->walk->model->configurations.items[number];
    int callable = walker->walk->design->configurations[number];
    for (size_t i = 0; i < configuration->iterators.count; i++)
        value_of_expression(walker, configuration->iterators.items[i].source);
    for (size_t i = 0; i < configuration->arguments.count; i++) {
        const struct ocl_expression *argument = configuration->arguments.items[i];
        flow(walker, ocl_type_of(argument), identity_of_node(symmetry_parameter(walker->walk, callable, i)),
             value_of_expression(walker, argument), configuration->place);
    }
    if (symmetry_order_is_free(walker->walk, number)) return;
    for (size_t i = 0; i < configuration->iterators.count; i++)
        identity_tell_apart(walker->identities, ocl_type_of(configuration->iterators.items[i].source).class_index,
                            configuration->place, "the order in which objects are configured may matter");
}

void symmetry_walk_model(struct symmetry_walk *walk) {
    struct walker walker = {.walk = walk, .identities = walk->identities};
    visit_functions(&walker);
    for (unsigned c = 0; c < walk->model->classes.count; c++) visit_class(&walker, c);
    for (size_t i = 0; i < walk->model->references.count; i++)
        visit_reference(&walker, &walk->model->references.items[i]);
    for (unsigned i = 0; i < walk->model->configurations.count; i++) visit_configuration(&walker, i);
    visit_triggers(&walker);
}
