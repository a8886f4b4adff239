/* Images under relations that have no end: nothing of `id` has to be written down to know `id[S]`. */
#ifndef EVENTB_IMAGE_H
#define EVENTB_IMAGE_H

#include "eventb/formula.h"

/* id, prj1, prj2, succ, pred: what they give is known without writing their pairs down. */
bool eb_is_known_function(enum eb_op op);

/* What the image of a set is for every set, said without such a relation: id[S] = S, prj1[S] = dom(S). NULL: there is
 * nothing simpler, or `formula` is no image. */
const struct eb_formula *eb_simpler_image(struct arena *arena, const struct eb_formula *formula);

#endif
