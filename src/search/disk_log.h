/* The log of a search on disk: for each node, which node it came from and as which entry. 8 bytes a node, none of them
 * in memory but a buffer. Each thread writes its own; references are those of search/log.h. The file has no name: it
 * goes when the log does. */
#ifndef SEARCH_DISK_LOG_H
#define SEARCH_DISK_LOG_H

#include "search/log.h"

#include <stdio.h>

struct disk_log {
    FILE *file;
    uint64_t count;
    int error; /* an errno: it is not complete, and no way back can be found */
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
