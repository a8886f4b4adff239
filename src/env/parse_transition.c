/* A transition: its trigger and the names of its arguments, guard, synchronous transitions, actions. */
#include "base/nearest.h"
#include "env/parse_model.h"

#include <string.h>

static const struct ocl_type boolean = {OCL_BOOLEAN, 0};

static int find_trigger(struct env_builder *builder, const struct env_transition_syntax *syntax) {
    const struct env_model *model = builder->model;
    struct nearest near;
    nearest_begin(&near, syntax->trigger);
    for (size_t i = 0; i < model->triggers.count; i++) {
        if (!strcmp(model->triggers.items[i].name, syntax->trigger)) return (int)i;
        nearest_offer(&near, model->triggers.items[i].name);
    }
    char room[NEAREST_ROOM];
    diag_error(builder->diagnostics, syntax->trigger_place, "unknown trigger '%s': no 'fun' of the target%s",
               syntax->trigger, nearest_hint(&near, '\'', room));
    return -1;
}

static bool name_is_taken(const struct env_builder *builder, const struct env_class *class,
                          const struct env_transition *transition, const char *name) {
    const struct ocl_schema *schema = &builder->model->schema;
    for (size_t i = 0; i < transition->parameters.count; i++) {
        if (!strcmp(transition->parameters.items[i].name, name)) return true;
    }
    for (size_t i = 0; i < schema->constants.count; i++) {
        if (!strcmp(schema->constants.items[i].name, name)) return true;
    }
    return ocl_find_class(schema, name) >= 0 || ocl_find_member(schema, class->index, name) >= 0;
}

static bool is_constant(const struct env_builder *builder, const char *name) {
    const struct ocl_schema *schema = &builder->model->schema;
    for (size_t i = 0; i < schema->constants.count; i++) {
        if (!strcmp(schema->constants.items[i].name, name)) return true;
    }
    return false;
}

static struct ocl_syntax *join(struct env_builder *builder, const char *operator, struct ocl_syntax * first,
                               struct ocl_syntax *second) {
    struct ocl_syntax *syntax = arena_new_object(builder->model->schema.arena, struct ocl_syntax);
    syntax->kind = OCL_SYNTAX_BINARY;
    syntax->name = operator;
    syntax->place = syntax->name_place = first->place;
    syntax->first = first;
    syntax->second = second;
    return syntax;
}

/* Names the trigger's arguments. One that is given as a value gets a name of its own, and the guard demands the value:
 * `F(0, id) [g]` is `F(a, b) [a = 0 and (b = id and g)]`. */
static struct ocl_syntax *name_arguments(struct env_builder *builder, const struct env_class *class,
                                         const struct env_transition_syntax *syntax,
                                         struct env_transition *transition) {
    struct arena *arena = builder->model->schema.arena;
    const struct env_trigger *trigger = &builder->model->triggers.items[transition->trigger];
    struct ocl_syntax *demands = NULL;
    size_t index = 0;
    for (const struct env_item_syntax *a = syntax->arguments; a && index < trigger->parameters.count;
         a = a->next, index++) {
        const char *name = a->name && !is_constant(builder, a->name) ? a->name : NULL;
        for (size_t i = 0; name && i < transition->parameters.count; i++) {
            if (!strcmp(transition->parameters.items[i].name, name))
                diag_error(builder->diagnostics, a->place, "argument '%s' appears twice", name);
        }
        if (name && ocl_find_class(&builder->model->schema, name) >= 0)
            diag_error(builder->diagnostics, a->place, "'%s' is a class, expected a name or a value", name);
        if (!name) {
            name = trigger->parameters.items[index].name;
            while (name_is_taken(builder, class, transition, name)) name = arena_printf(arena, "%s_", name);
            struct ocl_syntax *self = arena_new_object(arena, struct ocl_syntax);
            *self =
                (struct ocl_syntax){.kind = OCL_SYNTAX_NAME, .name = name, .place = a->place, .name_place = a->place};
            struct ocl_syntax *demand = join(builder, "=", self, a->value);
            demands = demands ? join(builder, "and", demands, demand) : demand;
        }
        vec_push(&transition->parameters, (struct ocl_parameter){name, {OCL_INTEGER, 0}});
    }
    if (!demands) return syntax->guard;
    return syntax->guard ? join(builder, "and", demands, syntax->guard) : demands;
}

static bool check_argument_count(struct env_builder *builder, const struct env_transition_syntax *syntax,
                                 const struct env_trigger *trigger) {
    size_t count = 0;
    for (const struct env_item_syntax *a = syntax->arguments; a; a = a->next) count++;
    if (count == trigger->parameters.count) return true;
    diag_error(builder->diagnostics, syntax->trigger_place, "%s() has %zu argument%s here, expected %zu as declared",
               trigger->name, count, count == 1 ? "" : "s", trigger->parameters.count);
    return false;
}

static void define_synchronous(struct env_builder *builder, const struct ocl_scope *scope,
                               const struct env_sync_syntax *syntax, struct env_transition *transition) {
    struct ocl_schema *schema = &builder->model->schema;
    struct env_synchronous sync = {.place = syntax->objects->place};
    sync.objects = ocl_check(schema, scope, syntax->objects, NULL, builder->diagnostics);
    if (!sync.objects) return;
    struct ocl_type type = ocl_type_of(sync.objects);
    if (type.kind != OCL_OBJECT && type.kind != OCL_SET) {
        diag_error(builder->diagnostics, sync.place, "what moves along is %s, expected an object or a set of objects",
                   ocl_type_name(schema, type));
        return;
    }
    sync.class_index = type.class_index;
    int from = ocl_find_state(schema, type.class_index, syntax->from, syntax->from_place, builder->diagnostics);
    int to = ocl_find_state(schema, type.class_index, syntax->to, syntax->to_place, builder->diagnostics);
    if (from < 0 || to < 0) return;
    sync.from = (unsigned)from;
    sync.to = (unsigned)to;
    vec_push(&transition->synchronous, sync);
}

static void define_action(struct env_builder *builder, const struct ocl_scope *scope,
                          const struct env_action_syntax *syntax, struct env_transition *transition) {
    struct ocl_schema *schema = &builder->model->schema;
    const struct ocl_syntax *target = syntax->target;
    struct env_action action = {.place = target->place, .class_index = (unsigned)scope->self_class};
    if (target->kind == OCL_SYNTAX_MEMBER && target->first->kind != OCL_SYNTAX_SELF) {
        action.object = ocl_check(schema, scope, target->first, NULL, builder->diagnostics);
        if (!action.object) return;
        if (ocl_type_of(action.object).kind != OCL_OBJECT) {
            diag_error(builder->diagnostics, target->first->place, "a variable of %s cannot be set, expected an object",
                       ocl_type_name(schema, ocl_type_of(action.object)));
            return;
        }
        action.class_index = ocl_type_of(action.object).class_index;
    } else if (target->kind != OCL_SYNTAX_MEMBER && target->kind != OCL_SYNTAX_NAME) {
        diag_error(builder->diagnostics, target->place, "this cannot be set, expected variable = value");
        return;
    }
    int member = ocl_find_member(schema, action.class_index, target->name);
    const struct ocl_class *class = &schema->classes.items[action.class_index];
    if (!strcmp(target->name, "id") || (member >= 0 && class->members.items[member].kind != OCL_VARIABLE)) {
        diag_error(builder->diagnostics, target->name_place, "'%s' never changes, expected a 'var' of class %s",
                   target->name, class->name);
        return;
    }
    if (member < 0) {
        ocl_unknown_member(schema, action.class_index, target->name, target->name_place, builder->diagnostics);
        return;
    }
    action.member = (unsigned)member;
    action.value = ocl_check(schema, scope, syntax->value, &class->members.items[member].type, builder->diagnostics);
    if (action.value) vec_push(&transition->actions, action);
}

void env_define_transition(struct env_builder *builder, struct env_class *class,
                           const struct env_transition_syntax *syntax) {
    struct ocl_schema *schema = &builder->model->schema;
    struct env_transition transition = {.trigger = -1, .place = syntax->from_place};
    int from = ocl_find_state(schema, class->index, syntax->from, syntax->from_place, builder->diagnostics);
    int to = ocl_find_state(schema, class->index, syntax->to, syntax->to_place, builder->diagnostics);
    struct ocl_syntax *guard = syntax->guard;
    if (syntax->trigger) {
        transition.trigger = find_trigger(builder, syntax);
        if (transition.trigger < 0 ||
            !check_argument_count(builder, syntax, &builder->model->triggers.items[transition.trigger]))
            return;
        guard = name_arguments(builder, class, syntax, &transition);
    }
    transition.from = from < 0 ? 0 : (unsigned)from;
    transition.to = to < 0 ? 0 : (unsigned)to;
    struct ocl_scope scope = {.self_class = (int)class->index,
                              .parameters = transition.parameters.items,
                              .parameter_count = transition.parameters.count,
                              .allow_states = true,
                              .allow_variables = true};
    if (guard) transition.guard = ocl_check(schema, &scope, guard, &boolean, builder->diagnostics);
    for (unsigned i = 0; i < transition.parameters.count; i++)
        vec_push(&transition.bindings, transition.guard ? ocl_demanded_value(transition.guard, i) : NULL);
    for (const struct env_sync_syntax *s = syntax->synchronous; s; s = s->next)
        define_synchronous(builder, &scope, s, &transition);
    for (const struct env_action_syntax *a = syntax->actions; a; a = a->next)
        define_action(builder, &scope, a, &transition);
    vec_push(&class->transitions, transition);
}
