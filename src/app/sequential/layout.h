/* The points of a graph one after the other, as text: each is a piece, behind a label where somebody jumps to it. A
 * point that follows on from the one before it needs no jump. "goto node_7;" and "goto at_8;" are the same in C and in
 * Promela; what else a piece says is the language's own affair. */
#ifndef APP_SEQUENTIAL_LAYOUT_H
#define APP_SEQUENTIAL_LAYOUT_H

#include "app/sequential/graph.h"
#include "base/text.h"

struct sequential_layout {
    const struct sequential_graph *graph;
    const bool *leaves; /* by point: whoever goes there leaves the text, and comes back to its label; NULL: nobody */
    struct text body;   /* of the pieces */
    bool *written;      /* by point */
    uint32_t *jumps;    /* by point: to it */
    VEC(struct sequential_piece {
        uint32_t point;
        size_t begin; /* in the body */
    })
    pieces;
    VEC(uint32_t) waiting; /* points that are still to be written */
};

/* How a language writes. */
struct sequential_language {
    /* Adds what a point does to the body, and goes on from there, the last thing with sequential_go(). */
    void (*write_point)(void *context, uint32_t point);
    /* What stands in front of a node. */
    void (*write_comment)(void *context, uint32_t point, struct text *out);
    void *context;
    const char *label; /* behind its name: ":;\n" */
    const char *empty; /* a piece that has a label, and says nothing */
};

/* The graph outlives it. Release with sequential_layout_end(). */
void sequential_layout_begin(struct sequential_layout *layout, const struct sequential_graph *graph,
                             const bool *leaves);
void sequential_layout_end(struct sequential_layout *layout);

/* Adds "goto ...;" to `out`, which need not be the body. */
void sequential_go(struct sequential_layout *layout, uint32_t to, struct text *out);
/* Somebody goes there whom the text does not know: it gets written. */
void sequential_want(struct sequential_layout *layout, uint32_t to);

/* All that can be reached from the start, into `out`. */
void sequential_lay_out(struct sequential_layout *layout, const struct sequential_language *language, struct text *out);

#endif
