/* Snapshots of safety searches: a file from which a search goes on as if it had never stopped.
 *
 * The file appears complete or not at all. It is bound to the system (by a signature of it) and to the options that
 * decide what has been covered; threads, limits of time and memory, and the number of violations wanted may differ. */
#ifndef SEARCH_SNAPSHOT_H
#define SEARCH_SNAPSHOT_H

#include "search/checkpoint.h"
#include "search/job.h"

/* Writes a snapshot if the run has paused for one, or has stopped short of its end, and one is wanted. Ends the pause.
 * All threads have put down their work, whole; `save` writes what the search itself must remember. */
void snapshot_if_due(struct job *job, void (*save)(const void *search, struct checkpoint_writer *out),
                     const void *search);

/* A snapshot being read. */
struct snapshot {
    struct checkpoint_reader in;
};

/* Begins a run with what options->resume holds; then the search reads its own part from snapshot->in; then
 * snapshot_close() says whether all of it was sound. Both return NULL, or what is wrong. Without a run (job->result is
 * NULL) only that answer is left. */
const char *snapshot_open(struct snapshot *snapshot, struct job *job, const struct ts *ts,
                          const struct search_options *options, unsigned threads);
const char *snapshot_close(struct snapshot *snapshot);

/* Items of a vector. Memory is taken as the data comes: a damaged count cannot ask for much. */
enum { SNAPSHOT_PART = 65536 };
#define snapshot_put_items(out, vec)                                                                                   \
    do {                                                                                                               \
        checkpoint_put_number((out), (vec)->count);                                                                    \
        for (size_t snapshot_at_ = 0; snapshot_at_ < (vec)->count; snapshot_at_ += SNAPSHOT_PART) {                    \
            size_t snapshot_left_ = (vec)->count - snapshot_at_;                                                       \
            size_t snapshot_part_ = snapshot_left_ < SNAPSHOT_PART ? snapshot_left_ : SNAPSHOT_PART;                   \
            checkpoint_put((out), (vec)->items + snapshot_at_, snapshot_part_ * sizeof *(vec)->items);                 \
        }                                                                                                              \
    } while (0)
#define snapshot_get_items(in, vec)                                                                                    \
    do {                                                                                                               \
        uint64_t snapshot_left_ = checkpoint_get_number((in));                                                         \
        while (snapshot_left_ && !(in)->failed) {                                                                      \
            uint64_t snapshot_part_ = snapshot_left_ < SNAPSHOT_PART ? snapshot_left_ : SNAPSHOT_PART;                 \
            vec_reserve((vec), (vec)->count + snapshot_part_);                                                         \
            checkpoint_get((in), (vec)->items + (vec)->count, snapshot_part_ * sizeof *(vec)->items);                  \
            (vec)->count += snapshot_part_;                                                                            \
            snapshot_left_ -= snapshot_part_;                                                                          \
        }                                                                                                              \
    } while (0)

#endif
