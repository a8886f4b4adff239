/* A model in words: what is in it, and what of it is not modelled. */
#ifndef AMALTHEA_DESCRIBE_H
#define AMALTHEA_DESCRIBE_H

#include "amalthea/model.h"
#include "base/json.h"

void am_describe(struct text *out, const struct am_model *model);
/* Members of an open object (docs/timing.md). */
void am_describe_json(struct json *json, const struct am_model *model);
/* "leftovers": an array. */
void am_leftovers_json(struct json *json, const struct am_model *model);
/* "preemptive", "cooperative", "non_preemptive"; and the one of this name: false, if there is none. */
const char *am_preemption_name(enum am_preemption preemption);
bool am_preemption_by_name(const char *name, enum am_preemption *preemption);
const char *am_safety_name(enum am_safety safety); /* "harmless", "assumed", "unsafe" */
/* The load of a core in percent by what is allocated to it alone; negative: nothing can be said. */
double am_core_load(const struct am_model *model, const struct am_core *core);

#endif
