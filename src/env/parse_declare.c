/* Declares everything that has a name; sizes and ranges get their values. */
#include "base/nearest.h"
#include "env/parse_model.h"

#include <string.h>

static const struct ocl_type integer = {OCL_INTEGER, 0};

bool env_constant_value(struct env_builder *builder, const struct ocl_syntax *syntax, int64_t *value) {
    struct ocl_schema *schema = &builder->model->schema;
    struct ocl_scope scope = {.self_class = -1};
    struct ocl_expression *expression = ocl_check(schema, &scope, syntax, &integer, builder->diagnostics);
    if (!expression) return false;
    if (schema->classes.count) { /* sizes are not known yet: a set has no value */
        struct ocl_dependence on = ocl_depends_on(schema, expression->root);
        if (on.objects) {
            diag_error(builder->diagnostics, syntax->place,
                       "objects in a constant expression, expected constants only");
            return false;
        }
    }
    struct ocl_world world = {.schema = schema};
    struct ocl_value result;
    const char *error;
    if (!ocl_evaluate(expression, &world, 0, NULL, &result, &error)) {
        diag_error(builder->diagnostics, syntax->place, "this has no value: %s", error);
        return false;
    }
    *value = result.number;
    return true;
}

/* ---- constants ---- */

static bool declared_constant(const struct env_builder *builder, const char *name) {
    const struct ocl_schema *schema = &builder->model->schema;
    for (size_t i = 0; i < schema->constants.count; i++) {
        if (!strcmp(schema->constants.items[i].name, name)) return true;
    }
    return false;
}

static const struct env_setting *find_setting(const struct env_builder *builder, const char *name) {
    for (size_t i = builder->setting_count; i-- > 0;) {
        if (!strcmp(builder->settings[i].name, name)) return &builder->settings[i];
    }
    return NULL;
}

static void declare_constant(struct env_builder *builder, const struct env_item_syntax *syntax) {
    struct ocl_constant constant = {.name = syntax->name};
    const struct env_setting *setting = find_setting(builder, syntax->name);
    if (declared_constant(builder, syntax->name))
        diag_error(builder->diagnostics, syntax->place, "constant '%s' is declared twice", syntax->name);
    else if (setting)
        constant.value = setting->value;
    else if (!syntax->value)
        diag_error(builder->diagnostics, syntax->place, "constant '%s' has no value: set it with --set %s=...",
                   syntax->name, syntax->name);
    if (syntax->value) {
        int64_t value; /* checked, though it be overridden */
        if (env_constant_value(builder, syntax->value, &value) && !setting) constant.value = value;
    }
    vec_push(&builder->model->schema.constants, constant);
}

static void check_settings(const struct env_builder *builder) {
    for (size_t i = 0; i < builder->setting_count; i++) {
        const char *name = builder->settings[i].name;
        if (declared_constant(builder, name)) continue;
        struct nearest near;
        nearest_begin(&near, name);
        for (const struct env_item_syntax *c = builder->syntax->constants; c; c = c->next)
            nearest_offer(&near, c->name);
        char room[NEAREST_ROOM];
        diag_error(builder->diagnostics, (struct place){.file = builder->model->path},
                   "--set %s: the model has no constant '%s'%s", name, name, nearest_hint(&near, '\'', room));
    }
}

/* ---- ranges ---- */

static bool range_values(struct env_builder *builder, const struct env_range_syntax *range, int64_t *low,
                         int64_t *high) {
    if (!env_constant_value(builder, range->low, low)) return false;
    *high = *low;
    return !range->high || env_constant_value(builder, range->high, high);
}

/* `1..0` is an honest "none"; `5..2` is a mistake. */
static void check_argument_range(struct env_builder *builder, const struct env_range_syntax *range, int64_t low,
                                 int64_t high) {
    if (low <= high || (high != INT64_MAX && low == high + 1)) return;
    diag_error(builder->diagnostics, range->place, "the range %lld..%lld is empty, expected low..high with low <= high",
               (long long)low, (long long)high);
}

/* ---- classes ---- */

static void declare_class(struct env_builder *builder, const struct env_class_syntax *syntax) {
    struct env_model *model = builder->model;
    if (ocl_find_class(&model->schema, syntax->name) >= 0)
        diag_error(builder->diagnostics, syntax->place, "class '%s' is declared twice", syntax->name);
    if (declared_constant(builder, syntax->name))
        diag_error(builder->diagnostics, syntax->place, "'%s' is a constant already", syntax->name);
    struct env_class class = {.index = (unsigned)model->classes.count, .low = 1, .high = 1};
    if (syntax->size.low && range_values(builder, &syntax->size, &class.low, &class.high)) {
        if (class.low > class.high || class.low < 0)
            diag_error(builder->diagnostics, syntax->size.place,
                       "%lld..%lld is no number of objects, expected low..high with 0 <= low <= high",
                       (long long)class.low, (long long)class.high);
        else if (class.high > 64)
            diag_error(builder->diagnostics, syntax->size.place, "%lld objects of class %s, expected at most 64",
                       (long long)class.high, syntax->name);
    }
    vec_push(&model->classes, class);
    vec_push(&model->schema.classes, (struct ocl_class){.name = syntax->name, .place = syntax->place});
}

static void declare_attribute(struct env_builder *builder, const struct env_class *class,
                              const struct env_member_syntax *syntax, struct ocl_member *member) {
    member->type = integer;
    if (syntax->type.kind != OCL_NO_TYPE) {
        if (!ocl_resolve_type(&builder->model->schema, &syntax->type, &member->type, builder->diagnostics)) return;
        if (member->type.kind != OCL_BOOLEAN)
            diag_error(builder->diagnostics, syntax->type.place,
                       "attribute '%s' must come from a range (low..high) or be Boolean", syntax->name);
        member->high = 1;
    } else if (range_values(builder, &syntax->range, &member->low, &member->high) && member->low > member->high &&
               class->high > 0) {
        diag_error(builder->diagnostics, syntax->range.place,
                   "the range %lld..%lld is empty, expected low..high with low <= high", (long long)member->low,
                   (long long)member->high);
    }
}

static void declare_association(struct env_builder *builder, const struct env_class *class,
                                const struct env_member_syntax *syntax, struct ocl_member *member) {
    if (!ocl_resolve_type(&builder->model->schema, &syntax->type, &member->type, builder->diagnostics)) return;
    if (member->type.kind != OCL_OBJECT) {
        diag_error(builder->diagnostics, syntax->type.place, "association '%s' must lead to a class, as in Task[0..2]",
                   syntax->name);
        return;
    }
    member->type.kind = OCL_SET;
    const struct env_class *other = &builder->model->classes.items[member->type.class_index];
    const char *other_name = builder->model->schema.classes.items[other->index].name;
    if (syntax->range.low && !range_values(builder, &syntax->range, &member->low, &member->high)) return;
    if (syntax->range.open) member->high = other->high;
    if (member->low < 0 || (member->low > member->high && !syntax->range.open))
        diag_error(builder->diagnostics, syntax->range.place,
                   "%lld..%lld is no number of links, expected low..high with 0 <= low <= high", (long long)member->low,
                   (long long)member->high);
    else if (member->low > other->high && class->high > 0)
        diag_error(builder->diagnostics, syntax->range.place,
                   "'%s' needs at least %lld links, but there are at most %lld objects of class %s", syntax->name,
                   (long long)member->low, (long long)other->high, other_name);
}

static void declare_variable(struct env_builder *builder, const struct env_member_syntax *syntax,
                             struct ocl_member *member) {
    member->low = INT64_MIN;
    member->high = INT64_MAX;
    member->type = integer;
    if (syntax->type.kind == OCL_NO_TYPE) {
        if (range_values(builder, &syntax->range, &member->low, &member->high) && member->low > member->high)
            diag_error(builder->diagnostics, syntax->range.place,
                       "the range %lld..%lld is empty, expected low..high with low <= high", (long long)member->low,
                       (long long)member->high);
        return;
    }
    if (!ocl_resolve_type(&builder->model->schema, &syntax->type, &member->type, builder->diagnostics)) return;
    if (member->type.kind == OCL_INTEGERS)
        diag_error(builder->diagnostics, syntax->type.place, "a variable cannot be a bag");
    if (member->type.kind == OCL_BOOLEAN) {
        member->low = 0;
        member->high = 1;
    }
}

static void declare_member(struct env_builder *builder, unsigned class_index, const struct env_member_syntax *syntax) {
    struct ocl_schema *schema = &builder->model->schema;
    struct ocl_class *class = &schema->classes.items[class_index];
    struct ocl_member member = {.name = syntax->name, .place = syntax->place, .kind = syntax->kind};
    if (ocl_find_member(schema, class_index, syntax->name) >= 0)
        diag_error(builder->diagnostics, syntax->place, "class %s has a member '%s' already", class->name,
                   syntax->name);
    if (declared_constant(builder, syntax->name) || ocl_find_class(schema, syntax->name) >= 0)
        diag_error(builder->diagnostics, syntax->place, "'%s' is already a class or a constant", syntax->name);
    const struct env_class *counts = &builder->model->classes.items[class_index];
    switch (syntax->kind) {
    case OCL_ATTRIBUTE: declare_attribute(builder, counts, syntax, &member); break;
    case OCL_ASSOCIATION: declare_association(builder, counts, syntax, &member); break;
    case OCL_VARIABLE: declare_variable(builder, syntax, &member); break;
    }
    vec_push(&class->members, member);
}

static void declare_states(struct env_builder *builder, struct ocl_class *class, const struct env_item_syntax *state) {
    for (; state; state = state->next) {
        for (size_t i = 0; i < class->states.count; i++) {
            if (!strcmp(class->states.items[i], state->name))
                diag_error(builder->diagnostics, state->place, "state '%s' is declared twice", state->name);
        }
        vec_push(&class->states, state->name);
        if (class->states.count == 256) {
            diag_error(builder->diagnostics, state->place, "more than 255 states of class %s", class->name);
            return;
        }
    }
}

/* ---- functions ---- */

static void check_parameters(struct env_builder *builder, const struct env_item_syntax *parameter) {
    unsigned count = 0;
    for (const struct env_item_syntax *p = parameter; p; p = p->next) {
        if (declared_constant(builder, p->name) || ocl_find_class(&builder->model->schema, p->name) >= 0)
            diag_error(builder->diagnostics, p->place, "'%s' is already a class or a constant", p->name);
        for (const struct env_item_syntax *q = parameter; q != p; q = q->next) {
            if (!strcmp(p->name, q->name))
                diag_error(builder->diagnostics, p->place, "parameter '%s' appears twice", p->name);
        }
        if (++count > OCL_MAX_ARGUMENTS) {
            diag_error(builder->diagnostics, p->place, "more than %d parameters", OCL_MAX_ARGUMENTS);
            return;
        }
    }
}

static void declare_trigger(struct env_builder *builder, const struct env_function_syntax *syntax) {
    struct env_trigger trigger = {.name = syntax->name, .place = syntax->place};
    for (const struct env_item_syntax *p = syntax->parameters; p; p = p->next) {
        int64_t low = 0, high = 0;
        if (range_values(builder, &p->range, &low, &high)) check_argument_range(builder, &p->range, low, high);
        vec_push(&trigger.parameters, (struct ocl_parameter){p->name, integer});
        vec_push(&trigger.lows, low);
        vec_push(&trigger.highs, high);
    }
    vec_push(&builder->model->triggers, trigger);
}

static void declare_reference(struct env_builder *builder, const struct env_function_syntax *syntax) {
    struct env_reference reference = {.place = syntax->place, .into = syntax->into};
    reference.function = (unsigned)builder->model->schema.functions.count;
    struct ocl_function function = {.name = syntax->name, .place = syntax->place, .result = integer};
    if (syntax->result.kind != OCL_NO_TYPE &&
        ocl_resolve_type(&builder->model->schema, &syntax->result, &function.result, builder->diagnostics) &&
        function.result.kind != OCL_INTEGER && function.result.kind != OCL_BOOLEAN)
        diag_error(builder->diagnostics, syntax->result.place, "a reference function gives Integer or Boolean");
    for (const struct env_item_syntax *p = syntax->parameters; p; p = p->next) {
        int64_t low = INT64_MIN, high = INT64_MAX;
        if (p->range.low && range_values(builder, &p->range, &low, &high))
            check_argument_range(builder, &p->range, low, high);
        vec_push(&function.parameters, (struct ocl_parameter){p->name, integer});
        vec_push(&reference.lows, low);
        vec_push(&reference.highs, high);
    }
    vec_push(&builder->model->schema.functions, function);
    vec_push(&builder->model->references, reference);
}

static bool resolve_function_type(struct env_builder *builder, const struct ocl_type_syntax *syntax,
                                  struct ocl_type *type) {
    if (!ocl_resolve_type(&builder->model->schema, syntax, type, builder->diagnostics)) return false;
    if (type->kind != OCL_INTEGERS) return true;
    diag_error(builder->diagnostics, syntax->place, "a function can neither take nor give a bag");
    return false;
}

static void declare_definition(struct env_builder *builder, const struct env_function_syntax *syntax) {
    struct ocl_schema *schema = &builder->model->schema;
    struct ocl_function function = {.name = syntax->name, .place = syntax->place, .body = ocl_declare(schema)};
    resolve_function_type(builder, &syntax->result, &function.result);
    for (const struct env_item_syntax *p = syntax->parameters; p; p = p->next) {
        struct ocl_parameter parameter = {.name = p->name};
        resolve_function_type(builder, &p->type, &parameter.type);
        vec_push(&function.parameters, parameter);
    }
    vec_push(&schema->functions, function);
}

static void declare_function(struct env_builder *builder, const struct env_function_syntax *syntax) {
    if (syntax->kind == ENV_CONFIGURE) return; /* a use, not a declaration */
    for (const struct env_function_syntax *f = builder->syntax->functions; f != syntax; f = f->next) {
        if (f->kind != ENV_CONFIGURE && !strcmp(f->name, syntax->name))
            diag_error(builder->diagnostics, syntax->place, "function '%s' is declared twice", syntax->name);
    }
    check_parameters(builder, syntax->parameters);
    if (syntax->kind == ENV_FUN)
        declare_trigger(builder, syntax);
    else if (syntax->kind == ENV_REF)
        declare_reference(builder, syntax);
    else
        declare_definition(builder, syntax);
}

void env_declare(struct env_builder *builder) {
    const struct env_syntax *syntax = builder->syntax;
    for (const struct env_item_syntax *c = syntax->constants; c; c = c->next) declare_constant(builder, c);
    check_settings(builder);
    for (const struct env_class_syntax *c = syntax->classes; c; c = c->next) declare_class(builder, c);
    unsigned index = 0;
    for (const struct env_class_syntax *c = syntax->classes; c; c = c->next, index++) {
        for (const struct env_member_syntax *m = c->members; m; m = m->next) declare_member(builder, index, m);
        declare_states(builder, &builder->model->schema.classes.items[index], c->states);
    }
    for (const struct env_function_syntax *f = syntax->functions; f; f = f->next) declare_function(builder, f);
}
