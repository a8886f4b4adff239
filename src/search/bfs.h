/* Breadth-first search, level by level, by one or more threads.
 *
 * Invariant: between two levels every stored node is expanded or in the frontier, and all nodes of the frontier are
 * equally far from the initial ones. So what is found first is found on a shortest path, whatever the threads do.
 *
 * Where steps into states that are passed through count (ts->counts_passing), such a state waits for its level in the
 * frontier, too, as a copy: it is not stored, and has no place in the log. The passage is known by the node and the
 * entry with which it began, as there is one way on from there. */
#ifndef SEARCH_BFS_H
#define SEARCH_BFS_H

#include "search/cache_line.h"
#include "search/frontier.h"
#include "search/job.h"
#include "search/log.h"

/* A node that was reached, and from where. */
struct bfs_arrival {
    uint64_t parent;
    uint32_t entry; /* as which entry of the parent   */
    uint32_t index; /* among the expander's entries   */
};

struct bfs_worker {
    struct bfs *bfs;
    struct worker *worker;
    struct frontier found;   /* of the next level */
    struct frontier passing; /* likewise, what is passed through there */
    VEC(struct bfs_arrival) arrivals;
    VEC(struct store_item) items; /* one for each arrival */
    _Atomic size_t next_chunk;    /* the worker's share of the frontier; who has done with his own helps the others */
    size_t end_chunk;
    char unused[CACHE_LINE_ROOM];
};

struct bfs {
    struct job *job;
    bool exact;     /* the frontier holds handles */
    bool keep_log;  /* otherwise there are no paths */
    uint64_t level; /* of the frontier */
    bool halfway;   /* ... of which a pause has left the rest */
    struct frontier frontier;
    struct bfs_worker *workers;
    struct log logs[JOB_MAX_THREADS]; /* more than there are threads, perhaps, after a resume */

    /* The crew: threads that wait for a level to work on. */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    _Atomic unsigned round, busy; /* changed under the mutex, read without */
    _Atomic bool leaving;
    pthread_t *threads; /* NULL: nobody was needed yet */
    unsigned crew;      /* threads that there are, this one included */
};

void bfs_init(struct bfs *bfs, struct job *job, bool keep_log);
/* Puts the initial nodes into the frontier. Not after a resume. */
void bfs_start(struct bfs *bfs);
/* Until there is nothing left, or a limit. Findings have their paths afterwards if there is a log. */
void bfs_search(struct bfs *bfs);
void bfs_free(struct bfs *bfs);

/* For snapshots. */
void bfs_save(const void *bfs, struct checkpoint_writer *out);
void bfs_load(void *bfs, struct checkpoint_reader *in);

#endif
