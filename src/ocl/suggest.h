/* The nearest of some names: "did you mean ...?" */
#ifndef OCL_SUGGEST_H
#define OCL_SUGGEST_H

#include <stddef.h>

struct ocl_suggestion {
    const char *wanted;
    const char *best; /* NULL as long as nothing is near */
    size_t distance;
};

void ocl_suggest(struct ocl_suggestion *suggestion, const char *candidate);
/* "; did you mean 'X'?" or "", in `room`. */
const char *ocl_suggestion_text(const struct ocl_suggestion *suggestion, char room[128]);

#endif
