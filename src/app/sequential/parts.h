/* What stands around the code of a sequential program: declarations, helpers, what can go wrong. */
#ifndef APP_SEQUENTIAL_PARTS_H
#define APP_SEQUENTIAL_PARTS_H

#include "app/sequential/emit.h"
#include "app/sequential/value.h"

struct sequential_parts {
    const struct sequential_graph *graph;
    const struct sequential_options *options;
    struct sequential_names *names;
    const struct sequential_helpers *helpers;
    const uint32_t *faults; /* that the code complains about */
    size_t fault_count;
    const bool *stop;        /* by point, of steps */
    const struct text *code; /* the points */
};

void sequential_write_parts(const struct sequential_parts *parts, struct text *out);

/* What printf() gets for the instruction, a C_TRACE: a format with the widest lengths, and ", (long long)x" for each
 * value. False: it has something that a native run need not print. */
bool sequential_format(struct sequential_writer *writer, const struct c_instruction *instruction, struct text *format,
                       struct text *values);

#endif
