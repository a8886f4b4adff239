/* Spin's guided simulation: what Spin tells of a run that its verifier left in a trail.
 *
 * A trail holds numbers of transitions that only Spin can read; so Spin is asked, in a private folder, with the text as
 * we preprocessed it: neither includes nor the model's path mean anything to it. */
#ifndef PROMELA_GUIDED_H
#define PROMELA_GUIDED_H

#include "promela/program.h"

/* What `spin -t -p` says of the trail. NULL, or why there is nothing to say (in the arena). */
const char *guided_ask(const char *path, const struct program_options *options, const struct text *trail,
                       struct arena *arena, struct text *said);

#endif
