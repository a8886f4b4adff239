/* Where a global variable lies in the states of a program: found once by its name, read often. */
#ifndef PROMELA_LOCATE_H
#define PROMELA_LOCATE_H

#include "promela/program.h"

enum { LOCATION_INDICES = 8 };

struct program_location {
    uint32_t offset; /* where all open indices are 0 */
    const struct type *type;
    unsigned index_count;
    struct {
        uint32_t stride;
        unsigned length;
    } indices[LOCATION_INDICES];
};

enum locate_result {
    LOCATE_FOUND,
    LOCATE_UNKNOWN, /* no such variable or field                                           */
    LOCATE_SHAPE,   /* an index is missing, superfluous or out of range, or the name stops at a structure */
};

/* "turn", "task[2].dpr", or with open indices "task[].queue[]". */
enum locate_result program_locate(const struct program *program, const char *name, struct program_location *location);
/* False if an index is out of range. */
bool program_location_read(const struct program_location *location, const int64_t *indices, const void *state,
                           int *value);

#endif
