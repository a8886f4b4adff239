/* A run of an application as a BTF trace (Best Trace Format 2.2), for Trace Compass, APP4MC and their kin. */
#ifndef REPORT_BTF_H
#define REPORT_BTF_H

#include "app/exec/timeline.h"
#include "base/text.h"

#include <time.h>

/* `created` is the header's date. Time is logical: a step is a microsecond. */
void btf_trace(struct text *out, const struct timeline *timeline, time_t created);

#endif
