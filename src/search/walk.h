/* Depth-first walks over the nodes of an exact store, by handles and colours: what all searches for cycles do.
 *
 * A node gets its handle when it is discovered, that is, when some node before it is expanded; it is visited later, or
 * never in this walk. So every successor has colours to look at. */
#ifndef SEARCH_WALK_H
#define SEARCH_WALK_H

#include "search/job.h"

/* Colours: the store's flags. */
enum {
    NODE_VISITED = 1,
    NODE_ON_PATH = 2, /* of the outer walk */
    NODE_RED = 4,     /* visited by an inner walk that looks for a way back to the path */
    NODE_ACCEPTING = 8,
    NODE_PROGRESS = 16,
    NODE_INNER_PATH = 32,    /* on the path (or the stack of open components) of an inner walk */
    NODE_INNER_VISITED = 64, /* by an inner walk that visits each node once */
    NODE_CUT = 128           /* not expanded, because of the depth limit */
};

struct walk_successor {
    uint64_t handle;
    uint32_t entry;
};

struct walk_frame {
    uint64_t handle;
    size_t waiting;  /* where its successors begin */
    uint32_t entry;  /* as which it was reached from the frame below */
    uint32_t number; /* free for the walk's use */
};

struct walk {
    VEC(struct walk_frame) path;
    VEC(struct walk_successor) waiting; /* per frame, the first successor last */
};

/* Expands the node, discovers its successors and lists them in `successors` (cleared before). The entries stay in the
 * worker's expander. False if the store is full (the run is stopped then). */
struct walk_successors {
    VEC(struct walk_successor) list;
    VEC(struct store_item) items;
    struct expansion expansion;
};
bool walk_successors(struct worker *worker, uint64_t handle, struct walk_successors *successors);
bool walk_initial(struct worker *worker, struct walk_successors *successors);
void walk_successors_free(struct walk_successors *successors);

void walk_push(struct walk *walk, uint64_t handle, uint32_t entry);
/* The next successor of the top frame; false when there are no more. */
bool walk_next(struct walk *walk, struct walk_successor *successor);
static inline void walk_pop(struct walk *walk) { walk->path.count--; }
static inline struct walk_frame *walk_top(struct walk *walk) { return &vec_last(&walk->path); }
/* Appends the entries that lead along the frames; `from` 1 leaves out the bottom one. */
void walk_add_path(const struct walk *walk, size_t from, struct path *path);
/* True if the top node is at the depth limit: it is not to be expanded then. Notes what is lost by that. */
bool walk_is_cut_off(const struct walk *walk, struct worker *worker);
size_t walk_memory(const struct walk *walk);
void walk_free(struct walk *walk);

/* Counts the steps of an expansion in the outer walk, and reports what is wrong with the node and its steps. `outer`
 * leads to the node. */
void walk_report_initial(struct worker *worker, const struct walk *empty, const struct expansion *expansion);
void walk_report(struct worker *worker, const struct walk *outer, const struct expansion *expansion);

#endif
