/* The environment with assertions, as Promela (Vu 2014, figures 6 and 7).
 *
 * Each state of the specification is a label; behind it stands what must hold of the design there, and an if-statement
 * with an option for each event that can happen. An option notes the calls' arguments, so that each call's text, which
 * may be long, appears once per sequence of calls and not once per event. A run of Spin that violates an assertion, or
 * ends in the middle, is a sequence of events after which the design and the specification part. Where the design can
 * choose, the assertions demand that every result corresponds (as with --every-result). */
#include "conform/internal.h"
#include "promela/fresh.h"

#include <string.h>

/* ---- expressions ---- */

static const char *const symbols[] = {
    [MAP_MINUS] = "-",       [MAP_NOT] = "!",
    [MAP_COMPLEMENT] = "~",  [MAP_MULTIPLY] = "*",
    [MAP_DIVIDE] = "/",      [MAP_MODULO] = "%",
    [MAP_ADD] = "+",         [MAP_SUBTRACT] = "-",
    [MAP_SHIFT_LEFT] = "<<", [MAP_SHIFT_RIGHT] = ">>",
    [MAP_LESS] = "<",        [MAP_LESS_EQUAL] = "<=",
    [MAP_GREATER] = ">",     [MAP_GREATER_EQUAL] = ">=",
    [MAP_EQUAL] = "==",      [MAP_NOT_EQUAL] = "!=",
    [MAP_BIT_AND] = "&",     [MAP_BIT_XOR] = "^",
    [MAP_BIT_OR] = "|",      [MAP_AND] = "&&",
    [MAP_OR] = "||",
};

static void add_expression(const struct instance *instance, const struct map_expression *expression, struct text *out) {
    unsigned index = 0;
    switch (expression->op) {
    case MAP_NUMBER: text_printf(out, "%lld", (long long)expression->number); return;
    case MAP_LOCAL: text_printf(out, "%lld", (long long)instance->numbers[expression->number]); return;
    case MAP_VARIABLE:
        for (const char *c = expression->name; *c; c++) {
            text_add_char(out, *c);
            if (*c == '[') add_expression(instance, expression->children[index++], out);
        }
        return;
    default: break;
    }
    text_add_char(out, '(');
    if (expression->child_count == 2) add_expression(instance, expression->children[0], out);
    text_printf(out, "%s%s%s", expression->child_count == 2 ? " " : "", symbols[expression->op],
                expression->child_count == 2 ? " " : "");
    add_expression(instance, expression->children[expression->child_count - 1], out);
    text_add_char(out, ')');
}

/* ---- assertions ---- */

static void add_range(const struct instance *instance, const struct map_expression *right, struct map_range range,
                      struct text *out) {
    if (range.low == range.high) {
        add_expression(instance, right, out);
        text_printf(out, " == %lld", (long long)range.low);
        return;
    }
    text_add_char(out, '(');
    add_expression(instance, right, out);
    text_printf(out, " >= %lld && ", (long long)range.low);
    add_expression(instance, right, out);
    text_printf(out, " <= %lld)", (long long)range.high);
}

static void add_condition(const struct conform *conform, const struct instance *instance, struct expectation expected,
                          struct text *out) {
    const struct map_expression *right = conform->map->relations.items[instance->of].right;
    if (expected.kind == EXPECT_NON_ZERO) {
        add_expression(instance, right, out);
        text_add(out, " != 0");
        return;
    }
    if (expected.kind == EXPECT_NUMBER && expected.value != (int32_t)expected.value) {
        text_add(out, "false"); /* no number of Promela is so large */
        return;
    }
    if (expected.kind == EXPECT_NUMBER) {
        add_range(instance, right, (struct map_range){expected.value, expected.value}, out);
        return;
    }
    const struct element *element = &conform->relation_left[instance->of].set->elements[expected.value];
    if (element->range_count > 1) text_add_char(out, '(');
    for (unsigned i = 0; i < element->range_count; i++) {
        if (i) text_add(out, " || ");
        add_range(instance, right, element->ranges[i], out);
    }
    if (element->range_count > 1) text_add_char(out, ')');
}

static void add_assertion(const struct conform *conform, const struct spec_state *state, struct text *out) {
    bool any = false;
    text_add(out, "    assert(");
    for (size_t i = 0; i < conform->instances.count; i++) {
        struct expectation expected = known_expectation(state, i);
        if (expected.kind == EXPECT_ANYTHING) continue;
        if (any) text_add(out, " &&\n           ");
        any = true;
        add_condition(conform, &conform->instances.items[i], expected, out);
    }
    text_printf(out, "%s);\n", any ? "" : "true");
}

/* ---- calls ---- */

/* The same calls with any arguments: by number in `shapes`. */
struct shape {
    const struct design_run *run; /* the first one seen */
};

struct exporting {
    struct conform *conform;
    struct text *out;
    VEC(struct shape) shapes;
    VEC(uint32_t) shape_of; /* by run */
    unsigned arguments;     /* the most that a shape has */
    /* What is called how: names that the design does not use. The last two are followed by numbers. */
    const char *process, *next, *calls, *call, *arrive, *done, *argument, *state;
};

static bool same_shape(const struct conform *conform, const struct design_run *a, const struct design_run *b) {
    if (a->count != b->count) return false;
    for (unsigned i = 0; i < a->count; i++)
        if (strcmp(conform->needs.items[a->calls[i].call].name, conform->needs.items[b->calls[i].call].name) != 0)
            return false;
    return true;
}

static void find_shapes(struct exporting *exporting) {
    struct conform *conform = exporting->conform;
    for (size_t i = 0; i < shelf_count(&conform->runs); i++) {
        const struct design_run *run = spec_run(conform, (uint32_t)i);
        size_t shape = 0;
        while (shape < exporting->shapes.count && !same_shape(conform, exporting->shapes.items[shape].run, run))
            shape++;
        if (shape == exporting->shapes.count) vec_push(&exporting->shapes, (struct shape){run});
        vec_push(&exporting->shape_of, (uint32_t)shape);
        unsigned count = 0;
        for (unsigned k = 0; k < run->count; k++) count += run->calls[k].argument_count;
        if (count > exporting->arguments) exporting->arguments = count;
    }
}

/* One call, with its arguments as they are or as variables. */
static void add_call(const struct exporting *exporting, const struct design_invocation *call, unsigned *variable,
                     struct text *out) {
    text_printf(out, "%s(", exporting->conform->needs.items[call->call].name);
    for (unsigned i = 0; i < call->argument_count; i++) {
        if (variable)
            text_printf(out, "%s%s%u", i ? ", " : "", exporting->argument, (*variable)++);
        else
            text_printf(out, "%s%d", i ? ", " : "", call->arguments[i]);
    }
    text_add_char(out, ')');
}

static void add_shapes(const struct exporting *exporting) {
    struct text *out = exporting->out;
    if (!exporting->shapes.count) return; /* nothing ever happens */
    text_printf(out, "%s:\n    if\n", exporting->call);
    for (size_t i = 0; i < exporting->shapes.count; i++) {
        const struct design_run *run = exporting->shapes.items[i].run;
        unsigned variable = 0;
        text_printf(out, "    :: %s == %zu ->\n", exporting->calls, i);
        for (unsigned k = 0; k < run->count; k++) {
            text_add(out, "        ");
            add_call(exporting, &run->calls[k], &variable, out);
            text_add(out, k + 1 < run->count ? ";\n" : "\n");
        }
        if (!run->count) text_add(out, "        skip\n");
    }
    /* Not a d_step: a call that ends with a loop jumps here, and Spin has no jumps into these. */
    text_printf(out, "    fi;\n    atomic { %s = 0;", exporting->calls);
    for (unsigned i = 0; i < exporting->arguments; i++) text_printf(out, " %s%u = 0;", exporting->argument, i);
    text_printf(out, " }\n    goto %s;\n", exporting->arrive);
}

/* ---- states ---- */

static void add_edge(const struct exporting *exporting, uint32_t number, uint32_t edge_number,
                     const struct edge *edge) {
    struct conform *conform = exporting->conform;
    struct text *out = exporting->out;
    const struct design_run *run = spec_run(conform, edge->run);
    text_add(out, "    :: d_step { /* ");
    spec_describe_edge(conform, number, edge_number, out);
    text_add(out, ": ");
    spec_describe_run(conform, run, out);
    text_printf(out, " */ %s = %u;", exporting->calls, exporting->shape_of.items[edge->run]);
    unsigned variable = 0;
    for (unsigned i = 0; i < run->count; i++)
        for (unsigned k = 0; k < run->calls[i].argument_count; k++)
            text_printf(out, " %s%u = %d;", exporting->argument, variable++, run->calls[i].arguments[k]);
    text_printf(out, " %s = %u }\n", exporting->next, edge->target);
}

static void add_state_comment(void *context, const char *name, const char *value) {
    struct text *out = context;
    text_printf(out, " %s = %s;", name, value);
}

static void add_state(const struct exporting *exporting, uint32_t number) {
    const struct conform *conform = exporting->conform;
    const struct spec_state *state = known_state(&conform->known, number);
    struct text *out = exporting->out;
    text_printf(out, "\n%s%u: /*", exporting->state, number);
    conform->spec->variables(conform->spec, state->bytes, state->size, add_state_comment, out);
    text_add(out, " */\n");
    add_assertion(conform, state, out);
    if (!state->edge_count) {
        text_printf(out, "    goto %s;\n", exporting->done);
        return;
    }
    text_add(out, "    if\n");
    struct edge_reader reader = known_edges(&conform->known, number);
    struct edge edge;
    for (uint32_t i = 0; known_next_edge(&reader, &edge); i++) add_edge(exporting, number, i, &edge);
    text_printf(out, "    fi;\n    goto %s;\n", exporting->call);
}

static void add_arrivals(const struct exporting *exporting) {
    struct text *out = exporting->out;
    if (!exporting->shapes.count) return;
    text_printf(out, "\n%s:\n    if\n", exporting->arrive);
    for (size_t i = 0; i < known_count(&exporting->conform->known); i++)
        text_printf(out, "    :: %s == %zu -> goto %s%zu\n", exporting->next, i, exporting->state, i);
    text_add(out, "    fi;\n");
}

/* ---- the whole ---- */

static bool add_setups(const struct exporting *exporting, struct diagnostics *diagnostics) {
    struct conform *conform = exporting->conform;
    struct text *out = exporting->out;
    text_add(out, "    if\n");
    for (size_t i = 0; i < conform->initial.count; i++) {
        struct arena *arena = arena_new();
        struct design_run run;
        struct place failed;
        bool good = spec_setup(conform, conform->initial.items[i], arena, &run, &failed);
        if (good) {
            text_add(out, "    :: skip;\n");
            for (unsigned k = 0; k < run.count; k++) {
                text_add(out, "        ");
                add_call(exporting, &run.calls[k], NULL, out);
                text_add(out, ";\n");
            }
            text_printf(out, "        goto %s%u\n", exporting->state, conform->initial.items[i]);
        } else {
            diag_error(diagnostics, failed, "%s", SPEC_NO_SETUP);
        }
        arena_free(arena);
        if (!good) return false;
    }
    text_add(out, "    fi;\n\n");
    return true;
}

/* What cannot be said in Promela: a fault of the specification or the map. */
static bool is_sound(struct conform *conform, struct diagnostics *diagnostics) {
    for (size_t i = 0; i < known_count(&conform->known); i++) {
        const struct spec_state *state = known_state(&conform->known, (uint32_t)i);
        bool good = !state->undefined && !conform->flaws.count;
        struct edge_reader reader = known_edges(&conform->known, (uint32_t)i);
        for (struct edge edge; good && known_next_edge(&reader, &edge);) good = edge.fault == EDGE_IS_GOOD;
        if (good) continue;
        diag_error(diagnostics, (struct place){conform->map->path, 0, 0},
                   "the environment cannot be written: the specification or the map is at fault; the check without "
                   "--emit says where");
        return false;
    }
    return true;
}

static void choose_names(struct exporting *exporting, struct fresh_names *names) {
    exporting->process = fresh_name(names, "environment");
    exporting->next = fresh_name(names, "next");
    exporting->calls = fresh_name(names, "calls");
    exporting->call = fresh_name(names, "call");
    exporting->arrive = fresh_name(names, "progress_arrive"); /* a call that need not end is a cycle without it */
    exporting->done = fresh_name(names, "done");
    exporting->argument = fresh_prefix(names, "argument_");
    exporting->state = fresh_prefix(names, "S");
}

bool conform_export(struct conform *conform, const char *include, uint64_t limit, struct text *out,
                    struct diagnostics *diagnostics) {
    struct exporting exporting = {.conform = conform, .out = out};
    if (!conform_explore(conform, limit, NULL, NULL)) {
        diag_error(diagnostics, (struct place){0}, "the specification has more states than may be written");
        return false;
    }
    if (!is_sound(conform, diagnostics)) return false;
    find_shapes(&exporting);
    struct fresh_names *names = fresh_names_new(include, NULL);
    choose_names(&exporting, names);
    text_printf(
        out,
        "/* The environment of a design, from its specification %s: what may be called in each of its states, and\n"
        " * what must be true of the design afterwards. Written by rtcheck conform. */\n"
        "#include \"%s\"\n\n"
        "active proctype %s() {\n    int %s, %s;\n",
        conform->development->name, include, exporting.process, exporting.next, exporting.calls);
    for (unsigned i = 0; i < exporting.arguments; i++) text_printf(out, "    int %s%u;\n", exporting.argument, i);
    bool good = add_setups(&exporting, diagnostics);
    add_shapes(&exporting);
    add_arrivals(&exporting);
    for (uint32_t i = 0; i < known_count(&conform->known); i++) add_state(&exporting, i);
    text_printf(out, "\n%s:\n    skip\n}\n", exporting.done);
    fresh_names_free(names);
    vec_free(&exporting.shapes);
    vec_free(&exporting.shape_of);
    return good;
}
