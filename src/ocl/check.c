#include "ocl/checker.h"

#include <string.h>

static const struct ocl_type boolean = {OCL_BOOLEAN, 0};
static const struct ocl_type integer = {OCL_INTEGER, 0};

bool ocl_has_class(struct ocl_type type) { return type.kind == OCL_OBJECT || type.kind == OCL_SET; }

bool ocl_same_type(struct ocl_type a, struct ocl_type b) {
    return a.kind == b.kind && (!ocl_has_class(a) || a.class_index == b.class_index);
}

static const char *failure_of(enum ocl_op op) {
    switch (op) {
    case OCL_OP_ID:
    case OCL_OP_MEMBER: return "a member of null";
    case OCL_OP_STATE: return "the state of null";
    case OCL_OP_REFERENCE: return "no target system to ask";
    case OCL_OP_DIV:
    case OCL_OP_MOD: return "division by zero";
    case OCL_OP_NEGATE:
    case OCL_OP_ABS:
    case OCL_OP_ADD:
    case OCL_OP_SUBTRACT:
    case OCL_OP_MULTIPLY:
    case OCL_OP_BAG_SUM: return "a number beyond 64 bits";
    case OCL_OP_ANY: return "any() of nothing";
    case OCL_OP_BAG_MIN: return "min() of nothing";
    case OCL_OP_BAG_MAX: return "max() of nothing";
    case OCL_OP_INCLUDING: return "null in a set";
    default: return NULL;
    }
}

struct ocl_node *ocl_new_node(struct ocl_checker *checker, enum ocl_op op, struct ocl_type type, struct place place) {
    struct ocl_node *node = arena_new_object(checker->schema->arena, struct ocl_node);
    node->op = op;
    node->type = type;
    node->place = place;
    const char *failure = failure_of(op);
    if (failure)
        node->failure =
            arena_printf(checker->schema->arena, "%s (line %u, column %u)", failure, place.line, place.column);
    return node;
}

struct ocl_node *ocl_new_binary(struct ocl_checker *checker, enum ocl_op op, struct ocl_type type,
                                struct ocl_node *first, struct ocl_node *second, struct place place) {
    struct ocl_node *node = ocl_new_node(checker, op, type, place);
    node->first = first;
    node->second = second;
    return node;
}

void ocl_assign_class(struct ocl_node *node, unsigned class_index) {
    if (!node || !ocl_has_class(node->type) || node->type.class_index != OCL_ANY_CLASS) return;
    node->type.class_index = class_index;
    if (node->op != OCL_OP_IF) ocl_assign_class(node->first, class_index); /* a condition is no object */
    ocl_assign_class(node->second, class_index);
    ocl_assign_class(node->third, class_index);
}

bool ocl_unify(struct ocl_node *first, struct ocl_node *second) {
    if (first->type.kind != second->type.kind) return false;
    if (!ocl_has_class(first->type)) return true;
    if (first->type.class_index == OCL_ANY_CLASS) ocl_assign_class(first, second->type.class_index);
    if (second->type.class_index == OCL_ANY_CLASS) ocl_assign_class(second, first->type.class_index);
    return first->type.class_index == second->type.class_index;
}

bool ocl_push_local(struct ocl_checker *checker, const struct ocl_syntax_variable *variable, struct ocl_type type,
                    unsigned *slot) {
    *slot = (unsigned)checker->locals.count;
    const struct ocl_schema *schema = checker->schema;
    bool taken = ocl_find_class(schema, variable->name) >= 0;
    for (size_t i = 0; i < schema->constants.count; i++) {
        if (!strcmp(schema->constants.items[i].name, variable->name)) taken = true;
    }
    if (taken) {
        diag_error(checker->diagnostics, variable->place, "'%s' is already a class or a constant", variable->name);
        return false;
    }
    if (*slot >= OCL_MAX_SLOTS) {
        diag_error(checker->diagnostics, variable->place, "more than %d variables at once", OCL_MAX_SLOTS);
        return false;
    }
    vec_push(&checker->locals, (struct ocl_local){variable->name, type, *slot});
    if (checker->most_slots < checker->locals.count) checker->most_slots = (unsigned)checker->locals.count;
    return true;
}

void ocl_pop_local(struct ocl_checker *checker) { checker->locals.count--; }

struct ocl_node *ocl_check_typed(struct ocl_checker *checker, const struct ocl_syntax *syntax, struct ocl_type wanted,
                                 const char *what) {
    struct ocl_node *node = ocl_check_node(checker, syntax, &wanted);
    if (!node) return NULL;
    if (node->type.kind == wanted.kind && ocl_has_class(wanted)) ocl_assign_class(node, wanted.class_index);
    if (ocl_same_type(node->type, wanted)) return node;
    diag_error(checker->diagnostics, syntax->place, "%s is %s, expected %s", what,
               ocl_type_name(checker->schema, node->type), ocl_type_name(checker->schema, wanted));
    return NULL;
}

static struct ocl_node *check_self(struct ocl_checker *checker, struct place place) {
    if (checker->scope->self_class < 0) {
        diag_error(checker->diagnostics, place, "there is no 'self' here, only in a class");
        return NULL;
    }
    unsigned class = (unsigned)checker->scope->self_class;
    return ocl_new_node(checker, OCL_OP_SELF, (struct ocl_type){OCL_OBJECT, class}, place);
}

struct ocl_node *ocl_check_member(struct ocl_checker *checker, struct ocl_node *object, const char *name,
                                  struct place place) {
    unsigned class_index = object->type.class_index;
    const struct ocl_class *class = &checker->schema->classes.items[class_index];
    bool id = !strcmp(name, "id");
    int member = id ? 0 : ocl_find_member(checker->schema, class_index, name);
    if (member < 0) {
        ocl_unknown_member(checker->schema, class_index, name, place, checker->diagnostics);
        return NULL;
    }
    if (!id && class->members.items[member].kind == OCL_VARIABLE && !checker->scope->allow_variables) {
        diag_error(checker->diagnostics, place,
                   "'%s' is a variable: it changes, so only attributes and associations can be used here", name);
        return NULL;
    }
    struct ocl_node *node =
        ocl_new_node(checker, id ? OCL_OP_ID : OCL_OP_MEMBER, id ? integer : class->members.items[member].type, place);
    node->first = object;
    node->class_index = class_index;
    node->member = id ? OCL_MEMBER_ID : (unsigned)member;
    node->stride = (unsigned)class->members.count;
    return node;
}

static struct ocl_node *unknown_name(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    struct nearest near;
    nearest_begin(&near, syntax->name);
    const struct ocl_schema *schema = checker->schema;
    for (size_t i = 0; i < checker->locals.count; i++) nearest_offer(&near, checker->locals.items[i].name);
    if (checker->scope->self_class >= 0) {
        const struct ocl_class *class = &schema->classes.items[checker->scope->self_class];
        for (size_t i = 0; i < class->members.count; i++) nearest_offer(&near, class->members.items[i].name);
    }
    for (size_t i = 0; i < schema->constants.count; i++) nearest_offer(&near, schema->constants.items[i].name);
    for (size_t i = 0; i < schema->classes.count; i++) nearest_offer(&near, schema->classes.items[i].name);
    char room[NEAREST_ROOM];
    bool function = false;
    for (size_t i = 0; i < schema->functions.count; i++) {
        if (!strcmp(schema->functions.items[i].name, syntax->name)) function = true;
    }
    diag_error(checker->diagnostics, syntax->place, "unknown name '%s': no variable, member, constant or class%s%s",
               syntax->name, nearest_hint(&near, '\'', room), function ? "; a function is called with '()'" : "");
    return NULL;
}

static struct ocl_node *check_name(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    for (size_t i = checker->locals.count; i-- > 0;) {
        const struct ocl_local *local = &checker->locals.items[i];
        if (strcmp(local->name, syntax->name) != 0) continue;
        struct ocl_node *node = ocl_new_node(checker, OCL_OP_SLOT, local->type, syntax->place);
        node->slot = (uint16_t)local->slot;
        node->name = local->name;
        return node;
    }
    int self = checker->scope->self_class;
    bool id = !strcmp(syntax->name, "id");
    if (id && self < 0) {
        diag_error(checker->diagnostics, syntax->place, "'id' of which object? There is no 'self' here");
        return NULL;
    }
    if (self >= 0 && (id || ocl_find_member(checker->schema, (unsigned)self, syntax->name) >= 0))
        return ocl_check_member(checker, check_self(checker, syntax->place), syntax->name, syntax->place);
    for (size_t i = 0; i < checker->schema->constants.count; i++) {
        const struct ocl_constant *constant = &checker->schema->constants.items[i];
        if (strcmp(constant->name, syntax->name) != 0) continue;
        struct ocl_node *node = ocl_new_node(checker, OCL_OP_CONSTANT, integer, syntax->place);
        node->number = constant->value;
        node->name = constant->name;
        return node;
    }
    int class = ocl_find_class(checker->schema, syntax->name);
    if (class < 0) return unknown_name(checker, syntax);
    struct ocl_node *node =
        ocl_new_node(checker, OCL_OP_ALL, (struct ocl_type){OCL_SET, (unsigned)class}, syntax->place);
    node->class_index = (unsigned)class;
    return node;
}

static int find_function(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    const struct ocl_schema *schema = checker->schema;
    for (size_t i = 0; i < schema->functions.count; i++)
        if (!strcmp(schema->functions.items[i].name, syntax->name)) return (int)i;
    struct nearest near;
    nearest_begin(&near, syntax->name);
    for (size_t i = 0; i < schema->functions.count; i++) nearest_offer(&near, schema->functions.items[i].name);
    char room[NEAREST_ROOM];
    diag_error(checker->diagnostics, syntax->place, "unknown function '%s'%s", syntax->name,
               nearest_hint(&near, '\'', room));
    return -1;
}

/* May this function be called in this scope? What it depends on must be allowed. */
static bool check_dependence(struct ocl_checker *checker, const struct ocl_function *function, struct place place) {
    const struct ocl_scope *scope = checker->scope;
    if (scope->allow_references && scope->allow_states && scope->allow_variables) return true;
    struct ocl_dependence on = {.references = !function->body};
    if (function->body && function->body->root) on = ocl_depends_on(checker->schema, function->body->root);
    const char *problem = on.references && !scope->allow_references ? "asks the target system, only assertions may"
                          : on.states && !scope->allow_states       ? "looks at states, which do not exist here"
                          : on.variables && !scope->allow_variables ? "looks at variables, which change: only "
                                                                      "attributes and associations can be used here"
                                                                    : NULL;
    if (problem) diag_error(checker->diagnostics, place, "%s() %s", function->name, problem);
    return !problem;
}

static struct ocl_node *check_call(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    int index = find_function(checker, syntax);
    if (index < 0) return NULL;
    const struct ocl_function *function = &checker->schema->functions.items[index];
    size_t count = function->parameters.count;
    if (syntax->argument_count != count) {
        diag_error(checker->diagnostics, syntax->place, "%s() has %zu argument%s, expected %zu", syntax->name,
                   syntax->argument_count, syntax->argument_count == 1 ? "" : "s", count);
        return NULL;
    }
    if (!check_dependence(checker, function, syntax->place)) return NULL;
    struct ocl_node *node =
        ocl_new_node(checker, function->body ? OCL_OP_CALL : OCL_OP_REFERENCE, function->result, syntax->place);
    node->member = (unsigned)index;
    node->count = (uint16_t)count;
    node->arguments = arena_new_array(checker->schema->arena, struct ocl_node *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *what = arena_printf(checker->schema->arena, "argument '%s' of %s()",
                                        function->parameters.items[i].name, function->name);
        node->arguments[i] = ocl_check_typed(checker, syntax->arguments[i], function->parameters.items[i].type, what);
        if (!node->arguments[i]) return NULL;
    }
    return node;
}

static struct ocl_node *check_receiver(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    struct ocl_node *node = ocl_check_node(checker, syntax, NULL);
    if (!node || !ocl_has_class(node->type) || node->type.class_index != OCL_ANY_CLASS) return node;
    diag_error(checker->diagnostics, syntax->place, "of which class is this?");
    return NULL;
}

static struct ocl_node *check_member_access(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    struct ocl_node *object = check_receiver(checker, syntax->first);
    if (!object) return NULL;
    if (object->type.kind == OCL_SET) return ocl_check_collected_member(checker, syntax, object);
    if (object->type.kind == OCL_OBJECT) return ocl_check_member(checker, object, syntax->name, syntax->name_place);
    diag_error(checker->diagnostics, syntax->first->place, "'.%s' needs an object, not %s", syntax->name,
               ocl_type_name(checker->schema, object->type));
    return NULL;
}

static struct ocl_node *check_state(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    struct ocl_node *object = check_receiver(checker, syntax->first);
    if (!object) return NULL;
    if (object->type.kind != OCL_OBJECT) {
        diag_error(checker->diagnostics, syntax->first->place, "'@%s' needs an object, not %s", syntax->name,
                   ocl_type_name(checker->schema, object->type));
        return NULL;
    }
    if (!checker->scope->allow_states) {
        diag_error(checker->diagnostics, syntax->place,
                   "'@%s' is a test of a state, but there are no states here, only attributes and associations",
                   syntax->name);
        return NULL;
    }
    int state = ocl_find_state(checker->schema, object->type.class_index, syntax->name, syntax->name_place,
                               checker->diagnostics);
    if (state < 0) return NULL;
    struct ocl_node *node = ocl_new_node(checker, OCL_OP_STATE, boolean, syntax->place);
    node->first = object;
    node->class_index = object->type.class_index;
    node->member = (unsigned)state;
    return node;
}

static struct ocl_node *check_method(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    static const struct {
        const char *name;
        enum ocl_op op;
        size_t arguments;
    } methods[] = {{"min", OCL_OP_LESSER, 1},
                   {"max", OCL_OP_GREATER, 1},
                   {"abs", OCL_OP_ABS, 0},
                   {"div", OCL_OP_DIV, 1},
                   {"mod", OCL_OP_MOD, 1}};
    struct nearest near;
    nearest_begin(&near, syntax->name);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        nearest_offer(&near, methods[i].name);
        if (strcmp(methods[i].name, syntax->name) != 0) continue;
        if (syntax->argument_count != methods[i].arguments) {
            diag_error(checker->diagnostics, syntax->name_place, ".%s() has %zu arguments, expected %zu", syntax->name,
                       syntax->argument_count, methods[i].arguments);
            return NULL;
        }
        struct ocl_node *first = ocl_check_typed(checker, syntax->first, integer, "what stands before '.'");
        if (!first) return NULL;
        struct ocl_node *second = NULL;
        if (methods[i].arguments && !(second = ocl_check_typed(checker, syntax->arguments[0], integer, "the argument")))
            return NULL;
        return ocl_new_binary(checker, methods[i].op, integer, first, second, syntax->place);
    }
    char room[NEAREST_ROOM];
    diag_error(checker->diagnostics, syntax->name_place,
               "unknown function '.%s()' of a number%s (operations on sets are written with '->')", syntax->name,
               nearest_hint(&near, '\'', room));
    return NULL;
}

static struct ocl_node *check_unary(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    bool not = !strcmp(syntax->name, "not");
    const char *what = arena_printf(checker->schema->arena, "the operand of '%s'", syntax->name);
    struct ocl_node *first = ocl_check_typed(checker, syntax->first, not ? boolean : integer, what);
    if (!first) return NULL;
    return ocl_new_binary(checker, not ? OCL_OP_NOT : OCL_OP_NEGATE, not ? boolean : integer, first, NULL,
                          syntax->place);
}

static struct ocl_node *check_equality(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    struct ocl_node *first = ocl_check_node(checker, syntax->first, NULL);
    struct ocl_node *second = first ? ocl_check_node(checker, syntax->second, &first->type) : NULL;
    if (!second) return NULL;
    bool same = !strcmp(syntax->name, "=");
    if (!ocl_unify(first, second) || (ocl_has_class(first->type) && first->type.class_index == OCL_ANY_CLASS)) {
        diag_error(checker->diagnostics, syntax->place, "'%s' compares %s with %s, expected two of the same type",
                   syntax->name, ocl_type_name(checker->schema, first->type),
                   ocl_type_name(checker->schema, second->type));
        return NULL;
    }
    enum ocl_op op = same ? OCL_OP_EQUAL : OCL_OP_DIFFERENT;
    if (first->type.kind == OCL_INTEGERS) op = same ? OCL_OP_BAG_EQUAL : OCL_OP_BAG_DIFFERENT;
    return ocl_new_binary(checker, op, boolean, first, second, syntax->place);
}

/* s - t of two sets. */
static struct ocl_node *check_difference(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                         struct ocl_node *first) {
    struct ocl_node *second = ocl_check_node(checker, syntax->second, &first->type);
    if (!second) return NULL;
    if (ocl_unify(first, second))
        return ocl_new_binary(checker, OCL_OP_DIFFERENCE, first->type, first, second, syntax->place);
    diag_error(checker->diagnostics, syntax->second->place, "the right operand of '-' is %s, expected %s",
               ocl_type_name(checker->schema, second->type), ocl_type_name(checker->schema, first->type));
    return NULL;
}

static struct ocl_node *check_binary(struct ocl_checker *checker, const struct ocl_syntax *syntax) {
    static const struct {
        const char *name;
        enum ocl_op op;
        struct ocl_type operands, result;
    } operators[] = {{"and", OCL_OP_AND, {OCL_BOOLEAN, 0}, {OCL_BOOLEAN, 0}},
                     {"or", OCL_OP_OR, {OCL_BOOLEAN, 0}, {OCL_BOOLEAN, 0}},
                     {"xor", OCL_OP_XOR, {OCL_BOOLEAN, 0}, {OCL_BOOLEAN, 0}},
                     {"implies", OCL_OP_IMPLIES, {OCL_BOOLEAN, 0}, {OCL_BOOLEAN, 0}},
                     {"<", OCL_OP_LT, {OCL_INTEGER, 0}, {OCL_BOOLEAN, 0}},
                     {"<=", OCL_OP_LE, {OCL_INTEGER, 0}, {OCL_BOOLEAN, 0}},
                     {">", OCL_OP_GT, {OCL_INTEGER, 0}, {OCL_BOOLEAN, 0}},
                     {">=", OCL_OP_GE, {OCL_INTEGER, 0}, {OCL_BOOLEAN, 0}},
                     {"+", OCL_OP_ADD, {OCL_INTEGER, 0}, {OCL_INTEGER, 0}},
                     {"-", OCL_OP_SUBTRACT, {OCL_INTEGER, 0}, {OCL_INTEGER, 0}},
                     {"*", OCL_OP_MULTIPLY, {OCL_INTEGER, 0}, {OCL_INTEGER, 0}},
                     {"div", OCL_OP_DIV, {OCL_INTEGER, 0}, {OCL_INTEGER, 0}},
                     {"mod", OCL_OP_MOD, {OCL_INTEGER, 0}, {OCL_INTEGER, 0}}};
    size_t i = 0;
    while (i < sizeof operators / sizeof *operators && strcmp(operators[i].name, syntax->name) != 0) i++;
    if (i == sizeof operators / sizeof *operators) return check_equality(checker, syntax);
    const char *what = arena_printf(checker->schema->arena, "the left operand of '%s'", syntax->name);
    struct ocl_node *first, *second;
    if (operators[i].op == OCL_OP_SUBTRACT) {
        first = ocl_check_node(checker, syntax->first, NULL);
        if (first && first->type.kind == OCL_SET) return check_difference(checker, syntax, first);
        if (first && first->type.kind != OCL_INTEGER) {
            diag_error(checker->diagnostics, syntax->first->place, "%s is %s, expected Integer", what,
                       ocl_type_name(checker->schema, first->type));
            return NULL;
        }
    } else {
        first = ocl_check_typed(checker, syntax->first, operators[i].operands, what);
    }
    what = arena_printf(checker->schema->arena, "the right operand of '%s'", syntax->name);
    second = ocl_check_typed(checker, syntax->second, operators[i].operands, what); /* reports both sides */
    if (!first || !second) return NULL;
    return ocl_new_binary(checker, operators[i].op, operators[i].result, first, second, syntax->place);
}

static struct ocl_node *check_if(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                 const struct ocl_type *hint) {
    struct ocl_node *condition = ocl_check_typed(checker, syntax->first, boolean, "the condition of 'if'");
    struct ocl_node *yes = ocl_check_node(checker, syntax->second, hint);
    struct ocl_node *no = ocl_check_node(checker, syntax->third, hint);
    if (!condition || !yes || !no) return NULL;
    if (!ocl_unify(yes, no)) {
        diag_error(checker->diagnostics, syntax->third->place, "'else' gives %s, expected %s as after 'then'",
                   ocl_type_name(checker->schema, no->type), ocl_type_name(checker->schema, yes->type));
        return NULL;
    }
    struct ocl_node *node = ocl_new_binary(checker, OCL_OP_IF, yes->type, condition, yes, syntax->place);
    node->third = no;
    return node;
}

static struct ocl_node *check_let(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                  const struct ocl_type *hint) {
    const struct ocl_syntax_variable *variable = &syntax->variables[0];
    struct ocl_node *value;
    if (variable->type.kind == OCL_NO_TYPE) {
        value = check_receiver(checker, syntax->first);
    } else {
        struct ocl_type type;
        if (!ocl_resolve_type(checker->schema, &variable->type, &type, checker->diagnostics)) return NULL;
        value = ocl_check_typed(checker, syntax->first, type, "the value");
    }
    unsigned slot;
    if (!value || !ocl_push_local(checker, variable, value->type, &slot)) return NULL;
    struct ocl_node *body = ocl_check_node(checker, syntax->second, hint);
    ocl_pop_local(checker);
    if (!body) return NULL;
    struct ocl_node *node = ocl_new_binary(checker, OCL_OP_LET, body->type, value, body, syntax->place);
    node->slot = (uint16_t)slot;
    node->name = variable->name;
    return node;
}

/* Set{a, b} is the empty set including a, then b. */
static struct ocl_node *check_set(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                  const struct ocl_type *hint) {
    unsigned class = hint && hint->kind == OCL_SET ? hint->class_index : OCL_ANY_CLASS;
    struct ocl_node *set = ocl_new_node(checker, OCL_OP_NUMBER, (struct ocl_type){OCL_SET, class}, syntax->place);
    if (syntax->argument_count > 64) {
        diag_error(checker->diagnostics, syntax->place, "more than 64 elements in a set");
        return NULL;
    }
    for (size_t i = 0; i < syntax->argument_count; i++) {
        struct ocl_type element = {OCL_OBJECT, set->type.class_index};
        struct ocl_node *object = ocl_check_node(checker, syntax->arguments[i], &element);
        if (!object) return NULL;
        if (object->type.kind != OCL_OBJECT) {
            diag_error(checker->diagnostics, syntax->arguments[i]->place,
                       "an element of Set{} is %s, expected an object", ocl_type_name(checker->schema, object->type));
            return NULL;
        }
        if (set->type.class_index == OCL_ANY_CLASS) ocl_assign_class(set, object->type.class_index);
        if (object->type.class_index == OCL_ANY_CLASS) ocl_assign_class(object, set->type.class_index);
        if (object->type.class_index != set->type.class_index) {
            diag_error(checker->diagnostics, syntax->arguments[i]->place,
                       "an element of Set{} is of another class than the earlier ones: %s",
                       ocl_type_name(checker->schema, object->type));
            return NULL;
        }
        set = ocl_new_binary(checker, OCL_OP_INCLUDING, set->type, set, object, syntax->arguments[i]->place);
    }
    return set;
}

struct ocl_node *ocl_check_node(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                const struct ocl_type *hint) {
    struct ocl_node *node;
    switch (syntax->kind) {
    case OCL_SYNTAX_NUMBER:
    case OCL_SYNTAX_BOOLEAN:
        node =
            ocl_new_node(checker, OCL_OP_NUMBER, syntax->kind == OCL_SYNTAX_NUMBER ? integer : boolean, syntax->place);
        node->number = syntax->number;
        return node;
    case OCL_SYNTAX_NULL:
        node = ocl_new_node(checker, OCL_OP_NUMBER, (struct ocl_type){OCL_OBJECT, OCL_ANY_CLASS}, syntax->place);
        if (hint && hint->kind == OCL_OBJECT) node->type.class_index = hint->class_index;
        node->number = -1;
        return node;
    case OCL_SYNTAX_SELF: return check_self(checker, syntax->place);
    case OCL_SYNTAX_SET: return check_set(checker, syntax, hint);
    case OCL_SYNTAX_NAME: return check_name(checker, syntax);
    case OCL_SYNTAX_CALL: return check_call(checker, syntax);
    case OCL_SYNTAX_MEMBER: return check_member_access(checker, syntax);
    case OCL_SYNTAX_METHOD: return check_method(checker, syntax);
    case OCL_SYNTAX_STATE: return check_state(checker, syntax);
    case OCL_SYNTAX_OPERATION: return ocl_check_operation(checker, syntax, hint);
    case OCL_SYNTAX_UNARY: return check_unary(checker, syntax);
    case OCL_SYNTAX_BINARY: return check_binary(checker, syntax);
    case OCL_SYNTAX_IF: return check_if(checker, syntax, hint);
    case OCL_SYNTAX_LET: return check_let(checker, syntax, hint);
    }
    return NULL;
}
