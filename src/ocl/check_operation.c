/* Operations on collections: set->name(...). */
#include "ocl/checker.h"

#include <string.h>

enum shape {
    PLAIN,         /* name()                              */
    WITH_ELEMENT,  /* name(object), or of a bag name(number) */
    WITH_SET,      /* name(set)                           */
    WITH_TEST,     /* name(x | Boolean)                   */
    WITH_TESTS,    /* name(x, y | Boolean)                */
    WITH_OPTIONAL, /* name() or name(x | Boolean)         */
    WITH_NUMBER,   /* name(x | Integer)                   */
    WITH_VALUE,    /* name(x | anything but a bag)        */
    WITH_OBJECTS   /* name(x | object or set)             */
};

enum result { GIVES_BOOLEAN, GIVES_INTEGER, GIVES_OBJECT, GIVES_SET, GIVES_BAG, GIVES_BODY_SET };

struct operation {
    const char *name;
    enum ocl_op op;
    enum shape shape;
    enum result result;
};

static const struct operation set_operations[] = {
    {"exists", OCL_OP_EXISTS, WITH_TESTS, GIVES_BOOLEAN},
    {"forAll", OCL_OP_FOR_ALL, WITH_TESTS, GIVES_BOOLEAN},
    {"one", OCL_OP_ONE, WITH_TEST, GIVES_BOOLEAN},
    {"any", OCL_OP_ANY, WITH_OPTIONAL, GIVES_OBJECT},
    {"select", OCL_OP_SELECT, WITH_TEST, GIVES_SET},
    {"reject", OCL_OP_REJECT, WITH_TEST, GIVES_SET},
    {"isUnique", OCL_OP_IS_UNIQUE, WITH_VALUE, GIVES_BOOLEAN},
    {"collect", OCL_OP_COLLECT, WITH_NUMBER, GIVES_BAG},
    {"collectSet", OCL_OP_COLLECT_SET, WITH_OBJECTS, GIVES_BODY_SET},
    {"size", OCL_OP_SIZE, PLAIN, GIVES_INTEGER},
    {"isEmpty", OCL_OP_IS_EMPTY, PLAIN, GIVES_BOOLEAN},
    {"notEmpty", OCL_OP_NOT_EMPTY, PLAIN, GIVES_BOOLEAN},
    {"includes", OCL_OP_INCLUDES, WITH_ELEMENT, GIVES_BOOLEAN},
    {"contains", OCL_OP_INCLUDES, WITH_ELEMENT, GIVES_BOOLEAN},
    {"excludes", OCL_OP_EXCLUDES, WITH_ELEMENT, GIVES_BOOLEAN},
    {"includesAll", OCL_OP_INCLUDES_ALL, WITH_SET, GIVES_BOOLEAN},
    {"excludesAll", OCL_OP_EXCLUDES_ALL, WITH_SET, GIVES_BOOLEAN},
    {"union", OCL_OP_UNION, WITH_SET, GIVES_SET},
    {"intersection", OCL_OP_INTERSECTION, WITH_SET, GIVES_SET},
    {"symmetricDifference", OCL_OP_SYMMETRIC, WITH_SET, GIVES_SET},
    {"including", OCL_OP_INCLUDING, WITH_ELEMENT, GIVES_SET},
    {"excluding", OCL_OP_EXCLUDING, WITH_ELEMENT, GIVES_SET},
    {"asSet", OCL_OP_AS_SET, PLAIN, GIVES_SET},
};

static const struct operation bag_operations[] = {
    {"size", OCL_OP_BAG_SIZE, PLAIN, GIVES_INTEGER},
    {"isEmpty", OCL_OP_BAG_IS_EMPTY, PLAIN, GIVES_BOOLEAN},
    {"notEmpty", OCL_OP_BAG_NOT_EMPTY, PLAIN, GIVES_BOOLEAN},
    {"includes", OCL_OP_BAG_INCLUDES, WITH_ELEMENT, GIVES_BOOLEAN},
    {"contains", OCL_OP_BAG_INCLUDES, WITH_ELEMENT, GIVES_BOOLEAN},
    {"excludes", OCL_OP_BAG_EXCLUDES, WITH_ELEMENT, GIVES_BOOLEAN},
    {"count", OCL_OP_BAG_COUNT, WITH_ELEMENT, GIVES_INTEGER},
    {"sum", OCL_OP_BAG_SUM, PLAIN, GIVES_INTEGER},
    {"min", OCL_OP_BAG_MIN, PLAIN, GIVES_INTEGER},
    {"max", OCL_OP_BAG_MAX, PLAIN, GIVES_INTEGER},
};

enum {
    SET_OPERATIONS = sizeof set_operations / sizeof *set_operations,
    BAG_OPERATIONS = sizeof bag_operations / sizeof *bag_operations,
    MOST_VARIABLES = 4
};

static const struct operation *find(const struct operation *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(list[i].name, name)) return &list[i];
    }
    return NULL;
}

const char *ocl_op_name(enum ocl_op op) {
    for (size_t i = 0; i < SET_OPERATIONS; i++) {
        if (set_operations[i].op == op) return set_operations[i].name;
    }
    for (size_t i = 0; i < BAG_OPERATIONS; i++) {
        if (bag_operations[i].op == op) return bag_operations[i].name;
    }
    return NULL;
}

static void unknown_operation(struct ocl_checker *checker, const struct ocl_syntax *syntax, bool bag) {
    struct nearest near;
    nearest_begin(&near, syntax->name);
    const struct operation *list = bag ? bag_operations : set_operations;
    for (size_t i = 0; i < (bag ? BAG_OPERATIONS : SET_OPERATIONS); i++) nearest_offer(&near, list[i].name);
    char room[NEAREST_ROOM];
    const char *hint = nearest_hint(&near, '\'', room);
    if (!bag && find(bag_operations, BAG_OPERATIONS, syntax->name))
        hint = ": it needs numbers, as from collect(x | ...)";
    diag_error(checker->diagnostics, syntax->name_place, "unknown operation '->%s' on a %s%s", syntax->name,
               bag ? "Bag(Integer)" : "set", hint);
}

static const char *shape_text(enum shape shape) {
    switch (shape) {
    case PLAIN: return "()";
    case WITH_ELEMENT: return "(element)";
    case WITH_SET: return "(set)";
    case WITH_OPTIONAL: return "() or (x | condition)";
    case WITH_TEST:
    case WITH_TESTS: return "(x | condition)";
    case WITH_NUMBER:
    case WITH_VALUE:
    case WITH_OBJECTS: return "(x | value)";
    }
    return "";
}

static bool check_shape(struct ocl_checker *checker, const struct ocl_syntax *syntax, enum shape shape) {
    bool good;
    switch (shape) {
    case PLAIN: good = !syntax->variable_count && !syntax->argument_count; break;
    case WITH_ELEMENT:
    case WITH_SET: good = !syntax->variable_count && syntax->argument_count == 1; break;
    case WITH_OPTIONAL: good = syntax->variable_count <= 1 && !syntax->argument_count; break;
    case WITH_TESTS: good = syntax->variable_count >= 1 && syntax->variable_count <= MOST_VARIABLES; break;
    default: good = syntax->variable_count == 1; break;
    }
    if (!good)
        diag_error(checker->diagnostics, syntax->name_place, "'->%s' is not used so, expected ->%s%s", syntax->name,
                   syntax->name, shape_text(shape));
    return good;
}

static struct ocl_node *check_body(struct ocl_checker *checker, const struct ocl_syntax *syntax, enum shape shape,
                                   const struct ocl_type *hint) {
    const char *what = arena_printf(checker->schema->arena, "the condition of ->%s()", syntax->name);
    if (shape == WITH_TEST || shape == WITH_TESTS || shape == WITH_OPTIONAL)
        return ocl_check_typed(checker, syntax->second, (struct ocl_type){OCL_BOOLEAN, 0}, what);
    struct ocl_node *body = ocl_check_node(checker, syntax->second, shape == WITH_OBJECTS ? hint : NULL);
    if (!body) return NULL;
    const char *wanted = NULL;
    if (shape == WITH_NUMBER && body->type.kind != OCL_INTEGER)
        wanted = ocl_has_class(body->type) ? "Integer (objects are gathered with collectSet)" : "Integer";
    if (shape == WITH_VALUE && body->type.kind == OCL_INTEGERS) wanted = "a single value";
    if (shape == WITH_OBJECTS && !ocl_has_class(body->type)) wanted = "an object or a set of objects";
    if (ocl_has_class(body->type) && body->type.class_index == OCL_ANY_CLASS) wanted = "a value of a known class";
    if (!wanted) return body;
    diag_error(checker->diagnostics, syntax->second->place, "the value in ->%s() is %s, expected %s", syntax->name,
               ocl_type_name(checker->schema, body->type), wanted);
    return NULL;
}

/* first->name(x | body), from variable `which` on: exists(x, y | b) is exists(x | exists(y | b)). */
static struct ocl_node *check_iteration(struct ocl_checker *checker, const struct ocl_syntax *syntax, size_t which,
                                        const struct operation *operation, struct ocl_node *set,
                                        const struct ocl_type *hint) {
    const struct ocl_syntax_variable *variable = &syntax->variables[which];
    struct ocl_type element = {OCL_OBJECT, set->type.class_index};
    if (variable->type.kind != OCL_NO_TYPE) {
        struct ocl_type declared;
        if (!ocl_resolve_type(checker->schema, &variable->type, &declared, checker->diagnostics)) return NULL;
        if (!ocl_same_type(declared, element)) {
            diag_error(checker->diagnostics, variable->type.place, "'%s' runs through objects of %s", variable->name,
                       ocl_type_name(checker->schema, element));
            return NULL;
        }
    }
    unsigned slot;
    if (!ocl_push_local(checker, variable, element, &slot)) return NULL;
    struct ocl_node *body = which + 1 < syntax->variable_count
                                ? check_iteration(checker, syntax, which + 1, operation, set, hint)
                                : check_body(checker, syntax, operation->shape, hint);
    ocl_pop_local(checker);
    if (!body) return NULL;
    struct ocl_type type = {0};
    switch (operation->result) {
    case GIVES_BOOLEAN: type.kind = OCL_BOOLEAN; break;
    case GIVES_INTEGER: type.kind = OCL_INTEGER; break;
    case GIVES_BAG: type.kind = OCL_INTEGERS; break;
    case GIVES_OBJECT: type = element; break;
    case GIVES_SET: type = set->type; break;
    case GIVES_BODY_SET: type = (struct ocl_type){OCL_SET, body->type.class_index}; break;
    }
    struct ocl_node *node = ocl_new_binary(checker, operation->op, type, set, body, syntax->place);
    node->slot = (uint16_t)slot;
    node->name = variable->name;
    node->class_index = set->type.class_index;
    return node;
}

static struct ocl_node *check_plain(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                    const struct operation *operation, struct ocl_node *first) {
    struct ocl_type type = {operation->result == GIVES_BOOLEAN ? OCL_BOOLEAN : OCL_INTEGER, 0};
    if (operation->result == GIVES_SET) type = first->type;
    if (operation->result == GIVES_OBJECT) type = (struct ocl_type){OCL_OBJECT, first->type.class_index};
    if (operation->op == OCL_OP_AS_SET) return first; /* a set already */
    struct ocl_node *node = ocl_new_binary(checker, operation->op, type, first, NULL, syntax->place);
    node->class_index = first->type.class_index;
    return node;
}

static struct ocl_node *check_argument(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                       const struct operation *operation, struct ocl_node *first) {
    struct ocl_type wanted = {OCL_INTEGER, 0};
    if (first->type.kind == OCL_SET)
        wanted = (struct ocl_type){operation->shape == WITH_SET ? OCL_SET : OCL_OBJECT, first->type.class_index};
    const char *what = arena_printf(checker->schema->arena, "the argument of ->%s()", syntax->name);
    struct ocl_node *second = ocl_check_node(checker, syntax->arguments[0], &wanted);
    if (!second) return NULL;
    if (second->type.kind == wanted.kind && ocl_has_class(wanted)) {
        if (wanted.class_index == OCL_ANY_CLASS) ocl_assign_class(first, second->type.class_index);
        wanted.class_index = first->type.class_index;
        ocl_assign_class(second, wanted.class_index);
    }
    if (!ocl_same_type(second->type, wanted)) {
        diag_error(checker->diagnostics, syntax->arguments[0]->place, "%s is %s, expected %s", what,
                   ocl_type_name(checker->schema, second->type), ocl_type_name(checker->schema, wanted));
        return NULL;
    }
    struct ocl_type type = {operation->result == GIVES_INTEGER ? OCL_INTEGER : OCL_BOOLEAN, 0};
    if (operation->result == GIVES_SET) type = first->type;
    return ocl_new_binary(checker, operation->op, type, first, second, syntax->place);
}

/* An object before '->' is the set of it alone, as in OCL. */
static struct ocl_node *as_collection(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                      struct ocl_node *first) {
    if (first->type.kind == OCL_SET || first->type.kind == OCL_INTEGERS) return first;
    if (first->type.kind == OCL_OBJECT)
        return ocl_new_binary(checker, OCL_OP_AS_SET, (struct ocl_type){OCL_SET, first->type.class_index}, first, NULL,
                              first->place);
    diag_error(checker->diagnostics, syntax->first->place, "'->%s' needs a set, not %s", syntax->name,
               ocl_type_name(checker->schema, first->type));
    return NULL;
}

struct ocl_node *ocl_check_operation(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                     const struct ocl_type *hint) {
    const struct operation *on_set = find(set_operations, SET_OPERATIONS, syntax->name);
    bool same_set = hint && hint->kind == OCL_SET && on_set && on_set->result == GIVES_SET;
    struct ocl_node *first = ocl_check_node(checker, syntax->first, same_set ? hint : NULL);
    if (first) first = as_collection(checker, syntax, first);
    if (!first) return NULL;
    bool bag = first->type.kind == OCL_INTEGERS;
    const struct operation *operation =
        bag ? find(bag_operations, BAG_OPERATIONS, syntax->name) : find(set_operations, SET_OPERATIONS, syntax->name);
    if (!operation) {
        unknown_operation(checker, syntax, bag);
        return NULL;
    }
    if (!check_shape(checker, syntax, operation->shape)) return NULL;
    struct ocl_node *node = operation->shape == WITH_ELEMENT || operation->shape == WITH_SET
                                ? check_argument(checker, syntax, operation, first)
                                : NULL;
    bool open = !bag && first->type.class_index == OCL_ANY_CLASS;
    if (open && !(node && operation->result == GIVES_SET)) {
        if (node || (operation->shape != WITH_ELEMENT && operation->shape != WITH_SET))
            diag_error(checker->diagnostics, syntax->first->place, "of which class is this set?");
        return NULL;
    }
    if (operation->shape == WITH_ELEMENT || operation->shape == WITH_SET) return node;
    if (!syntax->variable_count) return check_plain(checker, syntax, operation, first);
    return check_iteration(checker, syntax, 0, operation, first, hint);
}

struct ocl_node *ocl_check_collected_member(struct ocl_checker *checker, const struct ocl_syntax *syntax,
                                            struct ocl_node *set) {
    struct ocl_syntax_variable variable = {.name = "each_", .place = syntax->place};
    struct ocl_type element = {OCL_OBJECT, set->type.class_index};
    unsigned slot;
    if (!ocl_push_local(checker, &variable, element, &slot)) return NULL;
    struct ocl_node *object = ocl_new_node(checker, OCL_OP_SLOT, element, syntax->place);
    object->slot = (uint16_t)slot;
    object->name = variable.name;
    struct ocl_node *member = ocl_check_member(checker, object, syntax->name, syntax->name_place);
    ocl_pop_local(checker);
    if (!member) return NULL;
    if (member->type.kind != OCL_INTEGER) {
        diag_error(checker->diagnostics, syntax->name_place,
                   "'.%s' of a set works for Integer members only; use ->collectSet, ->select or ->any", syntax->name);
        return NULL;
    }
    struct ocl_node *node =
        ocl_new_binary(checker, OCL_OP_COLLECT, (struct ocl_type){OCL_INTEGERS, 0}, set, member, syntax->place);
    node->slot = (uint16_t)slot;
    node->name = variable.name;
    node->class_index = set->type.class_index;
    return node;
}
