#include "env/check.h"

#include "base/limits.h"
#include "base/word.h"
#include "env/check_design.h"
#include "env/compose_world.h"
#include "env/export_residue.h"
#include "promela/fresh.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* The form is that of figure 7 of Yatake 2010: a label for each combination of the objects' states; there the
 * assertion, then a choice among the calls. States of the LTS that differ only in their variables share a label; the
 * choice tells them apart by the variables' values. Every option starts with a condition that holds, so that a call
 * that blocks is a deadlock, not an option less. */
struct export {
    const struct env_model *model;
    const struct env_graph *graph;
    const struct env_lts *lts;
    struct diagnostics *diagnostics;
    struct text *out;
    struct arena *arena;
    struct residue_references references;
    struct residue *objects; /* by LTS state, then object: what is left of its assertions */
    size_t object_count;
    uint32_t *next;             /* by LTS state: the next one with the same label, or UINT32_MAX */
    bool *leads;                /* by LTS state: it is the first one of its label */
    const char **labels;        /* by LTS state */
    const struct model *design; /* parsed, with what the environment calls as proctypes */
    struct fresh_names *names;
    const char **types, **objects_of; /* by class: of its structure, and before an object's number */
    const char *process, *set_ref, *finished;
    const char *kept; /* what was in a variable that a reference function's value goes into */
};

/* ---- names ---- */

static const char *class_name(const struct export *export, unsigned class_index) {
    return export->model->schema.classes.items[class_index].name;
}

static bool has_variables(const struct export *export, unsigned class_index) {
    const struct ocl_class *class = &export->model->schema.classes.items[class_index];
    for (size_t m = 0; m < class->members.count; m++)
        if (class->members.items[m].kind == OCL_VARIABLE) return true;
    return false;
}

/* "Rdy_Run_Fre"; of a single object "Task1_Rdy", since its state's name alone may mean something in the design, or to
 * Promela. */
static void join_states(const struct export *export, uint32_t state, struct text *out) {
    const unsigned char *bytes = export->lts->states.items[state].bytes;
    const char *separator = "";
    if (export->object_count == 0) text_add(out, "Nothing");
    for (unsigned c = 0, at = 0; c < export->model->schema.classes.count; c++) {
        const struct ocl_class *class = &export->model->schema.classes.items[c];
        for (unsigned o = 0; o < export->graph->sizes[c]; o++, at++) {
            text_add(out, separator);
            separator = "_";
            if (export->object_count == 1) text_printf(out, "%s%u_", class->name, o + 1);
            text_add(out, class->states.count ? class->states.items[bytes[at]] : class->name);
        }
    }
}

/* Labels that start like this mean something to Promela. */
static bool is_special(const char *label) {
    static const char *const starts[] = {"end", "accept", "progress", "c_", "d_", "finished", NULL};
    return begins_with_one_of(label, starts);
}

/* The label that the state leads. Different states may be written alike ("A_B" and "C", "A" and "B_C"): then the later
 * one gets another name, as it does where the design uses it. */
static const char *make_label(struct export *export, uint32_t state) {
    struct text text = {0};
    join_states(export, state, &text);
    const char *label = arena_printf(export->arena, is_special(text_chars(&text)) ? "in_%s" : "%s", text_chars(&text));
    text_free(&text);
    return fresh_name(export->names, label);
}

/* Where the environment is between two calls, there is progress: a call that need not end is a cycle without. */
static const char *make_progress_label(const struct export *export, uint32_t state) {
    const char *label = arena_printf(export->arena, "progress_%s", export->labels[state]);
    return fresh_name(export->names, label);
}

/* ---- variables ---- */

/* Calls visit for each variable of a state, with its index among them. */
struct slot {
    unsigned class_index, object;
    const struct ocl_member *member;
    size_t at; /* in the state's bytes */
};

static size_t slots_of(const struct export *export, struct slot *slots) {
    size_t count = 0;
    for (unsigned c = 0; c < export->model->schema.classes.count; c++) {
        const struct ocl_class *class = &export->model->schema.classes.items[c];
        for (unsigned o = 0; o < export->graph->sizes[c]; o++)
            for (size_t m = 0; m < class->members.count; m++) {
                if (class->members.items[m].kind != OCL_VARIABLE) continue;
                if (slots)
                    slots[count] =
                        (struct slot){c, o, &class->members.items[m], export->object_count + count * sizeof(int64_t)};
                count++;
            }
    }
    return count;
}

/* As the script stores it: an object by its number, null as 0. */
static int64_t slot_value(const struct export *export, const struct slot *slot, uint32_t state) {
    int64_t value;
    memcpy(&value, export->lts->states.items[state].bytes + slot->at, sizeof value);
    return slot->member->type.kind == OCL_OBJECT ? value + 1 : value;
}

static void print_slot(const struct export *export, const struct slot *slot) {
    text_printf(export->out, "%s%u.%s", export->objects_of[slot->class_index], slot->object + 1,
                fresh_field(export->names, slot->member->name));
}

static bool values_fit(const struct export *export, const struct slot *slots, size_t count) {
    for (uint32_t s = 0; s < export->lts->states.count; s++)
        for (size_t i = 0; i < count; i++) {
            int64_t value = slot_value(export, &slots[i], s);
            if (value >= INT_MIN && value <= INT_MAX) continue;
            diag_error(export->diagnostics, slots[i].member->place,
                       "a value of `%s` does not fit the integers of Promela", slots[i].member->name);
            return false;
        }
    return true;
}

/* ---- declarations ---- */

static void print_header(const struct export *export, const char *design_path) {
    struct text *out = export->out;
    char *whole = realpath(design_path, NULL);
    text_printf(out, "/* An environment of %s, from %s:\n *     ", export->model->target ? export->model->target : "it",
                export->model->path);
    env_graph_print(export->model, export->graph, out);
    text_printf(out,
                "\n * %zu states. Check it with: spin -a FILE; cc -o pan pan.c; ./pan (or rtcheck model FILE) */\n\n",
                export->lts->states.count);
    text_printf(out, "#include \"%s\"\n\n", whole ? whole : design_path);
    free(whole);
}

static void print_variables(const struct export *export) {
    for (unsigned c = 0; c < export->model->schema.classes.count; c++) {
        const struct ocl_class *class = &export->model->schema.classes.items[c];
        if (!has_variables(export, c) || !export->graph->sizes[c]) continue;
        text_printf(export->out, "typedef %s {\n", export->types[c]);
        const char *separator = "";
        for (size_t m = 0; m < class->members.count; m++) {
            if (class->members.items[m].kind != OCL_VARIABLE) continue;
            text_printf(export->out, "%s    int %s", separator,
                        fresh_field(export->names, class->members.items[m].name));
            separator = ";\n";
        }
        text_add(export->out, "\n};\n");
        for (unsigned o = 0; o < export->graph->sizes[c]; o++)
            text_printf(export->out, "%s %s%u;\n", export->types[c], export->objects_of[c], o + 1);
    }
}

static size_t inline_parameters(const struct export *export, const char *name) {
    for (size_t i = 0; i < export->design->inlines.count; i++)
        if (strcmp(export->design->inlines.items[i].name, name) == 0)
            return export->design->inlines.items[i].parameters.count;
    return 0;
}

static void print_read(const struct export *export, const struct env_reference *declared,
                       const struct residue_reference *reference) {
    static const unsigned none[1];
    struct ocl_world nothing = {.schema = &export->model->schema, .sizes = none};
    text_printf(export->out, "    %s = ", reference->name);
    for (size_t i = 0; i < declared->pieces.count; i++) {
        const struct env_place_piece *piece = &declared->pieces.items[i];
        struct ocl_value value;
        const char *error;
        if (!piece->index) {
            text_add(export->out, piece->text);
        } else if (ocl_evaluate(piece->index, &nothing, 0, reference->arguments, &value, &error)) {
            text_printf(export->out, "%" PRId64, value.number);
        } else {
            diag_error(export->diagnostics, declared->place, "an index cannot be evaluated: %s", error);
        }
    }
}

static void print_ask(const struct export *export, const struct env_reference *declared,
                      const struct residue_reference *reference) {
    const struct ocl_function *function = &export->model->schema.functions.items[reference->function];
    size_t count = function->parameters.count;
    bool gives_back = inline_parameters(export, function->name) == count + 1;
    if (declared->into) text_printf(export->out, "    %s = %s;\n", export->kept, declared->into);
    text_printf(export->out, "    %s(", function->name);
    for (size_t i = 0; i < count; i++) text_printf(export->out, "%s%" PRId64, i ? ", " : "", reference->arguments[i]);
    if (gives_back)
        text_printf(export->out, "%s%s", count ? ", " : "", declared->into ? declared->into : reference->name);
    text_add_char(export->out, ')');
    if (declared->into)
        text_printf(export->out, ";\n    %s = %s;\n    %s = %s", reference->name, declared->into, declared->into,
                    export->kept);
}

static void print_set_ref(const struct export *export) {
    if (!export->references.list.count) return;
    text_add(export->out, "\n/* What the design answers. */\n");
    for (size_t i = 0; i < export->references.list.count; i++)
        text_printf(export->out, "int %s;\n", export->references.list.items[i].name);
    bool keeps = false;
    for (size_t i = 0; i < export->model->references.count; i++)
        keeps = keeps || export->model->references.items[i].into;
    if (keeps) text_printf(export->out, "int %s;\n", export->kept);
    text_printf(export->out, "\ninline %s() {\n", export->set_ref);
    for (size_t i = 0; i < export->references.list.count; i++) {
        const struct residue_reference *reference = &export->references.list.items[i];
        const struct env_reference *declared = env_reference_of(export->model, reference->function);
        if (i) text_add(export->out, ";\n");
        if (declared->pieces.count)
            print_read(export, declared, reference);
        else
            print_ask(export, declared, reference);
    }
    text_add(export->out, "\n}\n");
}

/* ---- states ---- */

/* Which variables differ among the states of a label. */
static void find_differing(const struct export *export, const struct slot *slots, size_t count, uint32_t first,
                           bool *differs) {
    for (size_t i = 0; i < count; i++) {
        differs[i] = false;
        for (uint32_t s = first; s != UINT32_MAX; s = export->next[s])
            if (slot_value(export, &slots[i], s) != slot_value(export, &slots[i], first)) differs[i] = true;
    }
}

struct label_block {
    const struct slot *slots;
    size_t slot_count;
    uint32_t first;
    const bool *differs;
    bool same_assertion;
};

static void print_condition(const struct export *export, const struct label_block *block, uint32_t state) {
    const char *separator = "";
    for (size_t i = 0; i < block->slot_count; i++) {
        if (!block->differs[i]) continue;
        text_add(export->out, separator);
        print_slot(export, &block->slots[i]);
        text_printf(export->out, "==%" PRId64, slot_value(export, &block->slots[i], state));
        separator = " && ";
    }
    if (!*separator) text_add(export->out, "true");
}

static bool same_residue(struct residue a, struct residue b) {
    if (a.known != b.known) return false;
    return a.known ? !a.value == !b.value : strcmp(a.text, b.text) == 0;
}

static bool same_assertions(const struct export *export, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < export->object_count; i++)
        if (!same_residue(export->objects[a * export->object_count + i], export->objects[b * export->object_count + i]))
            return false;
    return true;
}

/* Every object's part on a line of its own, named. False if nothing is left to assert. */
static bool print_assert(const struct export *export, uint32_t state, const char *indent) {
    const struct residue *objects = &export->objects[state * export->object_count];
    bool any = false;
    for (unsigned c = 0, at = 0; c < export->model->schema.classes.count; c++)
        for (unsigned o = 0; o < export->graph->sizes[c]; o++, at++) {
            if (objects[at].known && objects[at].value) continue;
            text_printf(export->out, "%s%s(%s) /* %s%u */", any ? " &&\n" : "", any ? indent : "assert(",
                        objects[at].known ? "false" : objects[at].text, class_name(export, c), o + 1);
            any = true;
        }
    if (any) text_add_char(export->out, ')');
    return any;
}

static void print_assertions(const struct export *export, const struct label_block *block) {
    if (export->references.list.count) text_printf(export->out, "    %s();\n", export->set_ref);
    if (block->same_assertion) {
        size_t before = export->out->length;
        text_add(export->out, "    ");
        if (print_assert(export, block->first, "           "))
            text_add(export->out, ";\n");
        else
            export->out->length = before, export->out->chars[before] = '\0';
        return;
    }
    text_add(export->out, "    if\n");
    for (uint32_t s = block->first; s != UINT32_MAX; s = export->next[s]) {
        text_add(export->out, "    :: ");
        print_condition(export, block, s);
        text_add(export->out, " ->\n        ");
        if (!print_assert(export, s, "               ")) text_add(export->out, "skip");
        text_add_char(export->out, '\n');
    }
    text_add(export->out, "    fi;\n");
}

static void print_edge(const struct export *export, const struct label_block *block, uint32_t state,
                       const struct env_lts_edge *edge) {
    const struct env_label *label = &export->lts->labels.items[edge->label];
    text_add(export->out, "    :: ");
    print_condition(export, block, state);
    text_add(export->out, " -> ");
    if (label->trigger < 0) text_add(export->out, "/* ");
    env_label_print(export->model, label, export->out);
    text_add(export->out, label->trigger < 0 ? " */ " : ";\n       ");
    for (size_t i = 0; i < block->slot_count; i++) {
        int64_t value = slot_value(export, &block->slots[i], edge->target);
        if (value == slot_value(export, &block->slots[i], state)) continue;
        print_slot(export, &block->slots[i]);
        text_printf(export->out, " = %" PRId64 "; ", value);
    }
    text_printf(export->out, "goto %s\n", export->labels[edge->target]);
}

static void print_choice(const struct export *export, const struct label_block *block) {
    text_add(export->out, "    if\n");
    for (uint32_t s = block->first; s != UINT32_MAX; s = export->next[s]) {
        const struct env_lts_state *state = &export->lts->states.items[s];
        for (size_t e = 0; e < state->edges.count; e++) print_edge(export, block, s, &state->edges.items[e]);
        if (state->edges.count) continue;
        text_add(export->out, "    :: ");
        print_condition(export, block, s);
        text_printf(export->out, " -> goto %s\n", export->finished);
    }
    text_add(export->out, "    fi;\n");
}

static void print_labels(const struct export *export, const struct slot *slots, size_t slot_count) {
    bool *differs = arena_new_array(export->arena, bool, slot_count + 1);
    for (uint32_t first = 0; first < export->lts->states.count; first++) {
        if (!export->leads[first]) continue;
        struct label_block block = {slots, slot_count, first, differs, true};
        find_differing(export, slots, slot_count, first, differs);
        for (uint32_t s = export->next[first]; s != UINT32_MAX; s = export->next[s])
            if (!same_assertions(export, first, s)) block.same_assertion = false;
        text_printf(export->out, "\n%s:\n%s:\n", export->labels[first], make_progress_label(export, first));
        print_assertions(export, &block);
        print_choice(export, &block);
    }
}

/* ---- the whole ---- */

static bool print_configuration(void *context, unsigned configuration, const int64_t *arguments) {
    const struct export *export = context;
    const struct env_configuration *call = &export->model->configurations.items[configuration];
    text_printf(export->out, "    %s(", call->name);
    for (size_t i = 0; i < call->arguments.count; i++)
        text_printf(export->out, "%s%" PRId64, i ? "," : "", arguments[i]);
    text_add(export->out, ");\n");
    return true;
}

/* The first and following states of each label: chains in order of the states' numbers. */
static void chain_labels(struct export *export) {
    size_t count = export->lts->states.count;
    export->next = arena_new_array(export->arena, uint32_t, count);
    export->leads = arena_new_array(export->arena, bool, count);
    export->labels = arena_new_array(export->arena, const char *, count);
    VEC(uint32_t) last = {0}; /* of each label so far */
    for (uint32_t s = 0; s < count; s++) {
        const unsigned char *bytes = export->lts->states.items[s].bytes;
        size_t i = 0;
        export->next[s] = UINT32_MAX;
        while (i < last.count &&
               memcmp(export->lts->states.items[last.items[i]].bytes, bytes, export->object_count) != 0)
            i++;
        export->leads[s] = i == last.count;
        if (i == last.count) {
            export->labels[s] = make_label(export, s);
            vec_push(&last, s);
        } else {
            export->labels[s] = export->labels[last.items[i]];
            export->next[last.items[i]] = s;
            last.items[i] = s;
        }
    }
    vec_free(&last);
}

static bool find_residues(struct export *export) {
    const struct env_model *model = export->model;
    void *room = memory_new(env_lts_world_room(model, export->graph));
    export->objects =
        arena_new_array(export->arena, struct residue, export->lts->states.count * export->object_count + 1);
    size_t at = 0;
    bool ok = true;
    for (uint32_t s = 0; s < export->lts->states.count && ok; s++) {
        struct ocl_world world;
        env_lts_world(model, export->graph, export->lts, s, &world, room);
        for (unsigned c = 0; c < model->schema.classes.count; c++)
            for (unsigned o = 0; o < export->graph->sizes[c]; o++, at++) {
                struct residue whole = {.known = true, .value = 1}, one;
                for (size_t i = 0; i < model->classes.items[c].assertions.count && ok; i++) {
                    ok = residue_of(model->classes.items[c].assertions.items[i], &world, o, &export->references,
                                    export->diagnostics, &one);
                    if (ok) whole = residue_both(&export->references, whole, one);
                }
                export->objects[at] = whole;
            }
    }
    free(room);
    return ok;
}

static void print_process(struct export *export, const struct slot *slots, size_t slot_count, struct text *error) {
    text_printf(export->out, "\nactive proctype %s() {\n", export->process);
    design_configuration(export->model, export->graph, print_configuration, export, NULL, error);
    for (size_t i = 0; i < slot_count; i++) {
        int64_t value = slot_value(export, &slots[i], 0);
        if (!value) continue;
        text_add(export->out, "    ");
        print_slot(export, &slots[i]);
        text_printf(export->out, " = %" PRId64 ";\n", value);
    }
    print_labels(export, slots, slot_count);
    text_printf(export->out, "\n%s:\n    skip\n}\n", export->finished);
}

static void choose_names(struct export *export) {
    size_t count = export->model->schema.classes.count;
    export->types = arena_new_array(export->arena, const char *, count + 1);
    export->objects_of = arena_new_array(export->arena, const char *, count + 1);
    for (unsigned c = 0; c < count; c++) {
        export->types[c] =
            fresh_name(export->names, arena_printf(export->arena, "%s_variables", class_name(export, c)));
        export->objects_of[c] = fresh_prefix(export->names, class_name(export, c));
        for (unsigned o = 0; o < export->graph->sizes[c]; o++)
            fresh_name(export->names, arena_printf(export->arena, "%s%u", export->objects_of[c], o + 1));
    }
    export->set_ref = fresh_name(export->names, "set_ref");
    export->process = fresh_name(export->names, "environment");
    export->finished = fresh_name(export->names, "finished");
    export->kept = fresh_name(export->names, "kept");
}

/* Arrays and structures that belong to an inline begin with what the last call left there: a process's memory is the
 * same for all its calls. In a check, each call is a process of its own. */
static void refuse_local_arrays(const struct export *export) {
    for (size_t i = 0; i < export->design->proctypes.count; i++) {
        const struct proctype *proctype = export->design->proctypes.items[i];
        for (size_t v = 0; v < proctype->variables.count; v++) {
            const struct variable *variable = proctype->variables.items[v];
            if (variable->length || variable->type.kind == TYPE_STRUCT || variable->channel)
                diag_error(export->diagnostics, variable->place,
                           "`%s` cannot be exported: an array, structure or channel of an inline keeps its values from "
                           "call to call there; make it a global, and set it",
                           variable->name);
        }
    }
}

static struct model *read_design(const struct env_model *model, const struct env_exported_design *design,
                                 struct diagnostics *diagnostics) {
    struct parse_options parse = design->parse ? *design->parse : (struct parse_options){0};
    VEC(const char *) callables = {0};
    parse.callable = NULL;
    struct model *plain = promela_parse_file(design->path, &parse, diagnostics);
    if (!plain) return NULL;
    for (size_t i = 0; i < plain->inlines.count; i++) {
        const char *name = plain->inlines.items[i].name;
        bool called = false;
        for (size_t t = 0; t < model->triggers.count; t++)
            called = called || !strcmp(model->triggers.items[t].name, name);
        for (size_t c = 0; c < model->configurations.count; c++)
            called = called || !strcmp(model->configurations.items[c].name, name);
        for (size_t r = 0; r < model->references.count; r++)
            called = called || !strcmp(model->schema.functions.items[model->references.items[r].function].name, name);
        if (called) vec_push(&callables, name);
    }
    vec_push(&callables, NULL);
    parse.callable = callables.items;
    struct model *read = promela_parse_file(design->path, &parse, diagnostics);
    vec_free(&callables);
    model_free(plain);
    return read;
}

static bool have_design(struct export *export, struct env_exported_design *design) {
    if (design->model != export->model) {
        env_exported_design_free(design);
        design->read = read_design(export->model, design, export->diagnostics);
        design->model = design->read ? export->model : NULL;
    }
    export->design = design->read;
    if (export->design) refuse_local_arrays(export);
    return export->design && !export->diagnostics->errors;
}

static bool print_all(struct export *export, struct env_exported_design *design) {
    size_t slot_count = slots_of(export, NULL);
    struct slot *slots = arena_new_array(export->arena, struct slot, slot_count + 1);
    struct text error = {0};
    slots_of(export, slots);
    if (!values_fit(export, slots, slot_count) || !have_design(export, design)) return false;
    choose_names(export);
    if (!find_residues(export)) return false;
    chain_labels(export);
    print_header(export, design->path);
    print_variables(export);
    print_set_ref(export);
    print_process(export, slots, slot_count, &error);
    if (error.length)
        diag_error(export->diagnostics, (struct place){export->model->path, 0, 0}, "%s", text_chars(&error));
    text_free(&error);
    return export->diagnostics->errors == 0;
}

bool env_export(const struct env_model *model, const struct env_graph *graph, struct env_exported_design *design,
                struct text *out, struct diagnostics *diagnostics) {
    struct env_lts *lts = env_compose(model, graph, UINT32_MAX - 1, diagnostics);
    if (!lts) limits_check();
    if (!lts) return false;
    struct export export = {.model = model,
                            .graph = graph,
                            .lts = lts,
                            .diagnostics = diagnostics,
                            .out = out,
                            .arena = arena_new(),
                            .object_count = env_state_objects(model, graph)};
    export.names = fresh_names_new(design->path, design->parse);
    export.references.arena = export.arena;
    export.references.names = export.names;
    bool ok = print_all(&export, design);
    fresh_names_free(export.names);
    vec_free(&export.references.list);
    arena_free(export.arena);
    env_lts_free(lts);
    return ok;
}

void env_exported_design_free(struct env_exported_design *design) {
    model_free(design->read);
    design->read = NULL;
    design->model = NULL;
}
