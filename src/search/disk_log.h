/* The log of a search on disk: for each node, which node it came from and as which entry. Two or three bytes a node,
 * none of them in memory but a buffer, and 8 for every DISK_LOG_BLOCK nodes. Each thread writes its own; references are
 * those of search/log.h. The file has no name: it goes when the log does.
 *
 * Nodes that are reached one after the other mostly come from the same node, or from the next: what is written is how
 * far a node's parent is from that of the node before, and the entry, both as numbers of as few bytes as they need. A
 * block begins as if the parent before were reference 0. */
#ifndef SEARCH_DISK_LOG_H
#define SEARCH_DISK_LOG_H

#include "search/log.h"

#include <stdio.h>

enum { DISK_LOG_BLOCK = 512 };

struct disk_log {
    FILE *file;
    uint64_t count, bytes;
    uint64_t parent;       /* of the last node */
    VEC(uint64_t) offsets; /* of blocks */
    int error;             /* an errno: it is not complete, and no way back can be found */
};

/* A file without a name in the folder for temporary files (TMPDIR); NULL, with errno set, if there can be none. */
FILE *disk_file_new(void);

bool disk_log_open(struct disk_log *log);
void disk_log_close(struct disk_log *log);
void disk_log_add(struct disk_log *log, uint64_t parent, uint32_t entry);
/* No more is added from here on: what is buffered goes to disk. */
void disk_log_end(struct disk_log *log);
/* False: it cannot be read. */
bool disk_log_get(const struct disk_log *log, uint64_t number, uint64_t *parent, uint32_t *entry);

#endif
