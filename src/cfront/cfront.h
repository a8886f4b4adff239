/* C sources to a lowered program, by libclang: real preprocessor, real types, the target's data model. */
#ifndef CFRONT_CFRONT_H
#define CFRONT_CFRONT_H

#include "cfront/library/names.h"
#include "cfront/load/options.h"

/* Loads all sources into one program. NULL with errors in `diagnostics` (the compiler's own, verbatim, and ours for
 * what cannot be modelled, by name and place; tasks without code and code without a task in the configuration).
 * Warnings may be there in either case. */
struct c_program *cfront_load(const char *const *sources, size_t source_count, const struct cfront_names *names,
                              const struct cfront_options *options, struct diagnostics *diagnostics);
void c_program_free(struct c_program *program);

#endif
