/* PastFree[ze] reachability (Teodorov et al. 2016), for safety: a system under a guide is explored cluster by cluster,
 * and a cluster is freed as soon as nothing can lead into it any more.
 *
 * Clusters are numbered level * width + index (search/cluster.h), and every step stays in its cluster or leads to one
 * of the next level: the guide is unrolled. So when all clusters of the levels before are explored, nothing new comes
 * into a cluster but from itself. What lies ahead is kept: the next level, or a few where atomic sequences have several
 * interactions.
 *
 * A level is a function of the one before it (or of as many as an expansion reaches ahead). When a level has the same
 * clusters as one before, with the same contents, the levels repeat from there on, and further unrolling adds nothing:
 * the search is complete. Contents are compared by number and hash, and then state by state.
 *
 * How a state was reached is in a log on disk: counterexamples need no memory. They are not always shortest ones. */
#ifndef SEARCH_PASTFREE_H
#define SEARCH_PASTFREE_H

#include "search/search.h"

enum { PASTFREE_LAGS = 4 /* levels may repeat those of up to so many before, or longer ago one in a while */ };

struct pastfree_cluster {
    uint32_t level, index;
    uint64_t states;
};

struct pastfree_result {
    uint32_t levels; /* explored */
    bool repeats;    /* the last of them, `reach` in a row, have the contents of earlier ones: all was seen */
    bool ends;       /* nothing was left to explore: there are no more levels */
    uint32_t period; /* then: how many levels before */
    uint32_t reach;  /* levels that one expansion can lead ahead */
    VEC(struct pastfree_cluster) clusters;
    uint64_t log_bytes;
    int unwritten; /* an errno: not all that belongs there came to disk; 0: all did. There may be no traces then, and
                      nobody sees where levels repeat */
};

/* As search_run() with these options; the store must be an exact one, and there are no checkpoints and no depth.
 * `width` is the number of clusters of a level. The states of the result are those of all clusters; its memory is the
 * most that was in use at once; its depth the number of the last level. A search that ends because the levels repeat,
 * or because there are no more, is complete. `endless`: nothing else bounds the levels, and a guide that goes round is
 * given up when nobody can see any more where they repeat. */
struct search_result *pastfree_run(const struct ts *ts, const struct search_options *options, uint32_t width,
                                   bool endless, struct pastfree_result *out);
void pastfree_result_free(struct pastfree_result *result);

#endif
