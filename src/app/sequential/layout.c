#include "app/sequential/layout.h"

#include <string.h>

static const char *name_of(const struct sequential_layout *layout, uint32_t point) {
    return layout->graph->points.items[point].is_node ? "node" : "at";
}

void sequential_want(struct sequential_layout *layout, uint32_t to) {
    if (!layout->written[to]) vec_push(&layout->waiting, to);
}

void sequential_go(struct sequential_layout *layout, uint32_t to, struct text *out) {
    sequential_want(layout, to);
    layout->jumps[to]++;
    text_printf(out, "goto %s_%u;", name_of(layout, to), to);
}

/* ---- chains of points ---- */

/* What follows on from the last point that was written needs no jump. */
static void drop_last_jump(struct sequential_layout *layout, uint32_t to, size_t line) {
    struct text *body = &layout->body;
    char jump[32];
    size_t length = (size_t)snprintf(jump, sizeof jump, "goto %s_%u;\n", name_of(layout, to), to);
    if (body->length < line + length || strcmp(body->chars + body->length - length, jump) != 0) return;
    body->length -= length;
    layout->jumps[to]--;
    while (body->length > line && body->chars[body->length - 1] == ' ') body->length--;
    if (body->length > line) text_add_char(body, '\n');
    body->chars[body->length] = '\0';
}

static size_t last_line(const struct text *text) {
    size_t at = text->length;
    while (at && (at == text->length || text->chars[at - 1] != '\n')) at--;
    return at;
}

/* Where it goes on, if the last thing that its text says is a jump there. */
static bool is_plain_end(const struct sequential_layout *layout, uint32_t number, uint32_t *next) {
    const struct sequential_graph *graph = layout->graph;
    const struct sequential_point *point = &graph->points.items[number];
    uint32_t own = point->edge_count - point->arrivals;
    bool branch = point->deed == SEQUENTIAL_CODE && point->instruction->kind == C_BRANCH;
    if (own != 1u + branch) return false;
    const struct sequential_edge *edge = &graph->edges.items[point->first_edge + own - 1];
    *next = edge->to;
    return !edge->fault && !(layout->leaves && layout->leaves[edge->to]);
}

static void write_chain(struct sequential_layout *layout, const struct sequential_language *language, uint32_t number) {
    while (!layout->written[number]) {
        uint32_t next;
        layout->written[number] = true;
        vec_push(&layout->pieces, (struct sequential_piece){number, layout->body.length});
        language->write_point(language->context, number);
        if (!is_plain_end(layout, number, &next) || layout->written[next]) return;
        drop_last_jump(layout, next, last_line(&layout->body));
        number = next;
    }
}

/* ---- all of them ---- */

/* Where control does not fall into a point from the one before it. */
static bool needs_label(const struct sequential_layout *layout, uint32_t point) {
    return layout->jumps[point] || (layout->leaves && layout->leaves[point]);
}

/* Comments are no statements. */
static bool says_nothing(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '/' && i + 1 < length && text[i + 1] == '*') {
            const char *end = strstr(text + i, "*/");
            i = end ? (size_t)(end - text) + 1 : length;
        } else if (text[i] != ' ' && text[i] != '\n') {
            return false;
        }
    }
    return true;
}

static void assemble(struct sequential_layout *layout, const struct sequential_language *language, struct text *out) {
    for (size_t i = 0; i < layout->pieces.count; i++) {
        const struct sequential_piece *piece = &layout->pieces.items[i];
        size_t end = i + 1 < layout->pieces.count ? layout->pieces.items[i + 1].begin : layout->body.length;
        bool labelled = needs_label(layout, piece->point);
        if (layout->graph->points.items[piece->point].is_node && language->write_comment)
            language->write_comment(language->context, piece->point, out);
        if (labelled) text_printf(out, "%s_%u%s", name_of(layout, piece->point), piece->point, language->label);
        const char *text = layout->body.chars + piece->begin;
        if (labelled && says_nothing(text, end - piece->begin)) text_add(out, language->empty);
        text_add_n(out, text, end - piece->begin);
    }
}

void sequential_lay_out(struct sequential_layout *layout, const struct sequential_language *language,
                        struct text *out) {
    uint32_t starts = layout->graph->start_count;
    for (uint32_t i = starts; i-- > 0;) {
        vec_push(&layout->waiting, i);
        layout->jumps[i] += starts > 1;
    }
    while (layout->waiting.count) write_chain(layout, language, vec_pop(&layout->waiting));
    assemble(layout, language, out);
}

void sequential_layout_begin(struct sequential_layout *layout, const struct sequential_graph *graph,
                             const bool *leaves) {
    size_t count = graph->points.count + 1;
    *layout = (struct sequential_layout){
        .graph = graph, .leaves = leaves, .written = memory_new(count), .jumps = memory_new(count * sizeof(uint32_t))};
}

void sequential_layout_end(struct sequential_layout *layout) {
    text_free(&layout->body);
    free(layout->written);
    free(layout->jumps);
    vec_free(&layout->pieces);
    vec_free(&layout->waiting);
}
