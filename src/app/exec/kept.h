/* What a checkpoint keeps of what steps have noted: all that an answer needs to know of the steps that were made before
 * it. What is not kept there must not be needed: an answer that does not know it would call unreached what was reached,
 * or forget what it has to assume. */
#ifndef APP_EXEC_KEPT_H
#define APP_EXEC_KEPT_H

#include "app/exec/executor.h"
#include "search/search.h"

/* The notes of the executor, which outlives them. */
struct search_notes kept_notes(const struct executor *executor);

#endif
