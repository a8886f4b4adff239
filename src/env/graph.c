#include "env/graphs.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

struct env_graph *env_graph_new(const struct env_model *model, const unsigned *sizes) {
    size_t classes = model->schema.classes.count;
    struct env_graph *graph = memory_new(sizeof *graph);
    graph->sizes = memory_new((classes + 1) * sizeof *graph->sizes);
    graph->values = memory_new((classes + 1) * sizeof *graph->values);
    for (size_t c = 0; c < classes; c++) {
        graph->sizes[c] = sizes[c];
        graph->values[c] = memory_new((sizes[c] * model->schema.classes.items[c].members.count + 1) * sizeof(int64_t));
    }
    return graph;
}

void env_graph_free(const struct env_model *model, struct env_graph *graph) {
    if (!graph) return;
    for (size_t c = 0; c < model->schema.classes.count; c++) free(graph->values[c]);
    free(graph->values);
    free(graph->sizes);
    free(graph);
}

/* The class's first letter, if no other class begins with it, else its name. */
static void print_object(const struct env_model *model, unsigned class_index, unsigned object, struct text *out) {
    const char *name = model->schema.classes.items[class_index].name;
    bool alone = true;
    for (size_t c = 0; c < model->schema.classes.count; c++)
        if (c != class_index &&
            toupper((unsigned char)model->schema.classes.items[c].name[0]) == toupper((unsigned char)name[0]))
            alone = false;
    text_add_n(out, name, alone ? 1 : strlen(name));
    text_printf(out, "%u", object + 1);
}

static void print_set(const struct env_model *model, unsigned class_index, uint64_t set, struct text *out) {
    const char *separator = "";
    text_add_char(out, '{');
    for (unsigned object = 0; object < 64; object++) {
        if (!(set >> object & 1)) continue;
        text_add(out, separator);
        print_object(model, class_index, object, out);
        separator = ",";
    }
    text_add_char(out, '}');
}

static void print_value(const struct env_model *model, const struct ocl_member *member, int64_t value,
                        struct text *out) {
    switch (member->type.kind) {
    case OCL_SET: print_set(model, member->type.class_index, (uint64_t)value, out); break;
    case OCL_OBJECT:
        if (value < 0)
            text_add(out, "null");
        else
            print_object(model, member->type.class_index, (unsigned)value, out);
        break;
    case OCL_BOOLEAN: text_add(out, value ? "true" : "false"); break;
    default: text_printf(out, "%" PRId64, value); break;
    }
}

void env_graph_print(const struct env_model *model, const struct env_graph *graph, struct text *out) {
    const char *separator = "";
    for (unsigned c = 0; c < model->schema.classes.count; c++) {
        const struct ocl_class *class = &model->schema.classes.items[c];
        for (unsigned object = 0; object < graph->sizes[c]; object++)
            for (size_t m = 0; m < class->members.count; m++) {
                const struct ocl_member *member = &class->members.items[m];
                if (member->kind == OCL_VARIABLE) continue;
                text_add(out, separator);
                print_object(model, c, object, out);
                text_printf(out, ".%s=", member->name);
                print_value(model, member, graph->values[c][object * class->members.count + m], out);
                separator = " ";
            }
    }
}
