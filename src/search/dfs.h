/* Depth-first search, for safety.
 *
 * One thread visits nodes in the exact order: first successors first. Several share the store; each has a stack of its
 * own, and gives away the work at the bottom of it when others have none.
 *
 * A stack consists of frames, one per node on the way, and the successors that each of them has still to visit. Nodes
 * on the way are not kept: the entry numbers are enough to find the path again. */
#ifndef SEARCH_DFS_H
#define SEARCH_DFS_H

#include "search/checkpoint.h"
#include "search/job.h"

struct dfs_frame {
    size_t base;      /* where its successors begin in the stack's bytes */
    uint32_t entry;   /* as which entry of the frame below its node was reached */
    uint32_t waiting; /* successors left */
};

/* Invariant: the successors of the frames lie one frame after the other; within a frame the first successor is last,
 * so that it is popped first. Those of a frame that gave its work away stay as a hole until the frame is popped. */
struct dfs_stack {
    struct path prefix; /* to the node of the bottom frame; empty if that stands for the choice of an initial state */
    VEC(struct dfs_frame) frames;
    VEC(unsigned char) bytes; /* of each successor: the node, and a trailer */
    size_t generous;          /* frames below this number have nothing to give */
};

struct dfs_worker {
    struct dfs *dfs;
    struct worker *worker;
    struct dfs_stack stack;
};

struct dfs {
    struct job *job;
    struct dfs_worker *workers;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t changed;
    VEC(struct dfs_stack) pool; /* work that nobody does yet */
    unsigned idle;
    unsigned crew;       /* threads that there are; while they are being made, those wanted */
    _Atomic bool hungry; /* somebody is idle and the pool is empty */
};

void dfs_init(struct dfs *dfs, struct job *job);
/* Puts a stack with the initial nodes into the pool. Not after a resume. */
void dfs_start(struct dfs *dfs);
void dfs_search(struct dfs *dfs);
void dfs_free(struct dfs *dfs);

/* For snapshots. */
void dfs_save(const void *dfs, struct checkpoint_writer *out);
void dfs_load(void *dfs, struct checkpoint_reader *in);

#endif
