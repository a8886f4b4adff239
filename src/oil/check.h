/* Types: every attribute against its definition. Nothing here knows what an attribute means.
 *
 * Afterwards: attributes that may be given once are there at most once; references name objects of the right kind;
 * defaults are filled in as implied parameters. */
#ifndef OIL_CHECK_H
#define OIL_CHECK_H

#include "oil/tree.h"

/* `standard` are the kinds of the built-in definition: they hold for what the tree's own kinds leave open. */
void oil_check(struct oil_tree *tree, const struct oil_kind *standard, struct arena *arena,
               struct diagnostics *diagnostics);

#endif
