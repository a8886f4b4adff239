#include "app/sequential/bounded.h"

#include "app/sequential/deed.h"

#include <string.h>

enum { MOST_TEXT = 64 << 20, MOST_INSTANCES = 1 << 16 };

/* A way to a point: under which condition, and what variables hold then. */
struct way {
    const char *when;
    const char **values;
};

struct ways {
    VEC(struct way) list;
};

struct bounded {
    struct sequential_deeds deeds;
    const struct sequential_graph *graph;
    struct arena *arena;
    struct text *out;
    bool *stop;
    struct ways *here, *later; /* by point: of this level, and, of stops, of the next */
    unsigned level;
    const char **names; /* by leaf: at the point that is looked at */
    bool *alive;
    struct text wrong; /* what goes wrong at this level */
    uint32_t instances;
    uint32_t leaf_count;
};

static const char *literal(struct bounded *b, uint32_t leaf, uint64_t value) {
    return sequential_literal(b->arena, sequential_leaf_width(&b->deeds, leaf), value);
}

/* ---- ways that meet ---- */

static void add_way(struct bounded *b, uint32_t to, const char *when) {
    struct way way = {when, arena_new_array(b->arena, const char *, b->leaf_count + 1)};
    memcpy(way.values, b->deeds.formula.values, b->leaf_count * sizeof *way.values);
    for (uint32_t i = 0; i < b->leaf_count; i++) /* what was not alive begins as zero */
        if (!b->alive[i] && !b->deeds.leaves.list.items[i].is_constant && way.values[i] == b->names[i])
            way.values[i] = literal(b, i, 0);
    vec_push(&(b->stop[to] ? b->later : b->here)[to].list, way);
}

static bool is_same(const struct ways *ways, uint32_t leaf) {
    for (size_t i = 1; i < ways->list.count; i++)
        if (strcmp(ways->list.items[i].values[leaf], ways->list.items[0].values[leaf]) != 0) return false;
    return true;
}

static bool is_short(const char *term) { return strlen(term) < 32; }

struct naming {
    struct bounded *b;
    const struct ways *ways;
    uint32_t point;
};

/* One of these is true at most: nobody is at two places. */
static void name_leaf(void *context, uint32_t leaf) {
    const struct naming *naming = context;
    struct bounded *b = naming->b;
    const struct ways *ways = naming->ways;
    const char *first = ways->list.items[0].values[leaf];
    b->alive[leaf] = true;
    if (is_same(ways, leaf) && is_short(first)) {
        b->names[leaf] = first;
        return;
    }
    b->names[leaf] = arena_printf(b->arena, "v%u_%u_%u", leaf, naming->point, b->level);
    text_printf(b->out, "(define-fun %s () (_ BitVec %u) ", b->names[leaf], sequential_leaf_width(&b->deeds, leaf));
    size_t last = is_same(ways, leaf) ? 0 : ways->list.count - 1;
    for (size_t i = 0; i < last; i++)
        text_printf(b->out, "(ite %s %s ", ways->list.items[i].when, ways->list.items[i].values[leaf]);
    text_add(b->out, ways->list.items[last].values[leaf]);
    for (size_t i = 0; i < last; i++) text_add_char(b->out, ')');
    text_add(b->out, ")\n");
}

static const char *name_point(struct bounded *b, uint32_t point, const struct ways *ways) {
    const char *name = arena_printf(b->arena, "r%u_%u", point, b->level);
    text_printf(b->out, "(define-fun %s () Bool (or", name);
    for (size_t i = 0; i < ways->list.count; i++) text_printf(b->out, " %s", ways->list.items[i].when);
    text_add(b->out, "))\n");
    for (uint32_t i = 0; i < b->leaf_count; i++) {
        const struct sequential_leaf *leaf = &b->deeds.leaves.list.items[i];
        b->names[i] = leaf->is_constant ? literal(b, i, leaf->initial) : "dead";
    }
    memset(b->alive, 0, b->leaf_count);
    sequential_each_leaf(&b->deeds, point, name_leaf, &(struct naming){b, ways, point});
    return name;
}

/* ---- points ---- */

/* Edges of a point that are not told apart by its variables are told apart by a number of their own. */
static bool is_open(const struct sequential_point *point) {
    bool branch = point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH;
    return point->edge_count > 1u + branch;
}

static const char *condition_of(struct bounded *b, uint32_t number, uint32_t index, const char *reached) {
    const struct sequential_point *point = &b->graph->points.items[number];
    struct text all = {0};
    text_printf(&all, "(and %s", reached);
    if (b->deeds.condition) text_printf(&all, " %s", b->deeds.condition);
    bool branch = point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH;
    uint32_t own = point->edge_count - point->arrivals;
    uint32_t chosen = branch && index < own ? 0 : index;
    if (is_open(point)) text_printf(&all, " (= s%u_%u (_ bv%u 32))", number, b->level, chosen);
    text_add_char(&all, ')');
    const char *name = arena_printf(b->arena, "e%u_%u_%u", number, b->level, index);
    text_printf(b->out, "(define-fun %s () Bool %s)\n", name, text_chars(&all));
    text_free(&all);
    return name;
}

static void unroll_edge(struct bounded *b, uint32_t number, uint32_t index, const char *reached) {
    const struct sequential_point *point = &b->graph->points.items[number];
    const struct sequential_edge *edge = &b->graph->edges.items[point->first_edge + index];
    const char *chosen = arena_printf(b->arena, "n%u_%u", number, b->level);
    bool wrong = sequential_deed(&b->deeds, number, index, b->names, chosen);
    if (b->deeds.chosen) text_printf(b->out, "(declare-const %s (_ BitVec %u))\n", chosen, b->deeds.chosen->size * 8);
    if (wrong && b->deeds.formula.wrong.length)
        text_printf(&b->wrong, " (and %s (or%s))", reached, text_chars(&b->deeds.formula.wrong));
    else if (wrong)
        text_printf(&b->wrong, " %s", reached);
    if (!edge->fault) add_way(b, edge->to, condition_of(b, number, index, reached));
}

static void unroll_point(struct bounded *b, uint32_t number) {
    const struct sequential_point *point = &b->graph->points.items[number];
    if (!b->here[number].list.count) return;
    b->instances++;
    const char *reached = name_point(b, number, &b->here[number]);
    if (is_open(point)) text_printf(b->out, "(declare-const s%u_%u (_ BitVec 32))\n", number, b->level);
    for (uint32_t i = 0; i < point->edge_count; i++) unroll_edge(b, number, i, reached);
    b->here[number].list.count = 0;
}

/* Ways within a piece lead to points of larger numbers. True: something goes on. */
static bool unroll_level(struct bounded *b) {
    uint32_t count = (uint32_t)b->graph->points.count;
    text_clear(&b->wrong);
    for (uint32_t i = 0; i < count; i++) unroll_point(b, i);
    struct ways *next = b->later;
    b->later = b->here;
    b->here = next;
    b->level++;
    bool more = false;
    for (uint32_t i = 0; i < count; i++) more |= b->here[i].list.count > 0;
    return more;
}

/* ---- beginnings ---- */

struct beginning {
    struct bounded *b;
    uint32_t point;
    bool anywhere;
    const char **values;
};

static void begin_leaf(void *context, uint32_t number) {
    struct beginning *beginning = context;
    struct bounded *b = beginning->b;
    const struct sequential_leaf *leaf = &b->deeds.leaves.list.items[number];
    if (!beginning->anywhere) {
        beginning->values[number] = literal(b, number, leaf->initial);
        return;
    }
    const char *name = arena_printf(b->arena, "a%u_%u", number, beginning->point);
    text_printf(b->out, "(declare-const %s (_ BitVec %u))\n", name, sequential_leaf_width(&b->deeds, number));
    if (leaf->type->is_bool) text_printf(b->out, "(assert (bvule %s %s))\n", name, literal(b, number, 1));
    beginning->values[number] = name;
}

static void begin_at(struct bounded *b, uint32_t point, bool anywhere) {
    struct beginning beginning = {b, point, anywhere, arena_new_array(b->arena, const char *, b->leaf_count + 1)};
    for (uint32_t i = 0; i < b->leaf_count; i++) beginning.values[i] = "dead";
    sequential_each_leaf(&b->deeds, point, begin_leaf, &beginning);
    const char *when = arena_printf(b->arena, "(= start (_ bv%u 32))", point);
    vec_push(&b->here[point].list, (struct way){when, beginning.values});
}

static void begin(struct bounded *b, bool anywhere) {
    text_add(b->out, "(set-logic QF_BV)\n(declare-const start (_ BitVec 32))\n");
    for (uint32_t i = 0; i < b->graph->points.count; i++)
        if (anywhere ? b->stop[i] : i < b->graph->start_count) begin_at(b, i, anywhere);
}

/* ---- questions ---- */

static bool fits(const struct bounded *b) {
    return !b->deeds.formula.too_large && b->out->length < MOST_TEXT && b->instances < MOST_INSTANCES;
}

static enum sequential_bounded ask(struct bounded *b, unsigned pieces, bool anywhere) {
    struct text wrong = {0};
    bool more = true;
    unsigned levels = anywhere ? pieces + 1 : pieces;
    enum sequential_bounded answer = SEQUENTIAL_QUESTION;
    begin(b, anywhere);
    for (unsigned i = 0; i < levels && more && fits(b); i++) {
        more = unroll_level(b);
        if (anywhere && i + 1 < levels)
            text_printf(b->out, "(assert (not (or false%s)))\n", text_chars(&b->wrong));
        else
            text_add(&wrong, text_chars(&b->wrong));
    }
    if (!fits(b)) answer = SEQUENTIAL_TOO_LARGE;
    if (answer == SEQUENTIAL_QUESTION && !anywhere && b->level < pieces) answer = SEQUENTIAL_ENDED;
    text_printf(b->out, "(assert (or false%s))\n(check-sat)\n", text_chars(&wrong));
    text_free(&wrong);
    return answer;
}

enum sequential_bounded sequential_bounded(const struct sequential_graph *graph, unsigned pieces, bool anywhere,
                                           struct text *out) {
    size_t count = graph->points.count;
    struct bounded b = {.graph = graph,
                        .arena = arena_new(),
                        .out = out,
                        .stop = memory_new(count + 1),
                        .here = memory_new((count + 1) * sizeof *b.here),
                        .later = memory_new((count + 1) * sizeof *b.later)};
    sequential_deeds_build(&b.deeds, graph, b.arena);
    sequential_stops(graph, false, b.stop);
    b.leaf_count = (uint32_t)b.deeds.leaves.list.count;
    b.names = arena_new_array(b.arena, const char *, b.leaf_count + 1);
    b.alive = arena_new_array(b.arena, bool, b.leaf_count + 1);
    enum sequential_bounded answer = ask(&b, pieces, anywhere);
    for (size_t i = 0; i < count; i++) {
        vec_free(&b.here[i].list);
        vec_free(&b.later[i].list);
    }
    free(b.stop);
    free(b.here);
    free(b.later);
    text_free(&b.wrong);
    sequential_deeds_free(&b.deeds);
    arena_free(b.arena);
    return answer;
}
