#include "env/compose.h"

#include <inttypes.h>

/* LTSs in words, and in formats that other tools read. */

void env_label_print(const struct env_model *model, const struct env_label *label, struct text *out) {
    if (label->trigger < 0) {
        const struct ocl_class *class = &model->schema.classes.items[label->class_index];
        const struct env_transition *transition =
            &model->classes.items[label->class_index].transitions.items[label->transition];
        text_printf(out, "%s%u: %s -> %s", class->name, label->object + 1, class->states.items[transition->from],
                    class->states.items[transition->to]);
        return;
    }
    text_printf(out, "%s(", model->triggers.items[label->trigger].name);
    for (size_t i = 0; i < label->arguments.count; i++)
        text_printf(out, "%s%" PRId64, i ? "," : "", label->arguments.items[i]);
    text_add_char(out, ')');
}

void env_lts_print_aut(const struct env_model *model, const struct env_lts *lts, struct text *out) {
    size_t edges = 0;
    for (size_t i = 0; i < lts->states.count; i++) edges += lts->states.items[i].edges.count;
    text_printf(out, "des (0, %zu, %zu)\n", edges, lts->states.count);
    for (size_t i = 0; i < lts->states.count; i++) {
        const struct env_lts_state *state = &lts->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++) {
            text_printf(out, "(%zu, \"", i);
            env_label_print(model, &lts->labels.items[state->edges.items[e].label], out);
            text_printf(out, "\", %u)\n", state->edges.items[e].target);
        }
    }
}

/* "Task1 Run dpr=3": an object, its state and its variables. */
static void print_object(const struct ocl_world *world, unsigned class_index, unsigned object, struct text *out) {
    const struct ocl_class *class = &world->schema->classes.items[class_index];
    text_printf(out, "%s%u", class->name, object + 1);
    if (class->states.count) text_printf(out, " %s", class->states.items[world->states[class_index][object]]);
    for (size_t m = 0; m < class->members.count; m++) {
        const struct ocl_member *member = &class->members.items[m];
        if (member->kind != OCL_VARIABLE) continue;
        text_printf(out, " %s=", member->name);
        env_value_print(world->schema, member->type, world->values[class_index][object * class->members.count + m],
                        out);
    }
}

void env_value_print(const struct ocl_schema *schema, struct ocl_type type, int64_t stored, struct text *out) {
    const char *class_name =
        type.kind == OCL_OBJECT || type.kind == OCL_SET ? schema->classes.items[type.class_index].name : NULL;
    const char *separator = "";
    switch (type.kind) {
    case OCL_BOOLEAN: text_add(out, stored ? "true" : "false"); break;
    case OCL_OBJECT:
        if (stored < 0)
            text_add(out, "null");
        else
            text_printf(out, "%s%" PRId64, class_name, stored + 1);
        break;
    case OCL_SET:
        text_add_char(out, '{');
        for (uint64_t set = (uint64_t)stored; set; set &= set - 1) {
            text_printf(out, "%s%s%d", separator, class_name, __builtin_ctzll(set) + 1);
            separator = ",";
        }
        text_add_char(out, '}');
        break;
    default: text_printf(out, "%" PRId64, stored); break;
    }
}

static void print_state(const struct env_model *model, const struct ocl_world *world, struct text *out) {
    const char *separator = "";
    for (unsigned c = 0; c < model->schema.classes.count; c++)
        for (unsigned o = 0; o < world->sizes[c]; o++) {
            text_add(out, separator);
            print_object(world, c, o, out);
            separator = "\\n";
        }
}

void env_lts_print_dot(const struct env_model *model, const struct env_graph *graph, const struct env_lts *lts,
                       struct text *out) {
    void *room = memory_new(env_lts_world_room(model, graph));
    text_add(out, "digraph environment {\n    node [shape=box, style=rounded, fontname=\"sans-serif\"];\n"
                  "    edge [fontname=\"sans-serif\"];\n    start [shape=point];\n    start -> s0;\n");
    for (uint32_t i = 0; i < lts->states.count; i++) {
        struct ocl_world world;
        env_lts_world(model, graph, lts, i, &world, room);
        text_printf(out, "    s%u [label=\"", i);
        print_state(model, &world, out);
        text_add(out, "\"];\n");
    }
    for (uint32_t i = 0; i < lts->states.count; i++) {
        const struct env_lts_state *state = &lts->states.items[i];
        for (size_t e = 0; e < state->edges.count; e++) {
            text_printf(out, "    s%u -> s%u [label=\"", i, state->edges.items[e].target);
            env_label_print(model, &lts->labels.items[state->edges.items[e].label], out);
            text_add(out, "\"];\n");
        }
    }
    text_add(out, "}\n");
    free(room);
}
