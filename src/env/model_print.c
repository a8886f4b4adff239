/* A model as text that parses back to the same model, constants with the values that they have. */
#include "env/model.h"
#include "ocl/node.h"

static void print_range(int64_t low, int64_t high, struct text *out) {
    ocl_print_number(low, out);
    text_add(out, "..");
    ocl_print_number(high, out);
}

static void print_ranged_parameters(const struct ocl_parameter *parameters, size_t count, const int64_t *lows,
                                    const int64_t *highs, struct text *out) {
    text_add(out, "(");
    for (size_t i = 0; i < count; i++) {
        text_printf(out, "%s%s", i ? ", " : "", parameters[i].name);
        if (lows[i] == INT64_MIN && highs[i] == INT64_MAX) continue;
        text_add(out, ": ");
        print_range(lows[i], highs[i], out);
    }
    text_add(out, ")");
}

static void print_reference(const struct env_model *model, const struct env_reference *reference, struct text *out) {
    const struct ocl_function *function = &model->schema.functions.items[reference->function];
    text_printf(out, "    ref %s", function->name);
    print_ranged_parameters(function->parameters.items, function->parameters.count, reference->lows.items,
                            reference->highs.items, out);
    if (function->result.kind == OCL_BOOLEAN) text_add(out, ": Boolean");
    if (reference->pieces.count) text_add(out, " = ");
    for (size_t i = 0; i < reference->pieces.count; i++) {
        const struct env_place_piece *piece = &reference->pieces.items[i];
        if (piece->index)
            ocl_print(&model->schema, piece->index, out);
        else
            text_add(out, piece->text);
    }
    if (reference->into) text_printf(out, " into %s", reference->into);
    text_add(out, ";\n");
}

static void print_configuration(const struct env_model *model, const struct env_configuration *configuration,
                                struct text *out) {
    text_printf(out, "    configure %s(", configuration->name);
    for (size_t i = 0; i < configuration->arguments.count; i++) {
        if (i) text_add(out, ", ");
        ocl_print(&model->schema, configuration->arguments.items[i], out);
    }
    text_add(out, ")");
    for (size_t i = 0; i < configuration->iterators.count; i++) {
        text_printf(out, "%s%s in ", i ? ", " : " for ", configuration->iterators.items[i].name);
        ocl_print(&model->schema, configuration->iterators.items[i].source, out);
    }
    text_add(out, ";\n");
}

static void print_target(const struct env_model *model, struct text *out) {
    text_printf(out, "\ntarget %s {\n", model->target);
    for (size_t i = 0; i < model->triggers.count; i++) {
        const struct env_trigger *trigger = &model->triggers.items[i];
        text_printf(out, "    fun %s", trigger->name);
        print_ranged_parameters(trigger->parameters.items, trigger->parameters.count, trigger->lows.items,
                                trigger->highs.items, out);
        text_add(out, ";\n");
    }
    for (size_t i = 0; i < model->references.count; i++) print_reference(model, &model->references.items[i], out);
    for (size_t i = 0; i < model->configurations.count; i++)
        print_configuration(model, &model->configurations.items[i], out);
    text_add(out, "}\n\n");
}

static void print_definition(const struct env_model *model, const struct ocl_function *function, struct text *out) {
    text_printf(out, "def %s(", function->name);
    for (size_t i = 0; i < function->parameters.count; i++) {
        text_printf(out, "%s%s: ", i ? ", " : "", function->parameters.items[i].name);
        ocl_print_type(&model->schema, function->parameters.items[i].type, out);
    }
    text_add(out, "): ");
    ocl_print_type(&model->schema, function->result, out);
    text_add(out, " = ");
    ocl_print(&model->schema, function->body, out);
    text_add(out, ";\n");
}

static void print_member(const struct env_model *model, const struct ocl_member *member,
                         const struct ocl_expression *value, struct text *out) {
    static const char *const kinds[] = {"attr", "assoc", "var"};
    bool bounded = member->low != INT64_MIN || member->high != INT64_MAX;
    text_printf(out, "    %s %s: ", kinds[member->kind], member->name);
    if (member->kind == OCL_ASSOCIATION) {
        text_printf(out, "%s[", model->schema.classes.items[member->type.class_index].name);
        ocl_print_number(member->low, out);
        text_add(out, "..");
        if (member->low > member->high) /* of a class without objects */
            text_add(out, "*");
        else
            ocl_print_number(member->high, out);
        text_add(out, "]");
    } else if (member->type.kind == OCL_INTEGER && (member->kind == OCL_ATTRIBUTE || bounded)) {
        print_range(member->low, member->high, out);
    } else {
        ocl_print_type(&model->schema, member->type, out);
    }
    if (value) {
        text_add(out, " = ");
        ocl_print(&model->schema, value, out);
    }
    text_add(out, ";\n");
}

static void print_actions(const struct env_model *model, const struct env_transition *transition, struct text *out) {
    text_add(out, " {");
    for (size_t i = 0; i < transition->actions.count; i++) {
        const struct env_action *action = &transition->actions.items[i];
        text_add(out, " ");
        if (action->object) {
            text_add(out, "(");
            ocl_print(&model->schema, action->object, out);
            text_add(out, ")");
        } else {
            text_add(out, "self");
        }
        text_printf(out, ".%s = ", model->schema.classes.items[action->class_index].members.items[action->member].name);
        ocl_print(&model->schema, action->value, out);
        text_add(out, ";");
    }
    text_add(out, " }");
}

static void print_transition(const struct env_model *model, const struct ocl_class *class,
                             const struct env_transition *transition, struct text *out) {
    text_printf(out, "    %s -> %s : ", class->states.items[transition->from], class->states.items[transition->to]);
    if (transition->trigger < 0) {
        text_add(out, "async");
    } else {
        text_printf(out, "%s(", model->triggers.items[transition->trigger].name);
        for (size_t i = 0; i < transition->parameters.count; i++)
            text_printf(out, "%s%s", i ? ", " : "", transition->parameters.items[i].name);
        text_add(out, ")");
    }
    if (transition->guard) {
        text_add(out, " [");
        ocl_print(&model->schema, transition->guard, out);
        text_add(out, "]");
    }
    if (transition->synchronous.count) text_add(out, " sync { ");
    for (size_t i = 0; i < transition->synchronous.count; i++) {
        const struct env_synchronous *sync = &transition->synchronous.items[i];
        const struct ocl_class *other = &model->schema.classes.items[sync->class_index];
        if (i) text_add(out, "; ");
        ocl_print(&model->schema, sync->objects, out);
        text_printf(out, ": %s -> %s", other->states.items[sync->from], other->states.items[sync->to]);
    }
    if (transition->synchronous.count) text_add(out, " }");
    if (transition->actions.count) print_actions(model, transition, out);
    text_add(out, ";\n");
}

static void print_conditions(const struct env_model *model, const char *word, struct ocl_expression *const *conditions,
                             const char *const *names, size_t count, struct text *out) {
    for (size_t i = 0; i < count; i++) {
        text_printf(out, "    %s ", word);
        if (names[i]) text_printf(out, "%s: ", names[i]);
        ocl_print(&model->schema, conditions[i], out);
        text_add(out, ";\n");
    }
}

static void print_class(const struct env_model *model, const struct env_class *class, struct text *out) {
    const struct ocl_class *declared = &model->schema.classes.items[class->index];
    text_printf(out, "\nclass %s[", declared->name);
    print_range(class->low, class->high, out);
    text_add(out, "] {\n");
    for (size_t i = 0; i < declared->members.count; i++)
        print_member(model, &declared->members.items[i], class->defaults.items[i], out);
    print_conditions(model, "inv", class->invariants.items, class->invariant_names.items, class->invariants.count, out);
    print_conditions(model, "assert", class->assertions.items, class->assertion_names.items, class->assertions.count,
                     out);
    for (size_t i = 0; i < declared->states.count; i++)
        text_printf(out, "%s%s%s", i ? ", " : "    states ", declared->states.items[i],
                    i + 1 == declared->states.count ? ";\n" : "");
    for (size_t i = 0; i < class->transitions.count; i++)
        print_transition(model, declared, &class->transitions.items[i], out);
    text_add(out, "}\n");
}

void env_model_print(const struct env_model *model, struct text *out) {
    for (size_t i = 0; i < model->schema.constants.count; i++) {
        text_printf(out, "const %s = ", model->schema.constants.items[i].name);
        ocl_print_number(model->schema.constants.items[i].value, out);
        text_add(out, ";\n");
    }
    print_target(model, out);
    for (size_t i = 0; i < model->schema.functions.count; i++) {
        if (model->schema.functions.items[i].body) print_definition(model, &model->schema.functions.items[i], out);
    }
    for (size_t i = 0; i < model->classes.count; i++) print_class(model, &model->classes.items[i], out);
}
