/* One live line on a terminal while a search runs. On anything but a terminal: nothing at all. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress {
    FILE *out;
    bool live;  /* `out` is a terminal that can rewrite a line */
    bool shown; /* a line stands there now                      */
    uint64_t last_states;
    double last_seconds;
};

/* What a line shows. */
struct progress_report {
    uint64_t states;
    uint64_t depth;
    uint64_t memory_bytes;
    double seconds; /* since the search began */
};

void progress_begin(struct progress *progress, FILE *out);
/* Rewrites the line. The rate is that of the time since the report before. */
void progress_show(struct progress *progress, const struct progress_report *report);
/* The same with a text of the caller's own. */
void progress_line(struct progress *progress, const char *line);
/* Wipes the line: to be called before anything else is printed on `out`, and at the end. */
void progress_wipe(struct progress *progress);

#endif
