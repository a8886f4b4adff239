/* A design in Promela: its calls are inlines. */
#ifndef CONFORM_DESIGN_PROMELA_H
#define CONFORM_DESIGN_PROMELA_H

#include "conform/design.h"
#include "promela/program.h"

/* NULL with errors. Call number i is the inline named needs[i]. */
struct design *design_promela_load(const char *path, const struct program_options *options,
                                   const struct design_need *needs, size_t need_count, struct diagnostics *diagnostics);

#endif
