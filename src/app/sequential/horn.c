#include "app/sequential/horn.h"

#include "app/sequential/deed.h"

#include <string.h>

enum { MOST_CLAUSES_TEXT = 64 << 20 };

struct horn {
    struct sequential_deeds deeds;
    const struct sequential_graph *graph;
    struct arena *arena; /* of the whole */
    const char **names;  /* by leaf: its variable, or the number that it always is */
    bool *alive;         /* by leaf: at the point that is looked at */
    const char *open;    /* what a clause begins with */
    struct text *out;
    struct text *constants; /* where they are declared, if variables are constants; NULL: clauses are for all of them */
};

/* ---- predicates ---- */

static unsigned width(const struct horn *h, uint32_t leaf) { return sequential_leaf_width(&h->deeds, leaf); }

static void add_sort(void *context, uint32_t leaf) {
    struct horn *h = context;
    text_printf(h->out, " (_ BitVec %u)", width(h, leaf));
}

static void add_variable(void *context, uint32_t leaf) {
    struct horn *h = context;
    text_printf(h->out, " (%s (_ BitVec %u))", h->names[leaf], width(h, leaf));
}

static void add_name(void *context, uint32_t leaf) {
    struct horn *h = context;
    text_printf(h->out, " %s", h->names[leaf]);
}

static void declare(struct horn *h, uint32_t point) {
    text_printf(h->out, "(declare-fun p%u (", point);
    sequential_each_leaf(&h->deeds, point, add_sort, h);
    text_add(h->out, ") Bool)\n");
}

/* "(p3 x y)", or "p3" where nothing is alive. */
static void add_use(struct horn *h, uint32_t point, sequential_leaf_visit argument) {
    size_t before = h->out->length;
    text_printf(h->out, "(p%u", point);
    size_t begun = h->out->length;
    sequential_each_leaf(&h->deeds, point, argument, h);
    if (h->out->length > begun) {
        text_add_char(h->out, ')');
        return;
    }
    h->out->length = before;
    text_printf(h->out, "p%u", point);
}

/* ---- clauses ---- */

static void declare_constant(struct horn *h, const char *name, unsigned bits) {
    text_printf(h->constants, "(declare-const %s (_ BitVec %u))\n", name, bits);
}

/* True: there are some, and a parenthesis more to be closed. */
static bool quantify(struct horn *h, uint32_t from, const char *chosen) {
    size_t before = h->out->length;
    text_add(h->out, " (forall (");
    size_t begun = h->out->length;
    sequential_each_leaf(&h->deeds, from, add_variable, h);
    if (h->deeds.chosen) text_printf(h->out, " (%s (_ BitVec %u))", chosen, h->deeds.chosen->size * 8);
    bool variables = h->out->length > begun;
    if (variables)
        text_add_char(h->out, ')');
    else
        h->out->length = before;
    return variables;
}

/* True: there is a parenthesis more to be closed. */
static bool begin_clause(struct horn *h, uint32_t from, const char *chosen, const char *condition) {
    text_add(h->out, h->open);
    bool variables = !h->constants && quantify(h, from, chosen);
    text_add(h->out, " (=> (and ");
    add_use(h, from, add_name);
    text_printf(h->out, "%s%s) ", condition ? " " : "", condition ? condition : "");
    return variables;
}

/* A variable that was not alive begins as zero. */
static void add_value(void *context, uint32_t leaf) {
    struct horn *h = context;
    const char *value = h->deeds.formula.values[leaf];
    bool fresh = !h->alive[leaf] && value == h->names[leaf];
    text_printf(h->out, " %s", fresh ? sequential_literal(h->arena, width(h, leaf), 0) : value);
}

static void mark(void *context, uint32_t leaf) { ((struct horn *)context)->alive[leaf] = true; }

static void add_edge(struct horn *h, uint32_t number, uint32_t index) {
    const struct sequential_point *point = &h->graph->points.items[number];
    const struct sequential_edge *edge = &h->graph->edges.items[point->first_edge + index];
    const char *chosen = h->constants ? arena_printf(h->arena, "n%u_%u", number, index) : "n";
    bool wrong = sequential_deed(&h->deeds, number, index, h->names, chosen);
    if (h->constants && h->deeds.chosen) declare_constant(h, chosen, h->deeds.chosen->size * 8);
    const char *when = h->deeds.formula.wrong.length
                           ? arena_printf(h->arena, "(or false%s)", text_chars(&h->deeds.formula.wrong))
                           : NULL;
    if (wrong) {
        bool variables = begin_clause(h, number, chosen, when);
        text_add(h->out, variables ? "false)))\n" : "false))\n");
    }
    if (edge->fault) return;
    bool variables = begin_clause(h, number, chosen, h->deeds.condition);
    add_use(h, edge->to, add_value);
    text_add(h->out, variables ? ")))\n" : "))\n");
}

static void add_point(struct horn *h, uint32_t number) {
    memset(h->alive, 0, h->deeds.leaves.list.count);
    sequential_each_leaf(&h->deeds, number, mark, h);
    for (uint32_t i = 0; i < h->graph->points.items[number].edge_count; i++) add_edge(h, number, i);
}

/* ---- all of it ---- */

static void name_leaves(struct horn *h) {
    uint32_t count = (uint32_t)h->deeds.leaves.list.count;
    h->names = arena_new_array(h->arena, const char *, count + 1);
    h->alive = arena_new_array(h->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct sequential_leaf *leaf = &h->deeds.leaves.list.items[i];
        h->names[i] = leaf->is_constant ? sequential_literal(h->arena, width(h, i), leaf->initial)
                                        : arena_printf(h->arena, "v%u", i);
        if (leaf->is_constant) continue;
        text_printf(h->out, "; v%u is %s\n", i, leaf->path);
        if (h->constants) declare_constant(h, h->names[i], width(h, i));
    }
}

static void add_initial(void *context, uint32_t leaf) {
    struct horn *h = context;
    text_printf(h->out, " %s", sequential_literal(h->arena, width(h, leaf), h->deeds.leaves.list.items[leaf].initial));
}

static void begin(struct horn *h, const struct sequential_graph *graph) {
    h->graph = graph;
    h->arena = arena_new();
    sequential_deeds_build(&h->deeds, graph, h->arena);
    name_leaves(h);
}

static void end(struct horn *h) {
    sequential_deeds_free(&h->deeds);
    arena_free(h->arena);
}

/* False: there is too much of it. */
static bool add_clauses(struct horn *h) {
    bool fits = true;
    for (uint32_t i = 0; i < h->graph->start_count; i++) {
        text_printf(h->out, "%s ", h->open);
        add_use(h, i, add_initial);
        text_add(h->out, ")\n");
    }
    for (uint32_t i = 0; i < h->graph->points.count && fits; i++) {
        add_point(h, i);
        fits = !h->deeds.formula.too_large && h->out->length < MOST_CLAUSES_TEXT;
    }
    return fits;
}

bool sequential_horn(const struct sequential_graph *graph, const char *title, struct text *out) {
    struct horn h = {.open = "(assert", .out = out};
    text_printf(out, "; %s: nothing goes wrong iff these clauses have a solution\n(set-logic HORN)\n", title);
    begin(&h, graph);
    for (uint32_t i = 0; i < graph->points.count; i++) declare(&h, i);
    bool fits = add_clauses(&h);
    end(&h);
    return fits;
}

/* A model is a list of definitions: without its parentheses, they are commands. */
static void add_definitions(const char *model, struct text *out) {
    const char *first = strstr(model, "(define-fun"), *last = strrchr(model, ')');
    if (first && last > first) text_add_n(out, first, (size_t)(last - first));
    text_add_char(out, '\n');
}

/* Is there a clause, and are there numbers with which it does not hold? The same names do for the numbers of all
 * clauses, since one of them is enough. */
bool sequential_horn_doubt(const struct sequential_graph *graph, const char *solution, struct text *out) {
    struct text clauses = {0};
    struct horn h = {.open = "(and", .out = &clauses, .constants = out};
    add_definitions(solution, out);
    begin(&h, graph);
    bool fits = add_clauses(&h);
    text_printf(out, "(assert (not (and true\n%s)))\n(check-sat)\n", text_chars(&clauses));
    text_free(&clauses);
    end(&h);
    return fits;
}
